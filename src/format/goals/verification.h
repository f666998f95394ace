// SPDX-License-Identifier: MIT
// verification.md and its relatives: the report of a phase as markdown with front matter, as JSON,
// and as SARIF for code review. Whatever a task says, each of them stays well formed.
#pragma once

#include "base/result.h"
#include "core/goals/report.h"
#include "core/goals/rounds.h"
#include "core/goals/state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::format {

/// A report and, where rounds are counted, which one it is and what changed since the last.
struct GoalsResult {
  core::goals::Report report;
  std::uint32_t round = 0;  ///< 0: not counted
  std::optional<core::goals::Progress> progress;
  std::string tree = {};  ///< what git calls the files it is about; empty: nobody looked
};

/// What is known of a run now; what came before it nobody has looked up.
GoalsResult goals_result(const core::goals::State& state);

std::string write_verification_markdown(const GoalsResult& result);

/// What a verification.md says of its round. Gaps have the five members of its front matter.
Result<core::goals::RoundRecord> read_verification_record(std::string_view name,
                                                          std::string_view text);

std::string write_goals_json(const GoalsResult& result);

/// SARIF 2.1.0: one result per gap, at the place it is about or at the task that asks for it.
std::string write_goals_sarif(const GoalsResult& result, std::string_view version);

/// On one line, without what markdown or a terminal would act on.
std::string one_line(std::string_view text);

}  // namespace assay::format
