// SPDX-License-Identifier: MIT
// What the tests of spec files look at results with.
#pragma once

#include "format/json/tree.h"

#include <doctest/doctest.h>

#include <string>

namespace assay::support {

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline format::JsonNode tree(const std::string& text) {
  format::JsonTree read = format::read_json_tree(text, 10'000);
  REQUIRE_MESSAGE(read.fault == "", text);
  return read.root;
}

}  // namespace assay::support
