// SPDX-License-Identifier: MIT
// The closing line of a runner nobody knows: "12 passed, 0 failed, 1 skipped".
#pragma once

#include "format/runners/recogniser.h"

#include <vector>

namespace assay::format {

void find_summary_line(const Transcript& transcript, std::vector<Sighting>& sightings);

}  // namespace assay::format
