// SPDX-License-Identifier: MIT
#include "adapters/repository/git/lock.h"

#include "unit/adapters/workshop/repository.h"

#include <signal.h>

#include <chrono>

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using Monotonic = std::chrono::steady_clock;

constexpr git::Patience impatient{.live = Millis(200), .young = Millis(0)};

/// A git that is at work in a directory until it is told to end.
class Busy {
 public:
  Busy(const std::string& where, const std::string& what) {
    const std::string started = Repository::run_in(
        where, "git -c alias.hold='!" + what + "' hold >/dev/null 2>&1 & echo $!");
    pid_ = std::stoi(started);
    // Until it has become git, it is a shell.
    for (int tries = 0; tries < 500 && !is_git(); ++tries) Repository::run_in(where, "sleep 0.01");
    REQUIRE(is_git());
  }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;
  ~Busy() { ::kill(pid_, SIGKILL); }

 private:
  bool is_git() const {
    return Repository::read("/proc/" + std::to_string(pid_) + "/comm") == "git\n";
  }

  pid_t pid_ = 0;
};

TEST_CASE("lock: one that nobody holds is removed, wherever it is") {
  Repository repository;
  for (const char* name :
       {"index.lock", "HEAD.lock", "packed-refs.lock", "config.lock", "refs/heads/main.lock"}) {
    CAPTURE(std::string(name));
    const std::string lock = repository.path(".git/") + name;
    repository.dir.write(std::string("work/.git/") + name, "");
    CHECK(git::settle_locks(git::place_of(repository.work), impatient));
    CHECK_FALSE(exists(lock));
  }
}

TEST_CASE("lock: a young one is left alone for a moment, for not all that locks is named git") {
  Repository repository;
  repository.write(".git/index.lock", "");
  const auto began = Monotonic::now();
  CHECK(git::settle_locks(git::place_of(repository.work), {Millis(0), Millis(300)}));
  CHECK(Monotonic::now() - began >= Millis(200));
  CHECK_FALSE(exists(repository.path(".git/index.lock")));
}

TEST_CASE("lock: that of a git at work stays, and is reported when it does not end") {
  Repository repository;
  repository.write(".git/index.lock", "");
  const Busy busy(repository.work, "sleep 60");
  const auto settled = git::settle_locks(git::place_of(repository.work), impatient);
  REQUIRE_FALSE(settled);
  CHECK(settled.error().fault == Fault::conflict);
  CHECK(has(settled.error().what, "is at work"));
  CHECK(exists(repository.path(".git/index.lock")));
}

TEST_CASE("lock: a git at work is waited for") {
  Repository repository;
  repository.write(".git/index.lock", "");
  const Busy busy(repository.work, "sleep 0.3; rm .git/index.lock; sleep 60");
  CHECK(git::settle_locks(git::place_of(repository.work), {Millis(30'000), Millis(0)}));
  CHECK_FALSE(exists(repository.path(".git/index.lock")));
}

TEST_CASE("lock: a git at work elsewhere is no reason to wait") {
  Repository repository;
  Repository other;
  REQUIRE(repository.workshop().open(repository.to_open()).status == Status::done);
  repository.write(".git/index.lock", "");
  SUBCASE("in another repository") {
    const Busy busy(other.work, "sleep 60");
    CHECK(git::settle_locks(git::place_of(repository.work), impatient));
  }
  SUBCASE("in another worktree") {
    const Busy busy(repository.tree_of_task, "sleep 60");
    CHECK(git::settle_locks(git::place_of(repository.work), impatient));
  }
  CHECK_FALSE(exists(repository.path(".git/index.lock")));
}

TEST_CASE("lock: what all worktrees share is waited for, whoever holds it") {
  Repository repository;
  REQUIRE(repository.workshop().open(repository.to_open()).status == Status::done);
  repository.write(".git/packed-refs.lock", "");
  const Busy busy(repository.tree_of_task, "sleep 60");
  CHECK_FALSE(git::settle_locks(git::place_of(repository.work), impatient));
}

TEST_CASE("lock: an agent that was killed in the middle of a commit does not stop a look") {
  Repository repository;
  Repository::run_in(repository.work, "touch -d '1 hour ago' .git/index.lock");
  CHECK(repository.workshop().inspect(repository.to_inspect()).problem == "");
  CHECK_FALSE(exists(repository.path(".git/index.lock")));
}

}  // namespace
}  // namespace assay::test
