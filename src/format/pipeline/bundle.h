// SPDX-License-Identifier: MIT
// The evidence bundle as people and as programs read it. Whatever agents wrote into titles,
// summaries and comments, both stay well formed.
#pragma once

#include "core/ask/bundle.h"
#include "format/json/writer.h"

#include <string>
#include <vector>

namespace assay::format {

/// evidence-bundle.md
std::string write_bundle_markdown(const core::pipeline::Bundle& bundle);

/// evidence.json
std::string write_bundle_json(const core::pipeline::Bundle& bundle);

/// "approvals": [...]
void put_approvals(JsonWriter& json, const std::vector<core::pipeline::BundleApproval>& approvals);

}  // namespace assay::format
