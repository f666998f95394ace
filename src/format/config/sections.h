// SPDX-License-Identifier: MIT
// The sections of assay.yaml, one reader each.
#pragma once

#include "format/config.h"
#include "format/keys/fields.h"
#include "format/yaml/tree.h"

namespace assay::format {

void read_verify(ProblemLog& problems, const YamlNode& node, VerifyConfig& out);
void read_agents(ProblemLog& problems, const YamlNode& node, std::vector<core::AgentSpec>& out);
void read_budgets(ProblemLog& problems, const YamlNode& node, core::Budgets& out);
void read_prices(ProblemLog& problems, const YamlNode& node, std::vector<core::Price>& out);
void read_loop(ProblemLog& problems, const YamlNode& node, core::LoopSettings& out);
void read_pipeline(ProblemLog& problems, const YamlNode& node, core::PipelineSettings& out);
void read_workspace(ProblemLog& problems, const YamlNode& node, core::Supplies& out);
void read_isolation(ProblemLog& problems, const YamlNode& node, core::Isolation& out);
/// Of the workspace or the user.
void read_executor(ProblemLog& problems, const YamlNode& node, core::ExecutorSettings& out);
void read_hook(ProblemLog& problems, const YamlNode& node, HookConfig& out);
void read_notify(ConfigFields& in, std::vector<core::Receiver>& out);
void read_secrets(ConfigFields& in, std::vector<std::string>& out);
/// Judges must be roles of `agents`.
void read_goals(ProblemLog& problems, const YamlNode& node,
                const std::vector<core::AgentSpec>& agents, core::GoalsSettings& out);

}  // namespace assay::format
