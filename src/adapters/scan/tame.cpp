// SPDX-License-Identifier: MIT
// Which patterns mean the same to RE2 and to Vectorscan.
#include "adapters/scan/pattern_set.h"

namespace assay::scan {

namespace {

/// Walks over a pattern that RE2 has accepted and stops at anything that could be read in two ways.
class TameCheck {
 public:
  explicit TameCheck(std::string_view pattern) : pattern_(pattern) {}

  bool run() {
    if (pattern_.size() > longest) return false;
    if (pattern_.substr(0, 4) == "(?i)") at_ = 4;
    while (at_ < pattern_.size()) {
      if (!step()) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t longest = 1000;

  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < pattern_.size() ? pattern_[at_ + ahead] : '\0';
  }

  bool step() {
    const char c = peek();
    // Beyond ASCII the two fold case and count characters in their own ways.
    if ((static_cast<unsigned char>(c) & 0x80U) != 0 || c == '\0') return false;
    switch (c) {
      case '\\': return escape();
      case '[': return set();
      case '(': return group();
      case '{': return repeat();
      default: ++at_; return true;
    }
  }

  bool escape() {
    constexpr std::string_view classes = "dDwWsSbBtnrf";
    const char next = peek(1);
    const bool punctuation = next > ' ' && next < 0x7F &&
                             !((next >= '0' && next <= '9') || (next >= 'a' && next <= 'z') ||
                               (next >= 'A' && next <= 'Z'));
    if (!punctuation && classes.find(next) == std::string_view::npos) return false;
    at_ += 2;
    return true;
  }

  bool group() {
    if (peek(1) == '?' && peek(2) != ':') return false;
    at_ += peek(1) == '?' ? 3U : 1U;
    return true;
  }

  bool set() {
    ++at_;
    if (peek() == '^') ++at_;
    for (bool first = true; at_ < pattern_.size(); first = false) {
      const char c = peek();
      if ((static_cast<unsigned char>(c) & 0x80U) != 0 || c == '[' || c == '&') return false;
      if (c == ']') {
        ++at_;
        return !first;
      }
      if (c == '\\') {
        if (peek(1) == 'b' || peek(1) == 'B' || !escape()) return false;
      } else {
        ++at_;
      }
    }
    return false;
  }

  /// Small counts only: Vectorscan unrolls them.
  bool repeat() {
    constexpr unsigned largest = 32;
    constexpr unsigned most_repeats = 2;
    ++at_;
    if (++repeats_ > most_repeats) return false;
    bool digits = false;
    unsigned number = 0;
    for (; at_ < pattern_.size(); ++at_) {
      const char c = peek();
      if (c >= '0' && c <= '9') {
        number = number * 10 + static_cast<unsigned>(c - '0');
        digits = true;
        if (number > largest) return false;
      } else if (c == ',' && digits) {
        number = 0;
      } else if (c == '}' && digits) {
        ++at_;
        return true;
      } else {
        return false;
      }
    }
    return false;
  }

  std::string_view pattern_;
  std::size_t at_ = 0;
  unsigned repeats_ = 0;
};

}  // namespace

bool is_tame(std::string_view pattern) { return TameCheck(pattern).run(); }

}  // namespace assay::scan
