// SPDX-License-Identifier: MIT
// Reads what an agent of a pipeline wrote, as the contract of its output wants it.
#pragma once

#include "core/ask/outputs.h"
#include "core/evidence/artifact.h"

#include <string_view>

namespace assay::format {

/// `path` is what the artifact and its problems are called: "plan-output.yaml:12: ...". Everything
/// but the stamp is filled in. A file with problems has its status, review and concerns as far as
/// they could be read, and neither plan nor task.
core::pipeline::Artifact read_output(const core::pipeline::Output& output, std::string_view path,
                                     std::string_view text);

}  // namespace assay::format
