// SPDX-License-Identifier: MIT
// Report formats that are meant for machines but end up on the console.
#pragma once

#include "format/runners/recogniser.h"

#include <vector>

namespace assay::format {

void find_junit_xml(const Transcript& transcript, std::vector<Sighting>& sightings);
void find_teamcity(const Transcript& transcript, std::vector<Sighting>& sightings);

}  // namespace assay::format
