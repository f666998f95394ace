// SPDX-License-Identifier: MIT
#include "face/web/shape.h"

#include "base/match.h"
#include "core/goals/state.h"
#include "core/loop/records.h"
#include "core/verify/verdict.h"
#include "face/shown/text.h"
#include "format/agent/result.h"

#include <algorithm>
#include <limits>
#include <map>

namespace assay::web {

using api::UnitState;

namespace {

constexpr std::size_t gates_told = 200;
constexpr std::size_t named_max = 200;

std::vector<std::string> first_of(std::vector<std::string> all, std::size_t most = named_max) {
  all.resize(std::min(all.size(), most));
  return all;
}

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

VerifyShapeShown shape_of(const core::verify::State& state) {
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

AgentShapeShown shape_of(const core::agent::State& state) {
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

GoalsShapeShown shape_of(const core::goals::State& state) {
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
          {each.type, each.item, std::string(to_text(each.result.status)), each.result.actual});
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

LoopShapeShown shape_of(const core::loop::State& state) {
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

std::string target_of(const core::pipeline::Way& way) {
  switch (way.target) {
    case core::pipeline::Target::step: return way.step;
    case core::pipeline::Target::done: return "DONE";
    case core::pipeline::Target::error: return "ERROR";
    case core::pipeline::Target::stop: return "EXHAUSTED";
    case core::pipeline::Target::abort: return "ABORTED";
  }
  return "";
}

UnitState state_of_step(const core::pipeline::State& state, std::size_t index,
                        std::int64_t rounds) {
  if (rounds == 0) return UnitState::waiting;
  if (index != state.step) return UnitState::passed;
  if (!state.ending) return UnitState::running;
  return *state.ending == core::Outcome::passed ? UnitState::passed : UnitState::failed;
}

void add_steps(PipelineShapeShown& shape, const core::pipeline::State& state) {
  const core::pipeline::Definition& definition = state.plan->definition;
  for (std::size_t i = 0; i < definition.steps.size(); ++i) {
    const core::pipeline::Step& step = definition.steps[i];
    const auto known = state.rounds.find(step.id);
    const std::int64_t rounds = known == state.rounds.end() ? 0 : known->second;
    StepNodeShown node{step.id,
                       step.title,
                       std::string(to_text(step.kind)),
                       step.dispatch.role,
                       state_of_step(state, i, rounds),
                       rounds,
                       {}};
    for (const auto& instance : step.dispatch.instances) node.instances.push_back(instance.name);
    shape.steps.push_back(std::move(node));
    for (const core::pipeline::Route& route : step.routes)
      shape.routes.push_back({step.id, std::string(to_text(route.on)), route.option,
                              target_of(route.way), route.loop});
  }
  for (const core::pipeline::Loop& loop : definition.loops) {
    const auto used = state.loops.find(loop.name);
    shape.loops.push_back({loop.name, loop.budget, used == state.loops.end() ? 0 : used->second});
  }
}

void add_jobs(PipelineShapeShown& shape, const core::pipeline::State& state) {
  for (const core::pipeline::Job& job : state.jobs) {
    const bool over = job.step == core::pipeline::JobStep::settled;
    const UnitState how = !over ? job.step == core::pipeline::JobStep::waiting ? UnitState::waiting
                                                                               : UnitState::running
                          : job.failure.empty() ? UnitState::passed
                                                : UnitState::failed;
    shape.jobs.push_back({job.instance, job.focus, job.task, spelled(job.step), how, job.spawns,
                          job.failure, first_of(job.changed)});
  }
  for (const core::pipeline::TaskRecord& task : state.tasks) {
    const UnitState how = task.failed        ? UnitState::failed
                          : task.verified    ? UnitState::passed
                          : task.implemented ? UnitState::running
                                             : UnitState::waiting;
    shape.tasks.push_back({task.task.id, task.task.title, static_cast<std::int64_t>(task.wave), how,
                           first_of(task.files),
                           first_of({task.changed.begin(), task.changed.end()}),
                           first_of(task.outside), first_of(task.faults)});
  }
}

std::string word_of(const core::pipeline::CheckResult& check) {
  return check.passed ? "passed" : check.failed ? "failed" : "void";
}

void add_checks(PipelineShapeShown& shape, const core::pipeline::State& state) {
  for (const core::pipeline::CheckResult& check : state.baseline)
    shape.checks.push_back({check.name, check.command, word_of(check), "", check.required});
  for (const core::pipeline::CheckResult& check : state.after) {
    const auto known =
        std::find_if(shape.checks.begin(), shape.checks.end(),
                     [&](const CheckShown& each) { return each.name == check.name; });
    if (known != shape.checks.end())
      known->after = word_of(check);
    else
      shape.checks.push_back({check.name, check.command, "", word_of(check), check.required});
  }
}

PipelineShapeShown shape_of(const core::pipeline::State& state) {
  PipelineShapeShown shape{.slug = state.plan->slug,
                           .definition = state.plan->definition.name,
                           .request = state.plan->request,
                           .step = current_step(state).id,
                           .phase = spelled(state.phase),
                           .steps = {},
                           .routes = {},
                           .loops = {},
                           .jobs = {},
                           .tasks = {},
                           .checks = {},
                           .votes = {},
                           .approvals = {},
                           .gate_notes = first_of(state.gate_notes),
                           .contradicted = first_of(state.contradicted),
                           .known_issues = first_of(state.known_issues),
                           .confidence = {},
                           .confidence_why = state.confidence_why,
                           .commit = state.commit,
                           .bundle = state.bundle_path};
  add_steps(shape, state);
  add_jobs(shape, state);
  add_checks(shape, state);
  for (const core::pipeline::VoteRecord& vote : state.votes)
    shape.votes.push_back({vote.scope, vote.instance, vote.focus, vote.round,
                           std::string(to_text(vote.review.effective())), vote.review.summary});
  for (const core::pipeline::ApprovalRecord& each : state.approvals)
    shape.approvals.push_back(
        {each.gate_id, each.option, each.comment, each.by, to_text(each.at), each.automatic});
  if (const std::string sure = shown_confidence(state); !sure.empty()) shape.confidence.held = sure;
  return shape;
}

void add_limit(RunPageShown& page, std::string name, const std::optional<std::int64_t>& limit,
               std::int64_t used) {
  if (limit) page.limits.push_back({std::move(name), *limit, used});
}

void add_limits(RunPageShown& page, const core::agent::Purse& purse) {
  const auto put = [&](const std::string& front, const core::Limits& limits,
                       const core::agent::Spent& used) {
    add_limit(page, front + "launches", limits.launches, used.launches);
    const auto wall = limits.wall ? std::optional(limits.wall->count()) : std::nullopt;
    add_limit(page, front + "wall_ms", wall, used.wall.count());
    add_limit(page, front + "tokens", limits.tokens, used.tokens);
    add_limit(page, front + "micro_usd", limits.micro_usd, used.micro_usd);
  };
  put("", purse.budgets.run, purse.spent);
  core::agent::Spent today = purse.others_today;
  today += purse.spent;
  put("per_day.", purse.budgets.per_day, today);
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
        page.verify.held = shape_of(state);
        page.isolation = state.plan->isolation;
        page.environment = state.plan->environment;
        page.commit = state.plan->commit;
        add_tree(page, state);
      },
      [&](const core::agent::State& state) {
        page.agent.held = shape_of(state);
        add_limits(page, state.purse);
        if (state.fused)
          for (const core::agent::Mismatch& each : format::mismatches(state))
            page.claims.push_back({each.claimed, each.observed});
      },
      [&](const core::goals::State& state) {
        page.goals.held = shape_of(state);
        add_limits(page, state.purse);
      },
      [&](const core::loop::State& state) {
        page.loop.held = shape_of(state);
        page.isolation = state.plan->isolation;
        page.environment = state.plan->environment;
        add_limits(page, state.purse);
      },
      [&](const core::pipeline::State& state) {
        page.pipeline.held = shape_of(state);
        page.isolation = state.plan->isolation;
        page.environment = state.plan->environment;
        page.commit = state.commit;
        page.tree.start = state.origin.name;
        page.tree.end = state.verified_name;
        add_limits(page, state.purse);
      });
}

SpentShown as_shown(const core::agent::Spent& spent) {
  return {spent.launches, spent.wall.count(), spent.tokens, spent.micro_usd, spent.of_unknown_cost};
}

RunShown as_shown(const api::ListedRun& run, Instant now) {
  const ledger::RunRow& row = run.row;
  RunShown shown{.workspace = run.shelf,
                 .run_id = row.run_id,
                 .machine = row.machine,
                 .name = run.note.name,
                 .state = run.state,
                 .started_at = to_text(row.started),
                 .ended_at = {},
                 .duration_ms = (row.ended.value_or(now) - row.started).count(),
                 .events = row.events,
                 .coordinators = row.epoch,
                 .alive = row.alive,
                 .waits_for = run.waits_for,
                 .waits_until = {},
                 .spent = as_shown(run.note.spent)};
  if (row.ended) shown.ended_at.held = to_text(*row.ended);
  if (run.waits_until) shown.waits_until.held = to_text(*run.waits_until);
  return shown;
}

StepEventShown as_shown(const api::Dossier::Step& step) {
  const api::Explanation& told = step.told;
  return {told.seq,     told.at,     std::string(step.kind), told.subject, told.happened,
          told.decided, told.weighty};
}

QuestionShown question_shown(const api::ListedRun& run, const core::pipeline::State& state,
                             bool answered) {
  const core::pipeline::Question question = core::pipeline::question_of(state);
  QuestionShown shown{.workspace = run.shelf,
                      .run_id = run.row.run_id,
                      .name = run.note.name,
                      .gate_id = question.gate_id,
                      .ordinal = core::pipeline::answers_to(state, state.waiting_for),
                      .question = question.question,
                      .context = question.context,
                      .options = {},
                      .files = question.files,
                      .since = {},
                      .answered = answered};
  for (const core::pipeline::Option& each : question.options)
    shown.options.push_back({each.id, each.label, each.description, each.is_default, each.comment});
  return shown;
}

namespace {

UnitState evidence_state(const core::Evidence& evidence) {
  switch (evidence.exit.kind) {
    case core::ExitKind::exited:
      return evidence.exit.code == 0 ? UnitState::passed : UnitState::failed;
    case core::ExitKind::held: return UnitState::passed;
    case core::ExitKind::signaled:
    case core::ExitKind::timed_out:
    case core::ExitKind::limited:
    case core::ExitKind::stalled: return UnitState::failed;
    case core::ExitKind::cancelled:
    case core::ExitKind::spawn_failed:
    case core::ExitKind::lost:
    case core::ExitKind::unrecorded: return UnitState::error;
  }
  return UnitState::error;
}

AttemptRowShown ended_row(const api::RunView& view, std::size_t i) {
  const core::AttemptEnded& ended = view.attempts[i];
  const core::Evidence& evidence = ended.evidence;
  const api::RunView::Started& started = view.attempts_started[i];
  const bool ran = evidence.started != Instant{};
  const Instant begun = ran ? evidence.started : ended.at;
  AttemptRowShown row{
      .name = ended.name,
      .attempt = ended.key.attempt,
      .seq = view.attempt_seqs[i],
      .state = evidence_state(evidence),
      .kind = std::string(to_text(evidence.exit.kind)),
      .outcome = evidence.exit.detail,
      .started_at = to_text(begun),
      .start_ms = (begun - view.row.started).count(),
      .duration_ms = evidence.duration.count(),
      .exit_code = {},
      .bytes = evidence.output.bytes,
      .tests = evidence.reading.tally.executed,
      .tests_failed = evidence.reading.tally.executed < 0 ? -1 : evidence.reading.tally.failed,
      .is_agent = !started.role.empty() || evidence.transcript != nullptr,
      .role = started.role,
      .model = {},
      .tokens = 0,
      .micro_usd = {},
      .step = {},
      .critical = false};
  if (evidence.exit.kind == core::ExitKind::exited) row.exit_code.held = evidence.exit.code;
  if (evidence.transcript) {
    row.model = evidence.transcript->model;
    row.tokens = evidence.transcript->tokens.total;
    if (evidence.transcript->micro_usd) row.micro_usd.held = *evidence.transcript->micro_usd;
  }
  return row;
}

}  // namespace

std::vector<AttemptRowShown> attempts_shown(const api::RunView& view, Instant now) {
  std::vector<AttemptRowShown> rows;
  rows.reserve(view.attempts.size() + view.in_flight.size());
  for (std::size_t i = 0; i < view.attempts.size(); ++i) rows.push_back(ended_row(view, i));
  if (!view.row.alive) return rows;
  for (const auto& [key, started] : view.in_flight) {
    AttemptRowShown row;
    row.name = started.name;
    row.attempt = key.attempt;
    row.state = UnitState::running;
    row.started_at = to_text(started.at);
    row.start_ms = (started.at - view.row.started).count();
    row.duration_ms = (now - started.at).count();
    row.is_agent = !started.role.empty();
    row.role = started.role;
    rows.push_back(std::move(row));
  }
  return rows;
}

void mark_critical(std::vector<AttemptRowShown>& attempts) {
  std::vector<std::size_t> by_end(attempts.size());
  for (std::size_t i = 0; i < by_end.size(); ++i) by_end[i] = i;
  const auto end_of = [&](std::size_t i) { return attempts[i].start_ms + attempts[i].duration_ms; };
  std::sort(by_end.begin(), by_end.end(),
            [&](std::size_t a, std::size_t b) { return end_of(a) < end_of(b); });
  // From the last one back: what ended last before it began.
  std::int64_t until = std::numeric_limits<std::int64_t>::max();
  for (auto at = by_end.rbegin(); at != by_end.rend(); ++at) {
    if (end_of(*at) > until) continue;
    attempts[*at].critical = true;
    // Clocks of two processes need not agree to the millisecond.
    until = attempts[*at].start_ms + 5;
    if (attempts[*at].duration_ms <= 5) until = attempts[*at].start_ms;
  }
}

}  // namespace assay::web
