// SPDX-License-Identifier: MIT
// A file an agent of a pipeline was to write, as assay found it. What stands in it is claim.
#pragma once

#include "base/words.h"
#include "core/evidence/completion.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::core::pipeline {

/// What a file an agent writes must be. `text` is for people: there, not empty, no more.
enum class Contract : std::uint8_t {
  text,
  log,         ///< text that only grows: what stood in it still begins it
  completion,  ///< a completion block is all that is known
  research,
  spec,
  design,
  plan,
  task,
  implementation_report,
  verification_report,
  verdict,
  knowledge,
  pushback,
  impl_task,  ///< IMPL-*.json of a goals phase
};

/// What a log was before its agent began.
struct Beginning {
  std::uint64_t size = 0;
  std::string digest;

  friend bool operator==(const Beginning&, const Beginning&) = default;
};

using assay::to_text;

constexpr auto words_of(Of<Contract>) {
  return words<Contract>({{Contract::text, "text"},
                          {Contract::log, "log"},
                          {Contract::completion, "completion"},
                          {Contract::research, "research"},
                          {Contract::spec, "spec"},
                          {Contract::design, "design"},
                          {Contract::plan, "plan"},
                          {Contract::task, "task"},
                          {Contract::implementation_report, "implementation_report"},
                          {Contract::verification_report, "verification_report"},
                          {Contract::verdict, "verdict"},
                          {Contract::knowledge, "knowledge"},
                          {Contract::pushback, "pushback"},
                          {Contract::impl_task, "impl_task"}});
}

struct Artifact {
  std::string path;  ///< relative to the feature folder
  Contract contract = Contract::text;
  bool exists = false;
  std::string stamp;                  ///< another one after every write
  std::optional<Beginning> whole;     ///< of a log: all of it
  std::vector<std::string> problems;  ///< why it is not what its contract wants; empty: it is
  std::optional<agent::CompletionStatus> status;
  std::string summary;
  std::optional<agent::Review> review;
  std::optional<agent::TaskPlan> plan;
  std::optional<agent::TaskFile> task;
  std::vector<agent::Concern> concerns;
  std::vector<agent::ReportedChange> changes = {};  ///< of an implementation report
  std::string task_type = {};  ///< likewise: code, documentation, configuration

  friend bool operator==(const Artifact&, const Artifact&) = default;
};

/// What was found when outputs and inputs were looked for.
struct Outputs {
  std::vector<Artifact> artifacts;   ///< every output; for a folder each file in it
  std::vector<std::string> inputs;   ///< that exist, relative to the feature folder
  std::vector<std::string> missing;  ///< required inputs that do not

  friend bool operator==(const Outputs&, const Outputs&) = default;
};

}  // namespace assay::core::pipeline
