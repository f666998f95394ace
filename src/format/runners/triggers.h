// SPDX-License-Identifier: MIT
// Finds out in one pass over a text which of many words are in it, so that recognisers with nothing
// to find are not run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace assay::format {

/// An automaton over a fixed set of words (Aho-Corasick, all transitions precomputed).
class Triggers {
 public:
  /// Empty words are never found.
  explicit Triggers(const std::vector<std::string_view>& words);

  /// One flag for each word of the constructor: whether it occurs in the text.
  std::vector<bool> found_in(std::string_view text) const;

 private:
  using State = std::uint16_t;

  State child_or_new(State state, std::uint8_t symbol);
  void link();

  std::size_t words_ = 0;
  std::size_t symbols_ = 1;                       // 0 stands for every byte that is in no word
  std::vector<std::uint8_t> symbol_of_;           // by byte
  std::vector<State> next_;                       // by state and symbol
  std::vector<std::vector<std::uint16_t>> ends_;  // words that end in a state
  std::vector<std::uint8_t> ending_;              // whether any does
};

}  // namespace assay::format
