// SPDX-License-Identifier: MIT
// Prose cut into sentences of words, as the readers of claims want it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::format::claim {

struct Word {
  std::string text;      ///< lower case, without punctuation around it; of code: as it stands
  std::string_view raw;  ///< without punctuation around it
  bool code = false;     ///< stood in backticks
  bool breaks = false;   ///< followed by a comma, colon, bracket or dash

  bool is(std::string_view plain) const { return !code && text == plain; }
};

struct Sentence {
  std::vector<Word> words;
  std::string_view text;  ///< as it stands, with everything
  bool asks = false;
};

/// Of the text's own words: code blocks and quotations are left out. Views point into `text`.
std::vector<Sentence> sentences_of(std::string_view text);

/// True if `names` (separated, preceded and followed by blanks) lists it.
bool is_one_of(const Word& word, std::string_view names);

}  // namespace assay::format::claim
