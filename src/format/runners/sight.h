// SPDX-License-Identifier: MIT
// The few steps that most recognisers share: making a sighting and looking at the lines around one.
#pragma once

#include "format/runners/recogniser.h"
#include "format/runners/scan.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace assay::format {

struct Verdicts {
  std::int64_t executed = 0;
  std::int64_t failed = 0;
  std::int64_t skipped = 0;
};

/// Negative figures, which only a forged summary can lead to, are taken as zero.
Sighting sight(std::size_t first, std::size_t last, const Verdicts& verdicts,
               Strength strength = Strength::framed);

/// Something ran, but its output does not say how much.
Sighting sight_uncounted(std::size_t first, std::size_t last, std::string_view hint);

/// The nearest line before or after that is not empty; empty at the ends of the transcript.
std::string_view filled_before(const Transcript& transcript, std::size_t at);
std::string_view filled_after(const Transcript& transcript, std::size_t at);

/// The sum for a word and its plural: "1 failure", "2 failures".
std::int64_t count_of_either(const std::vector<Count>& counts, std::string_view one,
                             std::string_view many);

/// Whether every word of the list is one of `known`.
bool only_words(const std::vector<Count>& counts, const std::vector<std::string_view>& known);

/// The number after the label, or zero.
std::int64_t labelled(std::string_view line, std::string_view label);

/// Whether the tool was called with the option: on the command line, or in a line that echoes a
/// command, as make and npm print it. Without a tool the command line alone is asked.
bool called_with(const Transcript& transcript, std::string_view tool, std::string_view option);

/// Adds a sighting of nothing for each line that contains one of the phrases.
void sight_nothing(const Transcript& transcript, const std::vector<std::string_view>& phrases,
                   std::vector<Sighting>& out, Strength strength = Strength::framed);

}  // namespace assay::format
