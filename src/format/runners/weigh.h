// SPDX-License-Identifier: MIT
// Which of many sightings count: inner runs inside outer ones, look-alikes before closing lines,
// sums.
#pragma once

#include "core/evidence/tally.h"
#include "format/runners/recogniser.h"

#include <string>
#include <vector>

namespace assay::format {

/// A sighting with what its recogniser said about the runner.
struct Found {
  Sighting sighting;
  Closing closing = Closing::each_part;
};

struct Weighed {
  std::vector<Found> counting;  ///< in the order of the transcript
  std::string doubt;            ///< what was seen twice and differs; empty: nothing
};

/// The sightings that count.
Weighed weigh(const Transcript& transcript, std::vector<Found> found);

/// One tally for all of them: sums; unknown if nothing countable ran but something uncountable did.
core::Tally sum_up(const std::vector<Found>& counting);

}  // namespace assay::format
