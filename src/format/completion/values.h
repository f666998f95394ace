// SPDX-License-Identifier: MIT
// Typed values out of a map that was held against its schema: what does not fit stays at its
// default, which is the bad one.
#pragma once

#include "core/evidence/completion.h"
#include "format/completion/schema.h"

namespace assay::format::contract {

core::agent::Completion completion_from(const YamlNode& node);
core::agent::OutputHeader header_from(const YamlNode& node);
core::agent::Review review_from(const YamlNode& node);
core::agent::TaskPlan plan_from(const YamlNode& payload);
core::agent::TaskFile task_from(const YamlNode& node);
std::vector<core::agent::Concern> concerns_from(const YamlNode& root);
std::vector<core::agent::ReportedChange> changes_from(const YamlNode& payload);
std::string task_type_from(const YamlNode& payload);

}  // namespace assay::format::contract
