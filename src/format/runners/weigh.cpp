// SPDX-License-Identifier: MIT
#include "format/runners/weigh.h"

#include "format/runners/scan.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace assay::format {
namespace {

/// Many tools print a TAP stream and then their own summary; the summary knows more than the
/// stream.
constexpr std::string_view generic_tap = "TAP";
constexpr std::size_t tap_summary_lines = 12;

bool overlap(const Sighting& a, const Sighting& b) {
  return a.first <= b.last && b.first <= a.last;
}
bool inside(const Sighting& inner, const Sighting& outer) {
  return outer.first <= inner.first && inner.last <= outer.last;
}
std::size_t length(const Sighting& s) { return s.last - s.first; }

/// Whether `other` leaves no room for `one` in the same lines.
bool beats(const Sighting& other, const Sighting& one) {
  if (!overlap(other, one) || other.strength < one.strength) return false;
  const bool other_is_tap = other.runner == generic_tap;
  if (one.runner == generic_tap && !other_is_tap) {
    return other.last + tap_summary_lines >= one.last;
  }
  if (other_is_tap && one.runner != generic_tap) {
    return other.strength > one.strength || other.last > one.last + tap_summary_lines;
  }
  if (other.strength != one.strength)
    return other.strength == Strength::framed || !inside(other, one);
  if (inside(one, other)) return length(other) > length(one);
  if (inside(other, one)) return false;
  return other.last > one.last;
}

/// Equal claim to the same lines: the runner named on the command line, else the more careful
/// reading.
bool preferred(const Transcript& transcript, const Sighting& a, const Sighting& b) {
  const bool a_named = transcript.command_names(a.runner);
  const bool b_named = transcript.command_names(b.runner);
  if (a_named != b_named) return a_named;
  return a.tally.executed < b.tally.executed;
}

bool same_place(const Sighting& a, const Sighting& b) {
  return a.first == b.first && a.last == b.last && a.strength == b.strength;
}

void sort_by_place(std::vector<Found>& found) {
  std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    const Sighting& x = a.sighting;
    const Sighting& y = b.sighting;
    return x.first != y.first ? x.first < y.first : x.last > y.last;
  });
}

/// After sorting by place, one pass with the survivors so far on a stack: a newcomer only ever
/// meets the last ones.
std::vector<Found> without_overlaps(const Transcript& transcript, std::vector<Found> found) {
  sort_by_place(found);
  std::vector<Found> kept;
  for (Found& next : found) {
    bool lost = false;
    while (!kept.empty() && !lost) {
      const Sighting& top = kept.back().sighting;
      if (!overlap(top, next.sighting)) break;
      const bool top_stays = same_place(top, next.sighting)
                                 ? !preferred(transcript, next.sighting, top)
                                 : beats(top, next.sighting) || !beats(next.sighting, top);
      if (top_stays) {
        lost = true;
      } else {
        kept.pop_back();
      }
    }
    if (!lost) kept.push_back(std::move(next));
  }
  return kept;
}

template <class Predicate>
std::vector<Found> only(const std::vector<Found>& found, Predicate predicate) {
  std::vector<Found> kept;
  std::copy_if(found.begin(), found.end(), std::back_inserter(kept), predicate);
  return kept;
}

/// `cd x && A=1 pytest -q | tee log` runs one program as far as its tests go; `a; b` and `a && b`
/// run two.
bool runs_one_program(std::string_view command) {
  command = trim(command);
  while (starts_with(command, "cd ")) {
    const std::size_t end = command.find("&&");
    if (end == std::string_view::npos) break;
    command = trim_left(command.substr(end + 2));
  }
  return command.find_first_of(";\n") == std::string_view::npos && !contains(command, "&&") &&
         !contains(command, "||");
}

/// All sightings of runners that close several times, the last one of each of the others.
std::vector<Found> closings(const std::vector<Found>& found) {
  std::map<std::string_view, const Found*> last;
  std::vector<Found> kept;
  for (const Found& one : found) {
    if (one.closing == Closing::each_part) {
      kept.push_back(one);
      continue;
    }
    const Found*& best = last[one.sighting.runner];
    if (best == nullptr || best->sighting.last < one.sighting.last) best = &one;
  }
  for (const auto& [runner, one] : last) kept.push_back(*one);
  return kept;
}

/// A command that runs one program and names its runner: what other runners seem to say was printed
/// by the tests.
std::vector<Found> as_commanded(const Transcript& transcript, std::vector<Found> found) {
  if (!runs_one_program(transcript.command())) return found;
  std::vector<Found> named = only(found, [&](const Found& f) {
    return f.sighting.strength >= Strength::bare && transcript.command_names(f.sighting.runner);
  });
  if (named.empty()) return found;
  named = closings(named);
  sort_by_place(named);
  return named;
}

