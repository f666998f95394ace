// SPDX-License-Identifier: MIT
// What `assay help` says, and what a command line that cannot be understood is answered with.
#pragma once

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay::cli {

/// Sorts the commands into groups by what a person wants, and gives each its examples.
void arrange(CLI::App& root);

/// Flags in the words of the manual: `--jobs N`, `--format human|json|markdown`.
std::shared_ptr<CLI::Formatter> plain_formatter();

/// "assay loop run"
std::string path_of(const CLI::App& command);

std::vector<std::string_view> command_names(const CLI::App& app);

/// Of the root: the first commands to try, then all by group. Of a command: usage, flags, examples.
std::string help_of(const CLI::App& command);

/// Why the arguments cannot be understood, with what was probably meant. `about`: the deepest
/// command that was.
std::string complaint(const CLI::App& root, const CLI::App& about, const CLI::ParseError& error,
                      const std::vector<std::string>& arguments);

}  // namespace assay::cli
