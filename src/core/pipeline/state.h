// SPDX-License-Identifier: MIT
// Where a pipeline run stands: the fold of its events.
#pragma once

#include "base/words.h"
#include "core/agent/budget.h"
#include "core/ask/bundle.h"
#include "core/evidence/work_sight.h"
#include "core/goals/embedded.h"
#include "core/pipeline/plan.h"
#include "core/proof/mixtures.h"
#include "core/run/outcome.h"
#include "core/run/rules.h"
#include "core/turn/conversation.h"
#include "core/verify/embedded.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace assay::core::pipeline {

/// Whether it is worth trying again. Transient: it may go better the second time. Deterministic:
/// it will not. Security: nothing goes on.
enum class ErrorClass : std::uint8_t { transient, deterministic, security };

using assay::to_text;

constexpr auto words_of(Of<ErrorClass>) {
  return words<ErrorClass>({{ErrorClass::transient, "transient"},
                            {ErrorClass::deterministic, "deterministic"},
                            {ErrorClass::security, "security"}});
}

/// Every transition of a job happens in jobs.cpp.
enum class JobStep : std::uint8_t {
  waiting,     ///< for a place, a dependency or a file
  opening,     ///< its copy of the tree is being made
  looking,     ///< what is the tree like before?
  scanning,    ///< which inputs are there, and which outputs already?
  reserving,   ///< is there budget?
  executing,   ///< an agent works
  inspecting,  ///< what has it changed?
  reading,     ///< what has it written?
  sealed,      ///< a vote that nobody may read before everybody has voted
  adopting,    ///< its work is taken over into the workspace
  closing,     ///< its copy goes
  held_up,     ///< no agent may be started now
  settled,
};

/// One agent of a step.
struct Job {
  std::string instance;
  std::string focus;
  std::string task;  ///< id; empty: none
  JobStep step = JobStep::waiting;
  std::string directory;  ///< where it works
  bool in_copy = false;
  bool alone = false;  ///< its work conflicted: once more, in the workspace itself
  AttemptKey key;
  std::uint32_t spawns = 0;           ///< agents started, lost ones too
  std::uint32_t failures = 0;         ///< counted against the retries
  std::uint32_t violations = 0;       ///< of its contract: the second is not worth a third
  std::string complaint;              ///< what was wrong with the last answer
  std::vector<std::string> rejected;  ///< files of it that broke their contracts, in its tree
  Evidence evidence;
  Outputs before;
  Outputs after;
  std::map<std::string, Beginning> logs;  ///< as they were before its first attempt, by path
  work::WorkSight base;
  std::vector<std::string> changed;               ///< files it changed, as assay saw
  std::optional<agent::CompletionStatus> status;  ///< how it ended; none: not yet
  std::string failure;                            ///< why it ended in an error
};

/// What the run knows about one task of the plan.
struct TaskRecord {
  agent::PlannedTask task;
  std::vector<std::string> files;  ///< declared
  std::size_t wave = 0;            ///< not before those of earlier waves are done
  std::set<std::string> changed;   ///< observed, over all rounds
  bool implemented = false;
  bool verified = false;  ///< since it was last worked on
  bool failed = false;    ///< its last verification did not pass
  std::vector<std::string> regressions;
  std::vector<std::string> outside;           ///< changed although it did not declare them
  std::vector<agent::ReportedChange> claims;  ///< what its last report says it changed
  bool claims_documents = false;              ///< its report says that it is about documents only
  std::vector<std::string> faults;  ///< what its last verification found wrong with its work
};

/// What one check of the workspace said.
struct CheckResult {
  std::string name;  ///< in the words of the ledger: tests, build, ...
  std::string command;
  bool required = true;
  bool passed = false;
  int exit_code = -1;
  std::int64_t tests = -1;
  std::string snippet;
  bool failed = false;  ///< it ran and said no; neither passed nor failed: it proves nothing
  bool is_test = false;
  std::vector<std::string> passed_tests = {};  ///< by name, where names are told
  std::vector<std::string> failed_tests = {};
  bool known = false;  ///< fails, but only in tests that failed on the baseline already

  /// Every test it ran is named.
  bool names_all() const {
    const auto named = static_cast<std::int64_t>(passed_tests.size() + failed_tests.size());
    return named > 0 && named == tests;
  }
};

