// SPDX-License-Identifier: MIT
// Reads the first block of a zone file (RFC 8536): transitions in 32 bits, which last until 2037.
#include "adapters/executor/local/zone.h"

#include <cctype>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>

namespace assay::process {

namespace {

constexpr std::size_t header_size = 44;
constexpr std::size_t file_max = 1 << 20;

std::int64_t number_at(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i)
    value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
  return static_cast<std::int32_t>(value);
}

bool is_zone_name(std::string_view name) {
  if (name.empty() || name.size() > 64 || name.front() == '/') return false;
  for (const char c : name) {
    const bool good = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '/' || c == '_' ||
                      c == '-' || c == '+';
    if (!good) return false;
  }
  return true;
}

std::optional<Millis> offset_in(const std::string& file, std::int64_t at) {
  if (file.size() < header_size || file.compare(0, 4, "TZif") != 0) return std::nullopt;
  const auto times = static_cast<std::size_t>(number_at(file, 32));
  const auto types = static_cast<std::size_t>(number_at(file, 36));
  if (types == 0 || times > file_max || types > 256) return std::nullopt;
  const std::size_t indices = header_size + 4 * times;
  const std::size_t entries = indices + times;
  if (file.size() < entries + 6 * types) return std::nullopt;
  std::size_t type = 0;
  for (std::size_t i = 0; i < times; ++i) {
    if (number_at(file, header_size + 4 * i) > at) break;
    type = static_cast<unsigned char>(file[indices + i]);
  }
  if (type >= types) return std::nullopt;
  return std::chrono::seconds(number_at(file, entries + 6 * type));
}

}  // namespace

std::optional<Millis> zone_offset(std::string_view zone, Instant at) {
  const std::time_t time =
      std::chrono::duration_cast<std::chrono::seconds>(at.time_since_epoch()).count();
  if (zone.empty()) {
    std::tm local{};
    if (::localtime_r(&time, &local) == nullptr) return std::nullopt;
    return std::chrono::seconds(local.tm_gmtoff);
  }
  if (!is_zone_name(zone)) return std::nullopt;
  std::ifstream in("/usr/share/zoneinfo/" + std::string(zone), std::ios::binary);
  if (!in) return std::nullopt;
  const std::string file{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  return offset_in(file, time);
}

}  // namespace assay::process
