// SPDX-License-Identifier: MIT
// Runs attempts, and tells what became of them. Unaware of manifests, retries and verdicts.
#pragma once

#include "base/digest.h"
#include "base/instant.h"
#include "base/result.h"
#include "core/agent/settings.h"
#include "core/ask/process.h"
#include "core/ask/supplies.h"
#include "core/run/executor.h"
#include "core/run/isolation.h"
#include "shell/ports/patience.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace assay::shell {

/// An attempt reached its end; everything it started is dead and its log is on disk.
/// `evidence.reading` is empty.
struct ProcessEnded {
  core::AttemptKey key;
  core::Evidence evidence;
};

/// A person or a supervisor asked the run to stop (SIGINT, SIGTERM, SIGHUP).
struct StopAsked {
  std::string by;
};

/// An agent in flight, as its own output tells. For people to see: nothing of it decides or is
/// kept.
struct AgentSight {
  core::AttemptKey key;
  std::string last_tool;   ///< "Edit: src/a.py"; empty: none so far
  std::string last_words;  ///< the beginning of what it said last
  std::int32_t turns = 0;
  std::int64_t tokens = 0;                ///< 0: not told so far
  std::optional<std::int64_t> micro_usd;  ///< none: not told so far
  Millis silent{0};                       ///< since it was last heard
};

using Happening = std::variant<ProcessEnded, StopAsked>;

/// Runs attempts. Unaware of manifests, retries and verdicts.
class Executor {
 public:
  virtual ~Executor() = default;

  /// Starts an attempt. Never fails: what could not be started ends as spawn_failed. Starting a key
  /// that is already in flight, or has ended, does nothing (an effect may be performed twice). An
  /// earlier attempt of the same unit, which only attach() can have left in flight, is ended.
  virtual void start(const core::Launch& launch) = 0;

  /// Goes on with an attempt that an earlier coordinator of this run has started: its end is
  /// reported by wait(), as if it had been started here. False: it is not there any more. The
  /// launch, which the journal tells, is all the handle there is.
  virtual bool attach(const core::Launch& launch) = 0;

  /// Waits until something happened or the longest time passed, and returns everything that has
  /// happened by then, in order. Returns at once with nothing when nothing is in flight, unless it
  /// is to wait anyway, and when the bell can be read.
  virtual Result<std::vector<Happening>> wait(const Patience& patience) = 0;

  /// Ends everything in flight: TERM and CONT to each whole tree, then KILL after the grace period.
  /// The ends are reported by wait() as cancelled. A second call kills at once.
  virtual void stop_all() = 0;

  /// Ends one attempt as stop_all() ends all of them; nothing if it is not in flight.
  virtual void cancel(core::AttemptKey key) = 0;

  virtual std::uint32_t in_flight() const = 0;

  /// How many attempts can be in flight at once, at least 1.
  virtual std::uint32_t capacity() const = 0;

  /// The agents in flight.
  virtual std::vector<AgentSight> agents() const { return {}; }
};

struct ExecutorNeeds {
  std::string run_id;
  std::string log_dir;
  std::vector<std::pair<std::string, std::string>> env;  ///< configured for every attempt
  std::vector<std::string> pass_env;         ///< names let through beyond the allow-list
  std::vector<core::AgentSpec> agents = {};  ///< values of variables that plans only name
  core::Isolation isolation = {};            ///< as the run asked when it began
  std::string workspace = {};
  std::string state_home = {};           ///< of all workspaces; empty: there is none
  std::string config_dir = {};           ///< of the user's own settings; likewise
  std::string state_dir = {};            ///< kept from attempts, with everything in it
  core::ExecutorSettings executor = {};  ///< as the run was told when it began
  core::Supplies supplies = {};          ///< what copies at nodes get beside the tree
  Instant begun{};                       ///< the run, as its first event says
};

/// What the process adapter says of itself, for the evidence.
struct ExecutorRecord {
  /// What keeps gates from state and keys: "full", "partial: ...", "none", "none: why".
  std::string isolation;
  std::vector<std::string> environment;  ///< names
  Digest environment_digest;
  std::vector<std::string> agent_environment;  ///< names; what agents get
  Digest agent_environment_digest;
  std::uint32_t capacity = 1;        ///< attempts that fit into this machine's limits at once
  std::string agent_isolation = {};  ///< the same of agents
};

/// Of a run that has both, in one word where one will do.
inline std::string isolation_of_both(const ExecutorRecord& record) {
  if (record.isolation == record.agent_isolation) return record.isolation;
  return "agents " + record.agent_isolation + "; gates " + record.isolation;
}

struct OpenExecutor {
  std::unique_ptr<Executor> executor;
  ExecutorRecord record;
};

}  // namespace assay::shell
