// SPDX-License-Identifier: MIT
#include "format/verify/result.h"

#include "core/verify/decide.h"
#include "core/verify/verdict.h"
#include "format/json/fields.h"

namespace assay::format {

namespace {

using core::verify::CommandSpec;
using core::verify::CommandState;
using core::verify::State;
using core::verify::Status;
using core::verify::Summary;

constexpr std::size_t flush_at = 64 * 1024;

void write_row(JsonWriter& json, const State& state, std::uint32_t unit) {
  const CommandSpec& spec = state.plan->manifest.commands[unit];
  const CommandState& command = state.commands[unit];
  const core::CommandLint* lint = core::verify::lint_of(*state.plan, unit);
  json.begin_object();
  Fields fields(json);
  fields.text("command_id", spec.id);
  fields.text("command", spec.command);
  fields.number("stage", spec.stage);
  fields.text("gate_type", to_text(spec.gate_type));
  fields.flag("parallel_safe", spec.parallel_safe);
  fields.flag("mutates_workspace", spec.mutates_workspace);
  fields.flag("required", spec.required);
  fields.flag("must_be_effective", spec.must_be_effective);
  fields.flag("pipefail_enabled", true);
  fields.flag("contains_pipeline", lint != nullptr && lint->contains_pipeline);
  fields.text("status", to_text(command.status));
  fields.number("exit_code", command.exit_code);
  fields.number("attempts", command.attempts);
  fields.number("duration_ms", command.duration_ms);
  fields.text("log_path", core::verify::log_path(state, unit));
  fields.flag("gate_effective", command.effective);
  fields.number("tests_executed", command.tests_executed);
  fields.text("ineffective_reason",
              command.notes && !command.effective ? command.notes->ineffective_reason : "");
  fields.text("summary", core::verify::summary_line(state, unit));
  json.end_object();
}

void write_head(JsonWriter& json, const State& state, const Summary& summary) {
  Fields fields(json);
  fields.text("overall_status", to_text(summary.overall));
  fields.text("cwd", state.plan->cwd);
  fields.text("run_id", state.run_id);
  fields.number("workers_spawned", state.spawned);
  fields.number("workers_completed", state.completed);
  fields.number("workers_inflight", state.in_flight);
  fields.flag("command_manifest_validated", summary.manifest_mismatches.empty());
  fields.list("manifest_mismatches", summary.manifest_mismatches);
  fields.number("commands_total", state.commands.size());
  fields.number("commands_passed", summary.commands_passed);
  fields.number("commands_failed", summary.commands_failed);
  fields.number("commands_error", summary.commands_error);
  fields.list("failed_required_ids", summary.failed_required_ids);
  fields.list("failed_ineffective_required_ids", summary.failed_ineffective_required_ids);
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
  write_head(json, state, summary);
  json.key("results");
  json.begin_array();
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    write_row(json, state, unit);
    if (out.size() < flush_at) continue;
    sink(out);
    out.clear();
  }
  json.end_array();
  Fields(json)
      .list("short_failure_digest", summary.short_failure_digest)
      .text("next_action", next_action(summary.overall));
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
