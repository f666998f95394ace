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

Weighed weigh_freely(const Transcript& transcript, std::vector<Found> found);

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

/// Formats that any runner may be told to print.
bool is_format(std::string_view runner) {
  return runner == generic_tap || runner == "junit" || runner == "teamcity";
}

/// Equal claim to the same lines: the runner that was started, else the runner that gives totals of
/// its own over a mere format, else the more careful reading.
bool preferred(const Transcript& transcript, const Sighting& a, const Sighting& b) {
  const bool a_named = transcript.command_names(a.runner);
  const bool b_named = transcript.command_names(b.runner);
  if (a_named != b_named) return a_named;
  if (is_format(a.runner) != is_format(b.runner)) return is_format(b.runner);
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

/// Runners that always close in words of their own when they are started by name. What others
/// seem to say is then what a test printed.
bool speaks_for_itself(std::string_view runner) {
  constexpr std::string_view names[] = {"pytest", "unittest", "jest",  "vitest", "mocha",
                                        "rspec",  "phpunit",  "ctest", "ava",    "behave"};
  return std::find(std::begin(names), std::end(names), runner) != std::end(names);
}

bool names_one_that_speaks(const Transcript& transcript) {
  const std::vector<std::string>& names = transcript.started().names;
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return speaks_for_itself(name); });
}

std::string in_words(const core::Tally& tally) {
  if (tally.failed > 0) return std::to_string(tally.failed) + " failed";
  if (tally.executed < 0) return "no count";
  return std::to_string(tally.executed) + " run";
}

bool agree(const core::Tally& a, const core::Tally& b) {
  return a.executed == b.executed && a.failed == b.failed && a.skipped == b.skipped;
}

/// Without those that lie wholly inside a longer one of the same runner: the runs a test starts.
std::vector<Found> outermost(std::vector<Found> found) {
  sort_by_place(found);
  std::map<std::string_view, std::size_t> reach;  // how far the kept ones of a runner go
  std::vector<Found> kept;
  for (Found& one : found) {
    const Sighting& s = one.sighting;
    const auto outer = reach.find(s.runner);
    const bool same = !kept.empty() && kept.back().sighting.first == s.first &&
                      kept.back().sighting.last == s.last;
    if (outer != reach.end() && outer->second >= s.last && !same) continue;
    reach[s.runner] = s.last;
    kept.push_back(std::move(one));
  }
  return kept;
}

/// A runner that closes once and was started once has closed twice, and not with the same words.
std::string contradiction(const std::vector<Found>& found) {
  std::map<std::string_view, const Found*> seen;
  for (const Found& one : found) {
    if (one.closing != Closing::once) continue;
    const Found*& before = seen[one.sighting.runner];
    if (before != nullptr && !agree(before->sighting.tally, one.sighting.tally)) {
      return std::string(one.sighting.runner) +
             " closes twice: " + in_words(before->sighting.tally) + ", then " +
             in_words(one.sighting.tally);
    }
    before = &one;
  }
  return {};
}

/// A command that runs one program and names its runner: what other runners seem to say was printed
/// by the tests. `one` is false if it is no such command.
struct Commanded {
  bool one = false;
  Weighed weighed;
};

