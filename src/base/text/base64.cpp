// SPDX-License-Identifier: MIT
#include "base/text/base64.h"

namespace assay {

namespace {

constexpr std::string_view letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

char letter_of(std::uint32_t six, Base64 alphabet) {
  if (six < letters.size()) return letters[six];
  const std::string_view last = alphabet == Base64::plain ? "+/" : "-_";
  return last[six - letters.size()];
}

int value_of(char c) {
  if (const std::size_t at = letters.find(c); at != letters.npos) return static_cast<int>(at);
  if (c == '+' || c == '-') return 62;
  return c == '/' || c == '_' ? 63 : -1;
}

}  // namespace

std::string base64_of(std::string_view bytes, Base64 alphabet, Padding padding) {
  std::string out;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : bytes) {
    bits = bits << 8U | static_cast<unsigned char>(c);
    count += 8;
    while (count >= 6) {
      count -= 6;
      out += letter_of(bits >> count & 63U, alphabet);
    }
  }
  if (count > 0) out += letter_of(bits << (6 - count) & 63U, alphabet);
  while (padding == Padding::full && out.size() % 4 != 0) out += '=';
  return out;
}

std::optional<std::string> from_base64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::string out;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    const int value = value_of(c);
    if (value < 0) return std::nullopt;
    bits = bits << 6U | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 255U);
  }
  return out;
}

}  // namespace assay
