// SPDX-License-Identifier: MIT
// The recognisers of the Python family, by the file that holds them. For the family's list only.
#pragma once

#include "format/runners/recogniser.h"

#include <optional>
#include <vector>

namespace assay::format {

// python_pytest.cpp
void find_pytest(const Transcript& transcript, std::vector<Sighting>& sightings);
// python_unittest.cpp
void find_unittest(const Transcript& transcript, std::vector<Sighting>& sightings);
// python_other.cpp
void find_python_doctest(const Transcript& transcript, std::vector<Sighting>& sightings);
void find_behave(const Transcript& transcript, std::vector<Sighting>& sightings);
void find_robot(const Transcript& transcript, std::vector<Sighting>& sightings);

}  // namespace assay::format
