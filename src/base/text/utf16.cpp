// SPDX-License-Identifier: MIT
#include "base/text/utf16.h"

#include "base/text/utf8.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace assay {

namespace {

enum class Order { little, big };

/// Zero bytes in nearly all of every second place, and in none of the others.
bool has_zeros_at(std::string_view bytes, std::size_t first) {
  constexpr std::size_t looked_at = 512;
  std::size_t zeros = 0;
  std::size_t places = 0;
  for (std::size_t i = 0; i + 1 < std::min(bytes.size(), looked_at); i += 2) {
    ++places;
    if (bytes[i + first] == '\0') ++zeros;
    if (bytes[i + 1 - first] == '\0') return false;
  }
  return places >= 2 && zeros * 10 >= places * 8;
}

std::optional<Order> order_of(std::string_view bytes) {
  if (bytes.size() < 2) return {};
  if (bytes.starts_with("\xFF\xFE") && !bytes.starts_with(std::string_view("\xFF\xFE\0\0", 4)))
    return Order::little;
  if (bytes.starts_with("\xFE\xFF")) return Order::big;
  if (has_zeros_at(bytes, 1)) return Order::little;
  if (has_zeros_at(bytes, 0)) return Order::big;
  return {};
}

}  // namespace

bool utf16_as_utf8(std::string_view bytes, std::string& utf8) {
  const auto order = order_of(bytes);
  if (!order) return false;
  utf8.clear();
  const auto unit = [&](std::size_t i) -> std::uint32_t {
    const auto first = static_cast<unsigned char>(bytes[i]);
    const auto second = static_cast<unsigned char>(bytes[i + 1]);
    return *order == Order::little ? first | (std::uint32_t{second} << 8U)
                                   : second | (std::uint32_t{first} << 8U);
  };
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    std::uint32_t c = unit(i);
    const bool high = c >= 0xD800 && c < 0xDC00;
    const std::uint32_t next = high && i + 3 < bytes.size() ? unit(i + 2) : 0;
    if (next >= 0xDC00 && next < 0xE000) {
      c = 0x10000 + ((c - 0xD800) << 10U) + (next - 0xDC00);
      i += 2;
    } else if (c >= 0xD800 && c < 0xE000) {
      c = 0xFFFD;
    }
    if (c != 0xFEFF || i > 0) append_utf8(utf8, c);
  }
  return true;
}

}  // namespace assay
