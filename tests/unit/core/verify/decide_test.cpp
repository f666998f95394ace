// SPDX-License-Identifier: MIT
// What transcripts cannot say in few lines. Everything else about decide is in tests/scenarios and
// tests/sim.
#include "core/verify/decide.h"

#include "core/machine.h"
#include "unit/core/verify/plan_builder.h"

#include <doctest/doctest.h>

namespace {

using namespace assay::core;
using namespace assay::core::verify;

AttemptEnded transient_end(std::uint32_t attempt) {
  AttemptEnded ended{{}, {0, attempt}, "a", {}};
  ended.evidence.exit = {ExitKind::exited, 1, 0, ""};
  ended.evidence.reading.transient = "connection refused";
  return ended;
}

}  // namespace

TEST_CASE(
    "decide: retries end, however many the manifest asks for, and no attempt number comes twice") {
  const auto plan = plan_of({command("a")});
  plan->manifest.flaky_retry_limit = 1'000'000;
  plan->manifest_digest = digest_of(plan->manifest);
  Machine machine;
  std::string decision = to_text(decide(machine, RunStarted{{}, "run", plan}));
  std::uint32_t attempts = 0;
  while (decision == "start a#" + std::to_string(attempts + 1)) {
    REQUIRE(++attempts < 1000);
    decision = to_text(decide(machine, transient_end(attempts)));
  }
  CHECK(decision == "drain");
  CHECK(attempts == 256);
}

TEST_CASE(
    "decide: a launch carries what the manifest says, and the policy's time limit where it says "
    "nothing") {
  CommandSpec spec = command("a");
  spec.gate_type = GateType::test;
  auto extras = std::make_shared<CommandExtras>();
  extras->report = "junit.xml";
  extras->env = {{"K", "V"}};
  extras->retry_on = {"flake"};
  spec.extras = extras;
  CommandSpec plain = command("b");
  plain.timeout = assay::Millis{5000};
  plain.parallel_safe = spec.parallel_safe = true;
  const auto plan = plan_of({spec, plain});
  plan->jobs = 2;
  Machine machine;
  const Effects effects = decide(machine, RunStarted{{}, "run", plan});
  REQUIRE(effects.size() == 2);
  const Launch& first = std::get<StartAttempt>(effects[0]).launch;
  const Launch& second = std::get<StartAttempt>(effects[1]).launch;
  CHECK(first.command == "make a");
  CHECK(first.cwd == "/workspace");
  CHECK(first.env == extras->env);
  CHECK(first.timeout == plan->policy.default_timeout);
  CHECK(first.reading.count_tests);
  CHECK(first.reading.report == "junit.xml");
  CHECK(first.reading.retry_on == extras->retry_on);
  CHECK(second.timeout == assay::Millis{5000});
  CHECK_FALSE(second.reading.count_tests);
  CHECK(second.env.empty());
  CHECK(in_flight(machine) == 2);
}

TEST_CASE("decide: an event before the start, or about nothing, does nothing") {
  Machine machine;
  CHECK(decide(machine, WorldIdle{}).empty());
  CHECK(decide(machine, transient_end(1)).empty());
  CHECK(in_flight(machine) == 0);
  decide(machine, RunStarted{{}, "run", plan_of({command("a")})});
  CHECK(decide(machine, TreeObserved{{}, {7, 1}, "t", {}, {}, {}}).empty());
  CHECK(decide(machine, TreeObserved{{}, {0, 1}, "t", {}, {}, {}}).empty());
  CHECK(decide(machine, DrainReported{}).empty());
}

TEST_CASE("lint_of: finds a command's findings among those of others") {
  Plan plan;
  add_lint(plan, 2, CommandLint{true, {}});
  add_lint(plan, 5, CommandLint{});
  CHECK(lint_of(plan, 0) == nullptr);
  REQUIRE(lint_of(plan, 2) != nullptr);
  CHECK(lint_of(plan, 2)->contains_pipeline);
  CHECK(lint_of(plan, 3) == nullptr);
  CHECK(lint_of(plan, 5) != nullptr);
  CHECK(lint_of(plan, 6) == nullptr);
}
