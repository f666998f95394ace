// SPDX-License-Identifier: MIT
#include "base/instant.h"

#include <charconv>
#include <cstdio>

namespace assay {

namespace {

using std::chrono::days;
using std::chrono::floor;

Error bad(std::string_view text, const char* expected) {
  return {Fault::bad_input, "'" + std::string(text) + "' is not " + expected};
}

/// Reads exactly `width` digits at `at`; -1 if they are not all digits.
int digits(std::string_view text, std::size_t at, std::size_t width) {
  int value = 0;
  for (std::size_t i = at; i < at + width; ++i) {
    if (text[i] < '0' || text[i] > '9') return -1;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

struct Unit {
  std::string_view name;
  long long millis;
};

constexpr Unit units[] = {{"ms", 1},       {"s", 1000},       {"m", 60'000},
                          {"h", 3600'000}, {"d", 86'400'000}, {"", 1000}};

}  // namespace

std::string to_text(Instant at) {
  const auto day = floor<days>(at);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss<Millis> time{at - day};
  char text[48];
  std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ",
                static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
                static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()),
                static_cast<int>(time.subseconds().count()));
  return text;
}

Result<Instant> parse_instant(std::string_view text) {
  constexpr std::string_view shape = "0000-00-00T00:00:00.000Z";
  if (text.size() != shape.size()) return bad(text, "an instant like 2026-11-15T21:30:12.347Z");
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const bool fits = shape[i] == '0' ? text[i] >= '0' && text[i] <= '9' : text[i] == shape[i];
    if (!fits) return bad(text, "an instant like 2026-11-15T21:30:12.347Z");
  }
  const std::chrono::year_month_day date{
      std::chrono::year{digits(text, 0, 4)},
      std::chrono::month{static_cast<unsigned>(digits(text, 5, 2))},
      std::chrono::day{static_cast<unsigned>(digits(text, 8, 2))}};
  if (!date.ok()) return bad(text, "a day of the calendar");
  return std::chrono::sys_days{date} + std::chrono::hours{digits(text, 11, 2)} +
         std::chrono::minutes{digits(text, 14, 2)} + std::chrono::seconds{digits(text, 17, 2)} +
         Millis{digits(text, 20, 3)};
}

std::string to_human(Millis length) {
  const long long ms = length.count();
  char text[48];
  if (ms < 10'000) {
    std::snprintf(text, sizeof text, "%.2fs", static_cast<double>(ms) / 1000.0);
  } else if (ms < 60'000) {
    std::snprintf(text, sizeof text, "%.1fs", static_cast<double>(ms) / 1000.0);
  } else if (ms < 3600'000) {
    std::snprintf(text, sizeof text, "%lldm%02llds", ms / 60'000, ms / 1000 % 60);
  } else {
    std::snprintf(text, sizeof text, "%lldh%02lldm", ms / 3600'000, ms / 60'000 % 60);
  }
  return text;
}

Result<Millis> parse_duration(std::string_view text) {
  constexpr const char* expected = "a duration like 90s, 30m or 12h";
  constexpr long long longest = 365LL * 86'400'000;
  long long total = 0;
  std::string_view rest = text;
  if (rest.empty()) return bad(text, expected);
  while (!rest.empty()) {
    long long count = 0;
    const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), count);
    if (problem != std::errc{} || count < 0) return bad(text, expected);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    const std::string_view name = rest.substr(0, rest.find_first_of("0123456789"));
    const Unit* unit = nullptr;
    for (const Unit& candidate : units) {
      if (candidate.name == name) unit = &candidate;
    }
    if (unit == nullptr || count > longest / unit->millis) return bad(text, expected);
    total += count * unit->millis;
    rest.remove_prefix(name.size());
  }
  if (total > longest) return bad(text, "a duration of at most a year");
  return Millis{total};
}

}  // namespace assay
