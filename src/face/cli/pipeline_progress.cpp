// SPDX-License-Identifier: MIT
#include "face/cli/pipeline_progress.h"

#include "base/text/columns.h"
#include "base/text/escape.h"
#include "core/agent/fuse.h"
#include "face/cli/pipeline_view.h"
#include "face/cli/spending.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assay::cli {

namespace {

using core::pipeline::Job;
using core::pipeline::JobStep;
using core::pipeline::Phase;
using core::pipeline::State;

constexpr std::size_t workers_max = 8;
constexpr std::size_t gates_max = 6;

std::string_view state_of(const Job& job) {
  switch (job.step) {
    case JobStep::waiting: return job.failures > 0 ? "once more" : "waiting";
    case JobStep::executing: return "at work";
    case JobStep::held_up: return "held up";
    case JobStep::sealed: return "voted";
    case JobStep::settled:
      return job.status == core::agent::CompletionStatus::done             ? "done"
             : job.status == core::agent::CompletionStatus::needs_revision ? "needs revision"
                                                                           : "error";
    case JobStep::opening:
    case JobStep::looking:
    case JobStep::scanning:
    case JobStep::reserving: return "starting";
    case JobStep::inspecting:
    case JobStep::reading:
    case JobStep::adopting:
    case JobStep::closing: return "being read";
  }
  return "";
}

std::int64_t tokens_of(const Job& job) {
  const core::agent::Transcript& transcript = core::agent::transcript_of(job.evidence);
  return transcript.tokens_told ? transcript.tokens.total : 0;
}

std::string waiting_text(const State& state) {
  switch (state.phase) {
    case Phase::approving: return "an answer to " + state.waiting_for;
    case Phase::opening_baseline:
    case Phase::baseline:
    case Phase::closing_baseline: return "the checks on the baseline";
    case Phase::looking_before:
    case Phase::checking:
    case Phase::looking_after: return "the checks on the tree as it is";
    case Phase::mixing:
    case Phase::trying:
    case Phase::clearing: return "old and new tests on old and new code";
    case Phase::judging_goals: return "the goals of the phase";
    case Phase::restoring: return "files that go back";
    case Phase::recording:
    case Phase::counting: return "the gate's figures";
    case Phase::bundling: return "the evidence bundle";
    case Phase::looking_at_files:
    case Phase::committing: return "git commit";
    case Phase::draining: return "what still runs to end";
    case Phase::working: {
      const auto at_work = std::count_if(state.jobs.begin(), state.jobs.end(), [](const Job& job) {
        return job.step == JobStep::executing;
      });
      return fmt::format("{} of {} agents", at_work, state.jobs.size());
    }
    case Phase::looking:
    case Phase::tagging:
    case Phase::reading_plan:
    case Phase::parked:
    case Phase::concluded: return "";
  }
  return "";
}

/// As many of the lines as there is room for, the one in the middle among them.
std::vector<std::string> window(const std::vector<std::string>& lines, std::size_t middle,
                                std::size_t room) {
  if (lines.size() <= room) return lines;
  const std::size_t half = room / 2;
  const std::size_t first = std::min(middle > half ? middle - half : 0, lines.size() - room);
  return {lines.begin() + static_cast<std::ptrdiff_t>(first),
          lines.begin() + static_cast<std::ptrdiff_t>(first + room)};
}

}  // namespace

PipelineSight sight_of(const State& state) {
  PipelineSight sight;
  sight.title =
      fmt::format("{}  {}", printable(state.plan->definition.name), printable(state.plan->slug));
  sight.steps = steps_column(state, false);
  sight.current = state.step;
  for (const Job& job : state.jobs)
    sight.workers.push_back({job.key, printable(job.instance), std::string(state_of(job)),
                             job.spawns, tokens_of(job),
                             job.spawns > 1 ? first_line(job.complaint) : std::string()});
  for (const std::string& note : state.gate_notes) sight.gates.push_back(first_line(note));
  sight.waiting = waiting_text(state);
  sight.spent = spent_so_far(state.purse);
  return sight;
}

