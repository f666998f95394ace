// SPDX-License-Identifier: MIT
#include "base/edit_distance.h"

#include "base/text/ascii.h"

#include <algorithm>
#include <array>

namespace assay {

namespace {

constexpr std::size_t longest_word = 64;
using Row = std::array<std::size_t, longest_word + 1>;

// `timeoutSeconds` and `timeout-seconds` are what people write when they mean `timeout_seconds`.
std::string folded(std::string_view word) {
  std::string plain;
  for (const char c : word) {
    if (c != '_' && c != '-' && c != ' ') plain.push_back(lower(c));
  }
  return plain;
}

/// A third of the word may be wrong, but never so much that any short word fits any other.
std::size_t tolerance(std::string_view word) {
  return std::clamp<std::size_t>(word.size() / 3, 1, 4);
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t bound) {
  if (a.size() > longest_word || b.size() > longest_word) return bound + 1;
  const std::size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (gap > bound) return bound + 1;
  Row before_last{};
  Row last{};
  Row row{};
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = last;
    last = row;
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return std::min(row[b.size()], bound + 1);
}

std::string closest(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.empty() || word.size() > longest_word) return {};
  std::size_t best = tolerance(word) + 1;
  std::string_view found;
  const std::string plain = folded(word);
  for (const std::string_view candidate : candidates) {
    const bool same_letters = !plain.empty() && plain == folded(candidate);
    const std::size_t distance = same_letters ? 0 : edit_distance(word, candidate, best - 1);
    if (distance >= best || distance >= candidate.size()) continue;
    best = distance;
    found = candidate;
  }
  return std::string(found);
}

}  // namespace assay
