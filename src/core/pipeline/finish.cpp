// SPDX-License-Identifier: MIT
// The end of a run: confidence by rule, the bundle from the journal, the commit of exactly what was
// verified.
#include "base/ensure.h"
#include "core/pipeline/turn.h"

#include <algorithm>

namespace assay::core::pipeline {

void Turn::write_bundle() {
  compute_confidence(s_);
  s_.phase = Phase::bundling;
  s_.key = new_key();
  s_.bundle_path = feature_path(s_, "evidence-bundle.md");
  ask(WriteBundle{.key = s_.key,
                  .directory = s_.plan->workspace + "/" + s_.plan->feature_dir,
                  .bundle = std::make_shared<const Bundle>(bundle_of(s_))},
      &Turn::bundled);
}

void Turn::bundled(const WorkDone& e) {
  ENSURE(s_.phase == Phase::bundling);
  const bool failed = e.result.status != work::WorkResult::Status::done;
  if (failed) note_issue("the evidence bundle could not be written: " + e.result.detail);
  leave(failed ? Outcome::failed : Outcome::pass, failed ? e.result.detail : "written");
}

/// Only files that an agent was asked for, as they were when they were taken over, are committed:
/// not what else lies in the feature folder, nor what somebody has changed there since.
void Turn::look_at_files() {
  s_.phase = Phase::looking_at_files;
  s_.key = new_key();
  ReadOutputs read{s_.key, "accepted", s_.plan->workspace, s_.plan->feature_dir, {}, {}};
  for (const auto& [path, accepted] : s_.files.accepted)
    read.outputs.push_back({path, Contract::text});
  ask(std::move(read), &Turn::files_seen);
}

void Turn::files_seen(const OutputsRead& e) {
  s_.files.people.clear();
  std::vector<std::string> changed;
  for (const Artifact& artifact : e.outputs.artifacts) {
    const auto known = s_.files.accepted.find(artifact.path);
    const std::string now = artifact.stamp.substr(artifact.stamp.rfind('-') + 1);
    if (known == s_.files.accepted.end() || (artifact.exists && now == known->second.digest))
      continue;
    s_.files.people.push_back(artifact.path);
    changed.push_back(feature_path(s_, artifact.path));
  }
  if (!changed.empty() && !s_.files.settled)
    return wait_for_person(std::move(changed),
                           "changed after it was accepted, by nobody this run knows; put it back, "
                           "or go on with `assay pipeline resume`: then it is yours and is not "
                           "committed");
  for (const std::string& path : changed)
    note_issue(path + " was changed after it was accepted: it is not in the commit");
  commit_now();
}

void Turn::commit() {
  if (is_new(s_)) {
    compute_confidence(s_);
    const bool commits = *s_.confidence >= step().confidence;
    s_.phase = Phase::looking_at_files;
    if (stops()) return;
    if (commits) return look_at_files();
  }
  commit_now();
}

void Turn::commit_now() {
  s_.phase = Phase::committing;
  if (stops()) return;
  compute_confidence(s_);
  const Step& now = step();
  if (*s_.confidence < now.confidence) {
    const std::string shown = shown_confidence(s_);
    note_issue("not committed: confidence is " + shown + " (" + s_.confidence_why + "), " +
               std::string(shown_word(now.confidence)) + " is needed");
    return leave(Outcome::pass, "not committed: confidence is " + shown);
  }
  std::set<std::string> paths;
  if (!is_new(s_)) paths.insert(s_.plan->feature_dir);
  if (is_new(s_)) {
    for (const auto& [path, accepted] : s_.files.accepted) paths.insert(feature_path(s_, path));
    for (const std::string& path : s_.files.people) paths.erase(feature_path(s_, path));
    // What assay has written itself.
    paths.insert(feature_path(s_, "initial-request.md"));
    if (!s_.bundle_path.empty()) {
      paths.insert(s_.bundle_path);
      paths.insert(feature_path(s_, "evidence.json"));
    }
    for (const Step& each : s_.plan->definition.steps) {
      if (each.kind == StepKind::goals)
        paths.insert(feature_path(s_, each.phase + "verification.md"));
    }
  }
  for (const TaskRecord& record : s_.tasks)
    paths.insert(record.changed.begin(), record.changed.end());
  for (const auto& [path, risk] : s_.left_over) paths.insert(path);
  std::string message = fill(now.message, {s_.plan->slug});
  if (!now.trailers.empty()) message += "\n";
  for (const std::string& trailer : now.trailers) message += "\n" + trailer;
  s_.key = new_key();
  CommitWork wanted_commit{.key = s_.key,
                           .workspace = s_.plan->workspace,
                           .message = std::move(message),
                           .paths = {paths.begin(), paths.end()},
                           .verified = s_.verified_tree,
                           .feature_dir = s_.plan->feature_dir};
  // What was verified continues the commit the run began with, or the one it made itself.
  if (!s_.origin.repository.empty()) {
    wanted_commit.parent = s_.commit.empty() ? s_.origin.head : s_.commit;
    wanted_commit.branch = s_.origin.branch;
    wanted_commit.repository = s_.origin.repository;
  }
  ask(std::move(wanted_commit), &Turn::committed);
}

void Turn::committed(const WorkDone& e) {
  ENSURE(s_.phase == Phase::committing);
  if (e.result.status != work::WorkResult::Status::done)
    return leave(Outcome::failed, e.result.detail);
  s_.commit = e.result.head;
  leave(Outcome::pass, "committed " + e.result.head.substr(0, 12));
}

void Turn::end(core::Outcome outcome, Target target, std::string why) {
  s_.ending = outcome;
  s_.end_target = target;
  s_.why = std::move(why);
  if (!s_.confidence && !s_.tasks.empty()) compute_confidence(s_);
  s_.waiting_for.clear();
  s_.phase = Phase::draining;
  s_.talk.drain(effects_);
}

}  // namespace assay::core::pipeline
