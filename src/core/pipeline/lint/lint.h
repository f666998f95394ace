// SPDX-License-Identifier: MIT
// The rules for definitions: each step by itself, the steps as a graph, and what flows through it.
#pragma once

#include "core/pipeline/definition.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::core::pipeline::lint {

/// Why a definition could not be executed, or not to its end.
struct Fault {
  std::optional<std::size_t> step;  ///< none: of the whole
  std::string key;                  ///< of the step, or of the whole: "on", "gate", "loops"
  std::string part;                 ///< within the key: "revise", "2"; may be empty
  std::string what;

  friend bool operator==(const Fault&, const Fault&) = default;
};
using Faults = std::vector<Fault>;

/// Everything but the queries of gates, whose text is SQL. Takes any definition, however it was
/// made.
Faults find_faults(const Definition& definition);

/// Where one step can lead to another.
struct Edge {
  std::size_t from = 0;
  std::size_t to = 0;
  const Route* route = nullptr;

  /// Taking it uses up a budget.
  bool charged() const { return !route->loop.empty(); }
};

class StepGraph {
 public:
  explicit StepGraph(const Definition& definition);

  const std::vector<Edge>& edges() const { return edges_; }
  /// Which steps can be entered after `from`, itself only if it comes back.
  std::vector<bool> after(std::size_t from) const;
  /// From which steps a run can end as `end`.
  std::vector<bool> ending(Target end) const;

 private:
  const Definition& definition_;
  std::vector<Edge> edges_;
};

/// Every way a route can go.
std::vector<const Way*> ways_of(const Route& route);
/// "on.revise": how the file calls it.
std::string name_of(const Route& route);

/// {names} in a path, without braces; an open brace that is never closed is one too.
std::vector<std::string> placeholders_of(std::string_view path);
/// Whether the output is what the input asks for. Placeholders in both are compared as they are
/// written; a `*` in a name of the input stands for any part of it.
bool feeds(std::string_view output, std::string_view input);

void lint_steps(const Definition& definition, Faults& faults);
void lint_paths(const Definition& definition, Faults& faults);
void lint_routes(const Definition& definition, const StepGraph& graph, Faults& faults);
void lint_flow(const Definition& definition, const StepGraph& graph, Faults& faults);

}  // namespace assay::core::pipeline::lint
