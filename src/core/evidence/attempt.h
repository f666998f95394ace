// SPDX-License-Identifier: MIT
// One spawn of a command or agent, as assay observed it.
#pragma once

#include "base/digest.h"
#include "base/instant.h"
#include "core/evidence/judgement.h"
#include "core/evidence/lost.h"
#include "core/evidence/outcomes.h"
#include "core/evidence/pull_request.h"
#include "core/evidence/saying.h"
#include "core/evidence/tally.h"
#include "core/evidence/transcript.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::core {

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
  std::vector<std::string> failed_tests;  ///< likewise, or the first of them where all are kept
  std::shared_ptr<const TestsNamed> tests;  ///< if outcomes were to be kept, and were told
  std::string cache_marker;                 ///< the line that says results came from a cache
  std::string transient;  ///< the line that marks the failure as transient; empty: none
  std::string missing;    ///< the program of the command itself that is not there, and where it was
                          ///< looked for; empty: none
  std::string swallowed;  ///< the line by which make or npm says that it passed over a failure
  std::vector<std::string> excerpt;  ///< the useful part of a failure, already safe to show
  std::optional<agent::Judgement> judgement;             ///< if it was asked for
  std::shared_ptr<const loop::Saying> saying;            ///< if signals were asked for
  std::shared_ptr<const PullRequestSight> pull_request;  ///< if `gh` was asked
  bool says_complete = false;  ///< an agent claims, on a line of its own, to be done
};

/// Of an attempt that ran as a job of a cluster.
struct Placed {
  std::string job;   ///< its number there
  std::string node;  ///< empty: it never came to one
  Millis queued{0};  ///< before it ran
  std::string tree;  ///< what git calls the tree that the node had; empty: it never looked

  friend bool operator==(const Placed&, const Placed&) = default;
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
  std::optional<Placed> placed;  ///< none: it ran on the machine of its coordinator
};

/// Of an attempt that nobody saw end.
Evidence lost_evidence(std::string why);

}  // namespace assay::core
