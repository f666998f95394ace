// SPDX-License-Identifier: MIT
// What an agent was to write, held against what it wrote.
#include "core/pipeline/worker.h"

#include <algorithm>

namespace assay::core::pipeline {

/// It was there before the attempt, and was not written again.
bool is_stale(const Job& job, const Artifact& artifact) {
  return std::any_of(
      job.before.artifacts.begin(), job.before.artifacts.end(), [&](const Artifact& old) {
        return old.path == artifact.path && old.exists && old.stamp == artifact.stamp;
      });
}

std::vector<Output> outputs_of(const State& run, const Job& job) {
  std::vector<Output> outputs = current_step(run).dispatch.outputs;
  const std::string round = std::to_string(round_of(run));
  const std::string scope(to_text(current_step(run).scope));
  for (Output& output : outputs)
    output.path =
        fill(output.path, {run.plan->slug, job.task, job.instance, job.focus, scope, round});
  return outputs;
}

std::vector<Input> inputs_of(const State& run, const Job& job) {
  std::vector<Input> inputs = current_step(run).dispatch.inputs;
  const std::string round = std::to_string(round_of(run));
  const std::string scope(to_text(current_step(run).scope));
  for (Input& input : inputs)
    input.path =
        fill(input.path, {run.plan->slug, job.task, job.instance, job.focus, scope, round});
  return inputs;
}

/// Everything that is wrong with what it wrote, file by file; empty: nothing.
std::vector<std::string> contract_violations(const State& run, const Job& job) {
  std::vector<std::string> found;
  for (const Output& output : outputs_of(run, job)) {
    bool any = false;
    for (const Artifact& artifact : job.after.artifacts) {
      const bool of_this =
          output.folder() ? artifact.path.starts_with(output.path) : artifact.path == output.path;
      if (!of_this || !artifact.exists) continue;
      const bool stale = is_stale(job, artifact);
      if (stale && output.folder()) continue;
      any = true;
      if (stale) {
        found.push_back(artifact.path +
                        " was not written: what is there is older than this attempt");
        continue;
      }
      found.insert(found.end(), artifact.problems.begin(), artifact.problems.end());
    }
    if (!any) found.push_back(output.path + " was not written");
  }
  return found;
}

/// What is wrong with what it wrote, the first of it; empty: nothing.
std::string contract_violation(const State& run, const Job& job) {
  const std::vector<std::string> found = contract_violations(run, job);
  return found.empty() ? "" : found.front();
}

/// What is wrong, all of it at once, and where to look at it.
std::string Worker::reject() {
  constexpr std::size_t named_max = 40;
  const std::vector<std::string> problems = contract_violations(s_, job_);
  if (problems.empty()) return "";
  std::string text;
  for (std::size_t i = 0; i < problems.size() && i < named_max; ++i)
    text += (i == 0 ? "" : "; ") + problems[i];
  if (problems.size() > named_max)
    text += "; and " + std::to_string(problems.size() - named_max) + " more";
  job_.rejected.clear();
  for (const Artifact& artifact : job_.after.artifacts) {
    if (artifact.exists && !artifact.problems.empty() && !is_stale(job_, artifact))
      job_.rejected.push_back(feature_path(s_, artifact.path));
  }
  if (!job_.rejected.empty() && job_.in_copy)
    text += " (the rejected files are kept in " + rejected_dir(s_, job_) + ")";
  return text;
}

std::string rejected_dir(const State& run, const Job& job) {
  const std::string& work = run.plan->work_dir;
  return work.substr(0, work.rfind('/')) + "/rejected/" + current_step(run).id + "-" +
         std::to_string(round_of(run)) + "-" + job.instance + "-" + std::to_string(job.spawns);
}

bool has_blocker(const Job& job) {
  return std::any_of(
      job.after.artifacts.begin(), job.after.artifacts.end(), [&](const Artifact& a) {
        if (!a.exists || is_stale(job, a)) return false;
        return (a.review && a.review->effective() == agent::Vote::blocker) ||
               std::any_of(a.concerns.begin(), a.concerns.end(), [](const agent::Concern& concern) {
                 return concern.severity == agent::Severity::blocker;
               });
      });
}

}  // namespace assay::core::pipeline
