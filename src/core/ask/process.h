// SPDX-License-Identifier: MIT
// Attempts: what is to be started, how its output is to be read, and how it ended.
#pragma once

#include "base/instant.h"
#include "base/record.h"
#include "core/ask/order.h"
#include "core/evidence/attempt.h"
#include "core/run/attempt_key.h"
#include "core/run/executor.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assay::core {

struct AttemptEnded;
struct DrainReported;

/// What the reader of an attempt's output is asked to look for.
struct ReadingOrder {
  bool count_tests = false;     ///< a test gate: find out how many tests ran
  bool name_tests = false;      ///< and which of them passed and failed, where that is told
  bool keep_outcomes = false;   ///< what became of every test is kept beside the log
  bool look_for_cache = false;  ///< a gate that must be effective: did it really run?
  std::string report;  ///< report file, relative to the working directory; empty: read the console
  bool signals = false;          ///< an agent works on a task: what does its final text signal?
  GhAnswer gh = GhAnswer::none;  ///< the output of `gh`: what does it say?
  bool judgement = false;        ///< an agent was asked for its judgement: look up what it cites
  std::string criterion;         ///< what the judgement is about
  std::vector<std::string> never_evidence;  ///< globs of files whose citation proves nothing
  std::vector<std::string> retry_on;        ///< further patterns that mark a failure as transient
};

/// What an attempt is for, beside who runs it.
enum class Purpose : std::uint8_t {
  work,    ///< an agent, a judge or a gate
  set_up,  ///< makes what copies lack
};

/// What a name on the search path stood for when a run began.
struct ProgramMark {
  std::string word = {};    ///< as commands call it; empty: a file by its path
  std::string search = {};  ///< the search path; empty: that of assay itself
  std::string path = {};    ///< where that led; empty: nowhere; with a slash at its end: a folder
  std::string digest =
      {};  ///< of its bytes, or of what interpreters load from the folder by itself

  friend bool operator==(const ProgramMark&, const ProgramMark&) = default;
};

constexpr auto fields_of(Of<ProgramMark>) {
  using Set = ProgramMark;
  return record<Set>(field("word", &Set::word), field("search", &Set::search),
                     field("path", &Set::path), field("digest", &Set::digest));
}

/// Everything needed to run one attempt.
struct Launch {
  AttemptKey key;
  std::string name;     ///< the unit's id; part of the log's file name
  std::string command;  ///< run as /bin/bash -o pipefail -c <command>; unused for an agent
  std::string cwd;      ///< absolute
  std::vector<std::pair<std::string, std::string>> env;  ///< beyond the allow-list
  Millis timeout{0};                                     ///< 0: none
  ReadingOrder reading;
  bool with_credentials = false;  ///< a command of assay's own that needs what agents get
  std::shared_ptr<const agent::Order> agent;  ///< null: a command
  Purpose purpose = Purpose::work;            ///< decides, with the run's isolation, what it sees
  /// It is not started if one of these is another by now.
  std::vector<ProgramMark> programs = {};
  Resources resources = {};  ///< of a command; an agent has them in its order
};

/// Run one attempt. Answered by exactly one AttemptEnded.
struct StartAttempt {
  using Answer = AttemptEnded;

  Launch launch;
};

struct AttemptEnded {
  Instant at{};
  AttemptKey key;
  std::string name;
  Evidence evidence;
};

/// End everything in flight; each attempt still answers with its AttemptEnded.
struct StopAttempts {};

/// Say how many attempts are still held. Answered by DrainReported.
struct Drain {
  using Answer = DrainReported;
};

/// Answer to Drain: how many attempts the outside still holds.
struct DrainReported {
  Instant at{};
  std::uint32_t alive = 0;
};

inline std::string decision_of(const StartAttempt& e) {
  return "start " + attempt_text(e.launch.name, e.launch.key);
}
inline std::string decision_of(const StopAttempts&) { return "stop"; }
inline std::string decision_of(const Drain&) { return "drain"; }

}  // namespace assay::core