/// A file in the feature folder that an agent was asked for and assay took over, or wrote itself.
struct Accepted {
  std::string step;    ///< id
  std::string digest;  ///< of its content, as its stamp tells it
};

struct VoteRecord {
  std::string scope;
  std::string instance;
  std::string focus;
  std::int64_t round = 1;
  agent::Review review;
};

struct ApprovalRecord {
  std::string gate_id;
  std::string option;
  std::string comment;
  std::string by;
  Instant at{};
  bool automatic = false;
};

/// What the run waits for or does. Every transition happens in the files named.
enum class Phase : std::uint8_t {
  looking,           ///< the tree and the commit before anything starts (steps.cpp)
  tagging,           ///< for people (steps.cpp)
  opening_baseline,  ///< a copy of the baseline; only in runs of v0_1 (verification.cpp)
  baseline,          ///< its checks (verification.cpp)
  closing_baseline,  ///< what have they left behind? (verification.cpp)
  reading_plan,      ///< which tasks are there? (steps.cpp)
  working,           ///< jobs (jobs.cpp)
  looking_before,    ///< what differs from the baseline, and whose is it? (verification.cpp)
  checking,          ///< the checks on the tree as it is (verification.cpp)
  looking_after,     ///< which tree was that? (verification.cpp)
  mixing,            ///< a copy is made of old and new (prove.cpp)
  trying,            ///< the checks there (prove.cpp)
  clearing,          ///< the copy goes (prove.cpp)
  judging_goals,     ///< (goals.cpp)
  restoring,         ///< files of tasks that failed go back (steps.cpp)
  recording,         ///< rows; only in runs of v0_1 (gate.cpp)
  counting,          ///< numbers for the gate (gate.cpp)
  approving,         ///< somebody is asked (steps.cpp)
  bundling,          ///< (finish.cpp)
  looking_at_files,  ///< are the accepted files what they were? (finish.cpp)
  committing,        ///< (finish.cpp)
  parked,
  draining,
  concluded,
};

/// The tree and the repository before anything was done.
struct Origin {
  std::string tree;  ///< digest
  std::string name;  ///< what git would call the tree
  std::string head;  ///< the commit that was checked out
  std::string branch;
  std::string repository;  ///< how it was set up; empty: not looked at
  std::string tag;         ///< that people go back to
};

/// What agents are told beside their order: those of the step under way, and of the next one.
struct Told {
  std::string feedback;
  std::string next_feedback;
  std::string wish;  ///< of the person who runs this
  std::string next_wish;
};

/// The tree before the last checks, held against the baseline.
struct Seen {
  std::string tree;                   ///< digest
  std::set<std::string> differs;      ///< files
  std::set<std::string> hollow;       ///< of them: those without content
  std::set<std::string> leads_out;    ///< of them: links out of the workspace
  std::set<std::string> fresh;        ///< of them: those the baseline does not have
  std::set<std::string> by_products;  ///< what checks have left behind
  bool again = false;  ///< the checks run once more, on what a gate of theirs has written
};

/// Whether tests notice the change.
struct Proving {
  proof::Tallies tallies;                     ///< what each check counted
  work::TestTexts texts;                      ///< what reading the test files that changed shows
  std::optional<proof::Search> search;        ///< the proof under way
  std::optional<work::Proof> proof;           ///< the last one; none: not asked
  std::map<std::string, work::Proof> proofs;  ///< by the trees they are about
};

/// What the gate of the step under way is decided from.
struct Counting {
  std::vector<std::string> subjects;    ///< ids of the tasks the step is about
  std::vector<CheckRow> rows;           ///< to be recorded at the end of the step
  std::vector<TelemetryRow> telemetry;  ///< likewise
  std::vector<RowQuestion> questions;
  std::vector<std::optional<std::int64_t>> numbers;  ///< one for each of them
};

/// Files of the feature folder.
struct FeatureFiles {
  std::map<std::string, Accepted> accepted;  ///< by path in it
  std::vector<std::string> people;  ///< accepted ones that somebody changed since: not committed
  bool settled = false;             ///< who changed those said so by going on
};

class Turn;
class Worker;

