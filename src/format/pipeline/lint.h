// SPDX-License-Identifier: MIT
// The rules for definitions: each step by itself, the steps as a graph, and what flows through it.
#pragma once

#include "core/pipeline/definition.h"
#include "format/pipeline/pipeline.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::format::pipeline {

using Faults = std::vector<PipelineFault>;

/// Where one step can lead to another.
struct Edge {
  std::size_t from = 0;
  std::size_t to = 0;
  const core::pipeline::Route* route = nullptr;

  /// Taking it uses up a budget.
  bool charged() const { return !route->loop.empty(); }
};

class StepGraph {
 public:
  explicit StepGraph(const core::pipeline::Definition& definition);

  const std::vector<Edge>& edges() const { return edges_; }
  /// Which steps can be entered after `from`, itself only if it comes back.
  std::vector<bool> after(std::size_t from) const;
  /// From which steps a run can end as `end`.
  std::vector<bool> ending(core::pipeline::Target end) const;

 private:
  const core::pipeline::Definition& definition_;
  std::vector<Edge> edges_;
};

/// Every way a route can go.
std::vector<const core::pipeline::Way*> ways_of(const core::pipeline::Route& route);
/// "on.revise": how the file calls it.
std::string name_of(const core::pipeline::Route& route);

/// {names} in a path, without braces; an open brace that is never closed is one too.
std::vector<std::string> placeholders_of(std::string_view path);
/// Whether the output is what the input asks for. Placeholders in both are compared as they are
/// written; a `*` in a name of the input stands for any part of it.
bool feeds(std::string_view output, std::string_view input);

void lint_steps(const core::pipeline::Definition& definition, Faults& faults);
void lint_paths(const core::pipeline::Definition& definition, Faults& faults);
void lint_routes(const core::pipeline::Definition& definition, const StepGraph& graph,
                 Faults& faults);
void lint_flow(const core::pipeline::Definition& definition, const StepGraph& graph,
               Faults& faults);
void lint_gates(const core::pipeline::Definition& definition, const StepGraph& graph,
                Faults& faults);

}  // namespace assay::format::pipeline
