// SPDX-License-Identifier: MIT
// How the list grows: where inserted tasks stand, how deep and how often, and which ids they get.
#include "core/loop/decide.h"

#include <doctest/doctest.h>

#include <deque>
#include <string>
#include <vector>

namespace {

using namespace assay;
using namespace assay::core;
using core::agent::ModificationKind;
using core::loop::Saying;
using core::loop::Task;

Task task_of(const std::string& id, const std::string& commit = "") {
  Task task;
  task.id = id;
  task.title = "work";
  task.block = "- [ ] " + id + " work\n";
  task.commands = {{"check " + id, false, {}}};
  task.commit = commit;
  return task;
}

/// A run in which everything asked of the outside goes well; what agents say is up to the test.
class Run {
 public:
  explicit Run(std::vector<Task> tasks, LoopSettings settings = {}) {
    auto plan = std::make_shared<core::loop::Plan>();
    plan->workspace = "/w";
    plan->spec_dir = "specs/x";
    plan->pinned = std::make_shared<const std::string>("");
    plan->tasks = std::move(tasks);
    plan->settings = settings;
    plan->settings.review = false;
    core::work::Hand hand;
    hand.order.dialect = Dialect::claude;
    plan->executor = plan->qa = plan->reviewer = hand;
    hear(RunStarted{Instant{}, "run", plan});
  }

  /// The agent at work ends, and has said this.
  void says(const Saying& saying) {
    AttemptEnded ended{Instant{}, running_.key, running_.name, {}};
    ended.evidence.exit = {ExitKind::exited, 0, 0, ""};
    auto transcript = std::make_shared<core::agent::Transcript>();
    transcript->ending = core::agent::Ending::success;
    transcript->final_text = "done";
    ended.evidence.transcript = transcript;
    ended.evidence.reading.saying = std::make_shared<const Saying>(saying);
    hear(ended);
  }
  void completes(int code = 0) {
    Saying saying;
    saying.signals.task_complete = true;
    says(saying);
    verifies(code);
  }
  void verifies(int code) {
    AttemptEnded ended{Instant{}, running_.key, running_.name, {}};
    ended.evidence.exit = {ExitKind::exited, code, 0, ""};
    hear(ended);
  }
  void asks(ModificationKind kind, const std::string& of, std::vector<Task> proposed) {
    Saying saying;
    saying.signals.modification_asked = true;
    saying.signals.modification = core::agent::ModificationRequest{kind, of, "why", {}};
    saying.signals.task_complete = kind == ModificationKind::add_followup;
    saying.proposed = std::move(proposed);
    says(saying);
  }

  const core::loop::State& state() const { return state_; }
  const std::string& running() const { return running_.name; }
  std::string list() const {
    std::string text;
    for (const core::loop::TaskKey key : state_.order)
      text +=
          (text.empty() ? "" : " ") + name_of(state_, key) + (state_.tasks[key].done ? "x" : "");
    return text;
  }

 private:
  void hear(const Event& event) {
    std::deque<Event> events{event};
    while (!events.empty()) {
      const Event next = events.front();
      events.pop_front();
      for (const Effect& effect : core::loop::decide(state_, next)) {
        if (const auto* start = std::get_if<StartAttempt>(&effect)) running_ = start->launch;
        if (const auto* look = std::get_if<InspectWork>(&effect))
          events.emplace_back(WorkInspected{Instant{}, look->key, sight(*look)});
        if (const auto* update = std::get_if<UpdateSpec>(&effect))
          events.emplace_back(WorkDone{Instant{}, update->key, {}});
        if (const auto* ask = std::get_if<AskSpending>(&effect))
          events.emplace_back(SpendingReported{Instant{}, ask->key, {}});
      }
    }
  }
  core::work::WorkSight sight(const InspectWork& look) {
    core::work::WorkSight seen;
    // While a Verify runs nothing changes.
    if (look.name.ends_with("-confirm")) {
      seen.tree = look.since;
      seen.head = look.since_head;
      return seen;
    }
    if (!look.between) seen.changed = {"work.c"};
    seen.tree = "t" + std::to_string(++trees_);
    for (const auto& task : state_.tasks) {
      if (!task.task.commit.empty()) seen.commits.push_back({"c", task.task.commit});
    }
    return seen;
  }

  core::loop::State state_;
  Launch running_;
  int trees_ = 0;
};

}  // namespace

TEST_CASE("loop change: parts stand after the whole, in their order, and the first one is next") {
  Run run({task_of("1.1"), task_of("1.2")});
  run.asks(ModificationKind::split_task, "1.1", {task_of("1.1.1"), task_of("1.1.2")});
  CHECK(run.list() == "1.1 1.1.1 1.1.2 1.2");
  CHECK(run.running() == "1.1.1-executor");
}

