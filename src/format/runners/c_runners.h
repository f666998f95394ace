// SPDX-License-Identifier: MIT
// The recognisers of the C and C++ family, by the file that holds them. For the family's list only.
#pragma once

#include "format/runners/recogniser.h"

#include <optional>
#include <vector>

namespace assay::format {

// c_bracketed.cpp
void find_gtest(const Transcript& transcript, std::vector<Sighting>& sightings);
void find_criterion(const Transcript& transcript, std::vector<Sighting>& sightings);
void find_doctest(const Transcript& transcript, std::vector<Sighting>& sightings);
// c_catch_boost.cpp
void find_catch2(const Transcript& transcript, std::vector<Sighting>& sightings);
void find_boost_test(const Transcript& transcript, std::vector<Sighting>& sightings);
// c_small.cpp
void find_check(const Transcript& transcript, std::vector<Sighting>& sightings);
void find_cppunit(const Transcript& transcript, std::vector<Sighting>& sightings);
void find_cpputest(const Transcript& transcript, std::vector<Sighting>& sightings);
void find_cunit(const Transcript& transcript, std::vector<Sighting>& sightings);
void find_unittest_pp(const Transcript& transcript, std::vector<Sighting>& sightings);
void find_qtest(const Transcript& transcript, std::vector<Sighting>& sightings);

}  // namespace assay::format
