// SPDX-License-Identifier: MIT
// Text as plain lower-case words, so that phrases are found whatever wraps, breaks or emphasises
// them.
#pragma once

#include "format/signal/markdown.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

struct ProseWord {
  std::string text;             ///< lower case; "can't" is "cannot", "couldn't" is "could", "not"
  std::uint32_t line = 0;       ///< index
  std::uint32_t sentence = 0;   ///< counted over the whole text; paragraphs and list items end one
  std::uint32_t quotation = 0;  ///< which "..." or `...` it stands in; 0: none
  bool joined = false;          ///< only blanks and emphasis between it and the word before
};

/// The words of the lines for which `wanted` holds.
std::vector<ProseWord> prose_words(const Markdown& markdown,
                                   bool (*wanted)(const Markdown&, const MarkdownLine&));

}  // namespace assay::format
