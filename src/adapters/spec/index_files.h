// SPDX-License-Identifier: MIT
// The index of the specs in one folder, brought up to date from what their files say.
#pragma once

#include "base/instant.h"
#include "base/result.h"

#include <string>

namespace assay::spec {

/// Updates `.index` in the folder that holds `spec_dir`. A spec that is the workspace itself has no
/// such folder; one directly in the workspace is indexed without its neighbours, which are no
/// specs.
Result<> update_index(const std::string& workspace, const std::string& spec_dir, Instant now);

/// "./a//b/" -> "a/b". Fails for what is absolute or leads upwards.
Result<std::string> plain_path(const std::string& path);

}  // namespace assay::spec
