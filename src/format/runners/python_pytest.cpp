// SPDX-License-Identifier: MIT
// pytest: versions 3 to 9, all verbosities, xdist, sugar.
#include "format/runners/families.h"
#include "format/runners/scan.h"

#include <algorithm>

namespace assay::format {
namespace {

/// "0.01s", "0.01 seconds", "65.20s (0:01:05)".
bool is_duration(std::string_view text) {
  Scan scan(text);
  if (!scan.decimal()) return false;
  if (!scan.skip(" seconds") && !scan.skip("s")) return false;
  return scan.done() || (scan.skip(" (") && ends_with(scan.rest(), ")"));
}

bool add_count(const Count& count, core::Tally& tally) {
  const std::string_view word = count.word;
  if (word == "passed") {
    tally.executed += count.number;
  } else if (word == "xfailed" || word == "xpassed") {
    tally.skipped += count.number;  // whatever it did, it was not to count
  } else if (word == "failed") {
    tally.executed += count.number;
    tally.failed += count.number;
  } else if (word == "error" || word == "errors") {
    tally.failed += count.number;
  } else if (word == "skipped") {
    tally.skipped += count.number;
  } else if (word == "subtests failed" || word == "subtest failed") {
    tally.failed += count.number;
  } else {
    const bool known = word == "deselected" || word == "warning" || word == "warnings" ||
                       word == "rerun" || word == "reruns" || word == "pytest-warnings" ||
                       starts_with(word, "subtest") || word == "warnings summary" ||
                       word == "seconds" || word == "snapshots passed";
    return known;
  }
  return true;
}

/// "1 failed, 2 passed in 0.01s", "no tests ran in 0.00s", "4 tests collected in 0.00s"; without
/// the rule.
std::optional<core::Tally> pytest_totals(std::string_view text) {
  const std::size_t in = text.rfind(" in ");
  if (in == std::string_view::npos || !is_duration(text.substr(in + 4))) return {};
  const std::string_view head = text.substr(0, in);
  core::Tally tally;
  tally.executed = 0;
  if (head == "no tests ran" || head == "no tests collected") return tally;
  if (contains(head, " collected") && contains(head, " test")) {
    return Scan(head).number() ? std::optional(tally) : std::nullopt;
  }
  if (starts_with(head, "no tests collected") || starts_with(head, "no tests ran, ")) return tally;
  const std::vector<Count> counts = count_list(head);
  if (counts.empty()) return {};
  const bool all_known = std::all_of(counts.begin(), counts.end(),
                                     [&](const Count& count) { return add_count(count, tally); });
  return all_known ? std::optional(tally) : std::nullopt;
}

/// "collected 3 items", "collected 3 items / 1 deselected / 2 selected"
std::optional<std::int64_t> pytest_collected(std::string_view line) {
  Scan scan(line);
  if (!scan.skip("collected ")) return {};
  const auto number = scan.number();
  return number && (scan.skip(" items") || scan.skip(" item")) ? number : std::nullopt;
}

bool is_pytest_start(std::string_view line) {
  return starts_with(line, "====") && contains(line, " test session starts ");
}

/// "....F  [100%]" or "tests/test_a.py ..s.  [ 50%]": the marks of one progress line.
std::string_view progress_marks(std::string_view line) {
  if (!ends_with(line, "%]")) return {};
  std::string_view head = trim(line.substr(0, line.rfind('[')));
  head = head.substr(head.rfind(' ') == std::string_view::npos ? 0 : head.rfind(' ') + 1);
  return head.find_first_not_of(".FEsxXRp,") == std::string_view::npos ? head : std::string_view{};
}

/// Lines that pytest prints above a closing line without a rule (-q).
bool is_setting(std::string_view line) {
  return !progress_marks(line).empty() || (starts_with(line, "====") && ends_with(line, "====")) ||
         starts_with(line, "FAILED ") || starts_with(line, "ERROR ") ||
         starts_with(line, "-- Docs: ") || starts_with(line, "SKIPPED [");
}

bool set_off(const Transcript& transcript, std::size_t at) {
  for (std::size_t k = at; k-- > 0 && at - k <= 3;) {
    if (is_setting(transcript.line(k))) return true;
    if (!transcript.line(k).empty() && k + 1 < at) return false;
  }
  return false;
}

/// "!!!!!! Interrupted: 1 error during collection !!!!!!": it ends before all tests have run.
bool says_stopped(std::string_view line) {
  if (!starts_with(line, "!!!!") || !ends_with(line, "!!!!")) return false;
  const std::string_view text = without_rule(line, '!');
  return contains(text, "Interrupted") || contains(text, "KeyboardInterrupt") ||
         starts_with(text, "stopping after ") || contains(text, "outcomes.Exit");
}

/// pytest-sugar: "Results (0.05s):", then one "       4 passed" a line.
std::optional<Sighting> sugar_totals(const Transcript& transcript, std::size_t at) {
  if (!starts_with(transcript.line(at), "Results (") || !ends_with(transcript.line(at), "s):"))
    return {};
  Sighting sighting{at, at, {}, Strength::framed};
  sighting.tally.executed = 0;
  for (std::size_t i = at + 1; i < transcript.size() && i <= at + 12; ++i) {
    const std::string_view line = trim(transcript.line(i));
    if (line.empty()) continue;
    if (starts_with(line, "- ")) continue;
    const std::vector<Count> counts = count_list(line);
    if (counts.size() != 1 || !add_count(counts.front(), sighting.tally)) break;
    sighting.last = i;
  }
  return sighting.last > at ? std::optional(sighting) : std::nullopt;
}

/// Counts the marks of progress lines when -qq left nothing else.
class Marks {
 public:
  void note(std::string_view line, std::size_t at) {
    const std::string_view marks = progress_marks(line);
    if (marks.empty()) return;
    if (!any_) sighting_.first = at;
    any_ = true;
    sighting_.last = at;
    for (const char mark : marks) {
      if (mark == '.' || mark == 'F') ++sighting_.tally.executed;
      if (mark == 'F' || mark == 'E') ++sighting_.tally.failed;
      if (mark == 's' || mark == 'x' || mark == 'X') ++sighting_.tally.skipped;
    }
  }
  void hand_over(std::vector<Sighting>& sightings) const {
    if (any_) sightings.push_back(sighting_);
  }

