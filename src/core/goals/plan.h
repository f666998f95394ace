// SPDX-License-Identifier: MIT
// Everything a goals run is decided from, fixed before it looks at anything.
#pragma once

#include "core/goals/check.h"
#include "core/goals/judge.h"
#include "core/verify/plan.h"
#include "core/verify/state.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::core::goals {

/// A task file as it was when the run began. The journal keeps this, and reads it again.
struct Source {
  std::string name;
  std::string text;

  friend bool operator==(const Source&, const Source&) = default;
};

/// A command whose end says nothing about the work.
struct Hollow {
  std::string command;
  std::string why;

  friend bool operator==(const Hollow&, const Hollow&) = default;
};

struct Plan {
  std::string phase;        ///< its number, where the folder has one, else its name
  std::string phase_dir;    ///< relative to the workspace, or absolute
  std::string workspace;    ///< absolute
  std::string report;       ///< where it goes, as phase_dir; empty: into the phase folder
  std::uint32_t round = 0;  ///< 0: not counted
  std::vector<Source> sources;
  std::vector<Task> tasks;                           ///< read from the sources
  std::shared_ptr<const std::vector<Check>> checks;  ///< of the tasks; never null
  std::vector<Judge> judges;                         ///< each is asked about every semantic check
  Budgets budgets;                                   ///< of the judges
  std::shared_ptr<const verify::Plan> commands;      ///< null: none are run
  std::vector<Hollow> hollow;                        ///< of the commands: they prove nothing
};

/// The commands that the checks ask for, each once, as gates.
struct CommandList {
  verify::Manifest manifest;
  std::vector<std::optional<std::uint32_t>> units;  ///< per check: which command answers it
};
CommandList commands_of(const std::vector<Check>& checks);

/// What its command says about a check.
CheckResult result_of(const Command& wanted, const verify::CommandState& command,
                      const std::vector<Hollow>& hollow = {});

/// Globs of the files that are never evidence: what the phase says about itself, and what assay
/// writes about it.
std::vector<std::string> never_evidence(const Plan& plan);

/// What assay writes about the phase, as seen from the workspace; empty: it lies outside.
std::string report_inside(const Plan& plan);

/// Of everything that is asked, so that a reading that changed is noticed.
Digest digest_of(const std::vector<Check>& checks);

}  // namespace assay::core::goals
