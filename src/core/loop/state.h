// SPDX-License-Identifier: MIT
// Where a loop run stands: the fold of its events.
#pragma once

#include "core/agent/budget.h"
#include "core/loop/layers.h"
#include "core/loop/plan.h"
#include "core/loop/pull_request.h"
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

namespace assay::core::loop {

/// What is to be done with an open task when its turn comes.
enum class Next : std::uint8_t {
  dispatch,  ///< an agent works on it
  check,     ///< its parts are done: only its Verify is run
  review,    ///< it has passed, and what the review found is fixed: it is reviewed again
};

struct TaskState {
  Task task;
  bool done = false;        ///< verified, and ticked
  bool taken_over = false;  ///< was ticked before the run began
  Next next = Next::dispatch;
  std::vector<TaskKey> waits_for;  ///< not before these are done
  bool alone = false;              ///< never again in a parallel group

  std::uint32_t spawns = 0;         ///< agents started for it, lost ones too
  std::uint32_t iteration = 1;      ///< which counted attempt is next or under way
  std::string last_failure;         ///< why the last attempt was not accepted
  std::string normal_failure;       ///< the same, normalised
  std::uint32_t same_failures = 0;  ///< in a row

  std::optional<WorkSight> base;     ///< the tree before its first attempt
  std::optional<WorkSight> first;    ///< likewise, also where its work was begun anew since
  std::optional<work::Proof> proof;  ///< whether tests notice what it has changed; none: not asked
  bool is_part = false;              ///< of a task that was split
  std::optional<WorkSight> left;     ///< the tree its last attempt left
  std::vector<Layer> layers;         ///< of its last attempt
  std::string commit;                ///< that it made, short
  std::uint32_t finished = 0;        ///< which one it was to be done in this run; 0: none of them
  std::uint32_t wake = 0;            ///< how often the run had gone on when its Verify passed last
  std::uint32_t before = 0;          ///< how many tasks were done in this run then
  bool in_group = false;             ///< it passed beside others, and once more merged with them
  std::string tree;  ///< what git calls the tree on which its Verify passed; empty: not known

  std::optional<TaskKey> fixes;      ///< it is a fix for that task
  std::uint32_t depth = 0;           ///< how many fixes or splits it is away from the pinned list
  std::vector<std::string> fix_ids;  ///< fix tasks made for it by failure recovery
  std::vector<StateFields::Modification> modifications;
  std::uint32_t children = 0;  ///< ids given to tasks below it

  std::string seen_tree;          ///< of the last look at it
  std::string seen_branch;        ///< likewise
  std::string seen_head;          ///< likewise
  bool watched = true;            ///< no agent has been at work on it since that look
  std::set<std::string> touched;  ///< outside its Files, with a trace of one of its agents
  std::set<std::string> foreign;  ///< outside its Files, and somebody else's
  std::string notice;             ///< what its agents are told before they begin
  bool was_there = false;         ///< its work was done already, and is verified

  std::uint32_t reviews = 0;        ///< that ended without approval
  std::uint32_t review_spawns = 0;  ///< reviewers started, lost ones too
  std::string prior_findings;       ///< of the last one
};

/// Every transition happens in work.cpp.
enum class WorkStep : std::uint8_t {
  waiting,     ///< for a place: only so many agents work at the same time
  opening,     ///< its worktree is being made
  looking,     ///< what is the tree like before?
  precheck,    ///< a [VERIFY] task: its commands, before anybody is asked
  reserving,   ///< is there budget?
  executing,   ///< an agent works
  inspecting,  ///< what has it left behind?
  checking,    ///< its Verify is run
  confirming,  ///< has anything changed while it ran?
  recording,   ///< the failed attempt is written down, then comes the next
  measuring,   ///< its Verify, before its first agent: how many tests are there?
  proving,     ///< its work seems to be there: its Verify, now
  recalling,   ///< a copy is made of the tree its task came in with
  comparing,   ///< its Verify there: it has to fail
  forgetting,  ///< the copy goes
  weighing,    ///< its Verify passes: what has it changed?
  mixing,      ///< a copy is made of old and new
  trying,      ///< the gates there
  clearing,    ///< the copy goes
  held_up,     ///< no agent may be started now
  settled,
};

/// Who works on a task.
enum class Role : std::uint8_t { executor, qa };
std::string to_text(std::optional<Role> role);

enum class Settled : std::uint8_t { none, passed, exhausted, breaks_out, stopped };

/// One task being worked on.
struct Job {
  TaskKey task = 0;
  std::uint32_t index = 0;  ///< position of the task in the list when the job began
  WorkStep step = WorkStep::waiting;
  WorkStep redo = WorkStep::reserving;  ///< where it goes on after it was held up
  Settled settled = Settled::none;
  std::string directory;  ///< where: the workspace, or a worktree
  std::string branch;     ///< of the worktree; empty: none
  std::string head;       ///< of the branch, when it is handed over
  bool handed_over = false;
  bool merged = false;
  AttemptKey key;            ///< of the agent at work, or of what was asked
  std::optional<Role> role;  ///< none: nobody has been asked yet
  Evidence evidence;         ///< of the agent that ended last
  std::shared_ptr<const Saying> saying;
  bool prechecked = false;
  bool moved = false;                 ///< something has changed while its Verify ran
  bool measured = false;              ///< its Verify was run before its agent
  bool restored = false;              ///< the list is as it should be: the next attempt may begin
  bool asked_origin = false;          ///< whether its work is there already has been found out
  bool failed_before = false;         ///< its Verify fails on the tree its task came in with
  bool controls = false;              ///< now: does it pass in a copy of the tree as it is?
  std::vector<std::string> waits_on;  ///< files of which nobody knows whose they are
  bool accepts_request = false;       ///< what it proposes will be taken over
  bool needs_fix = false;             ///< it breaks out because a fix task has to come first
  verify::Embedded checks;
  std::map<std::uint32_t, std::int64_t> failures;  ///< per command of them: tests that failed
  proof::Tallies tallies;                          ///< likewise, everything that was counted
  std::optional<proof::Search> search;             ///< the proof under way
  std::string failure;                             ///< of an exhausted one
};

enum class Step : std::uint8_t {
  looking_baseline,     ///< what is the workspace like before anything is done?
  baseline,             ///< the gates, before anything is done
  inspecting_baseline,  ///< have they changed anything?
  adopting,             ///< the Verify of tasks that were ticked before
  preparing,            ///< the spec files are brought in line
  looking_group,        ///< what is the workspace like before a group works elsewhere?
  working,              ///< jobs
  inspecting_group,     ///< has anybody changed it meanwhile?
  merging,              ///< branches, one by one
  rechecking,           ///< the merged tree
  looking_review,
  reserving_review,
  reviewing,
  inspecting_review,  ///< has the reviewer touched anything?
  recording,          ///< what is done is ticked and committed
  closing,            ///< worktrees go
  holding,            ///< do earlier tasks still hold whose files later ones have changed?
  looking_gates,      ///< what is the workspace like before the gates?
  gates,              ///< the workspace's own, at the end
  inspecting_gates,   ///< has anything changed while they ran?
  pull_request,
  finishing,  ///< the last update of the spec
  parked,
  draining,
  concluded,
};

/// The review under way.
struct Reviewing {
  Evidence evidence;       ///< of the reviewer that ended last
  std::string tree;        ///< digest of the workspace that is reviewed
  std::string head;        ///< what was checked out when the reviewer began, and
  std::string repository;  ///< how the repository was set up; empty: not known
};

class Turn;
class Worker;

struct State {
  std::string run_id;
  Rules rules = rules_now;
  std::shared_ptr<const Plan> plan;
  Step step = Step::baseline;
  turn::Conversation<Turn, Job, Worker> talk;  ///< what was asked and is not answered yet
  Instant started{};
  std::vector<TaskState> tasks;  ///< by key
  std::vector<TaskKey> order;    ///< as tasks.md lists them
  std::vector<Insertion> insertions;
  std::vector<Job> jobs;  ///< the current task, or the current group
  std::uint32_t next_unit = 0;
  std::uint32_t global_iteration = 1;  ///< dispatches of tasks, counted ones
  agent::Purse purse;

