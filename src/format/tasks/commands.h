// SPDX-License-Identifier: MIT
// What of a Verify field can be run. Prose is never run: a field without a command has none.
#pragma once

#include "core/evidence/task.h"
#include "format/tasks/fields.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::format::tasklist {

/// The commands of Verify, each whole.
std::vector<core::loop::TaskCommand> commands_of(const Field& verify);

/// Those of a [VERIFY] task: behind the colon of its title and in Verify, cut at `&&` so that each
/// is reported on its own. `cd` and assignments stay with everything behind them.
std::vector<core::loop::TaskCommand> checkpoint_commands(std::string_view title,
                                                         const Field& verify);

/// Does it run tests, and pass only if they do?
bool is_test_gate(std::string_view command);

/// "cd a && x && y" -> "cd a && x", "cd a && y".
std::vector<std::string> split_conjunction(std::string_view command);

}  // namespace assay::format::tasklist
