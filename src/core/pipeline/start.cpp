// SPDX-License-Identifier: MIT
// The beginning: what the workspace is like before anything starts is what the run goes back to.
#include "core/pipeline/turn.h"

#include <algorithm>

namespace assay::core::pipeline {

void Turn::begin() {
  s_.phase = Phase::looking;
  s_.key = new_key();
  ask(InspectWork{.key = s_.key,
                  .name = "baseline",
                  .directory = s_.plan->workspace,
                  .without = s_.plan->feature_dir,
                  .files_only = true,
                  .named = is_new(s_)},
      &Turn::baseline_seen);
}

void Turn::baseline_seen(const WorkInspected& e) {
  if (!e.sight.problem.empty()) return end(core::Outcome::error, Target::error, e.sight.problem);
  s_.origin.tree = e.sight.tree;
  s_.origin.name = e.sight.name;
  s_.origin.head = e.sight.head;
  s_.origin.branch = e.sight.branch;
  s_.origin.repository = e.sight.repository;
  tag();
}

/// What the run goes back to is the commit in the journal. The tag is for people: moving it changes
/// nothing.
void Turn::tag() {
  const auto& steps = s_.plan->definition.steps;
  if (!s_.plan->from.empty()) {
    const auto found = std::find_if(steps.begin(), steps.end(),
                                    [&](const Step& each) { return each.id == s_.plan->from; });
    if (found != steps.end()) s_.step = static_cast<std::size_t>(found - steps.begin());
  }
  s_.origin.tag = "pipeline-baseline-" + s_.run_id;
  s_.phase = Phase::tagging;
  s_.key = new_key();
  ask(TagCommit{.key = s_.key,
                .workspace = s_.plan->workspace,
                .tag = s_.origin.tag,
                .commit = s_.origin.head},
      &Turn::tagged);
}

void Turn::tagged(const WorkDone& e) {
  if (!is_done(e)) return;
  is_new(s_) ? begin_baseline() : enter_step(s_.step);
}

}  // namespace assay::core::pipeline
