// SPDX-License-Identifier: MIT
// testthat, the test runner of R.
#pragma once

#include "format/runners/recogniser.h"

#include <vector>

namespace assay::format {

void find_testthat(const Transcript& transcript, std::vector<Sighting>& out);

}  // namespace assay::format
