// SPDX-License-Identifier: MIT
// The ports by which the api waits for others and asks them to stop, on this machine.
#include "unit/api/bench.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

namespace assay::api {
namespace {

TEST_CASE("watch: a change ends the wait, silence does not, and a folder may come later") {
  Bench bench;
  const auto watch = bench.outside().open_watch({bench.path(""), bench.path("later")});
  const auto waited = [&](Millis longest) {
    const Instant begun = bench.outside().clock().now();
    const bool changed = watch->wait(longest);
    return std::pair(changed, bench.outside().clock().now() - begun);
  };
  CHECK_FALSE(waited(Millis{20}).first);
  std::thread writer([&] { bench.write("new", "x"); });
  const auto [changed, took] = waited(Millis{30'000});
  writer.join();
  CHECK(changed);
  CHECK(took < Millis{20'000});
  while (watch->wait(Millis{20})) continue;
  bench.write("later/file", "x");
  CHECK(waited(Millis{5'000}).first);
  while (watch->wait(Millis{20})) continue;
  bench.write("later/file", "y");
  CHECK(waited(Millis{5'000}).first);
  CHECK_FALSE(bench.outside().open_watch({"/no/such/folder"})->wait(Millis{1}));
}

/// A process of its own that a signal ends, whatever this one does with signals.
pid_t start_sleeper() {
  posix_spawnattr_t how;
  ::posix_spawnattr_init(&how);
  sigset_t none;
  sigset_t usual;
  ::sigemptyset(&none);
  ::sigemptyset(&usual);
  ::sigaddset(&usual, SIGTERM);
  ::posix_spawnattr_setsigmask(&how, &none);
  ::posix_spawnattr_setsigdefault(&how, &usual);
  ::posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::string name = "sleep";
  std::string time = "60";
  char* const argv[] = {name.data(), time.data(), nullptr};
  pid_t child = -1;
  const int problem = ::posix_spawnp(&child, "sleep", nullptr, &how, argv, environ);
  ::posix_spawnattr_destroy(&how);
  return problem == 0 ? child : -1;
}

TEST_CASE("coordinators: one that runs can be asked to stop, one that is gone needs no asking") {
  Bench bench;
  shell::Coordinators& all = bench.outside().coordinators();
  const pid_t child = start_sleeper();
  REQUIRE(child > 0);
  CHECK(all.ask_to_stop(child));
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(all.ask_to_stop(child));
}

}  // namespace
}  // namespace assay::api
