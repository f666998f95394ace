// SPDX-License-Identifier: MIT
// What the outside can do for a run. Each port has one real adapter and one fake, and both pass the
// same contract test.
#pragma once

#include "base/digest.h"
#include "base/instant.h"
#include "base/result.h"
#include "core/effect.h"
#include "core/event.h"
#include "core/machine.h"
#include "shell/workshop_port.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace assay::shell {

class Clock {
 public:
  virtual ~Clock() = default;
  virtual Instant now() = 0;
};

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
class Processes {
 public:
  virtual ~Processes() = default;

  /// Starts an attempt. Never fails: what could not be started ends as spawn_failed. Starting a key
  /// that is already in flight, or has ended, does nothing (an effect may be performed twice).
  virtual void start(const core::Launch& launch) = 0;

  /// Waits until something happened or `longest` passed, and returns everything that has happened
  /// by then, in order. Returns at once with nothing when nothing is in flight.
  virtual Result<std::vector<Happening>> wait(Millis longest) = 0;

  /// Ends everything in flight: TERM and CONT to each whole tree, then KILL after the grace period.
  /// The ends are reported by wait() as cancelled. A second call kills at once.
  virtual void stop_all() = 0;

  virtual std::uint32_t in_flight() const = 0;

  /// The agents in flight.
  virtual std::vector<AgentSight> agents() const { return {}; }
};

/// One step of a run as the journal keeps it.
struct Entry {
  core::Event event;
  std::string decision;  ///< core::to_text of the effects it led to
};

/// The journal of one run, opened for writing by its only coordinator.
class Journal {
 public:
  virtual ~Journal() = default;

  /// All entries, or none, are durable when this returns. Fails with Fault::conflict once another
  /// coordinator has taken the run over, and with Fault::exhausted when the disk is full.
  virtual Result<> append(std::span<const Entry> entries) = 0;

  /// Everything appended so far, oldest first.
  virtual Result<std::vector<Entry>> read() = 0;

  /// Reserves one attempt of an agent, durably, and says what the other runs of that day have spent
  /// or reserved. Reserving twice is reserving once; the attempt's end settles it.
  virtual Result<core::agent::Spent> reserve(const core::AskSpending& attempt, Instant at) = 0;

  /// Asks the tables of this run; what was appended counts. A question that cannot be answered has
  /// no number.
  virtual Result<std::vector<std::optional<std::int64_t>>> count(
      std::span<const core::pipeline::RowQuestion> questions) {
    return std::vector<std::optional<std::int64_t>>(questions.size());
  }
};

/// A workspace at one moment, and how it came to be from an earlier one.
struct TreeSight {
  Digest digest;
  std::string head;                  ///< commit; empty: none
  std::vector<std::string> changed;  ///< against ObserveTree::since
  std::vector<std::string> commits;  ///< after ObserveTree::since_head, oldest first
};

/// Digests the workspace: every file that git does not ignore.
class Trees {
 public:
  virtual ~Trees() = default;
  virtual Result<TreeSight> observe(const core::ObserveTree& wanted) = 0;
};

/// Looks into the workspace for what tasks promised. Changes nothing, runs nothing.
class Inspector {
 public:
  virtual ~Inspector() = default;
  /// One result per check, in order; commands and semantic checks stay unchecked.
  virtual Result<std::vector<core::goals::CheckResult>> inspect(
      const core::InspectWorkspace& wanted) = 0;
};

/// Reads commands before, and output after, a run. Knows formats, decides nothing.
class Reader {
 public:
  virtual ~Reader() = default;
  virtual core::CommandLint lint(const std::string& command) = 0;
  /// The same, and what the command starts in `cwd` is read as it is now: what a run would find
  /// when it has passed.
  virtual core::CommandLint foresee(const std::string& command, const std::string& cwd) {
    static_cast<void>(cwd);
    return lint(command);
  }
  /// Fills in the prompt of an agent whose order has values for it.
  virtual core::Launch prepare(core::Launch launch) { return launch; }
  virtual core::Reading read(const core::Launch& launch, const core::Evidence& evidence) = 0;
};

/// What somebody said when asked.
struct Answer {
  std::string option;
  std::string comment;
  std::string by;
  bool stop = false;       ///< no answer: he wants the run to stop
  std::string nonce = {};  ///< of the question that is answered
};

/// Somebody at a terminal.
class Person {
 public:
  virtual ~Person() = default;
  /// None: nobody is there any more, or `answered_elsewhere` has become true.
  virtual std::optional<Answer> ask(const core::pipeline::Question& question,
                                    const std::function<bool()>& answered_elsewhere) = 0;
};

/// People who can be asked. An answer given from elsewhere counts as well; the first one holds.
class Approvals {
 public:
  virtual ~Approvals() = default;
  /// None: nobody is there. Never waits for somebody who is not.
  virtual std::optional<Answer> ask(const core::AskApproval& question) = 0;
  /// Of the last question: what lay there as an answer and was none. Empty: nothing.
  virtual std::string ignored() const { return ""; }
};

/// Is told what happens, for people to see. Cannot influence anything.
class Audience {
 public:
  virtual ~Audience() = default;
  virtual void begun(const core::RunStarted&) {}
  virtual void started(const core::Launch&) {}
  virtual void ended(const core::AttemptEnded&) {}
  /// After each turn: how the machine stands now.
  virtual void decided(const core::Machine&) {}
  virtual void stopping(const std::string& /*by*/) {}
  /// Whether watching() is wanted.
  virtual bool watches() const { return false; }
  /// Before each tick: what the agents in flight do.
  virtual void watching(const std::vector<AgentSight>&) {}
  virtual void tick() {}
  /// How often tick() is wanted while nothing happens.
  virtual Millis period() const { return std::chrono::minutes{1}; }
};

/// The ports one run needs.
struct World {
  Clock& clock;
  Processes& processes;
  Journal& journal;
  Trees& trees;
  Reader& reader;
  Audience& audience;
  Inspector* inspector = nullptr;  ///< only machines that inspect need one
  Workshop* workshop = nullptr;    ///< only machines that work on a repository need one
  Workplace* workplace = nullptr;  ///< only pipelines need one
  Approvals* approvals = nullptr;  ///< null: nobody can be asked
};

}  // namespace assay::shell
