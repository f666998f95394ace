// SPDX-License-Identifier: MIT
// The spec of a loop: its folder, its list of tasks, and whether that list can be worked on.
#pragma once

#include "api/site.h"
#include "format/tasks/lint.h"

#include <string>
#include <vector>

namespace assay::api {

struct Spec {
  std::string path;      ///< absolute
  std::string relative;  ///< to the workspace
  std::string name;
  std::string text;  ///< of tasks.md
  format::TasksReading reading;
};

/// The folder as it is from here, else from the workspace, else by its name below specs/.
Reply<Spec> find_spec(const Site& site, const std::string& written);

/// Everything the lint says of the list, by line. What a Verify starts and loses failures as it
/// stands now is a warning: a task may be there to change that.
std::vector<format::TaskFinding> lint_spec(const Site& site, const Spec& spec,
                                           const format::Config& config);

/// What makes a run pointless: tasks that could not be verified, and an `until` nobody has.
/// The items of tasks_unverifiable are the findings, and how many there are.
Reply<> check_list(const Spec& spec, const format::Config& config, const std::string& until);

/// What of the lint stands in the way of a run. A finding about a task that is ticked, or about how
/// tasks were grouped, does not: conflicts are found when they happen.
std::vector<format::TaskFinding> obstacles(const Spec& spec, const format::Config& config);

/// The state file is only read to notice that somebody else has been here.
Reply<> check_state(const Site& site, const Spec& spec, const OnNote& tell);

/// A spec and what the lint says of it: `loop check`.
struct SpecCheck {
  Spec spec;
  std::vector<format::TaskFinding> findings;
};
Reply<SpecCheck> check_spec(const Site& site, const std::string& written);

}  // namespace assay::api
