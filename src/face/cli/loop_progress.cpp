// SPDX-License-Identifier: MIT
#include "face/cli/loop_progress.h"

#include "format/text/escape.h"

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

std::string spent_text(const core::agent::Spent& spent) {
  std::string text = fmt::format("{} launches", spent.launches);
  if (spent.tokens > 0) text += fmt::format(", {} tokens", spent.tokens);
  if (spent.micro_usd > 0)
    text += fmt::format(", ${:.2f}", static_cast<double>(spent.micro_usd) / 1e6);
  return text;
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
  running_[launch.key] = {launch.name, Monotonic::now()};
  if (launch.agent) {
    line(fmt::format("{}  attempt {} started ({})", launch.name, launch.key.attempt,
                     format::printable(launch.agent->argv.front())));
  } else if (!is_live()) {
    line(fmt::format("{}  running {}", launch.name, first_line(launch.command)));
  }
}

void LoopProgress::ended(const core::AttemptEnded& attempt) { running_.erase(attempt.key); }

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
  const std::uint32_t index = task_index(*state);
  where_ = fmt::format("{}/{}", index, state->order.size());
  if (index < state->order.size()) {
    const core::loop::Task& task = state->tasks[state->order[index]].task;
    where_ += fmt::format("  {}", format::printable(task.phase));
  }
  spent_ = spent_text(state->purse.spent);
}

void LoopProgress::stopping(const std::string& by) {
  line(fmt::format("{}: stopping what runs (once more kills at once)", by));
}

std::string LoopProgress::live_line() const {
  std::string text = where_;
  const auto now = Monotonic::now();
  for (const auto& [key, what] : running_) {
    text += fmt::format("  {} {}", what.first,
                        to_human(std::chrono::duration_cast<Millis>(now - what.second)));
  }
  return fmt::format("{}  {}  {}", text, to_human(std::chrono::duration_cast<Millis>(now - begun_)),
                     spent_);
}

void LoopProgress::tick() {
  if (!is_live()) return;
  std::string text = live_line();
  const auto width = static_cast<std::size_t>(std::max(20, session_.screen.width - 1));
  if (text.size() > width) text.resize(width);
  session_.problem("\r\033[K" + text);
  shown_ = true;
}

void LoopProgress::clear() {
  if (shown_) session_.problem("\r\033[K");
  shown_ = false;
}

}  // namespace assay::cli
