// SPDX-License-Identifier: MIT
// Goals runs: hold what tasks promised against the workspace as it is, and write down what came of
// it.
#pragma once

#include "api/run.h"
#include "format/goals/verification.h"

#include <string>
#include <vector>

namespace assay::api {

/// Where the result goes beside the answer.
struct GoalsFiles {
  std::string report = {};   ///< empty: verification.md of the phase
  std::string sarif = {};    ///< empty: none
  std::string team = {};     ///< whose bus is told; empty: nobody's
  std::string version = {};  ///< of assay, for SARIF
};

struct GoalsRequest {
  std::string phase_dir;  ///< as somebody wrote it
  GoalsFiles files;
  std::uint32_t round = 0;               ///< of closing gaps; 0: not counted
  std::vector<std::string> judges = {};  ///< roles; empty: those of the configuration
  bool with_commands = true;  ///< false: nothing is run, and what needs a command is not verified
  bool allow_missing_summaries = false;
  std::string run_id = {};  ///< empty: made from time and chance
};

struct GoalsCheck {
  Run run;
  format::GoalsResult result;
  std::string markdown;  ///< of the report; not written if the run was cancelled
  std::string report_path;
  Problems problems;  ///< of what came after: nobody could be told
  std::vector<Note> notes;
};

/// Problems: nothing was run, or the report could not be written.
Reply<GoalsCheck> check_goals(const GoalsRequest& request, const Site& site,
                              shell::Audience& audience);

/// Goes on where evidence ends. A run that has ended is returned as it ended.
Reply<GoalsCheck> resume_goals(const std::string& name, const GoalsFiles& files, const Site& site,
                               shell::Audience& audience);

/// How each criterion of a phase is read. Commands that could not prove anything are warned of.
Reply<std::vector<core::goals::Task>> explain_goals(const std::string& phase_dir, const Site& site,
                                                    const OnNote& tell);

}  // namespace assay::api
