// SPDX-License-Identifier: MIT
#include "api/rehearsal.h"

#include "base/match.h"
#include "core/machine.h"

#include <deque>

namespace assay::api {

namespace {

using namespace core;

constexpr std::size_t launches_max = 100'000;

class Rehearsal {
 public:
  explicit Rehearsal(const std::shared_ptr<const loop::Plan>& plan) : plan_(*plan) {
    hear(RunStarted{{}, "rehearsal", plan});
    while (!answers_.empty() && !machine_.is_at_rest() && launches_.size() < launches_max) {
      const Event next = std::move(answers_.front());
      answers_.pop_front();
      hear(next);
    }
  }

  std::vector<Launch> take() { return std::move(launches_); }

 private:
  void hear(const Event& event) {
    for (const Effect& effect : decide(machine_, event)) answer(effect);
  }

  void answer(const Effect& effect) {
    match(
        effect, [&](const StartAttempt& e) { started(e.launch); },
        [&](const ObserveTree& e) {
          answers_.emplace_back(TreeObserved{{}, e.key, "tree", {}, {}, {}});
        },
        [&](const AskSpending& e) {
          answers_.emplace_back(SpendingReported{{}, e.key, {}});
        },
        [&](const InspectWork& e) { inspected(e); }, [&](const OpenWork& e) { done(e.key); },
        [&](const MergeWork& e) { done(e.key); }, [&](const CloseWork& e) { done(e.key); },
        [&](const UpdateSpec& e) { done(e.key); }, [&](const OpenCopy& e) { done(e.key); },
        [&](const RestoreFiles& e) { done(e.key); },
        [&](const WakeAt& e) {
          answers_.emplace_back(Woken{{}, e.key});
        },
        [&](const Drain&) {
          answers_.emplace_back(DrainReported{{}, 0});
        },
        [&](const Park& e) {
          answers_.emplace_back(RunParked{{}, e.until, e.reason});
        },
        [&](const Conclude& e) {
          answers_.emplace_back(RunConcluded{{}, e.outcome, {}});
        },
        [](const auto&) {});
  }

  void done(AttemptKey key) { answers_.emplace_back(WorkDone{{}, key, {}}); }

  /// Every task has changed what it names, and committed it.
  void inspected(const InspectWork& e) {
    work::WorkSight sight;
    sight.head = "commit";
    sight.tree = e.since.empty() ? "before" : "after";
    const auto& state = std::get<loop::State>(machine_.state);
    for (const loop::Job& job : state.jobs) {
      const loop::Task& task = state.tasks[job.task].task;
      if (job.key != e.key || e.since.empty()) continue;
      if (!task.commit.empty())
        sight.commits = {{"0000000", task.commit.substr(0, task.commit.find('\n'))}};
    }
    if (e.name == "review") sight.tree = "after";
    answers_.emplace_back(WorkInspected{{}, e.key, std::move(sight)});
  }

  void started(const Launch& launch) {
    launches_.push_back(launch);
    AttemptEnded ended{{}, launch.key, launch.name, {}};
    ended.evidence.exit = {ExitKind::exited, 0, 0, ""};
    ended.evidence.reading.tally.executed = 1;
    if (launch.agent) {
      auto said = std::make_shared<agent::Transcript>();
      said->ending = agent::Ending::success;
      said->final_text = "done";
      ended.evidence.transcript = std::move(said);
      auto saying = std::make_shared<loop::Saying>();
      saying->signals.task_complete = launch.agent->role == "executor";
      saying->signals.review = true;
      if (launch.agent->role == "qa") saying->signals.verification = true;
      ended.evidence.reading.saying = std::move(saying);
    }
    if (launch.reading.gh != GhAnswer::none) {
      auto seen = std::make_shared<PullRequestSight>();
      seen->url = "https://example.invalid/pull/1";
      seen->passed = 1;
      ended.evidence.reading.pull_request = std::move(seen);
    }
    answers_.emplace_back(std::move(ended));
  }

  const loop::Plan& plan_;
  Machine machine_;
  std::deque<Event> answers_;
  std::vector<Launch> launches_;
};

}  // namespace

std::vector<Launch> rehearse(const std::shared_ptr<const loop::Plan>& plan) {
  return Rehearsal(plan).take();
}

}  // namespace assay::api
