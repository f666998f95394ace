// SPDX-License-Identifier: MIT
#include "format/verify/result.h"

#include "core/verify/decide.h"
#include "core/verify/verdict.h"
#include "format/record/put.h"
#include "format/verify/result_records.h"

namespace assay::format {

namespace {

using core::verify::CommandSpec;
using core::verify::CommandState;
using core::verify::State;
using core::verify::Status;
using core::verify::Summary;

constexpr std::size_t flush_at = 64 * 1024;

VerifyRow row_of(const State& state, std::uint32_t unit) {
  const CommandSpec& spec = state.plan->manifest.commands[unit];
  const CommandState& command = state.commands[unit];
  const core::CommandLint* lint = core::verify::lint_of(*state.plan, unit);
  const bool ineffective = command.notes && !command.effective;
  const core::Placed placed =
      command.notes && command.notes->placed ? *command.notes->placed : core::Placed{};
  return {.command_id = spec.id,
          .command = spec.command,
          .stage = spec.stage,
          .gate_type = spec.gate_type,
          .parallel_safe = spec.parallel_safe,
          .mutates_workspace = spec.mutates_workspace,
          .required = spec.required,
          .must_be_effective = spec.must_be_effective,
          .contains_pipeline = lint != nullptr && lint->contains_pipeline,
          .status = command.status,
          .exit_code = command.exit_code,
          .attempts = command.attempts,
          .duration_ms = command.duration_ms,
          .log_path = core::verify::log_path(state, unit),
          .gate_effective = command.effective,
          .tests_executed = command.tests_executed,
          .ineffective_reason = ineffective ? command.notes->ineffective_reason : "",
          .summary = core::verify::summary_line(state, unit),
          .job = placed.job,
          .node = placed.node,
          .queue_ms = placed.queued.count()};
}

VerifyHead head_of(const State& state, const Summary& summary) {
  return {.overall_status = summary.overall,
          .cwd = state.plan->cwd,
          .run_id = state.run_id,
          .workers_spawned = state.spawned,
          .workers_completed = state.completed,
          .workers_inflight = state.in_flight,
          .command_manifest_validated = summary.manifest_mismatches.empty(),
          .manifest_mismatches = summary.manifest_mismatches,
          .commands_total = state.commands.size(),
          .commands_passed = summary.commands_passed,
          .commands_failed = summary.commands_failed,
          .commands_error = summary.commands_error,
          .failed_required_ids = summary.failed_required_ids,
          .failed_ineffective_required_ids = summary.failed_ineffective_required_ids};
}

}  // namespace

std::string_view next_action(Status overall) {
  switch (overall) {
    case Status::pass: return "proceed";
    case Status::fail: return "fix_and_rerun";
    case Status::error: return "manual_intervention";
  }
  return "manual_intervention";
}

void write_verify_json(const State& state, const TextSink& sink) {
  const Summary summary = core::verify::summarize(state);
  std::string out;
  JsonWriter json(out, JsonLayout::indented);
  json.begin_object();
  stored::put_fields(json, head_of(state, summary));
  json.key("results");
  json.begin_array();
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    stored::put_value(json, row_of(state, unit));
    if (out.size() < flush_at) continue;
    sink(out);
    out.clear();
  }
  json.end_array();
  stored::put_fields(json, VerifyTail{.short_failure_digest = summary.short_failure_digest,
                                      .next_action = std::string(next_action(summary.overall)),
                                      .protected_changed = core::verify::protected_changed(state),
                                      .gates_from = state.plan->trusted.commit,
                                      .sealed = state.plan->sealing.tree});
  json.end_object();
  out.push_back('\n');
  sink(out);
}

void write_verify_markdown(const State& state, const TextSink& sink) {
  sink("## Verification: Summary\n\n```json\n");
  write_verify_json(state, sink);
  sink("```\n");
}

}  // namespace assay::format
