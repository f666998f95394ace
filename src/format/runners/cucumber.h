// SPDX-License-Identifier: MIT
// Cucumber in all its languages, and Behat: they close with the same lines.
#pragma once

#include "format/runners/recogniser.h"

#include <vector>

namespace assay::format {

void find_cucumber(const Transcript& transcript, std::vector<Sighting>& out);

}  // namespace assay::format
