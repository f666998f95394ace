// SPDX-License-Identifier: MIT
// What the parser knows about its options, in the words people write: `--jobs N`, not
// `--jobs N:UINT in [1 - 4096]`.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace assay::cli {

/// Commands that are for people.
std::vector<const CLI::App*> commands_of(const CLI::App& app);

bool takes_value(const CLI::Option& option);

/// The words an option or argument can be, if there are only a few.
std::vector<std::string> choices_of(const CLI::Option& option);

/// "N", "FILE", "human|json|markdown": what stands behind the flag. Empty for a switch.
std::string value_name(const CLI::Option& option);

}  // namespace assay::cli
