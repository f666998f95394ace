// SPDX-License-Identifier: MIT
// The character classes of bash, independent of any locale.
#pragma once

#include "base/text/ascii.h"

#include <algorithm>
#include <string_view>

namespace assay::format::shell {

inline bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

inline bool is_name_char(char c) { return is_name_start(c) || is_digit(c); }

inline bool is_name(std::string_view text) {
  return !text.empty() && is_name_start(text.front()) &&
         std::all_of(text.begin(), text.end(), is_name_char);
}

/// What ends a word when it is not quoted.
inline bool is_meta(char c) {
  return std::string_view(" \t\n|&;()<>").find(c) != std::string_view::npos;
}

/// The parameters that are one character: `$?`, `$1`, `$@`, ...
inline bool is_special_parameter(char c) {
  return is_digit(c) || std::string_view("?#@*!$-").find(c) != std::string_view::npos;
}

/// `x=`, `x+=` or `x[i]=` at the beginning.
inline bool begins_assignment(std::string_view text) {
  std::size_t i = 0;
  if (text.empty() || !is_name_start(text[0])) return false;
  while (i < text.size() && is_name_char(text[i])) ++i;
  if (i < text.size() && text[i] == '[') {
    i = text.find(']', i);
    if (i == std::string_view::npos) return false;
    ++i;
  }
  if (i < text.size() && text[i] == '+') ++i;
  return i < text.size() && text[i] == '=';
}

}  // namespace assay::format::shell
