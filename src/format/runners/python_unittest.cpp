// SPDX-License-Identifier: MIT
// unittest 2.7 to 3.13 and what prints like it: nose, nose2, Django, Twisted's trial.
#include "format/runners/families.h"
#include "format/runners/scan.h"

#include <algorithm>

namespace assay::format {
namespace {

/// "Ran 2 tests in 0.001s".
std::optional<std::int64_t> tests_ran(std::string_view line) {
  Scan scan(line);
  if (!scan.skip("Ran ")) return {};
  const auto number = scan.number();
  if (!scan.skip(" tests in ") && !scan.skip(" test in ")) return {};
  return scan.decimal() && scan.skip("s") ? number : std::nullopt;
}

enum class Word { none, good, bad, empty };

Word closing_word(std::string_view line) {
  const std::string_view word = line.substr(0, line.find(' '));
  if (word == "OK" || word == "PASSED") return Word::good;
  if (word == "FAILED") return Word::bad;
  return starts_with(line, "NO TESTS RAN") ? Word::empty : Word::none;
}

/// What stands in the brackets of "FAILED (failures=1, errors=2, skipped=3)".
struct Remarks {
  std::int64_t failed = 0;
  std::int64_t skipped = 0;
  std::int64_t expected = 0;            ///< failures that were to be
  std::optional<std::int64_t> counted;  ///< by trial, which says how many came to each verdict
};

Remarks remarks_in(std::string_view line) {
  // "failures=" is also the end of "expected failures=", so what stands before the key matters.
  const auto get = [&](std::string_view key) {
    const std::size_t at = line.find(key);
    if (at == std::string_view::npos || at < 2) return std::int64_t{0};
    const bool own = line[at - 1] == '(' || line.substr(at - 2, 2) == ", ";
    return own ? number_after(line.substr(at), key).value_or(0) : std::int64_t{0};
  };
  const auto plain = [&](std::string_view key, std::string_view behind) {
    const std::int64_t first = get(key);
    return first > 0 || line.find(behind) == std::string_view::npos
               ? first
               : number_after(line, behind).value_or(0);
  };
  Remarks remarks;
  const std::int64_t failures = plain("failures=", ", failures=");
  const std::int64_t unexpected = get("unexpected successes=") + get("unexpectedSuccesses=");
  remarks.failed = failures + get("errors=") + unexpected;
  remarks.skipped = get("skipped=") + get("skips=") + get("SKIP=");
  remarks.expected = get("expected failures=") + get("expectedFailures=");
  const std::int64_t successes = plain("successes=", ", successes=");
  if (successes > 0 || contains(line, "expectedFailures=") ||
      contains(line, "unexpectedSuccesses=")) {
    remarks.counted = successes + failures + get("errors=") + unexpected;
  }
  return remarks;
}

/// What the lines above a closing line say about the tests one by one.
struct UnittestLines {
  std::int64_t verdicts = 0;    ///< tests seen, by progress mark or by line
  std::int64_t skipped = 0;     ///< those of them that were skipped
  std::int64_t unloadable = 0;  ///< stand-ins for modules and names that could not be loaded
};

bool is_marks(std::string_view line) {
  return !line.empty() && line.find_first_not_of(".FEsxuSK") == std::string_view::npos;
}

void note_above(std::string_view line, UnittestLines& above) {
  if (line.empty()) return;
  const bool stands_in = contains(line, "loader._FailedTest") ||
                         contains(line, "ModuleImportFailure") ||
                         contains(line, "LoadTestsFailure");
  if (stands_in && starts_with(line, "ERROR: ")) ++above.unloadable;
  if (is_marks(line)) {
    above.verdicts += static_cast<std::int64_t>(line.size());
    above.skipped +=
        std::count(line.begin(), line.end(), 's') + std::count(line.begin(), line.end(), 'S');
    return;
  }
  const std::size_t dots = line.rfind(" ... ");
  if (dots == std::string_view::npos) return;
  const std::string_view verdict = line.substr(dots + 5);
  const bool skipped = starts_with(verdict, "skipped") || starts_with(verdict, "SKIP");
  if (skipped) ++above.skipped;
  const bool is_verdict = skipped || verdict == "ok" || verdict == "FAIL" || verdict == "ERROR" ||
                          verdict == "expected failure" || verdict == "unexpected success";
  if (is_verdict) ++above.verdicts;
}

/// Most versions count skipped tests among those that "Ran", 3.12.1 does not; the single verdicts
/// tell which.
std::int64_t really_ran(std::int64_t ran, const Remarks& remarks, const UnittestLines& above) {
  if (remarks.counted) return *remarks.counted;
  const bool left_out = above.skipped > 0 && above.verdicts == ran + remarks.skipped;
  const std::int64_t skipped = left_out ? 0 : remarks.skipped;
  return std::max<std::int64_t>(ran - skipped - remarks.expected - above.unloadable, 0);
}

/// The closing word is on one of the next lines; what the interpreter says on its way out may come
/// between.
std::optional<std::size_t> closing_line(const Transcript& transcript, std::size_t ran) {
  for (std::size_t i = ran + 1; i < transcript.size() && i <= ran + 4; ++i) {
    if (closing_word(transcript.line(i)) != Word::none) return i;
    if (tests_ran(transcript.line(i))) return {};
  }
  return {};
}

void find_unittest(const Transcript& transcript, std::vector<Sighting>& sightings) {
  UnittestLines above;
  std::optional<std::size_t> found_line;  // Django's "Found 2 test(s)."
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (starts_with(line, "Found ") && ends_with(line, " test(s).")) found_line = i;
    const auto ran = tests_ran(line);
    if (line == "PASSED" && is_rule(transcript.line_or_empty(i - 1), '-', 60)) {
      Sighting none{i - 1, i, {}, Strength::framed};  // all that trial says about no tests
      none.tally.executed = 0;
      sightings.push_back(std::move(none));
    }
    if (!ran) {
      note_above(line, above);
      continue;
    }
    const bool ruled = is_rule(transcript.line_or_empty(i - 1), '-', 60);
    const auto closing = closing_line(transcript, i);
    const Remarks remarks = closing ? remarks_in(transcript.line(*closing)) : Remarks{};
    Sighting sighting{found_line.value_or(i), closing.value_or(i), {}, Strength::bare};
    if (ruled) sighting.strength = Strength::framed;
    sighting.tally.executed = really_ran(*ran, remarks, above);
    sighting.tally.failed = remarks.failed;
    const bool failed = closing && closing_word(transcript.line(*closing)) == Word::bad;
    if (failed && remarks.failed == 0) sighting.tally.failed = 1;
    sighting.tally.skipped = remarks.skipped + remarks.expected;
    sightings.push_back(std::move(sighting));
    above = {};
    found_line.reset();
  }
}

}  // namespace

std::span<const Recogniser> python_unittest_family() {
  static constexpr Recogniser family[] = {
      {"unittest", {" tests in ", " test in ", "PASSED"}, find_unittest, Closing::once},
  };
  return family;
}

}  // namespace assay::format
