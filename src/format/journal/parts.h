// SPDX-License-Identifier: MIT
// The larger parts of stored events.
#pragma once

#include "base/result.h"
#include "core/ask/event.h"
#include "core/plans.h"
#include "format/json/reader.h"

namespace assay::format::journal {

Result<core::verify::Plan> read_plan(JsonReader& in);

Result<core::agent::Plan> read_agent_plan(JsonReader& in);
Result<> read_order(JsonReader& in, core::agent::Order& order);
Result<> read_budgets(JsonReader& in, core::Budgets& budgets);
Result<> read_env(JsonReader& in, std::vector<std::pair<std::string, std::string>>& env);
Result<> read_judgement(JsonReader& in, std::optional<core::agent::Judgement>& out);
Result<> read_transcript(JsonReader& in, std::shared_ptr<const core::agent::Transcript>& out);
Result<> read_spent_field(JsonReader& in, std::string_view key, core::agent::Spent& spent);

Result<core::goals::Plan> read_goals_plan(JsonReader& in, core::Rules rules);
Result<> read_results(JsonReader& in, std::vector<core::goals::CheckResult>& results);

Result<core::loop::Plan> read_loop_plan(JsonReader& in);
Result<> read_hand(JsonReader& in, core::loop::Hand& hand);
Result<> read_sight_field(JsonReader& in, std::string_view key, core::loop::WorkSight& sight);
Result<> read_work_result_field(JsonReader& in, std::string_view key,
                                core::loop::WorkResult& result);
Result<> read_saying(JsonReader& in, std::shared_ptr<const core::loop::Saying>& out);
Result<> read_pull_request(JsonReader& in,
                           std::shared_ptr<const core::loop::PullRequestSight>& out);

Result<core::pipeline::Plan> read_pipeline_plan(JsonReader& in);
Result<> read_outputs_field(JsonReader& in, std::string_view key, core::pipeline::Outputs& outputs);
Result<> read_rows_field(JsonReader& in, std::string_view key, core::RowsRecorded& rows);
Result<> read_numbers(JsonReader& in, std::vector<std::optional<std::int64_t>>& numbers);

/// One field of `attempt_ended` that belongs to its evidence.
Result<> read_evidence_field(JsonReader& in, std::string_view key, core::Evidence& evidence);

}  // namespace assay::format::journal
