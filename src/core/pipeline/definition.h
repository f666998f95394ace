// SPDX-License-Identifier: MIT
// A pipeline as values: steps in order, what each dispatches and must produce, the gate that
// decides how it ended, and where each ending leads. The machine executes this and knows no
// pipeline by name. How it is written down, and what makes a definition sound, is
// format/pipeline's business.
//
// A step runs like this: its agents are dispatched (or assay does the work itself), its gate is
// evaluated, the outcome picks a route, the route's loop is charged, the way's step is entered.
#pragma once

#include "base/words.h"
#include "core/ask/approval.h"
#include "core/ask/confidence.h"
#include "core/ask/outputs.h"
#include "core/evidence/completion.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::core::pipeline {

enum class StepKind : std::uint8_t {
  prepare,   ///< always the first: git hygiene, baseline, weighing the request
  agents,    ///< one role, one or more instances side by side
  tasks,     ///< one role, once per task of a plan, in waves
  verify,    ///< assay runs the workspace's checks per task: baseline and after
  goals,     ///< assay checks the goals of a phase folder
  review,    ///< instances of a role vote, each with a focus of its own
  approval,  ///< a person picks an option; autonomous: the default
  bundle,    ///< the evidence bundle, from the ledger alone
  commit,    ///< exactly what was verified, if confidence allows
};

/// How a step ended, which is what its routes are for.
enum class Outcome : std::uint8_t {
  pass,       ///< every condition of the gate holds
  revise,     ///< work is there and not good enough: NEEDS_REVISION, votes, failing checks, gaps
  concerns,   ///< prepare only: the request raised doubts, none of them a blocker
  failed,     ///< agents ended in ERROR after their retries, or something could not be found out
  blocker,    ///< a blocker vote or a blocker concern: running agents are stopped as well
  exhausted,  ///< the route to take has a loop whose budget is used up
  option,     ///< approval only: `Route::option` was picked
};

/// Where a way leads: to a step, or to an end of the run.
enum class Target : std::uint8_t {
  step,
  done,   ///< DONE
  error,  ///< ERROR
  stop,   ///< EXHAUSTED
  abort,  ///< ABORTED
};

/// Which tasks of the plan a step works on.
enum class TaskSet : std::uint8_t {
  unverified,  ///< not verified since they were last worked on; at first all
  failed,      ///< those whose last verification did not pass
  all,
};

struct Way {
  Target target = Target::error;
  std::string step = {};              ///< its id, if `target` is step
  std::string mode = {};              ///< how the step works this time; empty: its own mode
  std::optional<TaskSet> tasks = {};  ///< of tasks and verify steps; none: the step's own

  friend bool operator==(const Way&, const Way&) = default;
};

struct Route {
  Outcome on = Outcome::pass;
  std::string option = {};  ///< of an approval, if `on` is option
  Way way = {};
  std::string loop = {};         ///< charged 1 when taken; none left: outcome `exhausted` instead
  std::optional<Way> last = {};  ///< taken instead of `way` when this uses up the loop
  /// Of `exhausted` only: taken if the project says `on_exhausted: proceed`; otherwise the run
  /// stops as EXHAUSTED.
  bool if_proceeding = false;

  friend bool operator==(const Route&, const Route&) = default;
};

/// A budget for going back. Charged over the whole run, never refilled: a run is finite because
/// every cycle of steps is charged to a loop.
struct Loop {
  std::string name;
  std::int32_t budget = 1;         ///< how often a route of it may be taken
  bool written_as_rounds = false;  ///< in YAML {rounds: budget + 1}

  friend bool operator==(const Loop&, const Loop&) = default;
};

struct Instance {
  std::string name;   ///< "researcher-impact"
  std::string focus;  ///< "impact"; may be empty

  friend bool operator==(const Instance&, const Instance&) = default;
};

