// SPDX-License-Identifier: MIT
#include "adapters/jobs/jobs.h"

#include "support/temp_dir.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <thread>

namespace assay::jobs {
namespace {

using State = shell::JobSight::State;

bool comes_true(const std::function<bool()>& what) {
  for (int i = 0; i < 200; ++i) {
    if (what()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return false;
}

TEST_CASE("jobs: what was printed and how it ended are found by the folder alone") {
  const support::TempDir dir;
  const std::string folder = dir / "jobs/one";
  REQUIRE(
      Jobs().start({folder, {"/bin/sh", "-c", "echo out; echo err >&2; pwd; exit 3"}, dir / ""}));
  CHECK(comes_true([&] { return Jobs().look(folder).state == State::ended; }));
  CHECK(Jobs().look(folder).status == 3);
  CHECK(Jobs().output(folder, 100).starts_with("out\n/"));
  CHECK(Jobs().output(folder, 2) == "ou");
  CHECK(Jobs().complaints(folder, 100) == "err\n");
}

TEST_CASE("jobs: a folder is used once") {
  const support::TempDir dir;
  REQUIRE(Jobs().start({dir / "jobs/one", {"/bin/true"}, dir / ""}));
  const auto again = Jobs().start({dir / "jobs/one", {"/bin/true"}, dir / ""});
  REQUIRE_FALSE(again);
  CHECK(again.error().fault == Fault::conflict);
}

TEST_CASE("jobs: one that runs is asked to stop, and says how it took that") {
  const support::TempDir dir;
  const std::string folder = dir / "jobs/one";
  REQUIRE(
      Jobs().start({folder,
                    {"/bin/sh", "-c",
                     "trap 'echo stopped; exit 130' TERM; echo up; while :; do sleep 0.1; done"},
                    dir / ""}));
  CHECK(comes_true([&] { return Jobs().output(folder, 100) == "up\n"; }));
  CHECK(Jobs().look(folder).state == State::running);
  REQUIRE(Jobs().ask_to_stop(folder));
  CHECK(comes_true([&] { return Jobs().look(folder).state == State::ended; }));
  CHECK(Jobs().look(folder).status == 130);
  CHECK(Jobs().output(folder, 100) == "up\nstopped\n");
  CHECK(Jobs().ask_to_stop(folder));
}

TEST_CASE("jobs: in a session of its own, and nothing of ours is in its hands") {
  const support::TempDir dir;
  const std::string folder = dir / "jobs/one";
  REQUIRE(Jobs().start(
      {folder,
       {"/bin/sh", "-c", "cut -d' ' -f6 /proc/self/stat; wc -c <&0; ls /proc/self/fd | wc -l"},
       dir / ""}));
  CHECK(comes_true([&] { return Jobs().look(folder).state == State::ended; }));
  const std::string said = Jobs().output(folder, 100);
  CHECK(said.substr(0, said.find('\n')) != std::to_string(::getsid(0)));
  CHECK(said.find("\n0\n") != std::string::npos);
}

TEST_CASE("jobs: nobody knows what was never started, or vanished") {
  const support::TempDir dir;
  CHECK(Jobs().look(dir / "jobs/none").state == State::unknown);
  dir.write("jobs/lost/process",
            std::to_string(::getpid()) + " 12345\n");  // another start: a stranger
  CHECK(Jobs().look(dir / "jobs/lost").state == State::lost);
  CHECK(Jobs().ask_to_stop(dir / "jobs/lost"));
  CHECK(Jobs().output(dir / "jobs/lost", 10).empty());
}

}  // namespace
}  // namespace assay::jobs
