// SPDX-License-Identifier: MIT
// The ports by which the api waits for others and asks them to stop, on this machine.
#include "unit/api/bench.h"

#include <signal.h>
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

TEST_CASE("coordinators: one that runs can be asked to stop, one that is gone needs no asking") {
  Bench bench;
  shell::Coordinators& all = bench.outside().coordinators();
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    sigset_t none;  // runs of other tests hold signals back
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::signal(SIGTERM, SIG_DFL);
    ::pause();
    ::_exit(0);
  }
  CHECK(all.ask_to_stop(child));
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(all.ask_to_stop(child));
}

}  // namespace
}  // namespace assay::api
