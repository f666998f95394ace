// SPDX-License-Identifier: MIT
// Texts put together with something between them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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

/// "a, b and 3 more": no more than `most` of them by name.
inline std::string listed(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most; ++i) append_part(text, ", ", names[i]);
  if (names.size() > most) text += " and " + std::to_string(names.size() - most) + " more";
  return text;
}

}  // namespace assay
