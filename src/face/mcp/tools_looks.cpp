// SPDX-License-Identifier: MIT
// The tools that only look.
#include "api/history.h"
#include "api/logs.h"
#include "api/loop.h"
#include "api/pipeline.h"
#include "api/status.h"
#include "api/tests.h"
#include "base/text/utf8.h"
#include "face/mcp/records.h"
#include "face/mcp/tool.h"
#include "face/shown/text.h"
#include "format/mcp/harmless.h"

#include <algorithm>
#include <set>

namespace assay::mcp {

namespace {

constexpr std::size_t others_told = 200;
constexpr std::size_t decisions_told = 60;
constexpr std::size_t open_tasks_told = 20;
constexpr std::uint64_t log_bytes_max = 64U << 20;
/// Of all logs of an answer together: what a model reads is paid for.
constexpr std::size_t log_bytes_told = 8U << 10;
constexpr std::size_t log_bytes_least = 512;
constexpr std::size_t verdict_bytes_told = 4U << 10;

/// From the beginning of the last so many lines on.
std::string_view last_lines(std::string_view text, std::size_t lines) {
  std::size_t at = text.ends_with('\n') ? text.size() - 1 : text.size();
  for (; lines > 0 && at > 0 && at != std::string_view::npos; --lines)
    at = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return at == std::string_view::npos || lines > 0 ? text : text.substr(at + 1);
}

LogShown log_shown(const core::AttemptEnded& attempt, std::size_t lines, std::size_t bytes,
                   const api::Site& site) {
  LogShown out{attempt.name, attempt.key.attempt, {}, 0};
  const std::string& path = attempt.evidence.output.log_path;
  if (path.empty()) return out;
  const auto log = api::read_log(attempt.evidence.output, site, log_bytes_max);
  if (!log) {
    out.text = "(" + log.error().what + ")";
    return out;
  }
  const std::string_view end = last_lines(*log, lines);
  std::size_t cut = 0;
  out.text = format::mcp::harmless_text(end, bytes, cut);
  out.left_out_bytes = log->size() - end.size() + cut;
  return out;
}

/// Ids of the gates that stand in the way of a verify run; none: nothing does, or it is another
/// run.
std::vector<std::string> culprits(const api::RunView& view) {
  std::vector<std::string> ids;
  const auto* state = std::get_if<core::verify::State>(&view.run.machine.state);
  if (state == nullptr || !view.row.outcome) return ids;
  for (std::uint32_t unit = 0; unit < state->commands.size(); ++unit) {
    const core::verify::CommandSpec& spec = state->plan->manifest.commands[unit];
    if (stands_in_the_way(spec, state->commands[unit]) && state->commands[unit].has_log)
      ids.push_back(spec.id);
  }
  return ids;
}

}  // namespace

Answer status(const Call& call) {
  const auto arguments = TRY(arguments_of<StatusArguments>(call));
  const api::TreeStatus found = TRY(api::status(call.site));
  StatusAnswer out{shown::as_shown(found), found.changed.size()};
  out.status.changed.resize(
      std::min(out.status.changed.size(), static_cast<std::size_t>(arguments.files)));
  return answer_of(out);
}

Answer explain(const Call& call) {
  const auto arguments = TRY(arguments_of<ExplainArguments>(call));
  const ledger::RunRow row = TRY(api::find_run(arguments.run_id, call.site));
  const auto brief = TRY(api::explain_briefly(row.run_id, arguments.id, call.site));
  Explained out{
      row.run_id, row.machine, std::string(shown::state_of(row)), shown::lead_of(brief.run, false),
      {},         brief.events};
  if (out.verdict.size() > verdict_bytes_told)
    out.verdict.resize(whole_characters(out.verdict, verdict_bytes_told));
  for (const api::Explanation& each : shown::claims_of(brief.run))
    out.decisions.push_back(shown::as_shown(each));
  // The last ones led to the end.
  const std::size_t more = std::min(brief.kept.size(), decisions_told);
  for (auto each = brief.kept.end() - static_cast<std::ptrdiff_t>(more); each != brief.kept.end();
       ++each)
    out.decisions.push_back(shown::as_shown(*each));
  return answer_of(out);
}

Answer logs(const Call& call) {
  const auto arguments = TRY(arguments_of<LogsArguments>(call));
  api::LogsRequest request{.run = arguments.run_id,
                           .attempt = static_cast<std::uint32_t>(arguments.attempt)};
  if (!arguments.id.empty()) request.ids = {arguments.id};
  const api::RunView view = TRY(api::find_logged(request, call.site));
  if (request.ids.empty()) request.ids = culprits(view);
  const auto attempts = TRY(api::choose_logs(request, view));
  LogsAnswer out{view.row.run_id, {}, {}};
  std::set<std::string> told;
  std::size_t left = log_bytes_told;
  const std::size_t share = std::max(log_bytes_least, log_bytes_told / attempts.size());
  for (const core::AttemptEnded& attempt : attempts) {
    if (left < log_bytes_least) break;
    out.logs.push_back(log_shown(attempt, static_cast<std::size_t>(arguments.lines),
                                 std::min(left, share), call.site));
    left -= std::min(left, out.logs.back().text.size());
    told.insert(attempt.name);
  }
  for (const core::AttemptEnded& attempt : view.attempts) {
    if (told.insert(attempt.name).second) out.others.push_back(attempt.name);
  }
  if (out.others.size() > others_told) out.others.resize(others_told);
  return answer_of(out);
}

Answer runs(const Call& call) {
  const auto arguments = TRY(arguments_of<RunsArguments>(call));
  const auto rows = TRY(api::list_runs(static_cast<std::size_t>(arguments.limit), call.site));
  const auto notes = api::notes_on(rows, call.site);
  RunsAnswer out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ledger::RunRow& row = rows[i];
    RunShown shown{row.run_id,           row.machine,
                   notes[i].name,        std::string(shown::state_of(row)),
                   to_text(row.started), {}};
    if (row.ended) shown.ended_at.held = to_text(*row.ended);
    out.runs.push_back(std::move(shown));
  }
  return answer_of(out);
}

