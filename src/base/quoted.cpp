// SPDX-License-Identifier: MIT
#include "base/quoted.h"

#include "base/edit_distance.h"
#include "base/text/escape.h"
#include "base/text/utf8.h"

namespace assay {

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 60;
  const std::string_view head = beginning_of(text, longest);
  std::string shown = "'";
  for (const char c : printable(head)) {
    if (c == '\n') {
      shown += "\\n";
    } else if (c == '\t') {
      shown += "\\t";
    } else {
      shown.push_back(c);
    }
  }
  return shown + (head.size() < text.size() ? "...'" : "'");
}

std::string suggestion(std::string_view word, const std::vector<std::string_view>& candidates) {
  const std::string near = closest(word, candidates);
  return near.empty() ? "" : " (did you mean '" + near + "'?)";
}

}  // namespace assay