std::vector<std::string> draw(const PipelineSight& sight, Millis run,
                              const std::map<core::AttemptKey, std::string>& doing, int width,
                              int height) {
  std::vector<std::string> below;
  for (std::size_t i = 0; i < sight.workers.size() && i < workers_max; ++i) {
    const PipelineSight::Worker& worker = sight.workers[i];
    const auto now = doing.find(worker.key);
    const bool at_work = now != doing.end();
    std::string text = "        " + padded(worker.name, 24) + "  " +
                       (at_work ? now->second : padded(worker.state, 14));
    if (worker.attempt > 1 && worker.why.empty())
      text += fmt::format("  attempt {}", worker.attempt);
    if (worker.tokens > 0 && !at_work) text += "  " + tokens_text(worker.tokens);
    below.push_back(std::move(text));
    if (at_work && !worker.why.empty())
      below.push_back(fmt::format("          attempt {}: {}", worker.attempt, worker.why));
  }
  if (sight.workers.size() > workers_max)
    below.push_back(fmt::format("        +{} more", sight.workers.size() - workers_max));
  std::vector<std::string> end;
  for (std::size_t i = 0; i < sight.gates.size() && i < gates_max; ++i)
    end.push_back("gate: " + sight.gates[i]);
  if (!sight.waiting.empty()) end.push_back("waits for " + sight.waiting);

  const std::size_t rows = static_cast<std::size_t>(std::max(4, height - 1));
  const std::size_t others = 1 + below.size() + end.size();
  const std::size_t room = std::max<std::size_t>(1, rows > others ? rows - others : 0);
  std::vector<std::string> lines = {
      fmt::format("{}  running {}  {}", sight.title, to_human(run), sight.spent)};
  const std::string current = sight.current < sight.steps.size() ? sight.steps[sight.current] : "";
  for (const std::string& step : window(sight.steps, sight.current, room)) {
    lines.push_back(step);
    if (step == current) lines.insert(lines.end(), below.begin(), below.end());
  }
  lines.insert(lines.end(), end.begin(), end.end());
  if (lines.size() > rows) lines.resize(rows);
  const auto columns = static_cast<std::size_t>(std::max(1, width - 1));
  for (std::string& line : lines) line = cut_to_columns(line, columns);
  return lines;
}

// --- the audience

void PipelineProgress::line(const std::string& text) {
  clear();
  session_.note(text + "\n");
  if (live_.is_on()) tick();
}

void PipelineProgress::begun(const core::RunStarted& run) {
  const auto* plan = std::get_if<std::shared_ptr<const core::pipeline::Plan>>(&run.plan);
  if (plan != nullptr)
    line(fmt::format("run {}: {} for {}", run.run_id, (*plan)->definition.name, (*plan)->slug));
}

void PipelineProgress::started(const core::Launch& launch) {
  std::string why;
  for (const PipelineSight::Worker& worker : sight_.workers) {
    if (worker.key == launch.key) why = worker.why;
  }
  const Worker& worker = at_work_.started(launch, why);
  if (worker.is_agent) {
    line(fmt::format("  {}  attempt {} started ({}){}", worker.name, launch.key.attempt,
                     worker.what, why.empty() ? "" : ": " + why));
  } else if (!live_.is_on()) {
    line(fmt::format("  {}  {}", worker.name, worker.what));
  }
}

void PipelineProgress::ended(const core::AttemptEnded& attempt) {
  const Worker* worker = at_work_.find(attempt.key);
  const bool is_agent = worker != nullptr && worker->is_agent;
  at_work_.ended(attempt.key);
  if (is_agent) line("  " + ended_text(attempt));
}

void PipelineProgress::decided(const core::Machine& machine) {
  const auto* state = std::get_if<State>(&machine.state);
  if (state == nullptr || !state->plan || session_.quiet) return;
  const core::pipeline::Step& step = current_step(*state);
  if (state->why != why_) {
    why_ = state->why;
    line(first_line(why_));
    for (const std::string& note : state->gate_notes) line("    " + first_line(note));
  }
  const std::string where =
      fmt::format("step {} {} (round {})", step.id, step.title, round_of(*state));
  if (where != where_) {
    where_ = where;
    line(where_);
  }
  for (; issues_ < state->known_issues.size(); ++issues_)
    line("  note: " + first_line(state->known_issues[issues_]));
  sight_ = sight_of(*state);
  // A question is put below the view, not into it.
  const bool asked = std::exchange(asks_, false);
  if (state->phase == Phase::approving) {
    if (!asked) tick();
    live_.leave();
    asks_ = true;
  }
}

void PipelineProgress::stopping(const std::string& by) {
  line(fmt::format("{}: ending what runs (a second signal kills it at once)", by));
}

void PipelineProgress::tick() {
  if (!live_.is_on()) {
    for (const std::string& each : at_work_.reminders()) line("  " + each);
    return;
  }
  if (sight_.steps.empty() || asks_) return;
  const auto now = Monotonic::now();
  const auto since = [&](Monotonic::time_point then) {
    return std::chrono::duration_cast<Millis>(now - then);
  };
  std::map<core::AttemptKey, std::string> doing;
  for (const PipelineSight::Worker& each : sight_.workers) {
    if (const Worker* worker = at_work_.find(each.key))
      doing[each.key] = worker_text(*worker, since(worker->since));
  }
  session_.screen.measure();
  live_.show(draw(sight_, since(begun_), doing, session_.screen.width, session_.screen.height));
}

}  // namespace assay::cli
