// SPDX-License-Identifier: MIT
// Who is at work at this moment, as every live view shows it: an agent with its program, what it
// did last, what it has used, how long it has been silent and why it was started again; a command
// with its text.
#pragma once

#include "api/run.h"
#include "face/cli/session.h"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace assay::cli {

using Monotonic = std::chrono::steady_clock;

struct Worker {
  core::AttemptKey key;
  std::string name;
  std::string what;  ///< the program of an agent, or the command
  std::string cwd;
  std::string why;  ///< of an agent that is not the first for its work
  bool is_agent = false;
  Monotonic::time_point since{};
  Monotonic::time_point reminded{};
  shell::AgentSight sight;
};

/// What an agent does, in one line without its name: "claude  1m02s  Edit src/a.py  12 turns, 8.1k
/// tokens, $0.04  silent 20s".
std::string worker_text(const Worker& worker, Millis elapsed);

class AtWork {
 public:
  /// `why`: what the attempt before lacked; empty for a first one.
  const Worker& started(const core::Launch& launch, std::string why);
  void ended(core::AttemptKey key) { workers_.erase(key); }
  void watching(const std::vector<shell::AgentSight>& sights);

  bool is_empty() const { return workers_.empty(); }
  const Worker* find(core::AttemptKey key) const;

  /// One line for each, and one more for each that is there once more.
  std::vector<std::string> lines() const;
  /// For output that is no terminal: agents that have been at it for another five minutes.
  std::vector<std::string> reminders();

 private:
  std::map<core::AttemptKey, Worker> workers_;
};

/// "1.1-executor  exit 0 in 12.3s, 5 turns, 8.1k tokens, $0.04"; for agents only.
std::string ended_text(const core::AttemptEnded& attempt);

}  // namespace assay::cli
