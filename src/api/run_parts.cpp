// SPDX-License-Identifier: MIT
#include "api/run_parts.h"

namespace assay::api {

RunParts::RunParts(const core::Machine& machine) {
  if (const auto* state = std::get_if<core::loop::State>(&machine.state)) {
    for (core::loop::TaskKey key = 0; key < state->tasks.size(); ++key)
      ids_.insert(core::loop::id_of(state->tasks[key].task, key));
  }
  if (const auto* state = std::get_if<core::pipeline::State>(&machine.state)) {
    for (const core::pipeline::Step& step : state->plan->definition.steps) ids_.insert(step.id);
  }
}

std::string RunParts::of(std::string_view attempt) const {
  if (ids_.empty()) return "";
  // The longest name that fits: ids have dashes, too.
  for (std::size_t end = attempt.rfind('-'); end != attempt.npos && end > 0;
       end = attempt.rfind('-', end - 1)) {
    const auto known = ids_.find(attempt.substr(0, end));
    if (known != ids_.end()) return *known;
  }
  return "";
}

}  // namespace assay::api
