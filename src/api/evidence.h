// SPDX-License-Identifier: MIT
// What the result of a gate depends on beside the tree, and what is no part of the tree although it
// lies in the workspace.
#pragma once

#include "api/site.h"
#include "core/evidence/tree.h"
#include "core/verify/plan.h"
#include "ledger/ledger.h"

#include <string>
#include <utility>
#include <vector>

namespace assay::api {

/// The variables that gates get by the configuration.
struct GateVariables {
  std::vector<std::pair<std::string, std::string>> env = {};
  std::vector<std::string> pass_env = {};
};

/// Adds the environment and the programs that the commands of the whole manifest start, as they are
/// now.
void add_dependencies(core::verify::Plan& plan, const std::vector<core::verify::CommandSpec>& all,
                      const GateVariables& variables, const Site& site);

/// The programs that the commands start by name, and what interpreters among them load by
/// themselves, as they are now: nobody may put others in their place while the run goes on.
std::vector<core::ProgramMark> program_marks(const std::vector<core::verify::CommandSpec>& commands,
                                             const GateVariables& variables, const std::string& cwd,
                                             const Site& site);

/// What gates of the last run left behind in the workspace, and what assay itself writes there.
struct Left {
  /// No part of the tree: what people read, as long as it is unchanged, and `written`.
  std::vector<core::ByProduct> by_products = {};
  /// What something may load. It is part of the tree, whoever made it.
  std::vector<std::string> code = {};
};
Left left_in_workspace(const std::vector<std::string>& written, ledger::Ledger& ledger,
                       const Site& site);

}  // namespace assay::api
