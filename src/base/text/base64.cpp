// SPDX-License-Identifier: MIT
#include "base/text/base64.h"

#include <cstdint>

namespace assay {

namespace {

constexpr std::string_view base64_letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::uint32_t value_of_letter(char c) {
  if (c == '-') c = '+';
  if (c == '_') c = '/';
  const std::size_t at = base64_letters.find(c);
  return at == std::string_view::npos ? 64U : static_cast<std::uint32_t>(at);
}

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view group = bytes.substr(i, 3);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8U | (k < group.size() ? static_cast<unsigned char>(group[k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      out.push_back(k <= group.size() ? base64_letters[bits >> (18 - 6 * k) & 63U] : '=');
  }
  return out;
}

std::optional<std::string> from_base64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::uint32_t value = value_of_letter(c);
    if (value == 64) return std::nullopt;
    bits = bits << 6U | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out.push_back(static_cast<char>(bits >> count & 0xFFU));
  }
  return out;
}

}  // namespace assay
