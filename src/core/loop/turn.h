// SPDX-License-Identifier: MIT
// One event's turn of the loop machine. Private to this folder: its parts are the files that define
// its members.
#pragma once

#include "core/ask/effect.h"
#include "core/ask/event.h"
#include "core/loop/moved.h"
#include "core/loop/questions.h"
#include "core/loop/state.h"

#include <set>
#include <string>
#include <vector>

namespace assay::core::loop {

class Turn {
 public:
  Turn(State& state, Instant at) : s_(state), at_(at) {}

  Effects hear(const Event& event);

  void on(const RunStarted& e);
  void on(const RunResumed& e);
  void on(const TreeObserved& e);
  void on(const AttemptEnded& e);
  void on(const WorkDone& e) { on_copy(e); }
  void on(const WorkInspected& e) { on_copy(e); }
  void on(const WorldIdle& e);
  void on(const CancelRequested& e);
  void on(const RunConcluded&) { s_.step = Step::concluded; }

 private:
  // decide.cpp: who an event is for; stopping and going on
  void park();
  void wake();
  void hear_checks(const Event& event);
  void hear_checks(Job& job, const Event& event);
  template <class Answer>
  void on_copy(const Answer& e);
  void checks_over();
  void tell_restored(const verify::Embedded& checks);
  bool stops();

  // course.cpp: what comes next, and the end
  void choose();
  void finish();
  void spec_finished(const WorkDone& e);
  void conclude_when_empty();
  void drained();
  /// The run will end like this; what is known is written down first.
  void end(Outcome outcome, std::string why);

  // gates.cpp: the gates of the workspace
  void begin_baseline();
  void run_baseline();
  void baseline_over();
  void check_gates();
  void run_gates();
  void check_hold();
  void hold_over();
  void gates_over();
  void gates_over_now();
  void end_gates(const std::vector<std::string>& wrong, bool by_error);

  // adopt.cpp: ticks from before the run
  void adopt();
  void adopted();
  void prepare();
  void prepared(const WorkDone& e);

  // work.cpp: one task at a time
  void start_jobs(const std::vector<TaskKey>& tasks);
  void advance();
  void start(Job& job);
  void opened(Job& job, const WorkDone& e);
  void look(Job& job, WorkStep step);
  void looked(Job& job, const WorkInspected& e);
  void begin_attempt(Job& job);
  void inspected(Job& job, const WorkInspected& e);
  void confirmed(Job& job, const WorkInspected& e);
  void check_again(Job& job, const Moved& moved);
  void judge(Job& job);
  bool take_request(Job& job);
  void pass(Job& job);
  void fail(Job& job, std::vector<Layer> layers);
  void restore(Job& job);
  void restored(Job& job, const WorkDone& e);
  void hold_up(Job& job, WorkStep redo);
  void resume(Job& job);

  // whose.cpp: whose a change is
  void seen(Job& job, const WorkSight& sight);
  void seen_between(Job& job, const WorkSight& sight);
  void wait_for_person(Job& job, std::vector<std::string> paths);

  // task_checks.cpp: the Verify of a task
  void run_checks(Job& job, WorkStep step);
  void checks_over(Job& job);
  void prechecked(Job& job);
  void measured(Job& job);
  void verified(Job& job);
  void remember_tests(const Job& job);
  void look_anew(Job& job);

  // origin.cpp: work that is there already
  void proved(Job& job);
  void compared(Job& job);
  void recalled(Job& job, const WorkDone& e);
  void forgotten(Job& job, const WorkDone& e);
  void origin_over(Job& job);

  // prove.cpp: whether tests notice what it has changed
  void prove(Job& job);
  void weighed(Job& job, const WorkInspected& e);
  void next_mixture(Job& job);
  void mixture_opened(Job& job, const WorkDone& e);
  void mixed(Job& job, const WorkDone& e);
  void try_mixture(Job& job);
  void clear_mixture(Job& job);
  void mixture_cleared(Job& job, const WorkDone& e);
  void proof_over(Job& job);

  // dispatch.cpp: the agent
  void dispatch(Job& job);
  void launch(Job& job, const SpendingReported& e);
  void ended(Job& job, const AttemptEnded& e);
  Launch launch_of(const Hand& hand, AttemptKey key, const std::string& name,
                   const std::string& directory) const;

  // ground.cpp: the workspace while gates run in it, or while a group works elsewhere
  void look_at_ground(Step step);
  void ground_seen(const WorkInspected& e);
  void ground_moved(const WorkSight& sight, std::vector<std::string> paths);

  // batch.cpp: what comes after the jobs
  void jobs_settled();
  void merge_next();
  void merge(Job& job);
  void handed_over(const WorkDone& e);
  void merged(const WorkDone& e);
  void recheck();
  void rechecked();
  void break_out(Job& job);

  // record.cpp: what passed is written down
  void record_batch();
  void recorded(const WorkDone& e);
  void close_next();
  void closed(const WorkDone& e);
  void after_batch();
  /// The spec as it should be now. The entries that wait go with it.
  UpdateSpec update(std::string commit_message, bool over, bool with_state);

  // review.cpp: somebody else looks at it
  void review_batch();
  void seen_before_review(const WorkInspected& e);
  void reserve_review();
  void start_review(const SpendingReported& e);
  void review_ended(const AttemptEnded& e);
  void review_inspected(const WorkInspected& e);
  void judge_review();
  void review_failed(const std::string& findings);
  void review_repeated(const std::string& why);
  void log_review(const std::string& status, const std::string& findings,
                  const std::string& action);

  // change.cpp: the list grows
  void split(Job& job);
  void add_prerequisite(Job& job);
  void add_followups(Job& job);
  TaskKey insert(TaskKey anchor, bool before, Task task, std::uint32_t depth);
  std::string new_child_id(TaskKey parent);
  void recover(Job& job);
  /// By value: what a task says of itself moves when the list grows.
  TaskKey insert_fix(TaskKey original, std::string problem, bool from_review);

  // pull.cpp: the pull request
  void start_pull_request();
  void run_gh(PullRequestStep step, const std::string& name, const std::string& command,
              Millis timeout);
  void gh_ended(const AttemptEnded& e);
  void resume_pull_request();
  bool publishes();
  void wait_for_ci();
  void sleep_for_ci();
  void waited(const Woken& e);
  void look_at_ci();
  void add_issue_tasks(const std::vector<PullRequestIssue>& issues, const std::string& kind);

  // shared
  template <class Request>
  void ask(Job& job, Request request, void (Turn::*then)(Job&, const typename Request::Answer&)) {
    s_.talk.ask(effects_, number_of(job), std::move(request), then);
  }
  template <class Request>
  void ask(Request request, void (Turn::*then)(const typename Request::Answer&)) {
    s_.talk.ask(effects_, std::move(request), then);
  }
  /// Under a key of its own.
  void ask(UpdateSpec wanted, void (Turn::*then)(const WorkDone&));
  turn::Asker number_of(const Job& job) const;
  /// Whether assay could do what it was to do; if not, the run ends.
  bool is_done(const WorkResult& result);
  void keep_head(const WorkResult& result);
  AttemptKey new_key(std::uint32_t attempt = 1, std::uint32_t units = 1);
  TaskState& task(const Job& job) { return s_.tasks[job.task]; }
  const TaskState& task(const Job& job) const { return s_.tasks[job.task]; }
  void emit(Effects effects);
  void note(ProgressEntry::Section section, std::string text);

  State& s_;
  Instant at_;
  Effects effects_;
  std::vector<AttemptKey> attached_;  ///< outlived the coordinator that started them
};

}  // namespace assay::core::loop
