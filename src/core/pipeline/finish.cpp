// SPDX-License-Identifier: MIT
// The end of a run: confidence by rule, the bundle from the journal, the commit of exactly what was
// verified.
#include "core/pipeline/turn.h"

#include <algorithm>

namespace assay::core::pipeline {

namespace {

std::string_view word_of(Confidence confidence) {
  switch (confidence) {
    case Confidence::low: return "Low";
    case Confidence::medium: return "Medium";
    case Confidence::high: return "High";
  }
  return "Low";
}

int rank_of(const std::string& word) { return word == "High" ? 2 : word == "Medium" ? 1 : 0; }

}  // namespace

void Turn::write_bundle() {
  compute_confidence(s_);
  s_.phase = Phase::bundling;
  s_.key = new_key();
  s_.bundle_path = feature_path("evidence-bundle.md");
  ask(WriteBundle{s_.key, s_.plan->workspace + "/" + s_.plan->feature_dir,
                  std::make_shared<const Bundle>(bundle_of(s_))});
}

void Turn::commit() {
  s_.phase = Phase::committing;
  if (stops()) return;
  compute_confidence(s_);
  const Step& now = step();
  const std::string wanted(word_of(now.confidence));
  if (rank_of(s_.confidence) < rank_of(wanted)) {
    note_issue("not committed: confidence is " + s_.confidence + " (" + s_.confidence_why + "), " +
               wanted + " is needed");
    return leave(Outcome::pass, "not committed: confidence is " + s_.confidence);
  }
  std::set<std::string> paths = {s_.plan->feature_dir};
  for (const TaskRecord& record : s_.tasks)
    paths.insert(record.changed.begin(), record.changed.end());
  for (const auto& [path, risk] : s_.left_over) paths.insert(path);
  std::string message = fill(now.message, {s_.plan->slug});
  if (!now.trailers.empty()) message += "\n";
  for (const std::string& trailer : now.trailers) message += "\n" + trailer;
  s_.key = new_key();
  CommitWork work{
      s_.key,           s_.plan->workspace,  std::move(message), {paths.begin(), paths.end()},
      s_.verified_tree, s_.plan->feature_dir};
  // What was verified continues the commit the run began with, or the one it made itself.
  if (!s_.baseline_repository.empty()) {
    work.parent = s_.commit.empty() ? s_.baseline_head : s_.commit;
    work.branch = s_.baseline_branch;
  }
  ask(std::move(work));
}

void Turn::end(core::Outcome outcome, Target target, std::string why) {
  s_.ending = outcome;
  s_.end_target = target;
  s_.why = std::move(why);
  if (s_.confidence.empty() && !s_.tasks.empty()) compute_confidence(s_);
  s_.waiting_for.clear();
  s_.phase = Phase::draining;
  effects_.emplace_back(Drain{});
}

}  // namespace assay::core::pipeline
