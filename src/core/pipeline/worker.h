// SPDX-License-Identifier: MIT
// One agent of a step at work, for one event. A worker changes its job, the record of its task, and
// what all agents share (purse, votes, rows, accepted files). What becomes of the run it leaves to
// the turn. Private to this folder.
#pragma once

#include "core/pipeline/turn.h"

#include <string>
#include <utility>

namespace assay::core::pipeline {

class Worker {
 public:
  Worker(Turn& turn, Job& job) : turn_(turn), s_(turn.state()), job_(job) {}

  void start();
  void resume();
  void ended(const AttemptEnded& e);
  /// Takes over what it was to write, and has taken it over.
  void adopt();
  void adopted(const WorkDone& e);

 private:
  // jobs.cpp: from its copy of the tree to the end of it
  void opened(const WorkDone& e);
  void look(JobStep step);
  void scan(JobStep step);
  void looked(const WorkInspected& e);
  void inspected(const WorkInspected& e);
  void scanned(const OutputsRead& e);
  void outputs_read(const OutputsRead& e);
  void close();
  void closed(const WorkDone& e);
  void hold_up();
  void call_off();

  // dispatch.cpp: it is started
  void dispatch();
  void launch(const SpendingReported& e);
  void note_cost(const Evidence& evidence);
  void note_dispatch(agent::CompletionStatus status);

  // contract.cpp: what it was to write
  std::string reject();

  // settle.cpp: what becomes of its work
  void judge();
  void settle(agent::CompletionStatus status);
  void object(std::string why);
  void fail(ErrorClass error, std::string why);
  void note_changes();

  template <class Request>
  void ask(Request request, void (Worker::*then)(const typename Request::Answer&)) {
    s_.talk.ask(turn_.effects(), turn_.number_of(job_), std::move(request), then);
  }

  Turn& turn_;
  State& s_;
  Job& job_;
};

}  // namespace assay::core::pipeline
