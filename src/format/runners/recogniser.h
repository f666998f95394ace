// SPDX-License-Identifier: MIT
// What a reader of one test runner's console output finds, before all finds are weighed against
// each other.
#pragma once

#include "core/evidence/tally.h"
#include "format/runners/transcript.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace assay::format {

/// How much a sighting can be believed against others. Weak to strong.
enum class Strength : std::uint8_t {
  /// A tool says in passing that nothing ran ("Nothing to be done for 'test'", "Missing script").
  /// Counts only when
  /// there is nothing else.
  remark,
  /// Single tests were seen, but no closing line (a crash, a cut pipe). Counts only where no
  /// closing line does.
  trace,
  /// A closing line on its own, in words any program could print ("5 passed", "OK (3 tests)"). A
  /// later closing
  /// line of another runner beats it, unless the command line names the runner.
  bare,
  /// A closing line in its setting: start banner, progress line, rule or timing that the runner
  /// prints around
  /// it, or words nobody else prints. Several of them are added up.
  framed,
};

/// One place in a transcript where a runner says what it did. `first`..`last` are the lines it
/// answers for: from its start banner, if it has one, to the end of its closing lines. Other
/// sightings wholly inside belong to the programs it ran and are not counted again.
struct Sighting {
  std::size_t first = 0;
  std::size_t last = 0;
  core::Tally tally;  ///< executed -1: it ran something but does not say how much; then fill `hint`
  Strength strength = Strength::framed;
  std::string_view runner = {};  ///< filled in when sightings are combined
};

using Find = void (*)(const Transcript&, std::vector<Sighting>&);

/// How often a runner closes its account in one invocation.
enum class Closing : std::uint8_t {
  each_part,  ///< once for every binary, module or suite (cargo, gtest --gtest_repeat, Maven)
  once,       ///< once and last; anything like it before was printed by the tests themselves
};

/// Finds one runner's sightings. `find` is called only if one of the triggers (case-sensitive
/// substrings of a line; unused ones stay empty) is somewhere in the transcript.
struct Recogniser {
  std::string_view runner;  ///< also the word looked for in the command line
  std::array<std::string_view, 6> triggers;
  Find find = nullptr;
  Closing closing = Closing::each_part;
};

}  // namespace assay::format