  Marks() { sighting_.tally.executed = 0; }

 private:
  Sighting sighting_{0, 0, {}, Strength::trace};
  bool any_ = false;
};

/// A session closes once.
void close_again(Sighting& session, std::size_t at, const core::Tally& tally) {
  core::Tally& said = session.tally;
  session.last = at;
  if (said.executed == tally.executed && said.failed == tally.failed) return;
  said.doubt = "pytest closes one session twice";
  said.executed = std::min(said.executed, tally.executed);
  said.failed = std::max(said.failed, tally.failed);
}

void find_pytest(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::vector<std::size_t> open;  // banners of the sessions that have not closed, one in the other
  std::vector<std::optional<std::int64_t>> collected;  // by each of them
  Marks marks;
  bool stopped = false;
  const bool has_banner = contains(transcript.text(), " test session starts ");
  std::optional<std::size_t> closed;  // the sighting of the session that closed last
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (line.size() < 6) continue;
    stopped = stopped || says_stopped(line);
    marks.note(line, i);
    if (is_pytest_start(line) && open.size() < 1000) {
      open.push_back(i);
      closed.reset();
    }
    collected.resize(open.size());
    if (!open.empty() && !collected.back()) collected.back() = pytest_collected(line);
    const std::size_t start = open.empty() ? i : open.back();
    if (auto sugar = sugar_totals(transcript, i)) {
      sugar->first = start;
      if (!open.empty()) open.pop_back();
      sightings.push_back(std::move(*sugar));
      continue;
    }
    const bool ruled = starts_with(line, "==") && ends_with(line, "==");
    if (!ruled && !ends_with(line, "s") && !ends_with(line, ")") && !ends_with(line, "seconds"))
      continue;
    auto tally = pytest_totals(ruled ? without_rule(line, '=') : line);
    if (!tally) continue;
    // Where sessions begin with banners, a rule that closes none of them was printed by a test; or
    // it is the rule of the session that a test seemed to close: the least of both is believed.
    if (ruled && open.empty() && has_banner) {
      if (closed) close_again(sightings[*closed], i, *tally);
      continue;
    }
    // A session that began with a banner ends with a rule; a plain line in it was printed by a
    // test.
    if (!ruled && !open.empty()) continue;
    // It passes no more than it collected: that line was printed by a test as well.
    if (!open.empty() && collected.back() && tally->executed > *collected.back()) continue;
    const bool framed = ruled || set_off(transcript, i);
    // What a green one shows was printed by a test.
    if (stopped && tally->failed > 0) tally->doubt = "pytest stopped before all tests had run";
    stopped = false;
    if (!open.empty()) closed = sightings.size();
    sightings.push_back({start, i, std::move(*tally), framed ? Strength::framed : Strength::bare});
    if (!open.empty()) open.pop_back();
  }
  marks.hand_over(sightings);
}

}  // namespace

std::span<const Recogniser> python_pytest_family() {
  static constexpr Recogniser family[] = {
      {"pytest", {" in ", "Results (", "%]"}, find_pytest, Closing::once},
  };
  return family;
}

}  // namespace assay::format
