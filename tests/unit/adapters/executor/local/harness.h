// SPDX-License-Identifier: MIT
// What the tests of the process adapter share: a place for logs, and short ways to run real
// commands.
#pragma once

#include "adapters/executor/local/processes.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace assay::process::test {

struct Place {
  std::filesystem::path path;

  Place() {
    std::string name = (std::filesystem::temp_directory_path() / "assay-process-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  ~Place() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::string operator/(const char* name) const { return (path / name).string(); }
};

inline std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Signals are left alone, and the grace is short, unless a test says otherwise.
inline Options quick(const Place& place) {
  Options options;
  options.run_id = "run-1";
  options.log_dir = place / "logs";
  options.grace = Millis{300};
  options.handle_signals = false;
  // What a command tells of itself, its pid for one, is true out here as well.
  options.seclusion.wanted.gates = core::GateIsolation::none;
  options.seclusion.wanted.agents = core::AgentIsolation::none;
  return options;
}

/// The same, kept from what is assay's by whatever this machine has.
inline Options secluded(const Place& place) {
  Options options = quick(place);
  options.seclusion.wanted = {};
  return options;
}

inline std::unique_ptr<Processes> must_open(Options options) {
  auto opened = Processes::open(std::move(options));
  ENSURE(static_cast<bool>(opened));
  return opened.take();
}

inline core::Launch launch_of(std::string command, std::uint32_t unit = 0,
                              std::uint32_t attempt = 1) {
  core::Launch launch;
  launch.key = {unit, attempt};
  launch.name = "c" + std::to_string(unit);
  launch.command = std::move(command);
  launch.cwd = "/";
  return launch;
}

/// Everything that ends until nothing is in flight, in order; stops are left out.
inline std::vector<shell::ProcessEnded> all_ends(Processes& processes) {
  std::vector<shell::ProcessEnded> ends;
  while (processes.in_flight() > 0) {
    auto happened = processes.wait(Millis{30'000});
    ENSURE(static_cast<bool>(happened));
    for (auto& happening : *happened) {
      if (auto* ended = std::get_if<shell::ProcessEnded>(&happening))
        ends.push_back(std::move(*ended));
    }
  }
  return ends;
}

inline core::Evidence run(Processes& processes, const core::Launch& launch) {
  processes.start(launch);
  auto ends = all_ends(processes);
  ENSURE(ends.size() == 1);
  return ends.front().evidence;
}

/// Runs one command in a place of its own and gives back its output too.
struct Ran {
  core::Evidence evidence;
  std::string text;
};

inline Ran run_alone(const std::string& command, Millis timeout = Millis{0},
                     const std::function<void(Options&)>& tweak = {}) {
  const Place place;
  Options options = quick(place);
  if (tweak) tweak(options);
  const auto processes = must_open(options);
  core::Launch launch = launch_of(command);
  launch.timeout = timeout;
  Ran ran{run(*processes, launch), {}};
  ran.text = slurp(ran.evidence.output.log_path);
  return ran;
}

inline bool is_alive(pid_t pid) {
  const auto seen = os::look_at(pid);
  return seen && !seen->is_dead();
}

inline std::size_t count_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

/// Runs `body` in a forked process and gives back the code it exits with, or 128 + the signal that
/// ended it. For what changes limits of the whole process, or must die.
inline int in_fork(const std::function<int()>& body) {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(body());
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace assay::process::test
