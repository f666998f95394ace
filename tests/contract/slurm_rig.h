// SPDX-License-Identifier: MIT
// A cluster for tests: the fake one of tests/support/slurm, whose faults are files in a folder;
// with ASSAY_REAL_SLURM the one that SLURM_CONF names, without faults.
#pragma once

#include "adapters/executor/local/processes.h"
#include "adapters/executor/slurm/cluster.h"
#include "format/record/text.h"
#include "support/source_dir.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>

namespace assay::slurm {

/// The program that jobs run: beside the folder of this test.
inline std::string assay_program() {
  if (const char* named = std::getenv("ASSAY")) return named;
  const auto self = std::filesystem::canonical("/proc/self/exe");
  return (self.parent_path().parent_path() / "assay").string();
}

inline bool is_real() { return std::getenv("ASSAY_REAL_SLURM") != nullptr; }

struct Rig {
  support::TempDir dir;
  pid_t slurmd = 0;  ///< of the fake

  Rig() {
    for (const char* folder : {"work", "slurm", "shared", "state"})
      std::filesystem::create_directories(dir / folder);
    put("work/a.txt", "a\n");
    put("assay", "#!/bin/sh\nexec '" + assay_program() + "' \"$@\"\n");
    if (is_real()) return;
    const std::string programs = std::string(support::source_dir) + "/tests/support/slurm";
    const std::string path = std::getenv("PATH");
    if (path.find(programs) == std::string::npos)
      ::setenv("PATH", (programs + ":" + path).c_str(), 1);
    ::setenv("SLURM_CONF", (dir / "slurm/slurm.conf").c_str(), 1);
    slurmd = ::fork();
    if (slurmd != 0) return;
    ::execl((programs + "/slurmd").c_str(), "slurmd", nullptr);
    ::_exit(127);
  }
  ~Rig() {
    if (slurmd <= 0) return;
    std::filesystem::rename(dir / "slurm", dir / "slurm-over");  // it ends what it runs, and itself
    ::waitpid(slurmd, nullptr, 0);
  }
  Rig(const Rig&) = delete;
  Rig& operator=(const Rig&) = delete;

  std::string workspace() const { return dir / "work"; }
  void put(const std::string& path, const std::string& text) const {
    std::ofstream(dir / path) << text;
  }
  std::string read(const std::string& path) const {
    std::ifstream file(dir / path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  bool has(const std::string& path) const { return std::filesystem::exists(dir / path); }
  void remove(const std::string& path) const { std::filesystem::remove(dir / path); }

  std::string run_id = "contract-" + std::to_string(::getpid()) + "-" +
                       std::to_string(reinterpret_cast<std::uintptr_t>(this) % 100'000);
  Instant begun{};  ///< the run
  core::ExecutorSettings settings = {};
  core::Supplies supplies = {};

  RunFolder folder() const { return {dir / "shared", folder_name(run_id, begun)}; }
  /// What the record of an attempt has to say, as only its order tells.
  std::string token_of(core::AttemptKey key) const {
    const auto order = format::stored::read_text<JobOrder>(
        read("shared/runs/" + folder_name(run_id, begun) + "/orders/" + name_of(key)));
    if (!order) FAIL(order.error().what);
    return order->token;
  }

  /// A coordinator. Another one after it is one that resumes the run.
  std::unique_ptr<Cluster> open() const {
    process::Options here;
    here.run_id = run_id;
    here.log_dir = dir / "logs";
    here.handle_signals = false;
    auto processes = process::Processes::open(std::move(here));
    if (!processes) FAIL(processes.error().what);
    Options options;
    options.run_id = run_id;
    options.begun = begun;
    options.log_dir = dir / "logs";
    options.settings = settings;
    options.settings.kind = core::ExecutorKind::slurm;
    options.settings.shared_dir = dir / "shared";
    options.isolation.gates = core::GateIsolation::none;
    options.isolation.agents = core::AgentIsolation::none;
    options.isolation_word = options.agent_isolation_word = "none";
    options.workspace = workspace();
    options.state_dir = dir / "state";
    options.supplies = supplies;
    options.program = dir / "assay";  // jobs get a copy of it: a line instead of megabytes
    options.local_max = 2;
    options.ask_every = Millis{is_real() ? 2'000 : 200};
    options.look_every = Millis{100};
    auto cluster = Cluster::open(std::move(options), processes.take());
    if (!cluster) FAIL(cluster.error().what);
    return cluster.take();
  }

  core::Launch launch(std::uint32_t unit, std::string command, std::uint32_t attempt = 1) const {
    core::Launch launch;
    launch.key = {unit, attempt};
    launch.name = "c" + std::to_string(unit);
    launch.command = std::move(command);
    launch.cwd = workspace();
    launch.timeout = Millis{60'000};
    return launch;
  }
};

/// Every end until nothing is in flight, or so many have come; each attempt at most once.
inline std::map<core::AttemptKey, core::Evidence> ends_of(shell::Executor& executor,
                                                          std::size_t most = 1'000) {
  std::map<core::AttemptKey, core::Evidence> ends;
  for (int turns = 0; executor.in_flight() > 0 && ends.size() < most && turns < 600; ++turns) {
    auto happened = executor.wait(Millis{200});
    if (!happened) FAIL(happened.error().what);
    for (shell::Happening& each : *happened) {
      auto& ended = std::get<shell::ProcessEnded>(each);
      CHECK(ends.emplace(ended.key, std::move(ended.evidence)).second);
    }
  }
  return ends;
}

}  // namespace assay::slurm
