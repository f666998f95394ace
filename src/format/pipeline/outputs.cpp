// SPDX-License-Identifier: MIT
#include "format/pipeline/outputs.h"

#include "base/text/escape.h"
#include "base/text/utf8.h"
#include "format/goals/impl_task.h"
#include "format/pipeline/pipeline.h"

#include <algorithm>

namespace assay::format {

namespace {

using core::agent::Risk;
using core::agent::TaskFile;
using core::agent::TaskSize;
using core::goals::FileAction;
using core::pipeline::Artifact;
using core::pipeline::Contract;

void take_problems(Artifact& artifact, const std::vector<Problem>& problems) {
  for (const Problem& problem : problems)
    artifact.problems.push_back(printable(problem.where + ": " + problem.what));
}

/// On one line, and no longer than a verdict's may be.
std::string summary_of(std::string_view text) {
  constexpr std::size_t bytes_max = 500;
  std::string line(beginning_of(text, bytes_max));
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

/// The classes that planners use: what is new is green, what is changed yellow, what goes red.
Risk risk_of(FileAction action) {
  switch (action) {
    case FileAction::create: return Risk::green;
    case FileAction::modify: return Risk::yellow;
    case FileAction::remove: return Risk::red;
  }
  return Risk::red;
}

TaskFile task_of(const core::goals::Task& task) {
  TaskFile file;
  file.description = task.description;
  file.task.id = task.id;
  file.task.title = task.title;
  file.task.depends_on = task.depends_on;
  file.task.risk = Risk::green;
  for (const core::goals::FileGoal& goal : task.files) {
    file.files_to_modify.push_back({goal.path, risk_of(goal.action)});
    file.task.risk = std::max(file.task.risk, risk_of(goal.action));
  }
  file.task.size = file.task.risk == Risk::red ? TaskSize::large : TaskSize::standard;
  for (const core::goals::Criterion& criterion : task.criteria)
    file.acceptance_criteria.push_back(criterion.text);
  return file;
}

void read_impl(Artifact& artifact, std::string_view text) {
  const ImplTaskReading reading = read_impl_task(artifact.path, text);
  take_problems(artifact, reading.problems);
  if (reading.problems.empty()) artifact.task = task_of(reading.task);
}

void read_yaml(Artifact& artifact, ArtifactKind kind, std::string_view text) {
  ArtifactReading reading = read_artifact(kind, artifact.path, text);
  take_problems(artifact, reading.problems);
  if (reading.review) artifact.summary = summary_of(reading.review->summary);
  if (reading.completion) {
    artifact.status = reading.completion->status;
    artifact.summary = summary_of(reading.completion->summary);
  }
  artifact.review = std::move(reading.review);
  artifact.concerns = std::move(reading.concerns);
  artifact.changes = std::move(reading.changes);
  artifact.task_type = std::move(reading.task_type);
  if (!artifact.problems.empty()) return;
  artifact.plan = std::move(reading.plan);
  artifact.task = std::move(reading.task);
}

}  // namespace

Artifact read_output(const core::pipeline::Output& output, std::string_view path,
                     std::string_view text) {
  Artifact artifact;
  artifact.path = path;
  artifact.contract = output.contract;
  artifact.exists = true;
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    artifact.problems.push_back(printable(path) + ":1: is empty");
  } else if (const auto kind = artifact_kind(output.contract)) {
    read_yaml(artifact, *kind, text);
  } else if (output.contract == Contract::impl_task) {
    read_impl(artifact, text);
  }
  return artifact;
}

}  // namespace assay::format
