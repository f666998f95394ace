// SPDX-License-Identifier: MIT
// Words that journals, scripts and the seed's output depend on: they must never change by accident.
#include "core/ask/effect.h"
#include "core/run/isolation.h"
#include "core/run/outcome.h"
#include "core/verify/state.h"

#include <doctest/doctest.h>

#include <string>

using namespace assay::core;

TEST_CASE("effect: its text is what the journal keeps") {
  Launch launch;
  launch.key = {3, 2};
  launch.name = "unit.a-b_c";
  CHECK(to_text(Effects{}).empty());
  CHECK(to_text(Effects{StartAttempt{launch}}) == "start unit.a-b_c#2");
  CHECK(to_text(Effects{ObserveTree{{1, 4}, "fmt"}}) == "tree fmt#4");
  CHECK(to_text(Effects{StopAttempts{}, Drain{}}) == "stop; drain");
  CHECK(to_text(Effects{Conclude{Outcome::failed, "a, b failed"}}) ==
        "conclude failed: a, b failed");
  CHECK(to_text(Effects{StartAttempt{launch}, StartAttempt{launch}, Drain{}}) ==
        "start unit.a-b_c#2; start unit.a-b_c#2; drain");
}

TEST_CASE("isolation: what a workspace asks for is never less than what its user does") {
  Isolation users;
  Isolation own;
  own.agents = AgentIsolation::none;
  own.gates = GateIsolation::none;
  CHECK(stricter(users, own).agents == AgentIsolation::full);
  CHECK(stricter(users, own).gates == GateIsolation::full);
  own.system = SystemFolders::writable;
  CHECK(stricter(users, own).system == SystemFolders::read_only);
  own.gates = GateIsolation::sealed;
  CHECK(stricter(users, own).gates == GateIsolation::sealed);
  own.network = {Network::on, Network::off};
  users.network = {Network::loopback, Network::on};
  CHECK(stricter(users, own).network == Networks{Network::loopback, Network::off});
  own.hide = {"~/a", "~/b"};
  users.hide = {"~/b", "~/c"};
  CHECK(stricter(users, own).hide == std::vector<std::string>{"~/a", "~/b", "~/c"});
}

TEST_CASE("isolation: a workspace may write less than its user allows, never more") {
  using Paths = std::vector<std::string>;
  const auto both = [](Paths users, Paths own) {
    Isolation first;
    Isolation second;
    first.write = std::move(users);
    second.write = std::move(own);
    return stricter(first, second).write;
  };
  CHECK(both({}, {"~/.npm"}) == Paths{"~/.npm"});
  CHECK(both({"~/.cache"}, {}) == Paths{"~/.cache"});
  CHECK(both({"~/.cache"}, {"~/.cache/pip", "/etc", "~/.cache/../x"}) == Paths{"~/.cache/pip"});
  CHECK(both({"~/.cache"}, {"~"}) == Paths{"~/.cache"});
}

TEST_CASE("outcome: its words and the exit status the command line promises") {
  struct Row {
    Outcome outcome;
    const char* text;
    int status;
  };
  const Row rows[] = {{Outcome::passed, "passed", 0},
                      {Outcome::failed, "failed", 1},
                      {Outcome::error, "error", 3},
                      {Outcome::exhausted, "exhausted", 3},
                      {Outcome::cancelled, "cancelled", 130}};
  for (const Row& row : rows) {
    CHECK(to_text(row.outcome) == row.text);
    CHECK(exit_status(row.outcome) == row.status);
  }
}

TEST_CASE("status, reason and gate type have one word each") {
  using namespace verify;
  CHECK(to_text(Status::pass) == "PASS");
  CHECK(to_text(Status::fail) == "FAIL");
  CHECK(to_text(Status::error) == "ERROR");
  const char* const reasons[] = {"",
                                 "ineffective",
                                 "masked",
                                 "detached",
                                 "flaky",
                                 "timeout",
                                 "signaled",
                                 "limit",
                                 "spawn_failed",
                                 "unrecorded",
                                 "lost",
                                 "cancelled",
                                 "skipped_after_required_failure"};
  int next = 0;
  for (const char* reason : reasons) CHECK(to_text(static_cast<Reason>(next++)) == reason);
  const char* const gates[] = {"test", "typecheck", "lint", "build", "format", "custom"};
  next = 0;
  for (const char* gate : gates) CHECK(to_text(static_cast<GateType>(next++)) == gate);
}