struct State {
  std::string run_id;
  Rules rules = rules_now;
  std::shared_ptr<const Plan> plan;
  Phase phase = Phase::looking;
  turn::Conversation<Turn, Job, Worker> talk;  ///< what was asked and is not answered yet
  Instant started{};
  std::size_t step = 0;                        ///< position in the definition
  std::map<std::string, std::int64_t> rounds;  ///< by step: how often it was entered
  std::map<std::string, std::int64_t> loops;   ///< by loop: how often it was charged
  std::string mode;                            ///< of the step under way
  TaskSet task_set = TaskSet::unverified;      ///< likewise
  std::vector<Job> jobs;
  std::uint32_t next_unit = 0;
  agent::Purse purse;
  AttemptKey key;

  Origin origin;
  Told told;
  Seen seen;
  Proving proving;
  Counting counting;
  FeatureFiles files;
  verify::Embedded checks;
  std::uint32_t baseline_runs = 0;    ///< how often the checks were begun there, and
  std::uint32_t check_runs = 0;       ///< on the tree: each time under names of their own
  std::vector<CheckResult> baseline;  ///< what the checks said there
  bool baseline_done = false;
  std::vector<CheckResult> after;  ///< what they said last
  std::string verified_tree;       ///< digest of the tree they ran on, without the feature folder
  std::string verified_name;       ///< what git would call it, with the feature folder
  std::vector<std::string> strangers;  ///< files changed by nobody this run knows: it waits
  std::string salt;   ///< digest of everything that ended so far: nobody knows it beforehand
  std::string nonce;  ///< of the question under way; empty: there is none
  bool checks_passed = false;       ///< all required ones, in that run
  goals::Embedded goals;            ///< the goals machine inside
  std::optional<int> goals_status;  ///< 0: all reached; 1: gaps; else nobody could find out

  std::vector<TaskRecord> tasks;  ///< in the order of the plan
  /// What tasks have changed that a later plan no longer has, with their risk.
  std::map<std::string, agent::Risk> left_over;
  std::vector<std::int64_t> waves;  ///< how many tasks of each may be worked on at once
  bool plan_known = false;
  std::vector<VoteRecord> votes;
  std::vector<agent::Concern> concerns;
  std::vector<ApprovalRecord> approvals;
  std::vector<TelemetryRow> dispatches;  ///< all of the run
  std::vector<BundleCost> costs;         ///< likewise, by step and agent
  std::vector<std::string> gate_notes;   ///< what each condition said, for people

  std::vector<std::string> known_issues;
  std::vector<std::string> contradicted;  ///< claims that evidence contradicts
  bool went_on_exhausted = false;         ///< a loop was used up, and the project said: go on
  bool blocked = false;                   ///< a blocker is being acted on
  std::optional<Confidence> confidence;   ///< none: not computed yet
  std::string confidence_why;
  std::string commit;
  std::string bundle_path;
  std::string waiting_for;  ///< gate id

  bool cancelled = false;
  bool for_good = false;
  std::string stopped_by;
  Phase parked_from = Phase::working;
  std::optional<agent::Refusal> refusal;
  std::optional<core::Outcome> ending;
  Target end_target = Target::error;
  std::string why;
};

/// As one word for a shell.
std::string shell_quoted(std::string_view word);

/// Its loop, if it has one, is not used up.
bool can_take(const State& state, const Route& route);

/// The question of the approval step the run stands at: without options that cannot be taken any
/// more, its texts filled in.
Question question_of(const State& state);

/// How often a gate was answered so far.
std::uint32_t answers_to(const State& state, const std::string& gate_id);

const Step& current_step(const State& state);
/// The work of the tasks at hand is being taken back.
bool is_reverting(const State& state);
std::int64_t round_of(const State& state);
std::uint32_t in_flight(const State& state);

/// DONE, ERROR, EXHAUSTED, ABORTED; only for a state with an ending.
std::string_view end_word(const State& state);

/// The name of a check in the ledger: the seed's word for its kind, with its id where that is not
/// unique.
std::vector<std::string> check_names(const verify::Manifest& manifest);

/// The rule: High if every check passed, everybody approved and nothing was used up; Medium if
/// nothing stands against it; else Low.
void compute_confidence(State& state);

/// Empty: not computed yet.
std::string shown_confidence(const State& state);

/// Protected files that are not as the base has them: from the beginning, or by its tasks, who have
/// to declare them. Sorted.
std::vector<std::string> protected_changed(const State& state);

/// Everything the bundle says follows from the state.
Bundle bundle_of(const State& state);

}  // namespace assay::core::pipeline
