// SPDX-License-Identifier: MIT
// Reads the signals out of an agent's final text.
//
// A signal is a line that holds nothing else: TASK_COMPLETE, ALL_TASKS_COMPLETE, VERIFICATION_PASS,
// VERIFICATION_FAIL, REVIEW_PASS, REVIEW_FAIL, TASK_MODIFICATION_REQUEST. Markdown around it does
// not matter: a heading or list mark, bold, italics, backticks, "\_" for "_", or a fenced block of
// its own. Everything else does: within a sentence, a quotation or a code sample, in another case,
// with a full stop or an emoji it is no signal, and a remark says so.
#pragma once

#include "core/evidence/signals.h"

#include <string_view>

namespace assay::format {

/// `given` is what the agent was given to read: its task, or the whole prompt. Phrases it repeats
/// from there admit nothing, and a text that only echoes it signals nothing. Linear in both sizes;
/// a text over 1 MiB is read from its last 1 MiB on.
core::agent::Signals read_signals(std::string_view final_text, std::string_view given = {});

/// The failure the text reports, or what to say instead when it signals no completion and tells of
/// no failure: "Task did not complete".
core::agent::FailureBlock failure_of(const core::agent::Signals& signals, std::string_view task_id);

/// What a task may be called: 1.2, 1.2.3, 3, V1, VF, VE2, T001, TASK-001. At least one digit, or
/// VF.
bool is_task_id(std::string_view text);

}  // namespace assay::format
