// SPDX-License-Identifier: MIT
// Finds the YAML in a text that may be YAML, begin with it, or hold it in a fenced block.
#pragma once

#include "format/completion/completion.h"

#include <string>
#include <string_view>

namespace assay::format::contract {

struct Carried {
  Carrier carrier = Carrier::none;
  YamlNode root;                  ///< a map that has the key looked for
  std::vector<YamlFault> faults;  ///< why there is none; lines are those of the text
};

/// Looks for a map with the key `mark`.
Carried find_yaml(std::string_view text, std::string_view mark);

}  // namespace assay::format::contract
