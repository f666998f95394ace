// SPDX-License-Identifier: MIT
// A run of one agent; claims of agents beside what was observed.
#pragma once

#include "base/record.h"

#include <string>
#include <vector>

namespace assay::web {

struct ClaimShown {
  std::string claimed;
  std::string observed;
};
constexpr auto fields_of(Of<ClaimShown>) {
  using Shown = ClaimShown;
  return record<Shown>(field("claimed", &Shown::claimed, always, "The agent's own sentence."),
                       field("observed", &Shown::observed, always));
}

struct AgentShapeShown {
  std::string role;
  std::string step;
  std::string outcome;
  std::string rule;
  std::string reason;
  std::vector<std::string> files_changed;
  std::vector<std::string> commits;
};
constexpr auto fields_of(Of<AgentShapeShown>) {
  using Shown = AgentShapeShown;
  return record<Shown>(field("role", &Shown::role, always), field("step", &Shown::step, always),
                       field("outcome", &Shown::outcome, always,
                             "completed, failed, refused, unavailable, ...; empty: not yet."),
                       field("rule", &Shown::rule, always, "The row of the table that decided."),
                       field("reason", &Shown::reason, always),
                       field("files_changed", &Shown::files_changed, always),
                       field("commits", &Shown::commits, always));
}

}  // namespace assay::web
