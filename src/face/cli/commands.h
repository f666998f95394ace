// SPDX-License-Identifier: MIT
// The commands of the command line. Each is one file with one function
//   void add_NAME(CLI::App& root, Session& session) {
// that adds its flags to the parser and says what choosing it does. The build finds them.
#pragma once

#include "face/cli/session.h"

#include <CLI/CLI.hpp>

#include <span>
#include <string_view>

namespace assay::cli {

struct Command {
  std::string_view name;
  void (*add)(CLI::App& root, Session& session);
};

/// Every command there is, by name.
std::span<const Command> commands();

}  // namespace assay::cli
