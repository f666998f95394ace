// SPDX-License-Identifier: MIT
// What becomes of the work of an agent. Only what it was to write is taken over.
#include "base/ensure.h"
#include "core/agent/decide.h"
#include "core/pipeline/worker.h"
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

void Worker::judge() {
  const Hand& hand = s_.plan->hands.at(turn_.step().dispatch.role);
  const agent::Fused fused =
      agent::fuse({job_.evidence, agent::transcript_of(job_.evidence),
                   agent::dialect_of(hand.order, job_.evidence), std::nullopt});
  if (fused.outcome == agent::Outcome::unavailable) {
    agent::Refusal refusal{fused.reason, agent::available_again(job_.evidence)};
    if (agent::fall_back(s_.purse, hand.order, job_.evidence, refusal)) return dispatch();
    agent::close(s_.purse, refusal);
    s_.refusal = refusal;
    return hold_up();
  }
  // Neither a program that is not there nor a login that is not accepted gets better by asking
  // again: somebody has to see to it, and then the run goes on.
  const bool absent = job_.evidence.exit.kind == ExitKind::spawn_failed;
  if (is_new(s_) && !s_.blocked && (absent || fused.rule == "bad credentials")) {
    const std::string program = hand.order.argv.empty() ? "" : hand.order.argv.front();
    const agent::Refusal refusal{
        turn_.step().dispatch.role + " (" + program + "): " + fused.reason +
            (absent ? "; install it or name another one under `agents:`" : "; log in") +
            ", then go on with `assay pipeline resume`",
        std::nullopt};
    agent::close(s_.purse, refusal);
    s_.refusal = refusal;
    return hold_up();
  }
  if (fused.outcome == agent::Outcome::cancelled && s_.blocked)
    return fail(ErrorClass::security, "ended because of a blocker");
  if (fused.outcome != agent::Outcome::completed)
    return fail(class_of(fused.outcome, job_.evidence),
                std::string(to_text(fused.outcome)) + ": " + fused.reason);
  std::string violation = is_new(s_) ? reject() : contract_violation(s_, job_);
  // A blocker holds whatever else is wrong with it: nobody is asked to think it over.
  if (!violation.empty() && !has_blocker(job_)) return object(std::move(violation));
  job_.rejected.clear();
  const auto says =
      std::find_if(job_.after.artifacts.begin(), job_.after.artifacts.end(),
                   [](const Artifact& artifact) { return artifact.status.has_value(); });
  const CompletionStatus status =
      says == job_.after.artifacts.end() ? CompletionStatus::done : *says->status;
  if (status == CompletionStatus::error)
    return fail(ErrorClass::transient, "it says ERROR: " + says->summary);
  if (has_blocker(job_)) {
    // Whatever the others are doing, it is over.
    s_.blocked = true;
    if (in_flight(s_) > 0) turn_.effects().emplace_back(StopAttempts{});
  }
  job_.status = status;
  // A copy that is made from now on must not show how this one voted.
  if (turn_.step().kind == StepKind::review && job_.in_copy) {
    job_.step = JobStep::sealed;
    return;
  }
  adopt();
}

/// Of its changes, those that are its business: a task's files, and what it was to write.
void Worker::adopt() {
  ENSURE(job_.status.has_value());
  std::vector<std::string> own;
  for (const Output& output : outputs_of(s_, job_)) own.push_back(feature_path(s_, output.path));
  std::vector<std::string> paths = own;
  for (const std::string& path : job_.changed) {
    const bool feature = path.starts_with(s_.plan->feature_dir + "/");
    const bool written = work::is_declared(own, path);
    if (feature && !written && !job_.in_copy)
      return object("changed " + path + ", which is not its file");
    if (job_.task.empty() || written || feature) continue;
    if (is_new(s_) && is_tool_litter(path)) continue;
    paths.push_back(path);
  }
  if (!job_.task.empty()) {
    note_changes();
  } else if (!job_.in_copy) {
    for (const std::string& path : job_.changed) {
      if (is_new(s_) && is_tool_litter(path)) continue;
      if (!work::is_declared(own, path))
        return object("changed " + path + ", which it had no business with");
    }
  }
  if (!job_.in_copy) return settle(*job_.status);
  job_.step = JobStep::adopting;
  job_.key = turn_.new_key();
  ask(AdoptWork{.key = job_.key,
                .workspace = s_.plan->workspace,
                .directory = job_.directory,
                .since = job_.base.tree,
                .paths = std::move(paths)},
      &Worker::adopted);
}

