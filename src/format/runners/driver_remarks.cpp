// SPDX-License-Identifier: MIT
// What wrappers say when there was nothing to run, and the list of the drivers.
#include "format/runners/families.h"
#include "format/runners/scan.h"

namespace assay::format {
namespace {

void remark_none(std::size_t line, std::vector<Sighting>& sightings) {
  Sighting none{line, line, {}, Strength::remark};
  none.tally.executed = 0;
  sightings.push_back(std::move(none));
}

/// "make: Nothing to be done for 'test'.", "make: 'test' is up to date.", "make: *** No rule to
/// make target 'test'."
void find_make(const Transcript& transcript, std::vector<Sighting>& sightings) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (!starts_with(line, "make") && !starts_with(line, "gmake") && !starts_with(line, "ninja"))
      continue;
    if (contains(line, "Nothing to be done for ") || contains(line, " is up to date.") ||
        contains(line, "No rule to make target ") || contains(line, "unknown target ")) {
      remark_none(i, sightings);
    }
  }
}

/// "Failed to change working directory to "/x/build"": CTest never began.
void find_ctest_nowhere(const Transcript& transcript, std::vector<Sighting>& sightings) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    if (starts_with(transcript.line(i), "Failed to change working directory to ")) {
      remark_none(i, sightings);
    }
  }
}

/// tox itself counts environments, not tests.
void find_tox(const Transcript& transcript, std::vector<Sighting>& sightings) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    if (trim(transcript.line(i)) != "congratulations :)") continue;
    Sighting done{i, i, {}, Strength::remark};
    done.tally.hint = "tox ran commands, but none of them printed a test count";
    sightings.push_back(std::move(done));
  }
}

}  // namespace

std::span<const Recogniser> driver_remarks_family() {
  static constexpr Recogniser family[] = {
      {"ctest", {"Failed to change working directory to "}, find_ctest_nowhere},
      {"make",
       {"Nothing to be done for ", " is up to date.", "No rule to make target ", "unknown target "},
       find_make},
      {"tox", {"congratulations :)"}, find_tox},
  };
  return family;
}

}  // namespace assay::format
