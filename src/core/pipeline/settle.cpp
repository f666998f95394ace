// SPDX-License-Identifier: MIT
// What becomes of the work of an agent. Only what it was to write is taken over.
#include "base/ensure.h"
#include "core/agent/decide.h"
#include "core/pipeline/turn.h"
#include "core/work/declared.h"
#include "core/work/test_files.h"

#include <algorithm>

namespace assay::core::pipeline {

using agent::CompletionStatus;

namespace {

/// A stamp ends in the digest of the content; the rest of it differs in every place.
std::string content_of(const std::string& stamp) { return stamp.substr(stamp.rfind('-') + 1); }

ErrorClass class_of(agent::Outcome outcome, const Evidence& evidence) {
  // A program that is not there will not be there the next time, and who refused will refuse.
  const bool final =
      evidence.exit.kind == ExitKind::spawn_failed || outcome == agent::Outcome::refused;
  return final ? ErrorClass::deterministic : ErrorClass::transient;
}

}  // namespace

void Turn::judge(Job& job) {
  const Hand& hand = s_.plan->hands.at(step().dispatch.role);
  const agent::Fused fused =
      agent::fuse({job.evidence, agent::transcript_of(job.evidence),
                   agent::dialect_of(hand.order, job.evidence), std::nullopt});
  if (fused.outcome == agent::Outcome::unavailable) {
    agent::Refusal refusal{fused.reason, agent::available_again(job.evidence)};
    if (agent::fall_back(s_.purse, hand.order, job.evidence, refusal)) return dispatch(job);
    agent::close(s_.purse, refusal);
    s_.refusal = refusal;
    return hold_up(job);
  }
  // Neither a program that is not there nor a login that is not accepted gets better by asking
  // again: somebody has to see to it, and then the run goes on.
  const bool absent = job.evidence.exit.kind == ExitKind::spawn_failed;
  if (is_new(s_) && !s_.blocked && (absent || fused.rule == "bad credentials")) {
    const std::string program = hand.order.argv.empty() ? "" : hand.order.argv.front();
    const agent::Refusal refusal{
        step().dispatch.role + " (" + program + "): " + fused.reason +
            (absent ? "; install it or name another one under `agents:`" : "; log in") +
            ", then go on with `assay pipeline resume`",
        std::nullopt};
    agent::close(s_.purse, refusal);
    s_.refusal = refusal;
    return hold_up(job);
  }
  if (fused.outcome == agent::Outcome::cancelled && s_.blocked)
    return fail(job, ErrorClass::security, "ended because of a blocker");
  if (fused.outcome != agent::Outcome::completed)
    return fail(job, class_of(fused.outcome, job.evidence),
                std::string(to_text(fused.outcome)) + ": " + fused.reason);
  std::string violation = is_new(s_) ? reject(job) : contract_violation(s_, job);
  // A blocker holds whatever else is wrong with it: nobody is asked to think it over.
  if (!violation.empty() && !has_blocker(job)) return object(job, std::move(violation));
  job.rejected.clear();
  const auto says =
      std::find_if(job.after.artifacts.begin(), job.after.artifacts.end(),
                   [](const Artifact& artifact) { return artifact.status.has_value(); });
  const CompletionStatus status =
      says == job.after.artifacts.end() ? CompletionStatus::done : *says->status;
  if (status == CompletionStatus::error)
    return fail(job, ErrorClass::transient, "it says ERROR: " + says->summary);
  if (has_blocker(job)) {
    // Whatever the others are doing, it is over.
    s_.blocked = true;
    if (in_flight(s_) > 0) effects_.emplace_back(StopAttempts{});
  }
  job.status = status;
  // A copy that is made from now on must not show how this one voted.
  if (step().kind == StepKind::review && job.in_copy) {
    job.step = JobStep::sealed;
    return;
  }
  adopt(job);
}

/// Of its changes, those that are its business: a task's files, and what it was to write.
void Turn::adopt(Job& job) {
  ENSURE(job.status.has_value());
  std::vector<std::string> own;
  for (const Output& output : outputs_of(s_, job)) own.push_back(feature_path(s_, output.path));
  std::vector<std::string> paths = own;
  for (const std::string& path : job.changed) {
    const bool feature = path.starts_with(s_.plan->feature_dir + "/");
    const bool written = work::is_declared(own, path);
    if (feature && !written && !job.in_copy)
      return object(job, "changed " + path + ", which is not its file");
    if (job.task.empty() || written || feature) continue;
    if (is_new(s_) && is_tool_litter(path)) continue;
    paths.push_back(path);
  }
  if (!job.task.empty()) {
    note_changes(job);
  } else if (!job.in_copy) {
    for (const std::string& path : job.changed) {
      if (is_new(s_) && is_tool_litter(path)) continue;
      if (!work::is_declared(own, path))
        return object(job, "changed " + path + ", which it had no business with");
    }
  }
  if (!job.in_copy) return settle(job, *job.status);
  job.step = JobStep::adopting;
  job.key = new_key();
  ask(job,
      AdoptWork{.key = job.key,
                .workspace = s_.plan->workspace,
                .directory = job.directory,
                .since = job.base.tree,
                .paths = std::move(paths)},
      &Turn::adopted);
}

/// What a task is answerable for: what it changed in the workspace, or what is taken over from it.
void Turn::note_changes(const Job& job) {
  TaskRecord* record = task_of(job.task);
  ENSURE(record != nullptr);
  for (const std::string& path : job.changed) {
    if (path.starts_with(s_.plan->feature_dir + "/")) continue;
    if (is_new(s_) && is_tool_litter(path)) continue;
    record->changed.insert(path);
    const bool noted =
        std::find(record->outside.begin(), record->outside.end(), path) != record->outside.end();
    if (!noted && !work::is_declared(record->files, path)) record->outside.push_back(path);
  }
}

void Turn::adopted(Job& job, const WorkDone& e) {
  ENSURE(job.step == JobStep::adopting && job.status.has_value());
  const work::WorkResult& result = e.result;
  if (result.status == work::WorkResult::Status::failed)
    return end(core::Outcome::error, Target::error, result.detail);
  if (result.status == work::WorkResult::Status::done) return settle(job, *job.status);
  job.status.reset();
  job.alone = true;
  job.complaint =
      "its work conflicts with that of tasks beside it: do it again on the tree as it is now";
  close(job);
}

void Turn::settle(Job& job, CompletionStatus status) {
  job.status = status;
  note_dispatch(job, status);
  if (TaskRecord* record = job.task.empty() ? nullptr : task_of(job.task);
      record != nullptr && step().kind == StepKind::tasks) {
    record->implemented = status == CompletionStatus::done;
    record->verified = false;
    record->claims.clear();
    for (const Artifact& artifact : job.after.artifacts) {
      if (is_reverting(s_) || artifact.contract != Contract::implementation_report) continue;
      record->claims = artifact.changes;
      record->claims_documents = artifact.task_type == "documentation";
    }
  }
  if (step().kind == StepKind::review) {
    for (const Artifact& artifact : job.after.artifacts) {
      if (!artifact.review) continue;
      s_.votes.push_back({std::string(to_text(step().scope)), job.instance, job.focus,
                          evidence_round(s_), *artifact.review});
    }
  }
  for (const Output& output : outputs_of(s_, job)) {
    // What is no longer in a folder of its own was taken away by it.
    if (!output.folder()) continue;
    std::erase_if(s_.accepted, [&](const auto& entry) {
      return entry.first.starts_with(output.path) &&
             std::none_of(job.after.artifacts.begin(), job.after.artifacts.end(),
                          [&](const Artifact& a) { return a.exists && a.path == entry.first; });
    });
  }
  for (const Artifact& artifact : job.after.artifacts) {
    if (!artifact.exists || is_stale(job, artifact)) continue;
    s_.accepted.insert_or_assign(artifact.path, Accepted{step().id, content_of(artifact.stamp)});
  }
  close(job);
}

/// The first time it is told what is wrong, and may mend it.
void Turn::object(Job& job, std::string why) {
  ++job.violations;
  fail(job, job.violations > 1 ? ErrorClass::deterministic : ErrorClass::transient, std::move(why));
}

void Turn::fail(Job& job, ErrorClass error, std::string why) {
  // What failed twice in the very same way is not transient.
  if (error == ErrorClass::transient && why == job.complaint) error = ErrorClass::deterministic;
  job.complaint = std::string(to_text(error)) + ": " + why;
  note_dispatch(job, CompletionStatus::error);
  // In the workspace itself nothing is thrown away: the next attempt goes on from it.
  if (!job.in_copy && !job.task.empty()) note_changes(job);
  ++job.failures;
  job.status.reset();
  job.complaint = why;
  const bool over = error != ErrorClass::transient || s_.blocked ||
                    job.failures > static_cast<std::uint32_t>(step().dispatch.retries);
  if (over) {
    job.status = CompletionStatus::error;
    job.failure = std::move(why);
    note_issue(job.instance + " (step " + step().id + ") ended in an error: " + job.failure);
  }
  close(job);
}

}  // namespace assay::core::pipeline
