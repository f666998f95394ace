// SPDX-License-Identifier: MIT
// What every clock promises.
#include "adapters/system/system.h"
#include "support/fakes.h"

#include <doctest/doctest.h>

namespace assay {
namespace {

TEST_CASE_TEMPLATE("clock: a moment after 2020, in whole milliseconds, and then no earlier one",
                   Kind, scripted::Clock, system::Clock) {
  Kind clock;
  if constexpr (std::is_same_v<Kind, scripted::Clock>)
    clock.at = Instant{std::chrono::sys_days{std::chrono::year{2026} / 11 / 15}};
  const Instant first = clock.now();
  CHECK(first > Instant{std::chrono::sys_days{std::chrono::year{2020} / 1 / 1}});
  CHECK(clock.now() >= first);
  CHECK(parse_instant(to_text(first)).take() == first);
}

}  // namespace
}  // namespace assay
