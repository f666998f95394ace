// SPDX-License-Identifier: MIT
// Work that is there already: the tree its task came into the list with tells whether its Verify
// proves it.
#include "base/ensure.h"
#include "core/loop/turn.h"

namespace assay::core::loop {

/// A copy that cannot be made or taken away settles nothing, and stops nobody.
void Turn::recalled(Job& job, const WorkDone& e) {
  ENSURE(job.step == WorkStep::recalling);
  const bool done = e.result.status == WorkResult::Status::done;
  done ? run_checks(job, WorkStep::comparing) : origin_over(job);
}

void Turn::forgotten(Job& job, const WorkDone&) { origin_over(job); }

/// Its Verify passes, and the files of the task have changed since it came into the list. Whether
/// its Verify has anything to do with that, the tree it came in with knows.
void Turn::origin_over(Job& job) {
  ENSURE(task(job).base.has_value());
  TaskState& state = task(job);
  job.asked_origin = true;
  const std::string files = listed_files(state.base->since_origin);
  if (job.failed_before) {
    state.was_there = true;
    state.left = state.base;
    state.layers = {
        {"contradiction", LayerStatus::skipped, "no agent was asked"},
        {"signal", LayerStatus::skipped, "no agent was asked"},
        {"evidence", LayerStatus::passed, "the work was already there: verified, not done again"}};
    s_.remarks.push_back(name_of(s_, job.task) + ": the work was already there (" + files +
                         "): verified, not done again");
    return pass(job);
  }
  state.notice =
      "The work of this task seems to be in the tree already: since the task came into "
      "the list, " +
      files +
      " changed, and its Verify passes. But its Verify passed "
      "before that too, so it proves little. Look first. Do what is missing; if nothing "
      "is, change nothing and say so.";
  look_anew(job);
}

}  // namespace assay::core::loop
