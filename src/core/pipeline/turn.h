// SPDX-License-Identifier: MIT
// One event's turn of the pipeline machine: the course of the run. One agent at work is a Worker
// (worker.h); gates, goals and proofs are parts of their own (gate.h, goals.h, prove.h). No step
// has a branch of its own by name: everything is in its definition. Private to this folder.
#pragma once

#include "core/ask/effect.h"
#include "core/ask/event.h"
#include "core/pipeline/questions.h"
#include "core/pipeline/state.h"

#include <string>
#include <vector>

namespace assay::core::pipeline {

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
  void on(const SpendingReported& e);
  void on(const WorkspaceInspected& e);
  void on(const WorldIdle& e);
  void on(const CancelRequested& e);
  void on(const RunConcluded&) { s_.phase = Phase::concluded; }

  // What its workers and its other parts (gate.h, goals.h, prove.h) use of it.
  State& state() { return s_; }
  Instant at() const { return at_; }
  Effects& effects() { return effects_; }
  const std::vector<AttemptKey>& attached() const { return attached_; }
  const Step& step() const { return current_step(s_); }
  TaskRecord* task_of(const std::string& id);
  AttemptKey new_key(std::uint32_t attempt = 1, std::uint32_t units = 1);
  turn::Asker number_of(const Job& job) const;
  void emit(Effects effects);
  void note_issue(std::string issue);
  /// True: nothing new may be started; the run waits.
  bool stops();
  void park();
  /// Whether assay could do what it was to do; if not, the run ends.
  bool is_done(const WorkDone& e);
  void look_before_checks();
  void look_at_verified();
  void add_check_rows(const TaskRecord& task);
  /// The step is over: on by its route.
  void leave(Outcome outcome, std::string why, const std::string& option = {});
  void end(core::Outcome outcome, Target target, std::string why);

 private:
  // decide.cpp: who an event is for; stopping and going on
  template <class Answer>
  void on_copy(const Answer& e);
  void hear_checks(const Event& event);
  void wait_for_person(std::vector<std::string> files, const std::string& why);
  void add_salt(const AttemptEnded& e);

  // start.cpp: the beginning
  void begin();
  void baseline_seen(const WorkInspected& e);
  void tag();
  void tagged(const WorkDone& e);

  // steps.cpp: entering a step, leaving it
  void enter(const Way& way);
  void enter_step(std::size_t index);
  void jobs_settled();
  void restore();
  void restored(const WorkDone& e);
  void follow(const Step& step, const Route& route, Outcome outcome, const std::string& why);

  // tasks.cpp: the tasks of the plan
  void read_plan();
  void plan_read(const OutputsRead& e);
  void take_plan(const Outputs& outputs);
  void dispatch_agents();
  void dispatch_tasks();

  // approval.cpp: people
  void ask_person();
  void approved(const ApprovalGiven& e) { answered(e, false); }
  void answered(const ApprovalGiven& e, bool automatic);

  // jobs.cpp: who is at work
  void advance();
  bool unseal();

  // baseline.cpp: the checks before anything is done
  void start_verification();
  void begin_baseline();
  void open_baseline();
  void baseline_opened(const WorkDone& e);
  void baseline_closed(const WorkDone& e);
  void run_baseline();
  void baseline_over();
  void look_behind_baseline();
  void judge_baseline(const WorkInspected& e);

  // verification.cpp: the checks on the tree as it is
  void workspace_seen(const WorkInspected& e);
  void run_checks();
  void checks_over();
  void tree_known(const WorkInspected& e);
  std::vector<std::string> moved_by_checks(const work::WorkSight& sight);

  // faults.cpp: what speaks against a task
  void find_faults(TaskRecord& task);
  void note_judges(const std::vector<std::string>& paths);
  void find_regressions(TaskRecord& task) const;
  void note_contradiction(std::string claim);

  // finish.cpp: bundle, commit, end
  void write_bundle();
  void bundled(const WorkDone& e);
  void look_at_files();
  void files_seen(const OutputsRead& e);
  void commit();
  void commit_now();
  void committed(const WorkDone& e);

  template <class Request>
  void ask(Request request, void (Turn::*then)(const typename Request::Answer&)) {
    s_.talk.ask(effects_, std::move(request), then);
  }

  State& s_;
  Instant at_;
  Effects effects_;
  std::vector<AttemptKey> attached_;  ///< outlived the coordinator that started them
};

}  // namespace assay::core::pipeline
