// SPDX-License-Identifier: MIT
// A value looked up in the text of a JSON or YAML file.
#pragma once

#include "core/ask/form.h"
#include "core/goals/task.h"
#include "format/json/tree.h"
#include "format/yaml/tree.h"

#include <string>
#include <string_view>

namespace assay::format {

/// Longer files are not read.
constexpr std::size_t document_bytes_max = std::size_t{64} << 20;

struct ValueReading {
  std::string fault;  ///< why the text cannot be read; empty: it can
  bool found = false;
  bool equal = false;  ///< it is what is wanted, or nothing special is
  std::string value;   ///< as JSON, cut to a readable length
};

ValueReading look_up(const core::goals::Value& wanted, std::string_view text);

/// YAML as the JSON it stands for.
JsonNode json_of(const YamlNode& node);

}  // namespace assay::format