Commanded as_commanded(const Transcript& transcript, const std::vector<Found>& found) {
  if (transcript.started().starts != 1) return {};
  std::vector<Found> named = only(found, [&](const Found& f) {
    return f.sighting.strength >= Strength::bare && transcript.command_names(f.sighting.runner);
  });
  if (named.empty()) {
    if (!names_one_that_speaks(transcript)) return {};
    // Vitest writes Jest's JSON.
    const bool jest_json = transcript.command_names("vitest");
    return {true, weigh_freely(transcript, only(found, [&](const Found& f) {
                                 return is_format(f.sighting.runner) ||
                                        (jest_json && f.sighting.runner == "jest") ||
                                        f.sighting.strength == Strength::remark ||
                                        transcript.command_names(f.sighting.runner);
                               }))};
  }
  const bool framed = std::any_of(named.begin(), named.end(), [](const Found& f) {
    return f.sighting.strength == Strength::framed;
  });
  if (framed)
    named = only(named, [](const Found& f) { return f.sighting.strength == Strength::framed; });
  named = outermost(std::move(named));
  std::string doubt = contradiction(named);
  return {true, {closings(named), std::move(doubt)}};
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

/// The runner that told, and the number of its runs whose figures are summed, where each run closes
/// once.
std::string told_by(const Found& one, const std::vector<Found>& counting) {
  const Sighting& s = one.sighting;
  std::string name = s.tally.source.empty() ? std::string(s.runner) : s.tally.source;
  if (one.closing != Closing::once) return name;
  const auto runs = std::count_if(counting.begin(), counting.end(), [&](const Found& f) {
    return f.sighting.runner == s.runner && f.sighting.tally.executed > 0;
  });
  return runs > 1 ? name + ", " + std::to_string(runs) + " runs" : name;
}

void add_source(std::string& sources, std::string_view source) {
  constexpr std::string_view joint = " + ";
  const std::string padded = std::string(joint) + sources + std::string(joint);
  if (contains(padded, std::string(joint) + std::string(source) + std::string(joint))) return;
  if (sources.size() > 160) return;
  if (!sources.empty()) sources += joint;
  sources += source;
}

/// A runner that closes once has closed with tests and without any, in a command that starts one
/// program and does not name it: one of the two may have been printed by a test.
std::string empty_closing(const Transcript& transcript, const std::vector<Found>& counting) {
  if (transcript.started().starts != 1) return {};
  for (const Found& none : counting) {
    const Sighting& s = none.sighting;
    if (none.closing != Closing::once || s.tally.executed != 0 || s.tally.cached) continue;
    for (const Found& some : counting) {
      if (some.sighting.runner == s.runner && some.sighting.tally.executed > 0)
        return std::string(s.runner) + " closes twice: " + in_words(some.sighting.tally) + " and " +
               in_words(s.tally) + "; run each by a gate of its own, or set `report:`";
    }
  }
  return {};
}

/// Nobody knows which runner was started, and a closing line that does not count speaks of
/// failures.
std::string unheard_failure(const Transcript& transcript, const std::vector<Found>& found,
                            const std::vector<Found>& counting) {
  const bool clear = std::any_of(counting.begin(), counting.end(), [&](const Found& f) {
    return transcript.command_names(f.sighting.runner) || f.sighting.tally.failed > 0;
  });
  if (clear) return {};
  for (const Found& one : found) {
    const Sighting& s = one.sighting;
    if (s.strength != Strength::bare || s.tally.failed == 0) continue;
    const bool within = std::any_of(counting.begin(), counting.end(),
                                    [&](const Found& f) { return overlap(s, f.sighting); });
    if (within) continue;
    return "the output closes twice: " + in_words(s.tally) + " (" + std::string(s.runner) +
           "), then " + in_words(counting.back().sighting.tally) + " (" +
           std::string(counting.back().sighting.runner) + ")";
  }
  return {};
}

Weighed weigh_freely(const Transcript& transcript, std::vector<Found> found) {
  doubt_lone_lines(transcript, found);
  const auto of = [&](Strength strength) {
    return only(found, [=](const Found& f) { return f.sighting.strength == strength; });
  };
  Weighed weighed;
  std::vector<Found>& counting = weighed.counting;
  if (!of(Strength::framed).empty()) {
    // Weaker sightings inside a frame go with it; those outside are looked at one by one.
    counting = without_overlaps(transcript, framed_and_named(transcript, found));
  } else if (std::vector<Found> bare = of(Strength::bare); !bare.empty()) {
    counting = closing_bare(transcript, without_overlaps(transcript, std::move(bare)));
  } else if (std::vector<Found> traces = of(Strength::trace); !traces.empty()) {
    counting = without_overlaps(transcript, std::move(traces));
  } else {
    counting = of(Strength::remark);
  }
  if (!counting.empty()) weighed.doubt = unheard_failure(transcript, found, counting);
  if (weighed.doubt.empty()) weighed.doubt = empty_closing(transcript, counting);
  return weighed;
}

}  // namespace

Weighed weigh(const Transcript& transcript, std::vector<Found> found) {
  Commanded commanded = as_commanded(transcript, found);
  if (commanded.one) {
    sort_by_place(commanded.weighed.counting);
    commanded.weighed.counting =
        without_overlaps(transcript, std::move(commanded.weighed.counting));
    return std::move(commanded.weighed);
  }
  return weigh_freely(transcript, std::move(found));
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
    add_source(total.source, told_by(one, counting));
    if (total.hint.empty()) total.hint = tally.hint;
  }
  if (uncounted && total.executed <= 0) total.executed = -1;
  total.cached = cached && total.executed == 0;
  return total;
}

}  // namespace assay::format