  verify::Embedded checks;                         ///< gates, adoption, the merged tree
  std::vector<TaskKey> checked;                    ///< per command of `checks`: whose Verify it is
  std::vector<GateBefore> baseline;                ///< per gate
  std::map<std::uint32_t, std::int64_t> failures;  ///< per command of `checks`: tests that failed
  std::vector<std::vector<TaskKey>> checked_too;   ///< per command of `checks`: who shares it
  std::map<std::string, std::int64_t> tests_before;  ///< by test command: how many it ran last
  std::map<std::string, std::vector<std::string>> names_before;  ///< and which of them passed
  std::uint32_t finished = 0;                                    ///< tasks done in this run
  std::uint32_t wakes = 0;  ///< how often it was taken up again: nobody was there before
  std::map<std::string, work::Proof> proofs;  ///< by the trees they are about
  std::vector<bool> flaky;  ///< per gate: it failed, and is run once more on the same tree
  std::vector<std::vector<std::string>> failed_first;  ///< per gate: tests that failed then
  std::vector<std::string> known_failures;  ///< gates that fail as they did when the run began
  bool gates_again = false;                 ///< they are being run once more
  std::size_t cursor = 0;                   ///< which job is being merged or closed
  std::string head;                         ///< commit of the workspace, as assay last left it
  std::string start;  ///< the commit its first task was begun on, or that others made since
  AttemptKey key;     ///< of it, or of the reviewer at work
  WorkSight ground;   ///< the workspace before the gates at the end, or before a group
  std::vector<std::string> waits_on;  ///< files in it of which nobody knows whose they are

  std::vector<TaskKey> batch;  ///< passed together: reviewed and recorded together
  Reviewing reviewing;
  std::vector<ProgressEntry> entries;  ///< to be written with the next update
  std::vector<std::string> remarks;    ///< what people should know at the end
  std::vector<std::string> kept;       ///< worktrees and branches that were not taken away
  std::vector<std::string> tampering;  ///< every time somebody touched the list
  PullRequest pull_request;

  bool cancelled = false;
  bool for_good = false;  ///< cancelled, and not only stopped for a while
  std::string stopped_by;
  Step parked_from = Step::working;
  std::optional<agent::Refusal> refusal;
  std::string person;             ///< what a person has to decide before it goes on; empty: nothing
  std::optional<Outcome> ending;  ///< decided, but not concluded yet
  std::string why;                ///< of the ending
  bool list_changed = false;      ///< since it was last recorded
};

/// Position in tasks.md of the first task that is not done; the number of tasks if all are.
std::uint32_t task_index(const State& state);

/// The list as it should be now.
TaskList list_of(const State& state);

/// The task after which the run was asked to stop is done.
bool is_until_reached(const State& state);

/// Protected files that are not as the base has them: from the beginning, or by its tasks, who have
/// to declare them. Sorted.
std::vector<std::string> protected_changed(const State& state);

/// "1.2", or "task 4" for one without an id.
std::string name_of(const State& state, TaskKey task);

/// The same as a part of file names, branch names and ids of commands.
std::string id_of(const Task& task, TaskKey key);

/// A phase about pull requests, whatever its number.
bool is_pull_request_phase(std::string_view phase);

std::uint32_t in_flight(const State& state);

}  // namespace assay::core::loop
