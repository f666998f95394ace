// SPDX-License-Identifier: MIT
// Work that is there already: the tree its task came into the list with tells whether its Verify
// proves it.
#include "base/ensure.h"
#include "core/loop/worker.h"

#include <algorithm>
#include <utility>

namespace assay::core::loop {

namespace {

/// It ran, and it said no: not that it could not be found, or was ended.
bool says_no(const verify::CommandState& command) {
  return command.status == verify::Status::fail && command.reason == verify::Reason::none &&
         command.exit_code > 0 && command.exit_code < 126;
}

}  // namespace

/// Its Verify was run on the tree as it is: if it passes, the tree its task came in with is asked.
void Worker::proved() {
  ENSURE(task().base.has_value());
  if (evidence_layer({}, what_ran(job_)).status != LayerStatus::passed) {
    job_.asked_origin = true;
    return look_anew();
  }
  job_.failed_before = job_.controls = false;
  job_.step = WorkStep::recalling;
  job_.key = turn_.new_key();
  ask(OpenCopy{.key = job_.key,
               .workspace = s_.plan->workspace,
               .directory = copy_of(s_, job_),
               .commit = task().base->origin,
               .supplies = s_.plan->supplies},
      &Worker::recalled);
}

/// Its Verify was run there; or, after it had said no, in a copy of the tree as it is: if it says
/// no there as well, copies lack what it needs, and it has said nothing about the tree it came in
/// with.
void Worker::compared() {
  const auto& commands = job_.checks.state().commands;
  if (std::exchange(job_.controls, false)) {
    job_.failed_before =
        evidence_layer({}, what_ran(job_)).status == LayerStatus::passed && job_.failed_before;
    if (!job_.failed_before)
      s_.remarks.push_back(
          name_of(s_, job_.task) +
          ": its Verify passes in the workspace and not in a copy of it, so copies "
          "tell nothing about the past: `workspace:` in assay.yaml says what they "
          "need");
  } else {
    job_.failed_before = std::any_of(commands.begin(), commands.end(), says_no);
    job_.controls = job_.failed_before;
  }
  job_.step = WorkStep::forgetting;
  job_.key = turn_.new_key();
  ask(CloseWork{.key = job_.key,
                .workspace = s_.plan->workspace,
                .directory = copy_of(s_, job_),
                .branch = ""},
      &Worker::forgotten);
}

/// A copy that cannot be made or taken away settles nothing, and stops nobody.
void Worker::recalled(const WorkDone& e) {
  ENSURE(job_.step == WorkStep::recalling);
  const bool done = e.result.status == WorkResult::Status::done;
  if (!done && std::exchange(job_.controls, false)) job_.failed_before = false;
  done ? run_checks(WorkStep::comparing) : origin_over();
}

void Worker::forgotten(const WorkDone&) {
  if (!job_.controls) return origin_over();
  job_.step = WorkStep::recalling;
  job_.key = turn_.new_key();
  ask(OpenCopy{.key = job_.key,
               .workspace = s_.plan->workspace,
               .directory = copy_of(s_, job_),
               .commit = task().base->head,
               .with_changes = true,
               .supplies = s_.plan->supplies},
      &Worker::recalled);
}

/// Its Verify passes, and the files of the task have changed since it came into the list. Whether
/// its Verify has anything to do with that, the tree it came in with knows.
void Worker::origin_over() {
  ENSURE(task().base.has_value());
  TaskState& state = task();
  job_.asked_origin = true;
  const std::string files = listed_files(state.base->since_origin);
  if (job_.failed_before) {
    state.was_there = true;
    state.left = state.base;
    state.tree = state.base->name;
    state.wake = s_.wakes;
    state.before = s_.finished;
    state.layers = {
        {"contradiction", LayerStatus::skipped, "no agent was asked"},
        {"signal", LayerStatus::skipped, "no agent was asked"},
        {"evidence", LayerStatus::passed, "the work was already there: verified, not done again"}};
    s_.remarks.push_back(name_of(s_, job_.task) + ": the work was already there (" + files +
                         "): verified, not done again");
    return pass();
  }
  state.notice =
      "The work of this task seems to be in the tree already: since the task came into "
      "the list, " +
      files +
      " changed, and its Verify passes. But its Verify passed "
      "before that too, so it proves little. Look first. Do what is missing; if nothing "
      "is, change nothing and say so.";
  look_anew();
}

}  // namespace assay::core::loop
