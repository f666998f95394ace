// SPDX-License-Identifier: MIT
#include "face/web/shape.h"

#include <algorithm>

namespace assay::web {

using api::UnitState;

namespace {

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

}  // namespace

PipelineShapeShown pipeline_shape(const core::pipeline::State& state) {
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

}  // namespace assay::web