/// Whom a step asks, and for what.
struct Dispatch {
  std::string role;            ///< empty: nobody
  bool if_configured = false;  ///< without an agent for the role, nobody is asked
  /// Never empty where there is a role, except for tasks and verify: there one instance
  /// "<role>-<task>" per task.
  std::vector<Instance> instances;
  std::vector<Input> inputs;
  std::vector<Output> outputs;  ///< of every instance
  std::string mode;             ///< "implement"; empty: none
  std::string instructions;     ///< said to the agents beside the prompt of their role
  std::int32_t concurrency = 4;
  std::int32_t retries = 1;  ///< per agent, for transient failures and the first broken contract

  friend bool operator==(const Dispatch&, const Dispatch&) = default;
};

/// What a condition looks at.
enum class Subject : std::uint8_t {
  status,    ///< how many instances (or tasks) completed with `status`
  query,     ///< the number a named query returns, per task in tasks and verify steps
  evidence,  ///< a fact assay found out itself
};

/// Facts for `Subject::evidence`; each holds or does not.
enum class Fact : std::uint8_t {
  clean_tree,              ///< prepare: nothing uncommitted, or the user allowed it
  no_blocker_concerns,     ///< prepare
  no_concerns,             ///< prepare
  baseline_recorded,       ///< verify, per task: its checks were run on the baseline
  required_checks_passed,  ///< verify, per task: no required check failed or is missing
  no_regressions,          ///< verify, per task: nothing that passed in the baseline fails
  change_proved,           ///< verify: tests notice what was changed, and none asks less
  goals_reached,           ///< goals: no gap
  verdicts_distinct,       ///< review: one verdict per instance, each from its own agent
};

enum class Comparison : std::uint8_t { at_least, at_most, exactly };

struct Bound {
  bool all = false;           ///< as many as there are instances (or tasks)
  std::int32_t standard = 0;  ///< for a task of size Standard, and where there is no task
  std::int32_t large = 0;     ///< for a Large task or one with a red file

  friend bool operator==(const Bound&, const Bound&) = default;
};

struct Condition {
  Subject subject = Subject::status;
  agent::CompletionStatus status = agent::CompletionStatus::done;
  std::string query = {};  ///< a name in `Definition::queries`
  Fact fact = Fact::clean_tree;
  Comparison comparison = Comparison::at_least;
  Bound bound = {};
  Outcome otherwise = Outcome::failed;  ///< of the step if this does not hold

  friend bool operator==(const Condition&, const Condition&) = default;
};

/// SQL over the ledger's anvil_checks that returns one number. Parameters: :run_id, :task_id (the
/// task, or "<slug>-<scope>-review" in a review), :round (of the step), :scope (of a review).
struct Query {
  std::string name;
  std::string sql;

  friend bool operator==(const Query&, const Query&) = default;
};

enum class Scope : std::uint8_t { design, code };
/// What prepare does on the default branch of the repository.
enum class BranchPolicy : std::uint8_t { warn, refuse, ignore };

struct Step {
  std::string id;
  std::string title;
  StepKind kind = StepKind::agents;
  /// Conditions in order: the first that does not hold decides. In tasks and verify steps queries
  /// and facts are evaluated for every task of this round, and one task is enough to fail one.
  /// Those that end in `blocker` are also evaluated whenever an agent of the step has ended.
  std::vector<Condition> gate;
  std::vector<Route> routes;  ///< complete: one for every outcome the step can have
  bool blocking = true;       ///< false: `failed` is noted and goes the way of `pass`

  Dispatch dispatch;  ///< prepare, agents, tasks, verify, review; outputs also of goals and bundle

  std::string plan;        ///< tasks, verify: path of the plan, or folder of IMPL files
  std::string task_files;  ///< tasks, verify: folder of the task files; empty: the plan says it all
  TaskSet task_set = TaskSet::unverified;            ///< tasks, verify
  std::string phase;                                 ///< goals: the folder with .task/ in it
  Scope scope = Scope::code;                         ///< review
  Question question;                                 ///< approval
  BranchPolicy default_branch = BranchPolicy::warn;  ///< prepare
  std::string message;                               ///< commit: may have {slug}
  std::vector<std::string> trailers;                 ///< commit
  Confidence confidence = Confidence::medium;        ///< commit: below it, nothing is committed

  friend bool operator==(const Step&, const Step&) = default;
};

