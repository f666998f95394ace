// SPDX-License-Identifier: MIT
// The files that agents wrote for a feature: which there are, and where a run can begin behind
// them.
#pragma once

#include "api/site.h"
#include "core/pipeline/state.h"
#include "format/pipeline/result.h"

#include <string>
#include <vector>

namespace assay::api {

/// Every file of a feature that has a contract, with what is wrong with it.
Reply<std::vector<format::FoundArtifact>> list_artifacts(const std::string& slug, const Site& site);

/// Where the files of an earlier run end: the first step whose outputs are not all there and sound.
std::string first_open_step(const core::pipeline::Plan& plan, const Site& site,
                            std::vector<std::string>& taken_over);

}  // namespace assay::api
