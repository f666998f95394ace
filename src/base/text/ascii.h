// SPDX-License-Identifier: MIT
// Small questions about plain text, each written once. Letters are those of ASCII.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr bool starts_with(std::string_view text, std::string_view head) {
  return text.starts_with(head);
}
constexpr bool ends_with(std::string_view text, std::string_view tail) {
  return text.ends_with(tail);
}
constexpr bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

inline std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lower(c);
  return out;
}

/// Without the marks at both ends.
constexpr std::string_view trimmed(std::string_view text, std::string_view marks = " \t\r\n") {
  const std::size_t first = text.find_first_not_of(marks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(marks) - first + 1);
}

}  // namespace assay
