// SPDX-License-Identifier: MIT
#include "face/cli/loop_progress.h"

#include "base/text/escape.h"
#include "face/cli/spending.h"

#include <fmt/format.h>

namespace assay::cli {

namespace {

using core::loop::Layer;
using core::loop::LayerStatus;
using core::loop::TaskKey;
using core::loop::TaskState;

std::string layers_line(const TaskState& task, bool color) {
  std::string text;
  for (const Layer& layer : task.layers) {
    const char* mark = layer.status == LayerStatus::passed   ? "ok"
                       : layer.status == LayerStatus::failed ? "FAILED"
                                                             : "skipped";
    const char* tint = layer.status == LayerStatus::failed ? "31" : "2";
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", layer.name, paint(mark, tint, color));
  }
  return text;
}

/// Why an attempt was not accepted, in one line: the layer that said no, and what it said.
std::string why_again(const TaskState& task) {
  if (task.iteration <= 1 || task.last_failure.empty()) return "";
  for (const Layer& layer : task.layers) {
    if (layer.status == LayerStatus::failed)
      return fmt::format("{}: {}", layer.name, first_line(layer.why));
  }
  return first_line(task.last_failure);
}

}  // namespace

void LoopProgress::line(const std::string& text) {
  clear();
  session_.note(text + "\n");
}

void LoopProgress::begun(const core::RunStarted& run) {
  const auto* plan = std::get_if<std::shared_ptr<const core::loop::Plan>>(&run.plan);
  if (plan == nullptr) return;
  line(fmt::format("run {}: {}, {} tasks", run.run_id, (*plan)->spec, (*plan)->tasks.size()));
}

void LoopProgress::started(const core::Launch& launch) {
  const auto again = again_.find(launch.key);
  const Worker& worker = at_work_.started(launch, again == again_.end() ? "" : again->second);
  if (worker.is_agent) {
    line(fmt::format("{}  attempt {} started ({}){}", worker.name, launch.key.attempt, worker.what,
                     worker.why.empty() ? "" : ": " + worker.why));
  } else if (!live_.is_on()) {
    line(fmt::format("{}  running {}", worker.name, worker.what));
  }
}

void LoopProgress::ended(const core::AttemptEnded& attempt) {
  const Worker* worker = at_work_.find(attempt.key);
  const bool is_agent = worker != nullptr && worker->is_agent;
  at_work_.ended(attempt.key);
  if (is_agent) line(ended_text(attempt));
}

void LoopProgress::tell_attempt(const core::loop::State& state, TaskKey key) {
  const TaskState& task = state.tasks[key];
  const bool color = session_.screen.color_err;
  line(fmt::format("{}  {}  {}", name_of(state, key),
                   task.done ? paint("done", "32", color) : paint("not accepted", "33", color),
                   layers_line(task, color)));
  for (const Layer& layer : task.layers) {
    if (layer.status == LayerStatus::failed)
      line(fmt::format("    {}: {}", layer.name, first_line(layer.why)));
  }
}

void LoopProgress::decided(const core::Machine& machine) {
  const auto* state = std::get_if<core::loop::State>(&machine.state);
  if (state == nullptr || !state->plan) return;
  for (TaskKey key = 0; key < state->tasks.size(); ++key) {
    const TaskState& task = state->tasks[key];
    if (task.done) {
      if (!task.layers.empty() && done_.insert(key).second) tell_attempt(*state, key);
    } else if (!task.last_failure.empty() && !task.layers.empty() &&
               told_.insert({key, task.iteration}).second) {
      tell_attempt(*state, key);
    }
  }
  for (; remarks_ < state->remarks.size(); ++remarks_)
    line("note: " + first_line(state->remarks[remarks_]));
  again_.clear();
  for (const core::loop::Job& job : state->jobs) {
    const std::string why = why_again(state->tasks[job.task]);
    if (!why.empty()) again_[job.key] = why;
  }
  std::size_t done = 0;
  for (const TaskKey key : state->order) done += state->tasks[key].done ? 1U : 0U;
  where_ = fmt::format("{}  {} of {} tasks done", printable(state->plan->spec), done,
                       state->order.size());
  if (const std::uint32_t index = task_index(*state); index < state->order.size()) {
    const core::loop::Task& task = state->tasks[state->order[index]].task;
    if (!task.phase.empty()) where_ += "  " + first_line(task.phase);
  }
  spent_ = spent_so_far(state->purse);
}

void LoopProgress::stopping(const std::string& by) {
  line(fmt::format("{}: ending what runs (a second signal kills it at once)", by));
}

void LoopProgress::tick() {
  if (!live_.is_on()) {
    for (const std::string& each : at_work_.reminders()) line(each);
    return;
  }
  const auto elapsed = std::chrono::duration_cast<Millis>(Monotonic::now() - begun_);
  std::vector<std::string> lines = {
      fmt::format("{}  running {}  {}", where_, to_human(elapsed), spent_)};
  for (std::string& each : at_work_.lines()) lines.push_back(std::move(each));
  live_.show(std::move(lines));
}

}  // namespace assay::cli
