// SPDX-License-Identifier: MIT
// Reads the files agents of a pipeline write: the completion block, the common header and the
// payload of every kind. Missing or wrong is a problem; unknown is tolerated and remarked.
//
//   agent_output: {agent: researcher, instance: researcher-impact, ..., payload: {...}}
//   completion: {status: DONE, summary: ..., severity: null, findings_count: 3, output_paths:
//   [...]}
#pragma once

#include "core/evidence/completion.h"
#include "format/problem.h"
#include "format/yaml/tree.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace assay::format {

enum class ArtifactKind : std::uint8_t {
  research,
  spec,
  design,
  plan,
  task,  ///< top-level `task:`
  implementation_report,
  verification_report,
  verdict,  ///< flat keys
  knowledge,
  pushback,  ///< top-level `concerns:`
  other,     ///< a completion block is all that is known
};

std::string_view to_text(ArtifactKind kind);

/// By its path below docs/feature/<slug>/: "research/impact.yaml", "tasks/t1.yaml". Nothing for
/// files that are for people (design.md) or of no agent.
std::optional<ArtifactKind> artifact_kind(std::string_view path);

/// Where in a text its YAML was found.
enum class Carrier : std::uint8_t { none, whole_file, front_matter, fenced_block };

struct ArtifactReading {
  ArtifactKind kind = ArtifactKind::other;
  Carrier carrier = Carrier::none;
  YamlNode root;
  /// Each is there if its part of the file is: with problems, it holds what could be read.
  std::optional<core::agent::Completion> completion;
  std::optional<core::agent::OutputHeader> header;
  std::optional<core::agent::Review> review;
  std::optional<core::agent::TaskPlan> plan;
  std::optional<core::agent::TaskFile> task;
  std::vector<core::agent::Concern> concerns;
  std::vector<core::agent::ReportedChange> changes;  ///< of an implementation report
  std::string task_type;
  std::vector<Problem> problems;  ///< empty: as the contract wants it
  std::vector<Problem> remarks;   ///< unknown keys, odd ids, figures that do not fit
};

/// `name` is what problems call the file. The YAML may be the whole text, the front matter of a
/// markdown text, or its one fenced ```yaml block that has the keys of the kind.
ArtifactReading read_artifact(ArtifactKind kind, std::string_view name, std::string_view text);

}  // namespace assay::format
