// SPDX-License-Identifier: MIT
#include "api/events.h"

#include "api/verify.h"
#include "unit/api/bench.h"

#include <signal.h>

#include <thread>

namespace assay::api {
namespace {

constexpr const char* slow_gate =
    "version: 1\nverify:\n  commands:\n"
    "    - {id: slow, command: 'for i in 1 2 3; do echo $i; sleep 0.1; done'}\n";

TEST_CASE("events: every step of a run with its number, its decision and words") {
  Bench bench;
  bench.write("assay.yaml", slow_gate);
  REQUIRE(run_verify({.run_id = "r"}, bench.site(), bench.nobody));
  const auto all = events("r", 0, Millis{0}, bench.site());
  REQUIRE(all);
  CHECK(all->over);
  CHECK(all->row.events == all->events.size());
  REQUIRE(all->events.size() > 2);
  for (std::size_t i = 0; i < all->events.size(); ++i) CHECK(all->events[i].told.seq == i + 1);
  CHECK(std::holds_alternative<core::RunStarted>(all->events.front().entry.event));
  CHECK(std::holds_alternative<core::RunConcluded>(all->events.back().entry.event));
  CHECK_FALSE(all->events.front().entry.decision.empty());
}

TEST_CASE("events: from a number on; behind the last there is nothing, and nobody waits for it") {
  Bench bench;
  bench.write("assay.yaml", slow_gate);
  REQUIRE(run_verify({.run_id = "r"}, bench.site(), bench.nobody));
  const std::uint64_t last = show_run("r", bench.site())->row.events;
  const auto tail = events("r", last - 1, Millis{0}, bench.site());
  REQUIRE(tail);
  REQUIRE(tail->events.size() == 1);
  CHECK(tail->events.front().told.seq == last);
  const Instant begun = bench.outside().clock().now();
  const auto nothing = events("last", last, Millis{60'000}, bench.site());
  REQUIRE(nothing);
  CHECK(nothing->events.empty());
  CHECK(nothing->over);
  CHECK(bench.outside().clock().now() - begun < Millis{10'000});
  CHECK_FALSE(events("no-such-run", 0, Millis{0}, bench.site()));
}

TEST_CASE("events: a run that another one coordinates is followed to its end") {
  Bench bench;
  bench.write("assay.yaml", slow_gate);
  Bench* there = &bench;
  std::thread coordinator([there] {
    system::System other;
    Site site{other, there->site().place, ""};
    shell::Audience nobody;
    static_cast<void>(run_verify({.run_id = "r"}, site, nobody));
  });
  std::vector<std::uint64_t> seen;
  Result<Following> following = Error{Fault::not_found, ""};
  for (int tries = 0; tries < 500 && !following; ++tries) {
    following = Following::open("r", 0, bench.site());
    if (!following) bench.outside().open_watch({})->wait(Millis{20});
  }
  REQUIRE(following);
  do {
    const auto fresh = following->next(Millis{2000});
    REQUIRE(fresh);
    for (const RunEvent& each : *fresh) seen.push_back(each.told.seq);
  } while (!following->is_over());
  coordinator.join();
  REQUIRE(following->next(Millis{0}));
  REQUIRE(seen.size() > 2);
  for (std::size_t i = 0; i < seen.size(); ++i) CHECK(seen[i] == i + 1);
  CHECK(following->view().attempts.size() == 1);
}

TEST_CASE("events: a run that another one coordinates is called off, and its end is recorded") {
  Bench bench;
  bench.write("assay.yaml",
              "version: 1\nverify:\n  commands:\n    - {id: long, command: 'sleep 60'}\n");
  sigset_t held;  // coordinator and caller are one process here: a signal must not end it
  sigset_t before;
  ::sigemptyset(&held);
  ::sigaddset(&held, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &held, &before);
  Bench* there = &bench;
  std::thread coordinator([there] {
    system::System other;
    Site site{other, there->site().place, ""};
    shell::Audience nobody;
    static_cast<void>(run_verify({.run_id = "r"}, site, nobody));
  });
  bool alive = false;
  for (int tries = 0; tries < 500 && !alive; ++tries) {
    const auto row = find_run("r", bench.site());
    alive = row && row->alive;
    bench.outside().open_watch({})->wait(Millis{20});
  }
  CHECK(alive);
  const Instant begun = bench.outside().clock().now();
  const auto ended = cancel_run({"r", "verify", {}, {}}, "a test", bench.site(), bench.nobody);
  coordinator.join();
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  REQUIRE_MESSAGE(ended, plain_text(ended.error().front()));
  CHECK(ended->outcome() == core::Outcome::cancelled);
  CHECK(bench.outside().clock().now() - begun < Millis{30'000});
}

}  // namespace
}  // namespace assay::api
