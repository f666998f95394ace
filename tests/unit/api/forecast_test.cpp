// SPDX-License-Identifier: MIT
#include "api/forecast.h"

#include "api/run_parts.h"
#include "api/verify.h"
#include "unit/api/bench.h"

namespace assay::api {
namespace {

using core::agent::Spent;

RunView view_of_machine(const std::string& machine) {
  ledger::RunRow row;
  row.run_id = "now";
  row.machine = machine;
  return view_of(row);
}

ListedRun past(const std::string& machine, const std::string& name, RunState state, Spent spent) {
  ListedRun run;
  run.row.run_id = name + std::to_string(spent.micro_usd);
  run.row.machine = machine;
  run.note = {name, spent};
  run.state = state;
  return run;
}

/// A loop of three tasks, the first of which is done.
RunView loop_of_three() {
  RunView view = view_of_machine("loop");
  core::loop::State state;
  for (const char* id : {"1.1", "1.2", "1.2-b"}) {
    core::loop::TaskState task;
    task.task.id = id;
    state.tasks.push_back(std::move(task));
    state.order.push_back(static_cast<core::loop::TaskKey>(state.order.size()));
  }
  state.tasks[0].done = true;
  view.run.machine.state = std::move(state);
  return view;
}

void add_attempt(RunView& view, const std::string& name, std::int64_t micro_usd) {
  core::AttemptEnded ended;
  ended.name = name;
  ended.evidence.duration = Millis{1000};
  auto said = std::make_shared<core::agent::Transcript>();
  said->micro_usd = micro_usd;
  said->tokens.total = 10;
  ended.evidence.transcript = said;
  view.attempts.push_back(ended);
  view.attempts_started.push_back({name, "agent", "/", "executor", {}});
}

TEST_CASE("run parts: the longest id that a name begins with") {
  const RunView view = loop_of_three();
  const RunParts parts(view.run.machine);
  CHECK(parts.of("1.1-executor") == "1.1");
  CHECK(parts.of("1.2-b-verify-7") == "1.2-b");
  CHECK(parts.of("1.2-executor") == "1.2");
  CHECK(parts.of("review").empty());
  CHECK(parts.of("1.10-executor").empty());
  CHECK(RunParts(core::Machine{}).of("1.1-executor").empty());
}

TEST_CASE("forecast: open tasks of a loop cost what its finished ones did") {
  RunView view = loop_of_three();
  CHECK_FALSE(forecast(view, {}, {}));  // nothing to go by yet
  add_attempt(view, "1.1-executor", 300);
  add_attempt(view, "1.1-executor", 200);
  add_attempt(view, "1.2-executor", 9000);  // is not done: nobody knows what it will take
  const auto told = forecast(view, {}, {});
  REQUIRE(told);
  CHECK(told->samples == 1);
  CHECK(told->likely == Spent{4, Millis{4000}, 40, 1000, 0});
  CHECK(told->most == told->likely);
}

TEST_CASE("forecast: what did not tell its cost is told as unknown, not as free") {
  RunView view = loop_of_three();
  add_attempt(view, "1.1-executor", 0);
  view.attempts.back().evidence.transcript.reset();
  const auto told = forecast(view, {}, {});
  REQUIRE(told);
  CHECK(told->likely.of_unknown_cost == 2);
  CHECK(told->likely.micro_usd == 0);
}

TEST_CASE("forecast: otherwise runs of its kind that passed, and never less than nothing") {
  RunView view = view_of_machine("pipeline");
  const std::vector<ListedRun> others = {
      past("pipeline", "a", RunState::passed, {3, Millis{10}, 30, 100, 0}),
      past("pipeline", "b", RunState::passed, {5, Millis{10}, 50, 700, 0}),
      past("pipeline", "c", RunState::failed, {50, Millis{10}, 500, 70'000, 0}),
      past("loop", "d", RunState::passed, {50, Millis{10}, 500, 70'000, 0}),
      past("pipeline", "e", RunState::passed, {4, Millis{10}, 40, 300, 0})};
  const auto told = forecast(view, others, {});
  REQUIRE(told);
  CHECK(told->samples == 3);
  CHECK(told->likely.micro_usd == 300);
  CHECK(told->most.micro_usd == 700);
  CHECK_FALSE(forecast(view, {others[2], others[3]}, {}));
  RunView agent = view_of_machine("agent");
  std::vector<ListedRun> roles = {past("agent", "writer", RunState::passed, {1, {}, 1, 50, 0}),
                                  past("agent", "reader", RunState::passed, {1, {}, 1, 90, 0}),
                                  past("agent", "reader", RunState::running, {1, {}, 1, 0, 0})};
  roles[2].row.run_id = "now";
  const auto same_role = forecast(agent, roles, {});
  REQUIRE(same_role);
  CHECK(same_role->samples == 1);
  CHECK(same_role->likely.micro_usd == 90);
}

TEST_CASE("forecast: a run that is over costs nothing more") {
  RunView view = loop_of_three();
  add_attempt(view, "1.1-executor", 300);
  view.row.outcome = core::Outcome::failed;
  CHECK_FALSE(forecast(view, {}, {}));
}

}  // namespace
}  // namespace assay::api
