// SPDX-License-Identifier: MIT
#include "format/verify/detail.h"

#include "core/evidence/records.h"
#include "core/verify/decide.h"
#include "core/verify/judge.h"
#include "core/verify/records.h"
#include "core/verify/reuse.h"
#include "core/verify/verdict.h"
#include "format/json/fields.h"
#include "format/record/put.h"

namespace assay::format {

namespace {

using core::verify::CommandSpec;
using core::verify::CommandState;
using core::verify::State;

/// As results name the reasons.
std::string_view exit_text(core::ExitKind kind) {
  if (kind == core::ExitKind::timed_out) return to_text(core::verify::Reason::timeout);
  if (kind == core::ExitKind::limited) return to_text(core::verify::Reason::limit);
  return to_text(kind);
}

void write_tally(JsonWriter& json, const core::Tally& tally) {
  json.key("tests");
  json.begin_object();
  Fields(json)
      .number("executed", tally.executed)
      .number("failed", tally.failed)
      .number("skipped", tally.skipped)
      .flag("cached", tally.cached)
      .text("source", tally.source)
      .text("hint", tally.hint);
  json.end_object();
}

/// How many tests are named, and where all of them are; null: none.
void write_outcomes(JsonWriter& json, const core::TestsNamed* named) {
  json.key("outcomes");
  if (named == nullptr) return json.null();
  json.begin_object();
  Fields(json)
      .text("path", named->path)
      .text("sha256", named->digest.hex())
      .number("passed", named->passed)
      .number("failed", named->failed)
      .number("errors", named->errors)
      .number("not_run", named->not_run)
      .number("more", named->more)
      .flag("by_report", named->by_report);
  json.end_object();
}

/// `next`: the one after it, if there is one. On another tree, it was run because this one had
/// become stale.
void write_attempt(JsonWriter& json, const AttemptOnTree& on, const AttemptOnTree* next) {
  const core::AttemptEnded& attempt = on.ended;
  const core::Evidence& evidence = attempt.evidence;
  const core::verify::Judgement judgement = core::verify::judge(evidence);
  const bool stale = next != nullptr && judgement.status == core::verify::Status::pass &&
                     !on.tree.empty() && !next->tree.empty() && on.tree != next->tree;
  json.begin_object();
  Fields fields(json);
  fields.number("attempt", attempt.key.attempt)
      .text("tree", on.tree)
      .text("status", to_text(judgement.status))
      .text("reason", to_text(stale ? core::verify::Reason::stale : judgement.reason))
      .text("ended", exit_text(evidence.exit.kind))
      .number("exit_code", judgement.exit_code)
      .number("signal", evidence.exit.signal)
      .text("detail", evidence.exit.detail)
      .text("started_at", to_text(evidence.started))
      .text("ended_at", to_text(attempt.at))
      .number("duration_ms", evidence.duration.count())
      .text("log_path", evidence.output.log_path)
      .number("output_bytes", evidence.output.bytes)
      .number("stored_bytes", evidence.output.stored)
      .flag("truncated", evidence.output.truncated())
      .text("output_sha256", evidence.output.stream.hex())
      .text("log_sha256", evidence.output.log.hex())
      .number("user_ms", evidence.usage.user.count())
      .number("system_ms", evidence.usage.system.count())
      .number("max_rss_kib", evidence.usage.max_rss_kib)
      .text("transient", evidence.reading.transient)
      .text("cache_marker", evidence.reading.cache_marker)
      .list("excerpt", evidence.reading.excerpt);
  write_tally(json, evidence.reading.tally);
  write_outcomes(json, evidence.reading.tests.get());
  stored::show(json, "lost_failures", evidence.lost);
  Fields(json).text("swallowed", evidence.reading.swallowed);
  stored::show(json, "orphans", evidence.orphans);
  if (evidence.placed)
    Fields(json)
        .text("job", evidence.placed->job)
        .text("node", evidence.placed->node)
        .text("node_tree", evidence.placed->tree)
        .number("queue_ms", evidence.placed->queued.count());
  json.end_object();
}

void write_command(JsonWriter& json, const State& state, std::uint32_t unit) {
  const CommandSpec& spec = state.plan->manifest.commands[unit];
  const CommandState& command = state.commands[unit];
  const core::CommandLint* lint = core::verify::lint_of(*state.plan, unit);
  Fields(json)
      .text("command_id", spec.id)
      .text("command", spec.command)
      .number("stage", spec.stage)
      .text("gate_type", to_text(spec.gate_type))
      .flag("required", spec.required)
      .flag("must_be_effective", spec.must_be_effective)
      .text("status", to_text(command.status))
      .text("reason", to_text(command.reason))
      .number("exit_code", command.exit_code)
      .flag("gate_effective", command.effective)
      .number("tests_executed", command.tests_executed)
      .text("ineffective_reason",
            command.notes && !command.effective ? command.notes->ineffective_reason : "")
      .text("log_path", core::verify::log_path(state, unit))
      .text("summary", core::verify::summary_line(state, unit))
      .flag("contains_pipeline", lint != nullptr && lint->contains_pipeline);
  if (const core::Recalled* known = core::verify::reused(state, unit)) {
    json.key("reused_from");
    json.begin_object();
    Fields(json).text("run_id", known->run_id).number("attempt", known->attempt);
    json.end_object();
  }
  write_lint(json, lint);
}

/// What became of its tests, held against the base.
void write_tests(JsonWriter& json, const State& state, std::uint32_t unit,
                 const std::vector<core::verify::TestsSince>& since) {
  json.key("failing_tests");
  json.begin_array();
  for (const core::verify::FailingTest& test : core::verify::failing_tests(state, unit)) {
    json.begin_object();
    Fields(json).text("test", test.id).text("standing", to_text(test.standing));
    json.end_object();
  }
  json.end_array();
  const CommandState& command = state.commands[unit];
  core::verify::TestsSince of_unit;
  for (const core::verify::TestsSince& each : since) {
    if (each.unit == unit) of_unit = each;
  }
  Fields(json)
      .list("flaky_tests", core::verify::flaky_tests(command))
      .list("fixed_tests", of_unit.fixed)
      .list("gone_tests", of_unit.gone)
      .text("not_excused", command.notes ? command.notes->not_excused : "");
}

/// What tests are held against.
void write_base(JsonWriter& json, const core::verify::Plan& plan) {
  json.key("base");
  json.begin_object();
  Fields(json)
      .text("ref", plan.base.ref)
      .text("commit", plan.base.commit)
      .text("tree", plan.base.tree)
      .flag("has_outcomes", !plan.base.gates.empty());
  json.end_object();
  json.key("known_failures");
  json.begin_object();
  Fields(json).text("file", plan.known.file).flag("changed", plan.known.changed);
  stored::show(json, "lines", plan.known.lines);
  json.end_object();
}

void write_changes(JsonWriter& json, std::string_view key,
                   const std::vector<core::verify::TreeChange>& changes) {
  json.key(key);
  json.begin_array();
  for (const core::verify::TreeChange& change : changes) {
    json.begin_object();
    Fields(json).list("files", change.files);
    json.end_object();
  }
  json.end_array();
}

/// Which tree the run is about, and what happened to it.
void write_tree(JsonWriter& json, const core::verify::TreeWatch& watch) {
  json.key("tree");
  json.begin_object();
  Fields(json)
      .text("start", watch.trees.empty() ? "" : watch.trees.front().id)
      .text("end", watch.trees.empty() ? "" : watch.trees.back().id);
  json.end_object();
  write_changes(json, "tree_changes", watch.changes);
  write_changes(json, "touched", watch.touched);
  std::vector<std::string> left;
  for (const core::ByProduct& each : watch.by_products) left.push_back(each.path);
  Fields(json)
      .list("by_products", left)
      .number("more_by_products", watch.more_by_products)
      .list("replaced_programs", watch.replaced)
      .list("by_bytes", watch.by_bytes);
}

/// Whose gates these are, and where they ran.
void write_trust(JsonWriter& json, const core::verify::Plan& plan) {
  json.key("gates_from");
  if (plan.trusted.any()) {
    stored::put_value(json, plan.trusted);
  } else {
    json.null();
  }
  json.key("sealing");
  if (plan.sealing.on) {
    stored::put_value(json, plan.sealing);
  } else {
    json.null();
  }
}

/// The commit that was verified; null: the workspace was.
void write_commit(JsonWriter& json, const core::verify::Plan& plan) {
  json.key("commit");
  if (plan.commit.empty()) return json.null();
  json.begin_object();
  Fields(json)
      .text("id", plan.commit)
      .text("tree", plan.commit_tree)
      .list("submodules", plan.submodules);
  json.end_object();
}

void write_run(JsonWriter& json, const State& state, const std::optional<core::Outcome>& outcome) {
  const core::verify::Plan& plan = *state.plan;
  const core::verify::Summary summary = core::verify::summarize(state);
  Fields fields(json);
  fields.text("run_id", state.run_id)
      .text("machine", "verify")
      .text("outcome", outcome ? to_text(*outcome) : "")
      .text("overall_status", to_text(summary.overall))
      .text("next_action", next_action(summary.overall))
      .text("workspace", plan.workspace)
      .text("cwd", plan.cwd)
      .number("jobs", plan.jobs)
      .text("manifest_sha256", plan.manifest_digest.hex())
      .text("isolation", plan.isolation)
      .list("protected_changed", core::verify::protected_changed(state))
      .text("protected_base", plan.guarded_by)
      .text("settings_sha256", plan.settings_digest == Digest{} ? "" : plan.settings_digest.hex())
      .list("weaker", plan.weaker)
      .text("compared_with", plan.compared_with)
      .list("left_out", plan.left_out)
      .list("environment", plan.environment)
      .text("environment_sha256", plan.environment_digest.hex())
      .number("workers_spawned", state.spawned)
      .number("workers_completed", state.completed)
      .number("workers_inflight", state.in_flight)
      .number("late_completions", state.late)
      .list("manifest_mismatches", summary.manifest_mismatches)
      .list("failed_required_ids", summary.failed_required_ids)
      .list("failed_ineffective_required_ids", summary.failed_ineffective_required_ids)
      .list("short_failure_digest", summary.short_failure_digest);
}

}  // namespace

void write_lint(JsonWriter& json, const core::CommandLint* lint) {
  static const std::vector<core::LintFinding> none;
  stored::show(json, "lint", lint == nullptr ? none : lint->findings);
}

void write_verify_detail(const State& state, const std::vector<AttemptOnTree>& attempts,
                         const std::optional<core::Outcome>& outcome,
                         const std::vector<core::verify::TestsSince>& since, const TextSink& sink) {
  std::vector<std::vector<const AttemptOnTree*>> by_unit(state.commands.size());
  for (const AttemptOnTree& attempt : attempts) {
    const std::uint32_t unit = attempt.ended.key.unit;
    if (unit < by_unit.size()) by_unit[unit].push_back(&attempt);
  }
  std::string out;
  JsonWriter json(out, JsonLayout::indented);
  json.begin_object();
  write_run(json, state, outcome);
  write_tree(json, state.tree);
  write_base(json, *state.plan);
  write_commit(json, *state.plan);
  write_trust(json, *state.plan);
  json.key("commands");
  json.begin_array();
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    json.begin_object();
    write_command(json, state, unit);
    write_tests(json, state, unit, since);
    json.key("attempts");
    json.begin_array();
    const std::vector<const AttemptOnTree*>& tried = by_unit[unit];
    for (std::size_t i = 0; i < tried.size(); ++i)
      write_attempt(json, *tried[i], i + 1 < tried.size() ? tried[i + 1] : nullptr);
    json.end_array();
    json.end_object();
    sink(out);
    out.clear();
  }
  json.end_array();
  json.end_object();
  out.push_back('\n');
  sink(out);
}

}  // namespace assay::format
