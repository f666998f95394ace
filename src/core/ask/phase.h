// SPDX-License-Identifier: MIT
// The goals of a phase inside another run: how they are to be checked, and the report of it.
#pragma once

#include "base/ensure.h"
#include "base/instant.h"
#include "base/record.h"
#include "core/ask/workshop.h"
#include "core/run/attempt_key.h"
#include "core/run/rules.h"

#include <cstdint>
#include <memory>
#include <string>

namespace assay::core {

namespace goals {
struct Plan;
struct Report;
}  // namespace goals

struct GoalsPlanned;

/// Read the tasks of a phase as they are now, and plan how their goals are checked. Answered by
/// GoalsPlanned.
struct PlanGoals {
  using Answer = GoalsPlanned;

  AttemptKey key;
  std::string name;   ///< what the ids of its commands begin with
  std::string phase;  ///< the folder with .task/ in it, relative to the workspace
  std::uint32_t round = 0;
};

struct GoalsPlanned {
  Instant at{};
  AttemptKey key;
  Rules rules = rules_now;  ///< by which the tasks were read, and are read again
  std::shared_ptr<const goals::Plan> plan = {};  ///< null: `problem` says why
  std::string problem = {};
};

/// Write what came of it into the folder of the phase. Answered by WorkDone.
struct WriteGoals {
  using Answer = WorkDone;

  AttemptKey key;
  std::shared_ptr<const goals::Plan> plan = {};      ///< never null
  std::shared_ptr<const goals::Report> report = {};  ///< never null
  std::string tree = {};  ///< what git calls the files it is about; empty: nobody looked
};

inline std::string decision_of(const PlanGoals& e) { return "plan " + attempt_text(e.name, e.key); }
inline std::string decision_of(const WriteGoals& e) {
  ENSURE(e.plan != nullptr && e.report != nullptr);
  return "report goals";
}

constexpr auto fields_of(Of<GoalsPlanned>) {
  using E = GoalsPlanned;
  return named_record<E>(
      "goals_planned",
      "The tasks of a phase as they were when their goals were to be checked inside another run, "
      "with how each is checked; no plan: they could not be read",
      absent(&E::at), flat(&E::key),
      unless([](const E&) { return Rules::v0_1; }, "rules", &E::rules), field("plan", &E::plan),
      field("problem", &E::problem));
}

}  // namespace assay::core