Answer tests(const Call& call) {
  const auto arguments = TRY(arguments_of<TestsArguments>(call));
  api::TestsView view =
      TRY(api::list_tests({.which = arguments.which, .glob = arguments.test}, call.site));
  const auto limit = static_cast<std::size_t>(arguments.limit);
  const std::size_t more = view.tests.size() > limit ? view.tests.size() - limit : 0;
  view.tests.resize(view.tests.size() - more);
  return answer_of(TestsAnswer{shown::as_shown(view), more});
}

Answer loop_status(const Call& call) {
  const auto arguments = TRY(arguments_of<LoopArguments>(call));
  const api::LoopStatus found = TRY(api::loop_status(arguments.spec_dir, call.site));
  LoopAnswer out{.spec_dir = found.spec.relative, .status = "NONE"};
  if (!found.run) {
    out.total_tasks = found.spec.reading.tasks.size();
    for (const auto& task : found.spec.reading.tasks) out.done += task.checked ? 1U : 0U;
    return answer_of(out);
  }
  const format::LoopStanding standing = shown::loop_standing(*found.run);
  out.run_id.held = found.run->run_id;
  out.status = format::status_of(standing);
  out.reason = format::reason_of(standing);
  out.next = format::next_step(standing);
  out.total_tasks = standing.state.order.size();
  for (const core::loop::TaskState& task : standing.state.tasks) {
    out.done += task.done ? 1U : 0U;
    if (!task.done && out.open.size() < open_tasks_told)
      out.open.push_back({task.task.id, task.task.title, shown::first_line(task.last_failure)});
  }
  return answer_of(out);
}

Answer pipeline_status(const Call& call) {
  const auto arguments = TRY(arguments_of<PipelineArguments>(call));
  const api::Run run = TRY(api::find_pipeline(arguments.run_id, call.site));
  const format::PipelineStanding standing = shown::pipeline_standing(run);
  const core::pipeline::State& state = standing.state;
  PipelineAnswer out{.run_id = run.run_id,
                     .slug = state.plan->slug,
                     .status = std::string(format::status_of(standing)),
                     .step = current_step(state).id,
                     .reason = state.why,
                     .next = format::next_step(standing)};
  if (standing.parked && !standing.outcome) out.reason = standing.parked->reason;
  if (!standing.outcome && !state.waiting_for.empty()) out.waiting_for.held = state.waiting_for;
  return answer_of(out);
}

}  // namespace assay::mcp
