// SPDX-License-Identifier: MIT
// The texts behind `npm test`, `make check`, `bash run.sh`: what they will run, as far as that
// stands in the workspace.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace assay::format {

struct InnerScript {
  std::string text;    ///< for a shell
  std::string folder;  ///< relative; empty: where the call is made
};

/// None if the words are no such call, or what they name cannot be read.
std::optional<std::vector<InnerScript>> inner_scripts(
    const std::vector<std::string>& words,
    const std::function<std::string(const std::string&)>& read);

}  // namespace assay::format
