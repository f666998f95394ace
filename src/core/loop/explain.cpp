// SPDX-License-Identifier: MIT
#include "core/verify/explain.h"

#include "core/loop/decide.h"

#include <algorithm>

namespace assay::core::loop {

namespace {

std::string layers_text(const TaskState& state) {
  std::string text;
  for (const Layer& layer : state.layers) {
    const char* word = layer.status == LayerStatus::passed   ? "passed"
                       : layer.status == LayerStatus::failed ? "FAILED"
                                                             : "skipped";
    text += (text.empty() ? "" : ", ") + std::string(layer.name) + " " + word;
    if (layer.status == LayerStatus::failed)
      text += " (" + layer.why.substr(0, layer.why.find('\n')) + ")";
  }
  return text;
}

bool asks_review(const Effects& effects) {
  return std::any_of(effects.begin(), effects.end(), [](const Effect& effect) {
    const auto* look = std::get_if<InspectWork>(&effect);
    return look != nullptr && look->name == "review";
  });
}

std::string of_job(const State& state, const Job& job) {
  const TaskState& task = state.tasks[job.task];
  const std::string name = name_of(state, job.task);
  switch (job.step) {
    case WorkStep::recording:
      return name + " was not accepted: " + layers_text(task) + "; attempt " +
             std::to_string(task.iteration) + " of " +
             std::to_string(state.plan->settings.max_task_iterations) + " comes next";
    case WorkStep::settled:
      if (job.settled == Settled::passed) return name + " has passed: " + layers_text(task);
      if (job.settled == Settled::exhausted) return job.failure.substr(0, job.failure.find('\n'));
      return name + " leaves the current work: the list changes, or it runs alone";
    case WorkStep::held_up: return name + " waits: no agent may be started now";
    case WorkStep::checking:
      return name + " claims to be done: assay runs its Verify on the tree it left";
    case WorkStep::precheck: return name + " is a [VERIFY] task: assay runs its commands first";
    case WorkStep::measuring:
      return "the Verify of " + name + " is run before its first agent: how many tests are there?";
    case WorkStep::proving:
      return "files of " + name +
             " changed since it came into the list: is its work there already?";
    case WorkStep::recalling:
    case WorkStep::comparing:
      return "the Verify of " + name + " passes: did it before the task came into the list?";
    case WorkStep::inspecting: return "what " + name + " left behind is looked at";
    case WorkStep::confirming:
      return "the Verify of " + name + " passes: did the tree stand still while it ran?";
    case WorkStep::weighing:
      return "the Verify of " + name + " passes: what has it changed that tests should notice?";
    case WorkStep::mixing:
    case WorkStep::trying:
      return "do tests notice what " + name + " has changed? Old and new are run with each other";
    case WorkStep::clearing:
    case WorkStep::waiting:
    case WorkStep::opening:
    case WorkStep::looking:
    case WorkStep::reserving:
    case WorkStep::forgetting:
    case WorkStep::executing: return "";
  }
  return "";
}

}  // namespace

std::string explain(const State& state, const Event& event, const Effects& effects) {
  if (state.ending && !std::holds_alternative<RunConcluded>(event))
    return state.why.substr(0, state.why.find('\n'));
  if (std::holds_alternative<RunStarted>(event))
    return state.plan->gates
               ? "the gates of the workspace are run first, to notice regressions later"
               : "the spec files are brought in line, then the first open task is chosen";
  if (asks_review(effects) && state.step == Step::looking_review)
    return "the review layer is due for " + name_of(state, state.batch.front());
  if (std::holds_alternative<RunParked>(event)) return "the run waits";
  if (state.step == Step::recording && !state.batch.empty()) {
    const TaskKey key = state.batch.front();
    return name_of(state, key) + " is done: " + layers_text(state.tasks[key]);
  }
  const auto* ended = std::get_if<AttemptEnded>(&event);
  for (const Job& job : state.jobs) {
    if (ended != nullptr && job.checks.owns(ended->key) && job.step != WorkStep::settled &&
        job.step != WorkStep::recording)
      return verify::explain(job.checks.state(), job.checks.inward(event), effects);
  }
  if (ended != nullptr && state.checks.owns(ended->key))
    return verify::explain(state.checks.state(), state.checks.inward(event), effects);
  std::string text;
  if (state.step != Step::working) return text;
  for (const Job& job : state.jobs) {
    const std::string part = of_job(state, job);
    if (!part.empty()) text += (text.empty() ? "" : "; ") + part;
  }
  return text;
}

}  // namespace assay::core::loop
