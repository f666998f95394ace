// SPDX-License-Identifier: MIT
// What goals a phase has, and which are not reached.
#pragma once

#include "base/record.h"

#include <string>
#include <vector>

namespace assay::web {

struct FindingShown {
  std::string type;
  std::string item;
  std::string status;
  std::string detail;
};
constexpr auto fields_of(Of<FindingShown>) {
  using Shown = FindingShown;
  return record<Shown>(field("type", &Shown::type, always), field("item", &Shown::item, always),
                       field("status", &Shown::status, always, "met, gap or unchecked."),
                       field("detail", &Shown::detail, always));
}

struct GoalTaskShown {
  std::string id;
  std::string title;
  std::string score;
  std::vector<FindingShown> findings;
};
constexpr auto fields_of(Of<GoalTaskShown>) {
  using Shown = GoalTaskShown;
  return record<Shown>(field("id", &Shown::id, always), field("title", &Shown::title, always),
                       field("score", &Shown::score, always, "pass, partial or fail."),
                       field("findings", &Shown::findings, always));
}

struct GapShown {
  std::string task;
  std::string type;
  std::string item;
  std::string expected;
  std::string actual;
};
constexpr auto fields_of(Of<GapShown>) {
  using Shown = GapShown;
  return record<Shown>(field("task", &Shown::task, always), field("type", &Shown::type, always),
                       field("item", &Shown::item, always),
                       field("expected", &Shown::expected, always),
                       field("actual", &Shown::actual, always));
}

struct GoalsShapeShown {
  std::string phase;
  std::string step;
  std::string status;
  std::vector<GoalTaskShown> tasks;
  std::vector<GapShown> gaps;
};
constexpr auto fields_of(Of<GoalsShapeShown>) {
  using Shown = GoalsShapeShown;
  return record<Shown>(field("phase", &Shown::phase, always), field("step", &Shown::step, always),
                       field("status", &Shown::status, always, "passed, gaps_found or error."),
                       field("tasks", &Shown::tasks, always), field("gaps", &Shown::gaps, always));
}

}  // namespace assay::web
