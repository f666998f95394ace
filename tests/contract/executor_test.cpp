// SPDX-License-Identifier: MIT
// What every executor promises, on the fake, on this machine and on a cluster.
#include "adapters/executor/local/processes.h"
#include "contract/slurm_rig.h"
#include "support/fake_executor.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>

#include <chrono>
#include <map>
#include <memory>

namespace assay {
namespace {

/// Where attempts run; a job needs a working tree.
std::string& directory() {
  static std::string path = "/";
  return path;
}

struct FakeExecutor {
  fake::Executor executor;
  shell::Executor& operator*() { return executor; }
  static std::string sleeping() { return "sleep"; }
  Millis time() const { return executor.waited; }
};

struct LocalExecutor {
  support::TempDir dir;
  std::unique_ptr<process::Processes> executor = [this] {
    process::Options options;
    options.run_id = "contract";
    options.log_dir = dir / "logs";
    options.handle_signals = false;
    auto opened = process::Processes::open(std::move(options));
    if (!opened) FAIL(opened.error().what);
    return opened.take();
  }();
  shell::Executor& operator*() { return *executor; }
  static std::string sleeping() { return "sleep 600"; }
  static Millis time() {
    return std::chrono::duration_cast<Millis>(std::chrono::steady_clock::now().time_since_epoch());
  }
};

/// On the fake of Slurm; with ASSAY_REAL_SLURM on the cluster that SLURM_CONF names.
struct SlurmExecutor {
  slurm::Rig rig;
  std::unique_ptr<slurm::Cluster> executor = rig.open();
  SlurmExecutor() { directory() = rig.workspace(); }
  ~SlurmExecutor() { directory() = "/"; }
  SlurmExecutor(const SlurmExecutor&) = delete;
  SlurmExecutor& operator=(const SlurmExecutor&) = delete;
  shell::Executor& operator*() { return *executor; }
  static std::string sleeping() { return "sleep 600"; }
  static Millis time() { return LocalExecutor::time(); }
};

core::Launch launch_of(std::uint32_t unit, std::string command, std::uint32_t attempt = 1) {
  core::Launch launch;
  launch.key = {unit, attempt};
  launch.name = "c" + std::to_string(unit);
  launch.command = std::move(command);
  launch.cwd = directory();
  launch.timeout = Millis{60'000};
  return launch;
}

/// Every end until nothing is in flight, each attempt at most once.
std::map<core::AttemptKey, core::Exit> all_ends(shell::Executor& executor) {
  std::map<core::AttemptKey, core::Exit> ends;
  for (int turns = 0; executor.in_flight() > 0 && turns < 1'000; ++turns) {
    auto happened = executor.wait(Millis{1'000});
    if (!happened) FAIL(happened.error().what);
    for (const shell::Happening& each : *happened) {
      const auto& ended = std::get<shell::ProcessEnded>(each);
      CHECK(ends.emplace(ended.key, ended.evidence.exit).second);
    }
  }
  return ends;
}

TEST_CASE_TEMPLATE("executor: every attempt that is started ends once, with its status", Kind,
                   FakeExecutor, LocalExecutor, SlurmExecutor) {
  Kind kind;
  shell::Executor& executor = *kind;
  CHECK(executor.capacity() >= 1);
  executor.start(launch_of(0, "exit 0"));
  executor.start(launch_of(1, "exit 3"));
  const auto ends = all_ends(executor);
  REQUIRE(ends.size() == 2);
  CHECK(ends.at({0, 1}).kind == core::ExitKind::exited);
  CHECK(ends.at({0, 1}).code == 0);
  CHECK(ends.at({1, 1}).code == 3);
}

TEST_CASE_TEMPLATE("executor: starting twice is starting once, before the end and after it", Kind,
                   FakeExecutor, LocalExecutor, SlurmExecutor) {
  Kind kind;
  shell::Executor& executor = *kind;
  executor.start(launch_of(0, "exit 0"));
  executor.start(launch_of(0, "exit 0"));
  CHECK(executor.in_flight() == 1);
  CHECK(all_ends(executor).size() == 1);
  executor.start(launch_of(0, "exit 0"));
  CHECK(executor.in_flight() == 0);
  executor.start(launch_of(0, "exit 5", 2));
  CHECK(all_ends(executor).at({0, 2}).code == 5);
}

TEST_CASE_TEMPLATE("executor: with nothing in flight nothing is waited for", Kind, FakeExecutor,
                   LocalExecutor, SlurmExecutor) {
  Kind kind;
  shell::Executor& executor = *kind;
  CHECK(executor.in_flight() == 0);
  CHECK(executor.wait(Millis{600'000}).take().empty());
  CHECK(executor.agents().empty());
}

TEST_CASE_TEMPLATE("executor: a time is waited for also with nothing in flight", Kind, FakeExecutor,
                   LocalExecutor, SlurmExecutor) {
  Kind kind;
  shell::Executor& executor = *kind;
  shell::Patience patience{Millis{60}};
  patience.anyway = true;
  const Millis before = kind.time();
  CHECK(executor.wait(patience).take().empty());
  CHECK(kind.time() - before >= Millis{60});
}

TEST_CASE_TEMPLATE("executor: one attempt is ended, and the others go on", Kind, FakeExecutor,
                   LocalExecutor, SlurmExecutor) {
  Kind kind;
  shell::Executor& executor = *kind;
  executor.start(launch_of(0, Kind::sleeping()));
  executor.start(launch_of(1, Kind::sleeping()));
  executor.cancel({7, 7});
  executor.cancel({1, 1});
  for (int turns = 0; executor.in_flight() > 1 && turns < 1'000; ++turns) {
    for (const shell::Happening& each : executor.wait(Millis{1'000}).take()) {
      const auto& ended = std::get<shell::ProcessEnded>(each);
      CHECK(ended.key == core::AttemptKey{1, 1});
      CHECK(ended.evidence.exit.kind == core::ExitKind::cancelled);
    }
  }
  CHECK(executor.in_flight() == 1);
  executor.stop_all();
  CHECK(all_ends(executor).at({0, 1}).kind == core::ExitKind::cancelled);
}

TEST_CASE_TEMPLATE("executor: what nobody left behind cannot be gone on with", Kind, FakeExecutor,
                   LocalExecutor, SlurmExecutor) {
  Kind kind;
  shell::Executor& executor = *kind;
  CHECK_FALSE(executor.attach(launch_of(0, "exit 0")));
  CHECK(executor.in_flight() == 0);
}

}  // namespace
}  // namespace assay
