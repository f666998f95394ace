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

/// Files of the workspace that are no part of its tree: what gates of the last run left behind, as
/// long as it is unchanged, and what assay itself writes (`written`, and where its output goes).
/// Code is always part of the tree, whoever made it.
std::vector<core::ByProduct> left_in_workspace(const std::vector<std::string>& written,
                                               ledger::Ledger& ledger, const Site& site);

}  // namespace assay::api