/// What a task is answerable for: what it changed in the workspace, or what is taken over from it.
void Worker::note_changes() {
  TaskRecord* record = turn_.task_of(job_.task);
  ENSURE(record != nullptr);
  for (const std::string& path : job_.changed) {
    if (path.starts_with(s_.plan->feature_dir + "/")) continue;
    if (is_new(s_) && is_tool_litter(path)) continue;
    record->changed.insert(path);
    const bool noted =
        std::find(record->outside.begin(), record->outside.end(), path) != record->outside.end();
    if (!noted && !work::is_declared(record->files, path)) record->outside.push_back(path);
  }
}

void Worker::adopted(const WorkDone& e) {
  ENSURE(job_.step == JobStep::adopting && job_.status.has_value());
  const work::WorkResult& result = e.result;
  if (result.status == work::WorkResult::Status::failed)
    return turn_.end(core::Outcome::error, Target::error, result.detail);
  if (result.status == work::WorkResult::Status::done) return settle(*job_.status);
  job_.status.reset();
  job_.alone = true;
  job_.complaint =
      "its work conflicts with that of tasks beside it: do it again on the tree as it is now";
  close();
}

void Worker::settle(CompletionStatus status) {
  job_.status = status;
  note_dispatch(status);
  if (TaskRecord* record = job_.task.empty() ? nullptr : turn_.task_of(job_.task);
      record != nullptr && turn_.step().kind == StepKind::tasks) {
    record->implemented = status == CompletionStatus::done;
    record->verified = false;
    record->claims.clear();
    for (const Artifact& artifact : job_.after.artifacts) {
      if (is_reverting(s_) || artifact.contract != Contract::implementation_report) continue;
      record->claims = artifact.changes;
      record->claims_documents = artifact.task_type == "documentation";
    }
  }
  if (turn_.step().kind == StepKind::review) {
    for (const Artifact& artifact : job_.after.artifacts) {
      if (!artifact.review) continue;
      s_.votes.push_back({std::string(to_text(turn_.step().scope)), job_.instance, job_.focus,
                          evidence_round(s_), *artifact.review});
    }
  }
  for (const Output& output : outputs_of(s_, job_)) {
    // What is no longer in a folder of its own was taken away by it.
    if (!output.folder()) continue;
    std::erase_if(s_.files.accepted, [&](const auto& entry) {
      return entry.first.starts_with(output.path) &&
             std::none_of(job_.after.artifacts.begin(), job_.after.artifacts.end(),
                          [&](const Artifact& a) { return a.exists && a.path == entry.first; });
    });
  }
  for (const Artifact& artifact : job_.after.artifacts) {
    if (!artifact.exists || is_stale(job_, artifact)) continue;
    s_.files.accepted.insert_or_assign(artifact.path,
                                       Accepted{turn_.step().id, content_of(artifact.stamp)});
  }
  close();
}

/// The first time it is told what is wrong, and may mend it.
void Worker::object(std::string why) {
  ++job_.violations;
  fail(job_.violations > 1 ? ErrorClass::deterministic : ErrorClass::transient, std::move(why));
}

void Worker::fail(ErrorClass error, std::string why) {
  // What failed twice in the very same way is not transient.
  if (error == ErrorClass::transient && why == job_.complaint) error = ErrorClass::deterministic;
  job_.complaint = std::string(to_text(error)) + ": " + why;
  note_dispatch(CompletionStatus::error);
  // In the workspace itself nothing is thrown away: the next attempt goes on from it.
  if (!job_.in_copy && !job_.task.empty()) note_changes();
  ++job_.failures;
  job_.status.reset();
  job_.complaint = why;
  const bool over = error != ErrorClass::transient || s_.blocked ||
                    job_.failures > static_cast<std::uint32_t>(turn_.step().dispatch.retries);
  if (over) {
    job_.status = CompletionStatus::error;
    job_.failure = std::move(why);
    turn_.note_issue(job_.instance + " (step " + turn_.step().id +
                     ") ended in an error: " + job_.failure);
  }
  close();
}

}  // namespace assay::core::pipeline
