// SPDX-License-Identifier: MIT
#include "adapters/store/state/notebook.h"

#include "support/temp_dir.h"

#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

namespace assay::state {
namespace {

TEST_CASE("notebook: what was written is read back, the last one stays, and it can be forgotten") {
  const support::TempDir dir;
  auto notes = Notebook::open(dir / "state", "sessions");
  REQUIRE(notes);
  const Digest name = digest_of("../../../etc/passwd");
  CHECK_FALSE((*notes)->read(name)->has_value());
  REQUIRE((*notes)->write(name, "one"));
  REQUIRE((*notes)->write(name, std::string("two\0", 4)));
  CHECK(**(*notes)->read(name) == std::string("two\0", 4));
  auto other = Notebook::open(dir / "state", "connected");
  REQUIRE(other);
  CHECK_FALSE((*other)->read(name)->has_value());
  (*notes)->forget_older(std::chrono::hours{1});
  CHECK((*notes)->read(name)->has_value());
  (*notes)->forget(name);
  CHECK_FALSE((*notes)->read(name)->has_value());
  const auto mode = std::filesystem::status(dir / "state/notes").permissions();
  CHECK((mode & std::filesystem::perms::others_all) == std::filesystem::perms::none);
}

TEST_CASE("notebook: one at a time has the turn, and who is too late is told") {
  const support::TempDir dir;
  auto one = Notebook::open(dir / "state", "sessions");
  auto two = Notebook::open(dir / "state", "sessions");
  REQUIRE(one);
  REQUIRE(two);
  {
    auto turn = (*one)->take_turn(Millis{100});
    REQUIRE(turn);
    CHECK(*turn != nullptr);
    auto late = (*two)->take_turn(Millis{30});
    REQUIRE(late);
    CHECK(*late == nullptr);
  }
  auto next = (*two)->take_turn(Millis{100});
  REQUIRE(next);
  CHECK(*next != nullptr);
}

TEST_CASE("notebook: writers at the same time leave one of their notes, whole") {
  const support::TempDir dir;
  const Digest name = digest_of("x");
  std::vector<std::thread> threads;
  std::atomic<int> failed{0};
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      auto notes = Notebook::open(dir / "state", "sessions");
      for (int k = 0; k < 50; ++k) {
        const std::string text(1000, static_cast<char>('a' + i));
        if (!notes || !(*notes)->write(name, text)) ++failed;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  auto notes = Notebook::open(dir / "state", "sessions");
  REQUIRE(notes);
  const auto text = (*notes)->read(name);
  REQUIRE(text);
  REQUIRE(text->has_value());
  CHECK((*text)->size() == 1000);
  CHECK((*text)->find_first_not_of((*text)->front()) == std::string::npos);
}

}  // namespace
}  // namespace assay::state
