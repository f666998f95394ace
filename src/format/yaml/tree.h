// SPDX-License-Identifier: MIT
// YAML as a small tree with line numbers, built so that no text can make it large, deep or slow.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

struct YamlNode {
  enum class Kind : std::uint8_t { null, scalar, list, map };

  Kind kind = Kind::null;
  bool plain = false;  ///< a scalar without quotes: true, 7 and 1.5 have types of their own
  std::uint32_t line = 0;
  std::string text;             ///< of a scalar
  std::vector<YamlNode> items;  ///< of a list; of a map: key, value, key, value, ...
};

struct YamlFault {
  std::size_t line = 0;
  std::string what;
};

struct YamlReading {
  YamlNode root;
  std::vector<YamlFault> faults;  ///< empty: the root is good
};

/// Reads one document. Refused: over 4 MiB, invalid UTF-8, control characters, tags, nesting deeper
/// than 32, more than one document, aliases that expand to much.
YamlReading read_yaml(std::string_view text);

}  // namespace assay::format