/// A closing line with nothing of its runner around it may have been printed by a test. If another
/// runner, with its setting, closes after it and the command does not name it, it counts for no
/// more than a bare line.
void doubt_lone_lines(const Transcript& transcript, std::vector<Found>& found) {
  std::map<std::string_view, std::size_t> settled;  // where each runner last closed in its setting
  for (const Found& one : found) {
    const Sighting& s = one.sighting;
    if (s.strength != Strength::framed || s.first == s.last) continue;
    std::size_t& last = settled[s.runner];
    last = std::max(last, s.last);
  }
  for (Found& one : found) {
    Sighting& s = one.sighting;
    if (s.strength != Strength::framed || s.first != s.last || s.tally.executed <= 0) continue;
    const bool overruled = std::any_of(settled.begin(), settled.end(), [&](const auto& other) {
      return other.first != s.runner && other.second > s.last;
    });
    if (overruled && !transcript.command_names(s.runner)) s.strength = Strength::bare;
  }
}

/// Bare closing lines next to framed ones: only of a runner the command names and that said nothing
/// else.
std::vector<Found> framed_and_named(const Transcript& transcript, const std::vector<Found>& found) {
  const auto is_framed = [](const Found& f) { return f.sighting.strength == Strength::framed; };
  std::set<std::string_view> spoken;
  for (const Found& one : found) {
    if (is_framed(one)) spoken.insert(one.sighting.runner);
  }
  const std::vector<Found> bare = only(found, [&](const Found& one) {
    return one.sighting.strength == Strength::bare && !spoken.contains(one.sighting.runner) &&
           transcript.command_names(one.sighting.runner);
  });
  std::vector<Found> result = only(found, is_framed);
  for (Found& one : closings(bare)) result.push_back(std::move(one));
  sort_by_place(result);
  return result;
}

/// Only bare closing lines: those of the runners the command names, else the last one of all.
std::vector<Found> closing_bare(const Transcript& transcript, const std::vector<Found>& bare) {
  std::vector<Found> named =
      only(bare, [&](const Found& f) { return transcript.command_names(f.sighting.runner); });
  if (!named.empty()) return closings(named);
  const auto last = std::max_element(bare.begin(), bare.end(), [](const Found& a, const Found& b) {
    return a.sighting.last < b.sighting.last;
  });
  return {*last};
}

/// Sums of untrusted numbers must not overflow.
void add(std::int64_t& sum, std::int64_t value) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  sum = value > most - sum ? most : sum + std::max<std::int64_t>(value, 0);
}

void add_source(std::string& sources, std::string_view source) {
  constexpr std::string_view joint = " + ";
  const std::string padded = std::string(joint) + sources + std::string(joint);
  if (contains(padded, std::string(joint) + std::string(source) + std::string(joint))) return;
  if (sources.size() > 160) return;
  if (!sources.empty()) sources += joint;
  sources += source;
}

}  // namespace

std::vector<Found> weigh(const Transcript& transcript, std::vector<Found> found) {
  found = as_commanded(transcript, std::move(found));
  doubt_lone_lines(transcript, found);
  const auto of = [&](Strength strength) {
    return only(found, [=](const Found& f) { return f.sighting.strength == strength; });
  };
  const bool any_framed = !of(Strength::framed).empty();
  if (any_framed) {
    // Weaker sightings inside a frame go with it; those outside are looked at one by one.
    return without_overlaps(transcript, framed_and_named(transcript, found));
  }
  if (std::vector<Found> bare = of(Strength::bare); !bare.empty()) {
    return closing_bare(transcript, without_overlaps(transcript, std::move(bare)));
  }
  if (std::vector<Found> traces = of(Strength::trace); !traces.empty()) {
    return without_overlaps(transcript, std::move(traces));
  }
  return of(Strength::remark);
}

core::Tally sum_up(const std::vector<Found>& counting) {
  core::Tally total;
  bool cached = false;
  bool uncounted = false;
  for (const Found& one : counting) {
    const core::Tally& tally = one.sighting.tally;
    cached = cached || tally.cached;
    uncounted = uncounted || !tally.known();
    if (tally.known() && total.executed < 0) total.executed = 0;
    if (tally.known()) add(total.executed, tally.executed);
    add(total.failed, tally.failed);
    add(total.skipped, tally.skipped);
    add_source(total.source, tally.source.empty() ? one.sighting.runner : tally.source);
    if (total.hint.empty()) total.hint = tally.hint;
  }
  if (uncounted && total.executed <= 0) total.executed = -1;
  total.cached = cached && total.executed == 0;
  return total;
}

}  // namespace assay::format
