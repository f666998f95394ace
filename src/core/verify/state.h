// SPDX-License-Identifier: MIT
// Where a verify run stands: the fold of its events. Small per command, because a manifest may hold
// 100,000.
#pragma once

#include "base/words.h"
#include "core/run/outcome.h"
#include "core/run/rules.h"
#include "core/verify/plan.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay::core::verify {

/// Joined by the worst: error over fail over pass.
enum class Status : std::uint8_t { pass, fail, error };

/// What kind of pass, fail or error it is.
enum class Reason : std::uint8_t {
  none,
  ineffective,  ///< passed, but proved nothing
  masked,       ///< its text cannot report a failure
  detached,     ///< its text leaves work behind, so it was not run
  flaky,        ///< failed, then passed on the same tree
  timeout,
  signaled,
  limit,
  spawn_failed,
  unrecorded,  ///< ran, but its output could not be stored
  lost,
  cancelled,
  skipped,          ///< not run after a failed stage
  program_missing,  ///< the shell found no such program
};

/// Where one command stands. Every transition happens in decide.cpp.
enum class Step : std::uint8_t {
  waiting,           ///< its turn has not come
  observing_before,  ///< the tree is being digested, then it starts
  in_flight,         ///< one attempt is running
  observing_after,   ///< it failed in a way worth retrying; is the tree as it was?
  finished,
};

/// What few commands need: words about a failure, digests of the tree around a mutating command.
struct Notes {
  std::string ineffective_reason;
  std::string detail;                ///< spawn error, transient line, why no retry
  std::vector<std::string> excerpt;  ///< of the last failing attempt
  std::vector<std::string> orphans;  ///< "sleep (4711)"
  std::string tree_before;
  std::string tally_source;
  std::vector<std::string> passed_tests;  ///< of the last attempt, if their names were asked for
  std::vector<std::string> failed_tests;
};

struct CommandState {
  Step step = Step::waiting;
  Status status = Status::error;
  Reason reason = Reason::none;
  bool effective = false;
  bool said_no = false;        ///< did not pass, which needs no proof: effectiveness asks a green
  bool masked = false;         ///< ineffective because of its text, so required is enough to matter
  bool failed_before = false;  ///< an earlier attempt ended in a transient failure
  bool has_log = false;
  bool retry_is_infrastructure = false;  ///< which budget the retry under consideration comes from
  bool retry_is_free = false;            ///< its coordinator died: no budget pays for that
  std::uint8_t infrastructure_retries = 0;
  std::uint8_t flaky_retries = 0;
  std::uint16_t attempts = 0;
  std::int32_t exit_code = -1;
  std::uint32_t duration_ms = 0;  ///< of the last attempt
  std::int64_t tests_executed = -1;
  std::unique_ptr<Notes> notes;  ///< null: none

  Notes& note() {
    if (!notes) notes = std::make_unique<Notes>();
    return *notes;
  }
};

/// Commands that may run at the same time; the wave is over when all of them are finished.
struct Wave {
  std::uint32_t first = 0;  ///< position in Schedule::order
  std::uint32_t last = 0;   ///< one past
  std::int32_t stage = 0;
  bool parallel = false;
};

/// The order of a run: stages ascending; in a stage the mutating ones one by one, the parallel-safe
/// ones together (longest expected first), the rest one by one.
struct Schedule {
  std::vector<std::uint32_t> order;
  std::vector<Wave> waves;
};

enum class Phase : std::uint8_t {
  running,
  cancelling,  ///< nothing new starts; what is in flight is being ended
  draining,    ///< a provisional verdict exists; is the outside really empty?
  concluded,
};

struct State {
  std::string run_id;
  Rules rules = rules_now;
  std::shared_ptr<const Plan> plan;
  Schedule schedule;
  std::vector<CommandState> commands;
  Phase phase = Phase::running;
  std::uint32_t wave = 0;
  std::uint32_t next = 0;        ///< position in the order of the next command to start
  std::uint32_t unfinished = 0;  ///< commands of the current wave that are started but not finished
  std::uint32_t in_flight = 0;
  std::uint64_t spawned = 0;    ///< attempts
  std::uint64_t completed = 0;  ///< attempts that came to an end, lost ones included
  std::uint32_t excerpts = 0;   ///< commands whose excerpt is kept
  std::uint64_t late = 0;       ///< ends of attempts that were over already; they change nothing
  bool stage_failed = false;    ///< a required command so far did not pass, or proved nothing
  bool cancelled = false;
};

using assay::to_text;

constexpr auto words_of(Of<Status>) {
  return words<Status>({{Status::pass, "PASS"}, {Status::fail, "FAIL"}, {Status::error, "ERROR"}});
}

constexpr auto words_of(Of<Reason>) {
  return words<Reason>({{Reason::none, ""},
                        {Reason::ineffective, "ineffective"},
                        {Reason::masked, "masked"},
                        {Reason::detached, "detached"},
                        {Reason::flaky, "flaky"},
                        {Reason::timeout, "timeout"},
                        {Reason::signaled, "signaled"},
                        {Reason::limit, "limit"},
                        {Reason::spawn_failed, "spawn_failed"},
                        {Reason::unrecorded, "unrecorded"},
                        {Reason::lost, "lost"},
                        {Reason::cancelled, "cancelled"},
                        {Reason::program_missing, "program_missing"},
                        {Reason::skipped, "skipped_after_required_failure"}});
}

}  // namespace assay::core::verify
