// SPDX-License-Identifier: MIT
// Environment variables in texts that nobody runs: does a script read one, does an output miss one?
#pragma once

#include <string_view>

namespace assay::format {

/// `$NAME`, `${NAME...}`, `$(NAME)`, `env.NAME`, "NAME" in quotes; false if the text sets it
/// itself.
bool reads_variable(std::string_view text, std::string_view name);

/// A line has the name and says that it is not set, missing, needed.
bool misses_variable(std::string_view output, std::string_view name);

/// Shells set it, whoever starts them.
bool is_variable_of_shells(std::string_view name);

}  // namespace assay::format
