// SPDX-License-Identifier: MIT
// Texts put together with something between them.
#pragma once

#include <string>
#include <string_view>

namespace assay {

/// Adds one more part; `by` stands between two parts, not before the first.
inline void append_part(std::string& text, std::string_view by, std::string_view part) {
  if (!text.empty()) text += by;
  text += part;
}

template <class Parts>
std::string joined(const Parts& parts, std::string_view by) {
  std::string text;
  bool first = true;
  for (const auto& part : parts) {
    if (!first) text += by;
    text += part;
    first = false;
  }
  return text;
}

}  // namespace assay
