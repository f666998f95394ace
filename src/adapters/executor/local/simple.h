// SPDX-License-Identifier: MIT
// Commands that need no shell. Starting bash costs more than most small programs do; a command of
// plain words that names a program is started without it, where nobody can tell the difference.
#pragma once

#include "adapters/executor/local/environment.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::process {

struct SimpleCommand {
  std::vector<std::string> words;
  std::string path;  ///< what bash would have executed; relative to the working directory if it was
                     ///< written so
};

/// Nothing if bash might do anything else than execute the program: quotes, expansions,
/// redirections, builtins, keywords, assignments, an environment that changes bash, a program that
/// is not there.
std::optional<SimpleCommand> simple_command(std::string_view command, const std::string& cwd,
                                            const Environment& environment);

/// What relative and empty entries of PATH mean: they are passed over, or nothing is said at all.
enum class Relative : std::uint8_t { skip, refuse };

/// Where a program is, by name or path; empty if it is not there.
std::string find_program(const std::string& name, const std::string& cwd,
                         const Environment& environment, Relative relative);

/// What bash adds for the program that it becomes.
void add_shell_variables(Environment& environment, const std::string& cwd,
                         const SimpleCommand& command);

}  // namespace assay::process
