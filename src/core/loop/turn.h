// SPDX-License-Identifier: MIT
// One event's turn of the loop machine: the course of the run. One task at work is a Worker
// (worker.h), the pull request and the review are parts of their own (pull.h, review.h). Private to
// this folder.
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

  // What its workers and its other parts (pull.h, review.h) use of it.
  State& state() { return s_; }
  Instant at() const { return at_; }
  Effects& effects() { return effects_; }
  const std::vector<AttemptKey>& attached() const { return attached_; }
  AttemptKey new_key(std::uint32_t attempt = 1, std::uint32_t units = 1);
  turn::Asker number_of(const Job& job) const;
  void emit(Effects effects);
  void note(ProgressEntry::Section section, std::string text);
  /// The spec as it should be now. The entries that wait go with it.
  UpdateSpec update(std::string commit_message, bool over, bool with_state);
  Launch launch_of(const Hand& hand, AttemptKey key, const std::string& name,
                   const std::string& directory) const;
  /// True: nothing new may be started; the run waits, or it is over.
  bool stops();
  void park();
  /// Once for each file: what the gates saw was not what is there.
  void tell_restored(const verify::Embedded& checks);
  /// Starts what there is a place for; goes on when every job has come to an end.
  void advance();
  /// Records what passed, and what the list has become.
  void record_batch();
  /// Every task is done and nobody has an objection.
  void finish();
  void conclude_when_empty();
  /// The run will end like this; what is known is written down first.
  void end(Outcome outcome, std::string why);
  TaskKey insert(TaskKey anchor, bool before, Task task, std::uint32_t depth);
  std::string new_child_id(TaskKey parent);
  /// By value: what a task says of itself moves when the list grows.
  TaskKey insert_fix(TaskKey original, std::string problem, bool from_review);

 private:
  // decide.cpp: who an event is for; stopping and going on
  void wake();
  void hear_checks(const Event& event);
  template <class Answer>
  void on_copy(const Answer& e);
  void checks_over();

  // course.cpp: what comes next, and the end
  void choose();
  void spec_finished(const WorkDone& e);
  void drained();

  // gates.cpp, hold.cpp: the gates of the workspace, and tasks whose time has passed
  void start_gates();
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

  // work.cpp: who is at work
  void start_jobs(const std::vector<TaskKey>& tasks);

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
  void recorded(const WorkDone& e);
  void close_next();
  void closed(const WorkDone& e);
  void after_batch();

  // change.cpp: the list grows
  void split(Job& job);
  void add_prerequisite(Job& job);
  void add_followups(Job& job);
  void recover(Job& job);

  // shared
  template <class Request>
  void ask(Request request, void (Turn::*then)(const typename Request::Answer&)) {
    s_.talk.ask(effects_, std::move(request), then);
  }
  /// Under a key of its own.
  void ask(UpdateSpec wanted, void (Turn::*then)(const WorkDone&));
  /// Whether assay could do what it was to do; if not, the run ends.
  bool is_done(const WorkResult& result);
  void keep_head(const WorkResult& result);
  TaskState& task(const Job& job) { return s_.tasks[job.task]; }

  State& s_;
  Instant at_;
  Effects effects_;
  std::vector<AttemptKey> attached_;  ///< outlived the coordinator that started them
};

}  // namespace assay::core::loop
