// SPDX-License-Identifier: MIT
// The YAML between two `---` lines at the top of a markdown file.
#pragma once

#include "base/result.h"
#include "format/yaml/tree.h"

#include <string>
#include <string_view>

namespace assay::format {

/// The mapping at the top of `text`. `name` is what errors call it.
Result<YamlNode> read_front_matter(std::string_view name, std::string_view text);

/// The value of a key, or null.
const YamlNode* find(const YamlNode& map, std::string_view key);

/// The text of a key that has one, else empty.
std::string scalar_of(const YamlNode& map, std::string_view key);

/// A YAML scalar in double quotes on one line that reads back as `text`, whatever it is; bytes that
/// are no UTF-8 become U+FFFD.
std::string yaml_quoted(std::string_view text);

}  // namespace assay::format
