// SPDX-License-Identifier: MIT
// One spawn of a command or agent: what is asked for, and what was observed.
#pragma once

#include "base/digest.h"
#include "base/instant.h"
#include "core/agent/judgement.h"
#include "core/agent/order.h"
#include "core/agent/transcript.h"
#include "core/evidence/lost.h"
#include "core/evidence/tally.h"
#include "core/loop/pull_request.h"
#include "core/loop/saying.h"

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::core {

/// Which attempt of which unit of work. A unit is a command of a manifest (later: a task, a
/// dispatch), counted from 0 in the order of the plan; attempts count from 1.
struct AttemptKey {
  std::uint32_t unit = 0;
  std::uint32_t attempt = 0;

  friend auto operator<=>(const AttemptKey&, const AttemptKey&) = default;
};

/// What the reader of an attempt's output is asked to look for.
struct ReadingOrder {
  bool count_tests = false;     ///< a test gate: find out how many tests ran
  bool name_tests = false;      ///< and which of them passed and failed, where that is told
  bool look_for_cache = false;  ///< a gate that must be effective: did it really run?
  std::string report;  ///< report file, relative to the working directory; empty: read the console
  bool signals = false;  ///< an agent works on a task: what does its final text signal?
  loop::GhAnswer gh = loop::GhAnswer::none;  ///< the output of `gh`: what does it say?
  bool judgement = false;  ///< an agent was asked for its judgement: look up what it cites
  std::string criterion;   ///< what the judgement is about
  std::vector<std::string> never_evidence;  ///< globs of files whose citation proves nothing
  std::vector<std::string> retry_on;        ///< further patterns that mark a failure as transient
};

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
};

enum class ExitKind : std::uint8_t {
  exited,        ///< by itself, with `code`
  signaled,      ///< by `signal`, which assay did not send
  timed_out,     ///< assay ended it at its time limit
  cancelled,     ///< assay ended it because the run was cancelled
  limited,       ///< assay ended it because it went over a limit of its own
  spawn_failed,  ///< it never ran; `detail` says why
  lost,          ///< nobody knows: its coordinator died, or its end was never reported
  unrecorded,    ///< it ran, but its output could not be stored; `detail` says why
  stalled,       ///< an agent that assay ended because it had been silent for too long
  held,          ///< an agent that had said its last word and was ended because it did not go
};

struct Exit {
  ExitKind kind = ExitKind::lost;
  int code = -1;
  int signal = 0;
  std::string detail;

  friend bool operator==(const Exit&, const Exit&) = default;
};

/// A process the attempt left behind, killed before its result became final.
struct Orphan {
  int pid = 0;
  std::string name;

  friend bool operator==(const Orphan&, const Orphan&) = default;
};

struct Captured {
  std::string log_path;      ///< absolute; empty if there is none
  std::uint64_t bytes = 0;   ///< of the full stream
  std::uint64_t stored = 0;  ///< in the log; less than `bytes` when the middle was left out
  Digest stream;             ///< of the full stream
  Digest log;                ///< of the stored file

  bool truncated() const { return stored < bytes; }
};

struct Usage {
  Millis user{0};
  Millis system{0};
  std::uint64_t max_rss_kib = 0;
};

/// What the reader found in output and report.
struct Reading {
  Tally tally;
  std::vector<std::string> passed_tests;  ///< their names, sorted, if they were asked for and told
  std::vector<std::string> failed_tests;  ///< likewise
  std::string cache_marker;               ///< the line that says results came from a cache
  std::string transient;  ///< the line that marks the failure as transient; empty: none
  std::string missing;    ///< the program of the command itself that is not there, and where it was
                          ///< looked for; empty: none
  std::string swallowed;  ///< the line by which make or npm says that it passed over a failure
  std::vector<std::string> excerpt;  ///< the useful part of a failure, already safe to show
  std::optional<agent::Judgement> judgement;                   ///< if it was asked for
  std::shared_ptr<const loop::Saying> saying;                  ///< if signals were asked for
  std::shared_ptr<const loop::PullRequestSight> pull_request;  ///< if `gh` was asked
  bool says_complete = false;  ///< an agent claims, on a line of its own, to be done
};

/// What assay itself observed of one attempt. Nothing in it is a claim, the transcript excepted: it
/// is what the agent said, observed to have been said.
struct Evidence {
  Exit exit;
  Instant started{};
  Millis duration{0};
  Captured output;
  Usage usage;
  std::vector<Orphan> orphans;
  std::vector<LostFailure> lost;  ///< seen by the shell's observer, the first few
  Reading reading;
  std::shared_ptr<const agent::Transcript> transcript;  ///< of an agent; null for a command
};

/// Of an attempt that nobody saw end.
Evidence lost_evidence(std::string why);

}  // namespace assay::core
