// SPDX-License-Identifier: MIT
// What can be chosen here: for shells that complete words, and for faces with lists. What cannot be
// found out is not offered.
#pragma once

#include "api/site.h"

#include <string>
#include <vector>

namespace assay::api {

struct Choice {
  std::string word;
  std::string remark = {};
};
using Choices = std::vector<Choice>;

/// The commands of a manifest, or of the configuration if none is named.
Choices gate_choices(const Site& site, const std::string& manifest);

/// The roles that are configured by name.
Choices role_choices(const Site& site);

/// Newest first. `machine`: only its runs; empty: all.
Choices run_choices(const Site& site, const std::string& machine);

/// What has a log in a run.
Choices attempt_choices(const Site& site, const std::string& run);

/// The folders in a folder of the workspace.
Choices folder_choices(const Site& site, const std::string& folder);

/// Branches and tags, those with the latest commits first.
Choices revision_choices(const Site& site);

}  // namespace assay::api
