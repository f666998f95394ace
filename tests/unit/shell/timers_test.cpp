// SPDX-License-Identifier: MIT
#include "shell/timers.h"

#include <doctest/doctest.h>

namespace {

using namespace assay;

constexpr Instant noon{std::chrono::days{20'000}};

core::WakeAt timer(std::uint32_t unit, Instant until) {
  return {.key = {unit, 1}, .name = "t", .until = until};
}

}  // namespace

TEST_CASE("timers: nothing is waited for longer than the next time, or at all without one") {
  shell::Timers timers;
  CHECK_FALSE(timers.patience(noon));
  timers.set(timer(1, noon + Millis{500}), noon);
  timers.set(timer(2, noon + Millis{200}), noon);
  CHECK(timers.patience(noon) == Millis{200});
  CHECK(timers.patience(noon + Millis{900}) == Millis{0});
}

TEST_CASE("timers: a time that was asked for twice comes once, at the later word") {
  shell::Timers timers;
  timers.set(timer(1, noon + Millis{500}), noon);
  timers.set(timer(1, noon + Millis{700}), noon);
  CHECK(timers.take_due(noon + Millis{600}).empty());
  CHECK(timers.take_due(noon + Millis{700}).size() == 1);
  CHECK(timers.is_empty());
}

TEST_CASE("timers: a clock that is set back makes nobody wait longer") {
  shell::Timers timers;
  timers.set(timer(1, noon + Millis{500}), noon);
  const Instant day_before = noon - std::chrono::days{1};
  CHECK(timers.patience(noon + Millis{100}) == Millis{400});
  CHECK(timers.patience(day_before) == Millis{400});
  CHECK(timers.take_due(day_before + Millis{399}).empty());
  CHECK(timers.take_due(day_before + Millis{400}).size() == 1);
}
