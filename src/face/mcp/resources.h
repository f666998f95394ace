// SPDX-License-Identifier: MIT
// What can be read without a tool: runs, their reports and logs, and the schemas of assay's files.
#pragma once

#include "api/site.h"
#include "base/result.h"

#include <string>
#include <string_view>

namespace assay::mcp {

/// The member "resources": the newest runs and all schemas.
std::string resources_member(const api::Site& site);
/// The member "resourceTemplates".
std::string templates_member();

/// The member "contents". Fault::not_found: there is no such resource.
Result<std::string> contents_member(const std::string& uri, const api::Site& site);

}  // namespace assay::mcp
