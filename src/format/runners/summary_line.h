// SPDX-License-Identifier: MIT
// The closing lines of a runner nobody knows, as people write them by hand: "12 passed, 0 failed",
// "Passed: 12" above "Failed: 0", "All 12 tests passed". And, where nothing closes, lines that
// carry the mark of one test each.
#pragma once

#include "format/runners/recogniser.h"

#include <vector>

namespace assay::format {

void find_summary_line(const Transcript& transcript, std::vector<Sighting>& sightings);
void find_labelled_counts(const Transcript& transcript, std::vector<Sighting>& sightings);
void find_marked_lines(const Transcript& transcript, std::vector<Sighting>& sightings);

}  // namespace assay::format
