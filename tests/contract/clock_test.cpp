// SPDX-License-Identifier: MIT
// What every clock promises, alone and together with what waits for its times.
#include "adapters/executor/local/processes.h"
#include "adapters/system/system.h"
#include "shell/mailbox.h"
#include "support/fakes.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>

namespace assay {
namespace {

constexpr Instant some_day{std::chrono::sys_days{std::chrono::year{2026} / 11 / 15}};

TEST_CASE_TEMPLATE("clock: a moment after 2020, in whole milliseconds, and then no earlier one",
                   Kind, scripted::Clock, system::Clock) {
  Kind clock;
  if constexpr (std::is_same_v<Kind, scripted::Clock>) clock.at = some_day;
  const Instant first = clock.now();
  CHECK(first > Instant{std::chrono::sys_days{std::chrono::year{2020} / 1 / 1}});
  CHECK(clock.now() >= first);
  CHECK(parse_instant(to_text(first)).take() == first);
}

/// A world whose time passes only while it is waited for.
struct Scripted {
  scripted::World fakes;
  Scripted() { fakes.clock.at = some_day; }
  shell::World ports() { return fakes.ports(); }
};

/// This machine's clock and executor.
struct Real {
  support::TempDir dir;
  scripted::World fakes;
  system::Clock clock;
  std::unique_ptr<process::Processes> executor = [this] {
    process::Options options;
    options.run_id = "contract";
    options.log_dir = dir / "logs";
    options.handle_signals = false;
    auto opened = process::Processes::open(std::move(options));
    if (!opened) FAIL(opened.error().what);
    return opened.take();
  }();
  shell::World ports() {
    return {clock, *executor, fakes.journal, fakes.trees, fakes.reader, fakes.audience};
  }
};

/// The times that are told, one after the other, each with the key it was asked under.
std::vector<core::Woken> woken(shell::Mailbox& mailbox, std::size_t count) {
  std::vector<core::Woken> all;
  for (int turns = 0; all.size() < count && turns < 1'000; ++turns) {
    const auto events = mailbox.wait().take();
    for (const core::Event& event : events) all.push_back(std::get<core::Woken>(event));
  }
  return all;
}

TEST_CASE_TEMPLATE("timers: each time is told once, in order, not before it has come", Kind,
                   Scripted, Real) {
  Kind kind;
  shell::World world = kind.ports();
  shell::Mailbox mailbox(world);
  const Instant now = world.clock.now();
  mailbox.wake({.key = {1, 1}, .name = "late", .until = now + Millis{90}});
  mailbox.wake({.key = {2, 1}, .name = "soon", .until = now + Millis{30}});
  mailbox.wake({.key = {2, 1}, .name = "soon", .until = now + Millis{30}});
  const std::vector<core::Woken> told = woken(mailbox, 2);
  REQUIRE(told.size() == 2);
  CHECK(told[0].key == core::AttemptKey{2, 1});
  CHECK(told[0].at >= now + Millis{30});
  CHECK(told[1].key == core::AttemptKey{1, 1});
  CHECK(told[1].at >= now + Millis{90});
  CHECK(std::holds_alternative<core::WorldIdle>(mailbox.wait().take().front()));
}

TEST_CASE_TEMPLATE("timers: a time that has passed is told at once", Kind, Scripted, Real) {
  Kind kind;
  shell::World world = kind.ports();
  shell::Mailbox mailbox(world);
  mailbox.wake({.key = {1, 1}, .name = "past", .until = world.clock.now() - Millis{60'000}});
  const auto events = mailbox.wait().take();
  REQUIRE(events.size() == 1);
  CHECK(std::get<core::Woken>(events.front()).key == core::AttemptKey{1, 1});
}

TEST_CASE_TEMPLATE("timers: who goes away waits for nothing any more", Kind, Scripted, Real) {
  Kind kind;
  shell::World world = kind.ports();
  shell::Mailbox mailbox(world);
  mailbox.wake({.key = {1, 1}, .name = "never", .until = world.clock.now() + Millis{600'000}});
  mailbox.rest();
  CHECK(std::holds_alternative<core::WorldIdle>(mailbox.wait().take().front()));
}

}  // namespace
}  // namespace assay
