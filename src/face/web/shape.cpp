// SPDX-License-Identifier: MIT
#include "face/web/shape.h"

#include "api/run_parts.h"
#include "base/match.h"
#include "core/goals/state.h"
#include "core/loop/records.h"
#include "core/verify/verdict.h"
#include "face/shown/text.h"
#include "format/agent/result.h"

#include <algorithm>
#include <map>

namespace assay::web {

using api::UnitState;

namespace {

constexpr std::size_t gates_told = 200;

void tally(CountsShown& counts, UnitState state) {
  ++counts.all;
  switch (state) {
    case UnitState::waiting: ++counts.waiting; break;
    case UnitState::running: ++counts.running; break;
    case UnitState::passed: ++counts.passed; break;
    case UnitState::failed: ++counts.failed; break;
    case UnitState::error: ++counts.error; break;
  }
}

/// What people look for first.
int weight_of(UnitState state) {
  switch (state) {
    case UnitState::failed:
    case UnitState::error: return 0;
    case UnitState::running: return 1;
    case UnitState::waiting: return 2;
    case UnitState::passed: return 3;
  }
  return 3;
}

/// Of a large stage those that matter; in the order they run.
void tell_gates(StageShown& stage, const core::verify::State& state,
                std::vector<std::uint32_t> units) {
  if (units.size() > gates_told) {
    std::stable_sort(units.begin(), units.end(), [&](std::uint32_t a, std::uint32_t b) {
      return weight_of(state_of(state.commands[a])) < weight_of(state_of(state.commands[b]));
    });
    units.resize(gates_told);
  }
  for (const std::uint32_t unit : units) stage.gates.push_back(gate_shown(state, unit));
}

VerifyShapeShown shown_of(const core::verify::State& state) {
  VerifyShapeShown shape;
  shape.jobs = state.plan->jobs;
  shape.left_out = first_of(state.plan->left_out);
  std::map<std::int32_t, std::vector<std::uint32_t>> stages;
  for (const std::uint32_t unit : state.schedule.order)
    stages[state.plan->manifest.commands[unit].stage].push_back(unit);
  for (auto& [number, units] : stages) {
    StageShown stage{.stage = number, .counts = {}, .gates = {}};
    for (const std::uint32_t unit : units) tally(stage.counts, state_of(state.commands[unit]));
    for (const std::uint32_t unit : units) tally(shape.counts, state_of(state.commands[unit]));
    tell_gates(stage, state, std::move(units));
    shape.stages.push_back(std::move(stage));
  }
  return shape;
}

AgentShapeShown shown_of(const core::agent::State& state) {
  AgentShapeShown shape{.role = state.plan->order.role,
                        .step = spelled(state.step),
                        .outcome = {},
                        .rule = {},
                        .reason = {},
                        .files_changed = first_of(state.files_changed),
                        .commits = first_of(state.commits)};
  if (state.fused) {
    shape.outcome = to_text(state.fused->outcome);
    shape.rule = state.fused->rule;
    shape.reason = state.fused->reason;
  }
  return shape;
}

std::string finding_word(core::goals::CheckStatus status) {
  switch (status) {
    case core::goals::CheckStatus::ok: return "met";
    case core::goals::CheckStatus::gap: return "gap";
    case core::goals::CheckStatus::could_not_check: return "unchecked";
  }
  return "unchecked";
}

GoalsShapeShown shown_of(const core::goals::State& state) {
  const core::goals::Report report = core::goals::report_of(state);
  GoalsShapeShown shape{.phase = report.phase,
                        .step = spelled(state.step),
                        .status = std::string(to_text(report.status)),
                        .tasks = {},
                        .gaps = {}};
  for (const core::goals::TaskResult& task : report.tasks) {
    GoalTaskShown shown{task.id, task.title, std::string(to_text(task.score)), {}};
    for (const core::goals::Finding& each : task.findings)
      shown.findings.push_back(
          {each.type, each.item, finding_word(each.result.status), each.result.actual});
    shape.tasks.push_back(std::move(shown));
  }
  for (const core::goals::Gap& gap : report.gaps)
    shape.gaps.push_back({gap.task, gap.type, gap.item, gap.expected, gap.actual});
  return shape;
}

UnitState task_state(const core::loop::State& state, core::loop::TaskKey key) {
  const core::loop::TaskState& task = state.tasks[key];
  if (task.done) return UnitState::passed;
  for (const core::loop::Job& job : state.jobs) {
    const bool over = job.step == core::loop::WorkStep::settled;
    if (job.task == key && !over) return UnitState::running;
  }
  return task.last_failure.empty() ? UnitState::waiting : UnitState::failed;
}

LoopTaskShown task_shown(const core::loop::State& state, core::loop::TaskKey key) {
  const core::loop::TaskState& task = state.tasks[key];
  LoopTaskShown shown{.key = key,
                      .id = task.task.id,
                      .title = task.task.title,
                      .phase = task.task.phase,
                      .markers = task.task.markers,
                      .group = {},
                      .state = task_state(state, key),
                      .step = {},
                      .taken_over = task.taken_over,
                      .iteration = task.iteration,
                      .launches = task.spawns,
                      .reviews = task.reviews,
                      .waits_for = task.waits_for,
                      .fixes = {},
                      .last_failure = task.last_failure,
                      .layers = {},
                      .commit = task.commit,
                      .tree = task.tree,
                      .proof = task.proof ? std::string(to_text(task.proof->verdict)) : "",
                      .attempts = {}};
  if (task.fixes) shown.fixes.held = *task.fixes;
  for (const core::loop::Job& job : state.jobs) {
    if (job.task == key && job.step != core::loop::WorkStep::settled)
      shown.step = spelled(job.step);
  }
  for (const core::loop::Layer& layer : task.layers)
    shown.layers.push_back(
        {std::string(layer.name), std::string(to_text(layer.status)), layer.why});
  return shown;
}

LoopShapeShown shown_of(const core::loop::State& state) {
  LoopShapeShown shape{.spec = state.plan->spec,
                       .spec_dir = state.plan->spec_dir,
                       .step = spelled(state.step),
                       .tasks = {},
                       .done = 0,
                       .global_iteration = state.global_iteration,
                       .remarks = first_of(state.remarks),
                       .tampering = first_of(state.tampering),
                       .pull_request = state.pull_request.url};
  std::int64_t group = -1;
  bool grouped = false;
  for (const core::loop::TaskKey key : state.order) {
    LoopTaskShown task = task_shown(state, key);
    // Neighbours that are marked run side by side.
    const bool parallel = state.tasks[key].task.parallel && !state.tasks[key].alone;
    if (parallel && !grouped) ++group;
    if (parallel) task.group.held = group;
    grouped = parallel;
    shape.done += state.tasks[key].done ? 1U : 0U;
    shape.tasks.push_back(std::move(task));
  }
  return shape;
}

/// Each task with the attempts that were made for it.
void name_attempts(LoopShapeShown& shape, const api::RunView& view) {
  const api::RunParts parts(view.run.machine);
  std::map<std::string, LoopTaskShown*> tasks;
  for (LoopTaskShown& task : shape.tasks)
    tasks[task.id.empty() ? "task-" + std::to_string(task.key + 1) : task.id] = &task;
  const auto note = [&](const std::string& name) {
    const auto task = tasks.find(parts.of(name));
    if (task == tasks.end()) return;
    std::vector<std::string>& names = task->second->attempts;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const core::AttemptEnded& each : view.attempts) note(each.name);
  for (const auto& [key, started] : view.in_flight) note(started.name);
}

void add_limits(RunPageShown& page, const core::agent::Purse& purse) {
  core::agent::Spent today = purse.others_today;
  today += purse.spent;
  page.limits = limits_shown("", purse.budgets.run, purse.spent);
  for (LimitShown& each : limits_shown("per_day.", purse.budgets.per_day, today))
    page.limits.push_back(std::move(each));
}

void add_tree(RunPageShown& page, const core::verify::State& state) {
  const core::verify::TreeWatch& watch = state.tree;
  if (!watch.trees.empty()) {
    page.tree.start = watch.trees.front().id;
    page.tree.end = watch.trees.back().id;
  }
  for (const core::verify::TreeChange& change : watch.changes)
    page.tree.changed.insert(page.tree.changed.end(), change.files.begin(), change.files.end());
  page.tree.changed = first_of(std::move(page.tree.changed));
  for (const core::ByProduct& each : watch.by_products) {
    if (page.tree.by_products.size() < named_max) page.tree.by_products.push_back(each.path);
  }
}

}  // namespace

UnitState state_of(const core::verify::CommandState& command) {
  using core::verify::Status;
  using core::verify::Step;
  if (command.step == Step::waiting) return UnitState::waiting;
  if (command.step != Step::finished) return UnitState::running;
  switch (command.status) {
    case Status::pass: return UnitState::passed;
    case Status::fail: return UnitState::failed;
    case Status::error: return UnitState::error;
  }
  return UnitState::error;
}

GateRowShown gate_shown(const core::verify::State& state, std::uint32_t unit) {
  const core::verify::CommandSpec& spec = state.plan->manifest.commands[unit];
  const core::verify::CommandState& command = state.commands[unit];
  const bool over = command.step == core::verify::Step::finished;
  const core::Tree* tree = core::verify::tree_of(state, command);
  GateRowShown row{.unit = unit,
                   .id = spec.id,
                   .stage = spec.stage,
                   .gate_type = std::string(to_text(spec.gate_type)),
                   .command = spec.command,
                   .required = spec.required,
                   .mutates = spec.mutates_workspace,
                   .parallel = spec.parallel_safe,
                   .state = state_of(command),
                   .reason = std::string(to_text(command.reason)),
                   .effective = command.effective,
                   .reused = command.is_reused,
                   .attempts = command.attempts,
                   .exit_code = {},
                   .duration_ms = {},
                   .expected_ms = {},
                   .tests = command.tests_executed,
                   .summary = over ? core::verify::summary_line(state, unit) : "",
                   .tree = tree == nullptr ? "" : tree->id};
  if (over && command.attempts > 0) {
    row.exit_code.held = command.exit_code;
    row.duration_ms.held = command.duration_ms;
  }
  const auto& expected = state.plan->expected_ms;
  if (unit < expected.size() && expected[unit] > 0) row.expected_ms.held = expected[unit];
  return row;
}

void add_shape(RunPageShown& page, const api::RunView& view) {
  match(
      view.run.machine.state, [](std::monostate) {},
      [&](const core::verify::State& state) {
        page.verify.held = shown_of(state);
        page.isolation = state.plan->isolation;
        page.environment = state.plan->environment;
        page.commit = state.plan->commit;
        add_tree(page, state);
      },
      [&](const core::agent::State& state) {
        page.agent.held = shown_of(state);
        add_limits(page, state.purse);
        if (state.fused)
          for (const core::agent::Mismatch& each : format::mismatches(state))
            page.claims.push_back({each.claimed, each.observed});
      },
      [&](const core::goals::State& state) {
        page.goals.held = shown_of(state);
        page.tree.start = page.tree.end = state.tree.id;
        page.tree.changed = first_of(state.disturbed);
        add_limits(page, state.purse);
      },
      [&](const core::loop::State& state) {
        page.loop.held = shown_of(state);
        name_attempts(*page.loop.held, view);
        page.isolation = state.plan->isolation;
        page.environment = state.plan->environment;
        add_limits(page, state.purse);
      },
      [&](const core::pipeline::State& state) {
        page.pipeline.held = pipeline_shape(state);
        page.isolation = state.plan->isolation;
        page.environment = state.plan->environment;
        page.commit = state.commit;
        page.tree.start = state.origin.name;
        page.tree.end = state.verified_name;
        add_limits(page, state.purse);
      });
}

}  // namespace assay::web
