// SPDX-License-Identifier: MIT
// Who uses a working tree, and who takes away those that nobody uses.
#include "adapters/workshop/holds.h"

#include "support/temp_dir.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

using namespace assay;
using workshop::Holds;

TEST_CASE("holds: what is used is not taken away") {
  const support::TempDir dir;
  const std::string copy = dir / "copy";
  CHECK(!Holds::is_held(copy));
  Holds user;
  user.take(copy);
  CHECK(Holds::is_held(copy));
  CHECK(!Holds::take_alone(copy));
  user.drop(copy);
  CHECK(Holds::take_alone(copy));
}

TEST_CASE("holds: who goes on with a run waits for who takes its copy away, and holds a new one") {
  const support::TempDir dir;
  const std::string copy = dir / "copy";
  auto alone = Holds::take_alone(copy);
  REQUIRE(alone);
  std::atomic<bool> has_it = false;
  Holds user;
  std::thread goes_on([&] {
    user.take(copy);
    has_it = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds{100});
  CHECK(!has_it);
  ::unlink(Holds::path_of(copy).c_str());  // gone with the copy
  alone.reset();
  goes_on.join();
  CHECK(has_it);
  CHECK(Holds::is_held(copy));
}
