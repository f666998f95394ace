// SPDX-License-Identifier: MIT
// Where a verify run stands: the fold of its events. Small per command, because a manifest may hold
// 100,000.
#pragma once

#include "base/words.h"
#include "core/ask/recall.h"
#include "core/evidence/attempt.h"
#include "core/evidence/outcomes.h"
#include "core/evidence/tree.h"
#include "core/run/attempt_key.h"
#include "core/run/outcome.h"
#include "core/run/rules.h"
#include "core/verify/plan.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
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
  known_failures,   ///< every test that failed is on the list of known failures
  tree_changed,     ///< files changed while it ran, by whomever
  stale,            ///< its result is about another tree
};

/// Where one command stands. Every transition happens in decide.cpp.
enum class Step : std::uint8_t {
  waiting,           ///< its turn has not come
  observing_before,  ///< the tree is being digested, then it starts
  in_flight,         ///< one attempt is running
  observing_after,   ///< what has it made of the tree, and is it worth a retry?
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
  std::shared_ptr<const TestsNamed> tests;  ///< of the last attempt, if outcomes are kept
  std::vector<std::string> failed_earlier;  ///< tests of earlier attempts on the same tree
  std::uint32_t failed_tree = 0;            ///< the tree they failed on
  std::string not_excused;                  ///< why the list of known failures does not help
  std::optional<Placed> placed;             ///< the job of the last attempt
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
  bool is_reused = false;                ///< the result of an earlier run stands for it
  bool retry_is_infrastructure = false;  ///< which budget the retry under consideration comes from
  bool retry_is_free = false;            ///< its coordinator died: no budget pays for that
  bool retry_is_wanted = false;          ///< if the tree is as it was
  std::uint32_t tree = 0;                ///< the tree its last attempt began on: TreeWatch::trees
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

/// Why the run itself looks at the tree.
enum class TreeLook : std::uint8_t { none, start, resumed, end };

/// Files that changed while no command that may change them ran.
struct TreeChange {
  std::vector<std::string> files;    ///< sorted
  std::vector<std::uint32_t> gates;  ///< that ran meanwhile
};

/// Which tree is worked on, and what happened to it. Nothing of it moves unless the plan says so.
struct TreeWatch {
  std::vector<Tree> trees;     ///< in the order they were seen; the last is the one that counts
  std::size_t same_since = 0;  ///< from this one on, trees differ only in what gates may rewrite
  TreeLook look = TreeLook::none;  ///< under way
  std::uint32_t looks = 0;         ///< begun by the run itself
  bool is_over = false;            ///< the look at the end was had
  std::vector<std::uint32_t> ran;  ///< commands that ended since the last look
  std::vector<TreeChange> changes;
  /// Files that were written and have the bytes they had: nobody knows what they were meanwhile.
  std::vector<TreeChange> touched;
  std::vector<std::string> replaced;  ///< programs that are others than when the run began
  std::vector<ByProduct> by_products;
  std::vector<std::string> own;  ///< files that the first coordinator's own output goes to
  std::uint64_t more_by_products = 0;
  std::vector<std::string> by_bytes;                ///< files whose filter was not run
  std::vector<std::string> protected_changed = {};  ///< not as the base has them, at any look
  /// Digests of the inputs that commands declare, by command: at the first look on this tree, and
  /// at the last.
  std::vector<std::string> inputs;
  std::vector<std::string> inputs_at_end;
  std::string linked;  ///< the same for what links of the tree lead to
  std::string linked_at_end;
  std::string problem;  ///< why the tree could not be read

  const Tree* now() const { return trees.empty() ? nullptr : &trees.back(); }
};

/// What earlier runs know about the tree.
struct Recall {
  bool asked = false;    ///< the answer is awaited
  std::size_t tree = 0;  ///< how many trees had been seen when it came; 0: it never did
  std::map<std::uint32_t, Recalled> known;  ///< by unit
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
  TreeWatch tree;
  Recall recall;
  std::vector<AttemptKey> attached;  ///< outlived the last coordinator; until it went on
};

/// The tree an attempt of the command ran on; null: nobody looked.
const Tree* tree_of(const State& state, const CommandState& command);

/// Its result is about the tree that counts now, but for what gates may rewrite.
bool is_about_now(const State& state, const CommandState& command);

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
                        {Reason::known_failures, "known_failures"},
                        {Reason::tree_changed, "tree_changed"},
                        {Reason::stale, "stale"},
                        {Reason::skipped, "skipped_after_required_failure"}});
}

}  // namespace assay::core::verify
