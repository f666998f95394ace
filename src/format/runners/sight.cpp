// SPDX-License-Identifier: MIT
#include "format/runners/sight.h"

#include <algorithm>

namespace assay::format {

Sighting sight(std::size_t first, std::size_t last, const Verdicts& verdicts, Strength strength) {
  Sighting found;
  found.first = std::min(first, last);
  found.last = last;
  found.strength = strength;
  found.tally.executed = std::max<std::int64_t>(verdicts.executed, 0);
  found.tally.failed = std::max<std::int64_t>(verdicts.failed, 0);
  found.tally.skipped = std::max<std::int64_t>(verdicts.skipped, 0);
  return found;
}

Sighting sight_uncounted(std::size_t first, std::size_t last, std::string_view hint) {
  Sighting found = sight(first, last, {});
  found.tally.executed = -1;
  found.tally.hint = hint;
  return found;
}

std::string_view filled_before(const Transcript& transcript, std::size_t at) {
  while (at-- > 0) {
    if (!transcript.line_or_empty(at).empty()) return transcript.line(at);
  }
  return {};
}

std::string_view filled_after(const Transcript& transcript, std::size_t at) {
  for (++at; at < transcript.size(); ++at) {
    if (!transcript.line(at).empty()) return transcript.line(at);
  }
  return {};
}

std::int64_t count_of_either(const std::vector<Count>& counts, std::string_view one,
                             std::string_view many) {
  return count_of(counts, one) + count_of(counts, many);
}

bool only_words(const std::vector<Count>& counts, const std::vector<std::string_view>& known) {
  return std::all_of(counts.begin(), counts.end(), [&](const Count& count) {
    return std::find(known.begin(), known.end(), count.word) != known.end();
  });
}

std::int64_t labelled(std::string_view line, std::string_view label) {
  return number_after(line, label).value_or(0);
}

bool called_with(const Transcript& transcript, std::string_view tool, std::string_view option) {
  if (contains(transcript.command(), option)) {
    if (tool.empty() || contains(transcript.command(), tool)) return true;
  }
  if (tool.empty()) return false;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    const std::size_t at = line.find(option);
    if (at != std::string_view::npos && contains(line.substr(0, at), tool)) return true;
  }
  return false;
}

void sight_nothing(const Transcript& transcript, const std::vector<std::string_view>& phrases,
                   std::vector<Sighting>& out, Strength strength) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    const bool says_so = std::any_of(phrases.begin(), phrases.end(), [&](std::string_view phrase) {
      return contains(line, phrase);
    });
    if (says_so) out.push_back(sight(i, i, {}, strength));
  }
}

}  // namespace assay::format
