// SPDX-License-Identifier: MIT
#include "format/runners.h"
#include "format/runners/cache.h"
#include "format/runners/families.h"
#include "format/runners/scan.h"
#include "format/runners/started.h"
#include "format/runners/triggers.h"
#include "format/runners/weigh.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace assay::format {
namespace {

/// Enough for any honest run; a flood of look-alikes beyond it is not worth the time. The last ones
/// are kept.
constexpr std::size_t sightings_max = 10'000;

std::vector<Recogniser> all_recognisers() {
  std::vector<Recogniser> all;
#define ASSAY_FAMILY(name) name##_family,
  for (const auto family : {ASSAY_RUNNER_FAMILIES(ASSAY_FAMILY)}) {
#undef ASSAY_FAMILY
    const auto members = family();
    all.insert(all.end(), members.begin(), members.end());
  }
  return all;
}

/// All recognisers, and one automaton for the triggers of all of them.
class Catalogue {
 public:
  static const Catalogue& get() {
    static const Catalogue catalogue;
    return catalogue;
  }

  std::vector<Found> look(const Transcript& transcript) const {
    std::vector<Found> found;
    const std::vector<bool> present = triggers_.found_in(transcript.text());
    std::vector<Sighting> sightings;
    for (std::size_t i = 0; i < recognisers_.size(); ++i) {
      if (!triggered(present, i)) continue;
      sightings.clear();
      recognisers_[i].find(transcript, sightings);
      const std::size_t skip = sightings.size() - std::min(sightings.size(), sightings_max);
      for (std::size_t s = skip; s < sightings.size(); ++s) {
        sightings[s].runner = recognisers_[i].runner;
        found.push_back({std::move(sightings[s]), recognisers_[i].closing});
      }
    }
    return found;
  }

 private:
  static constexpr std::size_t triggers_each = std::tuple_size_v<decltype(Recogniser::triggers)>;

  Catalogue() : recognisers_(all_recognisers()), triggers_(words(recognisers_)) {}

  static std::vector<std::string_view> words(const std::vector<Recogniser>& recognisers) {
    std::vector<std::string_view> all;
    for (const Recogniser& one : recognisers) {
      all.insert(all.end(), one.triggers.begin(), one.triggers.end());
    }
    return all;
  }

  static bool triggered(const std::vector<bool>& present, std::size_t recogniser) {
    const auto begin = present.begin() + static_cast<std::ptrdiff_t>(recogniser * triggers_each);
    return std::find(begin, begin + static_cast<std::ptrdiff_t>(triggers_each), true) !=
           begin + static_cast<std::ptrdiff_t>(triggers_each);
  }

  std::vector<Recogniser> recognisers_;
  Triggers triggers_;
};

struct WayToKnow {
  std::string_view word;  ///< in the command
  std::string_view hint;
};

/// For runners that are known to keep quiet.
constexpr WayToKnow ways_to_know[] = {
    {"go", "`go test` prints no count: add -v or -json, or write JUnit with gotestsum"},
    {"gradle", "Gradle prints no count: set `report:` to build/test-results/test/*.xml"},
    {"gradlew", "Gradle prints no count: set `report:` to build/test-results/test/*.xml"},
    {"pytest", "pytest's summary is missing: leave out -qq, or write --junitxml and set `report:`"},
    {"ctest", "CTest's summary is missing: leave out -Q, or use --output-junit and set `report:`"},
    {"doctest", "doctest modules print nothing on success: add -v"},
    {"mvn", "Maven was quiet: leave out -q, or set `report:` to target/surefire-reports/*.xml"},
    {"cargo", "no `test result:` line was printed: did the build stop before the tests?"},
    {"dune", "dune keeps quiet about tests it remembers: add --force"},
    {"nim", "Nim's unittest prints no totals: write JUnit XML and set `report:`"},
    {"tox", "tox ran commands, but none of them printed a test count"},
    {"dotnet", "the summary is missing: add `--logger junit` or trx and set `report:`"},
};

std::string way_to_know(const Transcript& transcript) {
  for (const WayToKnow& way : ways_to_know) {
    if (transcript.command_names(way.word)) return std::string(way.hint);
  }
  return "no test runner's summary was recognised: end with a line `N passed, N failed`, set "
         "`report:` to a JUnit XML file, or `allow_zero_tests: true` if it cannot count";
}

}  // namespace

core::Tally read_runner_output(std::string_view command, std::string_view raw_output) {
  return read_runner_output(command, raw_output, read_started(command));
}

core::Tally read_runner_output(std::string_view command, std::string_view raw_output,
                               const Started& started) {
  const Transcript transcript(command, raw_output, started);
  Weighed weighed = weigh(transcript, Catalogue::get().look(transcript));
  core::Tally tally = sum_up(weighed.counting);
  tally.doubt = std::move(weighed.doubt);
  for (const Found& each : weighed.counting) {
    if (tally.doubt.empty()) tally.doubt = each.sighting.tally.doubt;
  }
  if (const std::string marker = replay_marker(transcript); !marker.empty()) {
    // Everything on the console is a recording: the counts in it are of a run that was not now.
    tally.executed = 0;
    tally.cached = true;
    tally.hint = fmt::format("served from a cache ({}): run without it", marker);
  }
  if (!started.text_tool.empty()) {
    tally.executed = 0;
    tally.hint = fmt::format("`{}` runs no tests, whatever it prints", started.text_tool);
  }
  if (!tally.known() && tally.hint.empty()) tally.hint = way_to_know(transcript);
  return tally;
}

core::Tally find_lost_failure(std::string_view command, std::string_view raw_output,
                              const Started& started) {
  core::Tally lost;
  if (!started.text_tool.empty()) return lost;
  const Transcript transcript(command, raw_output, started);
  const Weighed weighed = weigh(transcript, Catalogue::get().look(transcript));
  const bool closed =
      std::any_of(weighed.counting.begin(), weighed.counting.end(),
                  [](const Found& f) { return f.sighting.strength >= Strength::bare; });
  const core::Tally all = sum_up(weighed.counting);
  if (!closed || all.failed <= 0) return lost;
  lost.failed = all.failed;
  lost.source = all.source;
  return lost;
}

std::string cache_marker(std::string_view command, std::string_view raw_output) {
  return find_cache_marker(Transcript(command, raw_output));
}

}  // namespace assay::format