struct Definition {
  std::string name;
  std::string description;
  std::int32_t concurrency = 4;  ///< limit for every step
  std::vector<Loop> loops;
  std::vector<Query> queries;  ///< those that gates name, own and standard
  std::vector<Step> steps;     ///< the first is where a run begins

  friend bool operator==(const Definition&, const Definition&) = default;
};

/// Null if there is none.
const Step* find_step(const Definition& definition, std::string_view id);
const Loop* find_loop(const Definition& definition, std::string_view name);
const Query* find_query(std::span<const Query> queries, std::string_view name);
const Route* find_route(const Step& step, Outcome on, std::string_view option = {});
/// The default of an approval; null if it has none.
const Option* default_option(const Question& question);

/// Which outcomes a step can have, from its kind, its gate and its routes with loops; `option`
/// stands for every option of an approval.
std::vector<Outcome> outcomes_of(const Step& step);

/// The gate a step has if its definition says nothing about it.
std::vector<Condition> standard_gate(const Step& step);

/// Queries every definition may name: the templates of the seed, made to count each reviewer once
/// and to stay within run, task and round.
std::span<const Query> standard_queries();

/// Below this all paths of a pipeline are.
std::string feature_folder(std::string_view slug);

/// What placeholders stand for; an empty one stays as it is.
struct Names {
  std::string_view slug = {};
  std::string_view task = {};
  std::string_view instance = {};
  std::string_view focus = {};
  std::string_view scope = {};
  std::string_view round = {};
};
std::string fill(std::string_view path, const Names& names);

using assay::to_text;

constexpr auto words_of(Of<StepKind>) {
  return words<StepKind>({{StepKind::prepare, "prepare"},
                          {StepKind::agents, "agents"},
                          {StepKind::tasks, "tasks"},
                          {StepKind::verify, "verify"},
                          {StepKind::goals, "goals"},
                          {StepKind::review, "review"},
                          {StepKind::approval, "approval"},
                          {StepKind::bundle, "bundle"},
                          {StepKind::commit, "commit"}});
}

constexpr auto words_of(Of<Outcome>) {
  return words<Outcome>({{Outcome::pass, "pass"},
                         {Outcome::revise, "revise"},
                         {Outcome::concerns, "concerns"},
                         {Outcome::failed, "failed"},
                         {Outcome::blocker, "blocker"},
                         {Outcome::exhausted, "exhausted"},
                         {Outcome::option, "option"}});
}

constexpr auto words_of(Of<Target>) {
  return words<Target>({{Target::step, "step"},
                        {Target::done, "done"},
                        {Target::error, "error"},
                        {Target::stop, "stop"},
                        {Target::abort, "abort"}});
}

constexpr auto words_of(Of<TaskSet>) {
  return words<TaskSet>(
      {{TaskSet::unverified, "unverified"}, {TaskSet::failed, "failed"}, {TaskSet::all, "all"}});
}

constexpr auto words_of(Of<Fact>) {
  return words<Fact>({{Fact::clean_tree, "clean_tree"},
                      {Fact::no_blocker_concerns, "no_blocker_concerns"},
                      {Fact::no_concerns, "no_concerns"},
                      {Fact::baseline_recorded, "baseline_recorded"},
                      {Fact::required_checks_passed, "required_checks_passed"},
                      {Fact::no_regressions, "no_regressions"},
                      {Fact::change_proved, "change_proved"},
                      {Fact::goals_reached, "goals_reached"},
                      {Fact::verdicts_distinct, "verdicts_distinct"}});
}

constexpr auto words_of(Of<Comparison>) {
  return words<Comparison>({{Comparison::at_least, "at_least"},
                            {Comparison::at_most, "at_most"},
                            {Comparison::exactly, "exactly"}});
}

constexpr auto words_of(Of<Scope>) {
  return words<Scope>({{Scope::design, "design"}, {Scope::code, "code"}});
}

constexpr auto words_of(Of<BranchPolicy>) {
  return words<BranchPolicy>({{BranchPolicy::warn, "warn"},
                              {BranchPolicy::refuse, "refuse"},
                              {BranchPolicy::ignore, "ignore"}});
}

}  // namespace assay::core::pipeline
