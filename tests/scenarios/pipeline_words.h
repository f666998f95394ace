// SPDX-License-Identifier: MIT
// The words of a scenario that are about pipelines: which one is run, which tasks its planner will
// write, and what an agent did before it ended. docs/formats/scenario.md has the list.
#pragma once

#include "scenarios/transcript.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace assay::scenarios {

/// What an agent did before it ended. Without a word about it: everything it was to do.
struct Deed {
  std::optional<core::agent::CompletionStatus> status = {};
  std::string summary = {};
  std::vector<std::string> missing = {};           ///< outputs it did not write
  std::map<std::string, std::string> broken = {};  ///< outputs that break their contract, and why
  std::optional<core::agent::Vote> vote = {};
  core::agent::FindingsCount findings = {};
  std::string focus = {};  ///< that its verdict speaks of; empty: its own
  std::vector<core::agent::Concern> concerns = {};
  std::vector<std::string> edits = {};   ///< files beside those its task declares
  std::vector<std::string> forges = {};  ///< files of others in the feature folder
  bool works = true;                     ///< false: its task's files stay as they were
};

/// Fault::not_found: it is no such word.
Result<> read_deed(const std::string& word, Deed& deed);

/// What the lines before the first event say about a pipeline.
class PipelineSetup {
 public:
  /// "pipeline NAME WORDS", ": LINE OF YAML", "task ID WORDS", "tasks none". False: it is none.
  Result<bool> read(std::string_view line);
  /// `checks`: what `command` lines made; null: there were none.
  Result<std::shared_ptr<const core::pipeline::Plan>> plan(
      std::shared_ptr<const core::verify::Plan> checks) const;
  /// What the planner writes next.
  const std::vector<core::agent::TaskFile>& tasks() const { return tasks_; }

 private:
  Result<> read_pipeline(std::string_view line);
  Result<> read_task(std::string_view line);

  core::pipeline::Plan plan_;
  std::string name_;
  std::string yaml_;  ///< of a definition in the transcript itself
  std::set<std::string> with_;
  std::set<std::string> without_;
  bool no_checks_ = false;
  bool says_tasks_ = false;
  std::vector<core::agent::TaskFile> tasks_;
};

}  // namespace assay::scenarios
