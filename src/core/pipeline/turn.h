// SPDX-License-Identifier: MIT
// One event's turn of the pipeline machine. Private to this folder: its parts are the files that
// define its members. No step has a branch of its own by name: everything is in its definition.
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
  void on(const WorldIdle& e);
  void on(const CancelRequested& e);
  void on(const RunConcluded&) { s_.phase = Phase::concluded; }

  /// What a job has written is in the workspace now.
  void adopted(Job& job, const WorkDone& e);

 private:
  // decide.cpp: who an event is for; stopping and going on
  bool stops();
  void park();
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
  void answered(const ApprovalGiven& e, bool automatic);

  // jobs.cpp: one agent
  void advance();
  void start(Job& job);
  void opened(Job& job, const WorkDone& e);
  void look(Job& job, JobStep step);
  void scan(Job& job, JobStep step);
  void looked(Job& job, const WorkInspected& e);
  void inspected(Job& job, const WorkInspected& e);
  void scanned(Job& job, const OutputsRead& e);
  void outputs_read(Job& job, const OutputsRead& e);
  bool unseal();
  void close(Job& job);
  void closed(Job& job, const WorkDone& e);
  void hold_up(Job& job);
  void call_off(Job& job);
  void resume(Job& job);

  // dispatch.cpp: it is started
  void dispatch(Job& job);
  void launch(Job& job, const SpendingReported& e);
  void ended(Job& job, const AttemptEnded& e);
  void note_cost(const Job& job, const Evidence& evidence);
  void note_dispatch(const Job& job, agent::CompletionStatus status);

  // contract.cpp: what it was to write
  std::string reject(Job& job) const;

  // settle.cpp: what becomes of its work
  void judge(Job& job);
  void adopt(Job& job);
  void settle(Job& job, agent::CompletionStatus status);
  void object(Job& job, std::string why);
  void fail(Job& job, ErrorClass error, std::string why);
  void note_changes(const Job& job);

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
  void look_before_checks();
  void workspace_seen(const WorkInspected& e);
  void run_checks();
  void checks_over();
  void look_at_verified();
  void tree_known(const WorkInspected& e);
  std::vector<std::string> moved_by_checks(const work::WorkSight& sight);

  // prove.cpp: whether tests notice what was changed
  void prove();
  void next_mixture();
  void mixture_opened(const WorkDone& e);
  void mixed(const WorkDone& e);
  void try_mixture();
  void clear_mixture();
  void mixture_cleared(const WorkDone& e);
  void proof_over();
  void proved();

  // faults.cpp: what speaks against a task
  void add_check_rows(const TaskRecord& task);
  void find_faults(TaskRecord& task);
  void note_judges(const std::vector<std::string>& paths);
  void find_regressions(TaskRecord& task) const;

  // goals.cpp: the goals of a phase
  void check_goals();
  void goals_over(const AttemptEnded& e);

  // gate.cpp: what a step has come to
  void evaluate();
  void rows_recorded(const RowsRecorded& e);
  void ask_numbers();
  void numbers_counted(const RowsCounted& e);
  void decide_gate();
  void fail_short_tasks();
  void fail_some_task();

  // finish.cpp: bundle, commit, end
  void write_bundle();
  void bundled(const WorkDone& e);
  void look_at_files();
  void files_seen(const OutputsRead& e);
  void commit();
  void commit_now();
  void committed(const WorkDone& e);
  void end(core::Outcome outcome, Target target, std::string why);

  // shared
  void approved(const ApprovalGiven& e) { answered(e, false); }
  void leave(Outcome outcome, std::string why, const std::string& option = {});
  void note_issue(std::string issue);
  void note_contradiction(std::string claim);
  AttemptKey new_key(std::uint32_t attempt = 1, std::uint32_t units = 1);
  template <class Request>
  void ask(Job& job, Request request, void (Turn::*then)(Job&, const typename Request::Answer&)) {
    s_.talk.ask(effects_, number_of(job), std::move(request), then);
  }
  template <class Request>
  void ask(Request request, void (Turn::*then)(const typename Request::Answer&)) {
    s_.talk.ask(effects_, std::move(request), then);
  }
  turn::Asker number_of(const Job& job) const;
  /// Whether assay could do what it was to do; if not, the run ends.
  bool is_done(const WorkDone& e);
  void emit(Effects effects);
  const Step& step() const { return current_step(s_); }
  TaskRecord* task_of(const std::string& id);

  State& s_;
  Instant at_;
  Effects effects_;
  std::vector<AttemptKey> attached_;  ///< outlived the coordinator that started them
};

}  // namespace assay::core::pipeline
