// SPDX-License-Identifier: MIT
// Pipelines as text: the YAML of share/pipelines and of users, what makes a definition sound, and
// pictures of it.
#pragma once

#include "core/pipeline/definition.h"
#include "core/pipeline/lint/lint.h"
#include "format/completion/completion.h"
#include "format/problem.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

struct PipelineReading {
  core::pipeline::Definition definition;  ///< sound only if there are no problems
  std::vector<Problem> problems;
};

/// Reads and lints; `name` is what problems call the file. Routes, gates and instances that are
/// left out are filled in, `next` is resolved, and standard queries that gates name are added.
PipelineReading read_pipeline(std::string_view name, std::string_view yaml);

using PipelineFault = core::pipeline::lint::Fault;

/// In order of the steps. Takes any definition, however it was made.
std::vector<PipelineFault> lint_pipeline(const core::pipeline::Definition& definition);

/// How a file of that contract is read; nothing for `text`, of which nothing is known, and for
/// `impl_task`, which has a reader of its own.
std::optional<ArtifactKind> artifact_kind(core::pipeline::Contract contract);

enum class GraphFormat : std::uint8_t { mermaid, dot };

/// Steps as nodes, routes as edges with what they cost.
std::string write_pipeline_graph(const core::pipeline::Definition& definition, GraphFormat format);

}  // namespace assay::format
