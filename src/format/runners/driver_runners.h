// SPDX-License-Identifier: MIT
// The recognisers of the drivers, by the file that holds them. For the family's list only.
#pragma once

#include "format/runners/recogniser.h"

#include <optional>
#include <vector>

namespace assay::format {

// driver_ctest.cpp
void find_ctest(const Transcript& transcript, std::vector<Sighting>& sightings);
void find_meson(const Transcript& transcript, std::vector<Sighting>& sightings);
// driver_suites.cpp
void find_automake(const Transcript& transcript, std::vector<Sighting>& sightings);
void find_bazel(const Transcript& transcript, std::vector<Sighting>& sightings);
void find_dejagnu(const Transcript& transcript, std::vector<Sighting>& sightings);
void find_kyua(const Transcript& transcript, std::vector<Sighting>& sightings);

}  // namespace assay::format
