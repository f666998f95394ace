// SPDX-License-Identifier: MIT
// `.progress.md`: what happened to a spec and what was learned on the way, for people and for the
// agents of later tasks. assay adds to it; what is there stays byte for byte.
#pragma once

#include "core/ask/spec_update.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

/// Longer notes of an agent are cut.
constexpr std::size_t notes_bytes_max = std::size_t{64} << 10;

/// The text with each entry at the end of the list in its section; one that is there already, line
/// by line, is not added again. A missing section is made in the order Completed Tasks, Fix Task
/// History, Review Suggestions, Learnings; log blocks go to the end of the file. Fences an entry
/// leaves open are closed, and below its first line it makes no section of its own.
std::string add_progress(std::string_view text, std::span<const core::loop::ProgressEntry> entries);

/// What an agent noted in its .progress-task-<i>.md: what stands under "Learnings" and "Completed
/// Tasks", or all of it if it has neither, as learnings. Ticks and headings become plain words: an
/// agent records no completion.
std::vector<core::loop::ProgressEntry> read_notes(std::string_view text);

/// What the agent of a next task should know, in at most `bytes`: all of it if that is short, else
/// how it begins, the last completed tasks and the last learnings.
std::string progress_digest(std::string_view text, std::size_t bytes);

}  // namespace assay::format
