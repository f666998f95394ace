// SPDX-License-Identifier: MIT
#include "base/text/utf8.h"

#include <algorithm>

namespace assay {
namespace {

unsigned char byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

bool is_continuation(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

CodePoint decode_tail(std::string_view text, std::size_t at, std::size_t length, char32_t lead) {
  char32_t value = lead;
  for (std::size_t i = 1; i < length; ++i) {
    const unsigned char byte = byte_at(text, at + i);
    if (!is_continuation(byte)) return {};
    value = (value << 6U) | (byte & 0x3FU);
  }
  constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < smallest[length] || value > 0x10FFFF || surrogate) return {};
  return {value, length};
}

}  // namespace

CodePoint decode_utf8(std::string_view text, std::size_t at) {
  const unsigned char lead = byte_at(text, at);
  if (lead < 0x80) return {lead, 1};
  if (lead >= 0xC2 && lead <= 0xDF) return decode_tail(text, at, 2, lead & 0x1FU);
  if (lead >= 0xE0 && lead <= 0xEF) return decode_tail(text, at, 3, lead & 0x0FU);
  if (lead >= 0xF0 && lead <= 0xF4) return decode_tail(text, at, 4, lead & 0x07U);
  return {};
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = decode_utf8(text, at).length;
    if (length == 0) return false;
    at += length;
  }
  return true;
}

void append_utf8(std::string& out, char32_t value) {
  const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  const auto put_tail = [&](unsigned shift) { put(0x80U | ((value >> shift) & 0x3FU)); };
  if (value < 0x80) return put(value);
  if (value < 0x800) {
    put(0xC0U | (value >> 6U));
  } else if (value < 0x10000) {
    put(0xE0U | (value >> 12U));
    put_tail(6);
  } else {
    put(0xF0U | ((value >> 18U) & 0x07U));
    put_tail(12);
    put_tail(6);
  }
  put_tail(0);
}

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return !is_continuation(static_cast<unsigned char>(c));
  }));
}

std::size_t whole_characters(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return text.size();
  std::size_t end = bytes_max;
  // A character has at most three bytes after its first.
  for (int back = 0; back < 3 && end > 0 && is_continuation(byte_at(text, end)); ++back) --end;
  return end;
}

std::string_view beginning_of(std::string_view text, std::size_t bytes_max) {
  return text.substr(0, whole_characters(text, bytes_max));
}

std::string_view ending_of(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return text;
  text.remove_prefix(text.size() - bytes_max);
  for (int i = 0; i < 3 && is_continuation(byte_at(text, 0)); ++i) text.remove_prefix(1);
  return text;
}

}  // namespace assay
