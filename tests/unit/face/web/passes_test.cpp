// SPDX-License-Identifier: MIT
#include "face/web/passes.h"

#include <doctest/doctest.h>

namespace assay::web {
namespace {

TEST_CASE("passes: a code is good once, in time, and nothing else is") {
  const Instant now{};
  int used = 0;
  Passes passes;
  CHECK_FALSE(passes.redeem("", now));
  passes.issue("code", now + std::chrono::minutes{5}, "token", [&] { ++used; });
  CHECK_FALSE(passes.redeem("", now));
  CHECK_FALSE(passes.redeem("cod", now));
  CHECK(used == 0);
  CHECK(passes.redeem("code", now) == "token");
  CHECK(used == 1);
  CHECK_FALSE(passes.redeem("code", now));
  CHECK_FALSE(passes.redeem("", now));
  passes.issue("late", now + std::chrono::minutes{5}, "token", nullptr);
  CHECK_FALSE(passes.redeem("late", now + std::chrono::minutes{6}));
  CHECK(passes.redeem("late", now + std::chrono::minutes{4}) == "token");
}

}  // namespace
}  // namespace assay::web