TEST_CASE(
    "loop change: what is inserted later stands behind everything that hangs on the same task") {
  Run run({task_of("1.1"), task_of("1.2")});
  run.asks(ModificationKind::split_task, "1.1", {task_of("1.1.1")});
  run.asks(ModificationKind::add_prerequisite, "1.1.1", {task_of("1.1.1.1")});
  CHECK(run.list() == "1.1 1.1.1.1 1.1.1 1.2");
  run.completes();
  run.completes();
  CHECK(run.list() == "1.1 1.1.1.1x 1.1.1x 1.2");
  run.verifies(1);  // the parts do not add up
  run.asks(ModificationKind::split_task, "1.1", {task_of("1.1.9")});
  CHECK(run.list() == "1.1 1.1.1.1x 1.1.1x 1.1.9 1.2");
}

TEST_CASE("loop change: a follow-up of a part stands behind the part, not behind the whole") {
  Run run({task_of("1.1"), task_of("1.2")});
  run.asks(ModificationKind::split_task, "1.1", {task_of("1.1.1"), task_of("1.1.2")});
  run.asks(ModificationKind::add_followup, "1.1.1", {task_of("1.1.1.5")});
  run.verifies(0);
  CHECK(run.list() == "1.1 1.1.1x 1.1.1.5 1.1.2 1.2");
}

TEST_CASE("loop change: a request that is not allowed changes nothing") {
  struct Row {
    const char* what;
    std::string of;
    std::vector<Task> proposed;
    std::string why;
  };
  Task masked = task_of("1.1.1");
  masked.commands.front().lint.findings = {{LintRule::masked, 0, "", "it cannot fail"}};
  Task bare = task_of("1.1.1");
  bare.commands.clear();
  Task ticked = task_of("1.1.1");
  ticked.checked = true;
  const std::vector<Row> rows = {
      {"another task", "1.10", {task_of("1.1.1")}, "it is about task 1.10, but this is task 1.1"},
      {"nothing proposed", "1.1", {}, "it proposes no task"},
      {"too deep", "1.1", {task_of("1.1.1.1.1")}, "task id 1.1.1.1.1 is too deep"},
      {"taken", "1.1", {task_of("1.2")}, "there is a task 1.2 already"},
      {"twice", "1.1", {task_of("1.1.1"), task_of("1.1.1")}, "there is a task 1.1.1 already"},
      {"ticked", "1.1", {ticked}, "task 1.1.1 is ticked already"},
      {"no command", "1.1", {bare}, "the Verify of task 1.1.1 is no command"},
      {"masked", "1.1", {masked}, "the Verify of task 1.1.1 proves nothing: it cannot fail"},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    Run run({task_of("1.1"), task_of("1.2")});
    run.asks(ModificationKind::split_task, row.of, row.proposed);
    CHECK(run.list() == "1.1 1.2");
    REQUIRE(run.state().remarks.size() == 1);
    CHECK(run.state().remarks.front() == "1.1: modification request rejected: " + row.why);
    CHECK(run.state().tasks.front().iteration == 2);
  }
}

TEST_CASE("loop change: fix tasks get ids of their own and the scope of the commit they repair") {
  LoopSettings settings;
  settings.recovery_mode = true;
  settings.same_failure_limit = 9;
  Run run({task_of("1.1", "feat(core): a"), task_of("1.1.1", "chore: b")}, settings);
  run.completes(1);
  CHECK(run.list() == "1.1 1.1.2 1.1.1");
  const Task& fix = run.state().tasks.back().task;
  CHECK(fix.commit == "fix(core): address error from task 1.1");
  CHECK(fix.fixes == "1.1");
  CHECK(fix.commands == task_of("1.1").commands);
  CHECK(run.running() == "1.1.2-executor");
  run.completes();
  CHECK(run.running() == "1.1-executor");
  run.completes(1);
  CHECK(run.list() == "1.1 1.1.2x 1.1.3 1.1.1");
  CHECK(run.state().tasks.front().fix_ids == std::vector<std::string>{"1.1.2", "1.1.3"});
}

TEST_CASE("loop change: a commit without a scope is repaired under 'recovery'") {
  LoopSettings settings;
  settings.recovery_mode = true;
  for (const char* commit : {"", "feat: a (b)", "feat"}) {
    INFO(commit);
    Run run({task_of("1.1", commit)}, settings);
    run.completes(1);
    CHECK(run.state().tasks.back().task.commit == "fix(recovery): address error from task 1.1");
  }
}
