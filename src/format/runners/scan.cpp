// SPDX-License-Identifier: MIT
#include "format/runners/scan.h"

namespace assay::format {
namespace {

constexpr std::size_t digits_max = 12;

bool is_word_char(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// The number that ends right before `end` (blanks between allowed), if it stands on its own.
std::optional<std::int64_t> number_ending_at(std::string_view text, std::size_t end) {
  std::size_t stop = end;
  while (stop > 0 && is_blank(text[stop - 1])) --stop;
  if (stop == end) return std::nullopt;
  std::size_t start = stop;
  while (start > 0 && is_digit(text[start - 1])) --start;
  if (start == stop) return std::nullopt;
  if (start > 0 && (is_word_char(text[start - 1]) || text[start - 1] == '.')) return std::nullopt;
  return Scan(text.substr(start, stop - start)).number();
}

}  // namespace

std::string_view trim_left(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  return text;
}

std::string_view trim(std::string_view text) {
  text = trim_left(text);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_rule(std::string_view text, char mark, std::size_t at_least) {
  return text.size() >= at_least && text.find_first_not_of(mark) == std::string_view::npos;
}

std::string_view without_rule(std::string_view text, char mark) {
  while (!text.empty() && (text.front() == mark || is_blank(text.front()))) text.remove_prefix(1);
  while (!text.empty() && (text.back() == mark || is_blank(text.back()))) text.remove_suffix(1);
  return text;
}

bool Scan::skip(std::string_view literal) {
  if (!starts_with(rest_, literal)) return false;
  rest_.remove_prefix(literal.size());
  return true;
}

Scan& Scan::blanks() {
  rest_ = trim_left(rest_);
  return *this;
}

std::optional<std::int64_t> Scan::number() {
  std::size_t length = 0;
  std::int64_t value = 0;
  while (length < rest_.size() && is_digit(rest_[length])) {
    if (length == digits_max) return std::nullopt;
    value = value * 10 + (rest_[length] - '0');
    ++length;
  }
  if (length == 0) return std::nullopt;
  rest_.remove_prefix(length);
  return value;
}

bool Scan::decimal() {
  std::size_t length = 0;
  while (length < rest_.size() && (is_digit(rest_[length]) || rest_[length] == '.')) ++length;
  if (length == 0 || !is_digit(rest_.front())) return false;
  rest_.remove_prefix(length);
  return true;
}

std::optional<std::string_view> Scan::word() {
  std::size_t length = 0;
  while (length < rest_.size() && !is_blank(rest_[length])) ++length;
  if (length == 0) return std::nullopt;
  const std::string_view found = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return found;
}

std::optional<std::int64_t> number_before(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if (end < text.size() && is_word_char(text[end]) && is_word_char(word.back())) continue;
    if (const auto number = number_ending_at(text, at)) return number;
  }
  return std::nullopt;
}

std::optional<std::int64_t> number_after(std::string_view text, std::string_view label) {
  for (std::size_t at = text.find(label); at != std::string_view::npos;
       at = text.find(label, at + 1)) {
    if (at > 0 && is_word_char(text[at - 1]) && is_word_char(label.front())) continue;
    if (const auto number = Scan(text.substr(at + label.size())).blanks().number()) return number;
  }
  return std::nullopt;
}

std::vector<Count> count_list(std::string_view text, std::string_view separator) {
  std::vector<Count> counts;
  while (!text.empty()) {
    const std::size_t cut = text.find(separator);
    Scan part(trim(text.substr(0, cut)));
    const auto number = part.number();
    const std::string_view word = trim(part.rest());
    if (!number || word.empty() || word.size() == part.rest().size() || counts.size() > 16)
      return {};
    counts.push_back({*number, word});
    if (cut == std::string_view::npos) break;
    text.remove_prefix(cut + separator.size());
  }
  return counts;
}

std::int64_t count_of(const std::vector<Count>& counts, std::string_view word) {
  std::int64_t sum = 0;
  for (const Count& count : counts) {
    if (count.word == word) sum += count.number;
  }
  return sum;
}

}  // namespace assay::format
