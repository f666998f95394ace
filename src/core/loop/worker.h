// SPDX-License-Identifier: MIT
// One task at work, for one event: its agent, its Verify, its proof. A worker changes its job and
// its task, and what all tasks share (purse, remarks, what was counted before). What becomes of the
// run it leaves to the turn. Private to this folder.
#pragma once

#include "core/loop/turn.h"

#include <string>
#include <utility>
#include <vector>

namespace assay::core::loop {

class Worker {
 public:
  Worker(Turn& turn, Job& job) : turn_(turn), s_(turn.state()), job_(job) {}

  void start();
  void resume();
  void ended(const AttemptEnded& e);
  void hear_checks(const Event& event);
  void checks_over();

 private:
  // work.cpp: from the first look to the last
  void opened(const WorkDone& e);
  void look(WorkStep step);
  void looked(const WorkInspected& e);
  void begin_attempt();
  void inspected(const WorkInspected& e);
  void confirmed(const WorkInspected& e);
  void check_again(const Moved& moved);
  void judge();
  bool take_request();
  void pass();
  void fail(std::vector<Layer> layers);
  void restore();
  void restored(const WorkDone& e);
  void hold_up(WorkStep redo);

  // whose.cpp: whose a change is
  void seen(const WorkSight& sight);
  void seen_between(const WorkSight& sight);
  void wait_for_person(std::vector<std::string> paths);

  // task_checks.cpp: the Verify of the task
  void run_checks(WorkStep step);
  void prechecked();
  void measured();
  void verified();
  void remember_tests();
  void look_anew();

  // origin.cpp: work that is there already
  void proved();
  void compared();
  void recalled(const WorkDone& e);
  void forgotten(const WorkDone& e);
  void origin_over();

  // prove.cpp: whether tests notice what it has changed
  void prove();
  void weighed(const WorkInspected& e);
  void next_mixture();
  void mixture_opened(const WorkDone& e);
  void mixed(const WorkDone& e);
  void try_mixture();
  void clear_mixture();
  void mixture_cleared(const WorkDone& e);
  void proof_over();

  // dispatch.cpp: the agent
  void dispatch();
  void launch(const SpendingReported& e);

  TaskState& task() { return s_.tasks[job_.task]; }
  template <class Request>
  void ask(Request request, void (Worker::*then)(const typename Request::Answer&)) {
    s_.talk.ask(turn_.effects(), turn_.number_of(job_), std::move(request), then);
  }

  Turn& turn_;
  State& s_;
  Job& job_;
};

}  // namespace assay::core::loop
