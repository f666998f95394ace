// SPDX-License-Identifier: MIT
#include "format/dialect/reset_time.h"

#include "format/dialect/trouble.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace assay::format::dialect {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

constexpr std::size_t looked_at = 8192;
constexpr days farthest{370};

RE2::Options of_any_case() {
  RE2::Options options;
  options.set_case_sensitive(false);
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_log_errors(false);
  return options;
}

/// A date and a time as far as they were said.
struct Said {
  std::optional<int> year, month, day, weekday;  // months and days from 1, Sunday is 0
  int tomorrow = 0;                              // days to add
  std::optional<minutes> time;                   // of the day
  std::string zone;
  std::optional<Millis> offset;  // of the zone, if that was said instead
};

std::string in_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return out;
}

std::optional<int> number_in(re2::StringPiece digits) {
  int value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return read.ec == std::errc() && !digits.empty() ? std::optional(value) : std::nullopt;
}

/// Where the name stands in a row of three-letter names; nothing if it does not.
std::optional<int> place_in(std::string_view names, std::string_view name) {
  const std::size_t at = names.find(in_lower(name.substr(0, 3)));
  if (name.size() < 3 || at == std::string_view::npos || at % 3 != 0) return std::nullopt;
  return static_cast<int>(at / 3);
}

std::optional<int> month_named(std::string_view name) {
  const auto place = place_in("janfebmaraprmayjunjulaugsepoctnovdec", name);
  return place ? std::optional(*place + 1) : std::nullopt;
}

struct Zone {
  std::string_view name;
  int hours;
};
constexpr std::array known_zones{Zone{"z", 0},    Zone{"utc", 0},  Zone{"gmt", 0},  Zone{"est", -5},
                                 Zone{"edt", -4}, Zone{"cst", -6}, Zone{"cdt", -5}, Zone{"mst", -7},
                                 Zone{"mdt", -6}, Zone{"pst", -8}, Zone{"pdt", -7}, Zone{"cet", 1},
                                 Zone{"cest", 2}, Zone{"bst", 1},  Zone{"jst", 9}};

void read_zone(re2::StringPiece& text, Said& said) {
  static const RE2 numbered(R"(^\s*\(?(?:UTC|GMT)?([+-])(\d{1,2}):?(\d\d)?\b\)?)", of_any_case());
  static const RE2 named(R"(^\s*\(?([A-Za-z]+/[A-Za-z_/+-]+[A-Za-z0-9]|[A-Za-z]{1,4}\b)\)?)");
  std::string sign;
  std::string name;
  int hour = 0;
  re2::StringPiece minute;
  if (RE2::Consume(&text, numbered, &sign, &hour, &minute)) {
    const Millis ahead = hours{hour} + minutes{number_in(minute).value_or(0)};
    said.offset = sign == "-" ? -ahead : ahead;
  } else if (RE2::Consume(&text, named, &name)) {
    const std::string key = in_lower(name);
    const auto* zone = std::find_if(known_zones.begin(), known_zones.end(),
                                    [&](const Zone& each) { return each.name == key; });
    if (zone != known_zones.end()) said.offset = hours{zone->hours};
    if (name.find('/') != std::string::npos) said.zone = name;
  }
}

bool read_time(re2::StringPiece& text, Said& said) {
  static const RE2 clock(
      R"(^[\s,T]*(?:at\s+)?(\d{1,2})(?::(\d\d)(?::\d\d(?:\.\d+)?)?)?(?:\s*([ap])\.?m\b\.?)?)",
      of_any_case());
  re2::StringPiece rest = text;
  int hour = 0;
  re2::StringPiece minutes_told;
  std::string half;
  if (!RE2::Consume(&rest, clock, &hour, &minutes_told, &half)) return false;
  const std::optional<int> minute = number_in(minutes_told);
  if (!minute && half.empty()) return false;  // a number alone is no time
  const int most = half.empty() ? 23 : 12;
  if (hour > most || (!half.empty() && hour == 0) || minute.value_or(0) > 59) return false;
  if (!half.empty()) hour = hour % 12 + (in_lower(half) == "p" ? 12 : 0);
  said.time = hours{hour} + minutes{minute.value_or(0)};
  text = rest;
  read_zone(text, said);
  return true;
}

void read_date(re2::StringPiece& text, Said& said) {
  static const RE2 iso(R"(^\s*(\d{4})-(\d\d)-(\d\d))", of_any_case());
  static const RE2 relative(R"(^\s*(?:on\s+)?(today|tomorrow)\b)", of_any_case());
  static const RE2 weekday(R"(^\s*(?:on\s+)?((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*)\b\.?,?)",
                           of_any_case());
  static const RE2 month_first(
      R"(^\s*(?:on\s+)?((?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\.?\s+(\d{1,2})(?:st|nd|rd|th)?\b(?:,?\s+(\d{4})\b)?)",
      of_any_case());
  static const RE2 day_first(
      R"(^\s*(?:on\s+)?(\d{1,2})(?:st|nd|rd|th)?\s+((?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\b\.?(?:,?\s+(\d{4})\b)?)",
      of_any_case());
  std::string name;
  int day = 0;
  int month = 0;
  int year = 0;
  if (RE2::Consume(&text, iso, &year, &month, &day)) {
    said.year = year;
    said.month = month;
    said.day = day;
    return;
  }
  if (RE2::Consume(&text, relative, &name)) said.tomorrow = in_lower(name) == "tomorrow" ? 1 : 0;
  if (RE2::Consume(&text, weekday, &name)) said.weekday = place_in("sunmontuewedthufrisat", name);
  re2::StringPiece year_told;
  if (RE2::Consume(&text, month_first, &name, &day, &year_told) ||
      RE2::Consume(&text, day_first, &day, &name, &year_told)) {
    said.day = day;
    said.year = number_in(year_told);
    said.month = month_named(name);
  }
}

/// The time of one reading of `said`, in UTC.
std::optional<Instant> resolved(const Said& said, Instant now, const ZoneOffset& zone_offset) {
  const auto ahead_at = [&](Instant at) {
    if (said.offset) return *said.offset;
    const auto named = said.zone.empty() ? std::nullopt : zone_offset(said.zone, at);
    return named ? *named : zone_offset({}, at).value_or(Millis{0});
  };
  const auto today = std::chrono::floor<days>(now + ahead_at(now));
  const std::chrono::year_month_day date{today};
  const auto utc = [&](std::chrono::sys_days day) {
    const Instant local = day + said.time.value_or(minutes{0});
    return Instant(local - ahead_at(local - ahead_at(local)));
  };
  if (said.month && said.day) {
    const int year = said.year.value_or(static_cast<int>(date.year()));
    const auto on = [&](int which) {
      return std::chrono::year_month_day{std::chrono::year{which},
                                         std::chrono::month{static_cast<unsigned>(*said.month)},
                                         std::chrono::day{static_cast<unsigned>(*said.day)}};
    };
    if (!on(year).ok()) return std::nullopt;
    const Instant at = utc(on(year));
    if (said.year || at > now || !on(year + 1).ok()) return at;
    return utc(on(year + 1));
  }
  if (!said.time) return std::nullopt;
  if (said.weekday) {
    const int now_day = static_cast<int>(std::chrono::weekday{today}.c_encoding());
    const int wait = (*said.weekday - now_day + 7) % 7;
    const Instant at = utc(today + days{wait});
    return at > now ? at : utc(today + days{wait + 7});
  }
  const Instant at = utc(today + days{said.tomorrow});
  return at > now ? at : utc(today + days{1});
}

}  // namespace

std::optional<Instant> reset_told(std::string_view text, Instant said_at,
                                  const ZoneOffset& offset) {
  static const RE2 keyword(
      R"(\b(?:again|resets?|available|until|renews?|refreshe?s?|retry[-_ ]after|back)(?:[_ ]?at|[_ ]?on|[_ ]?time)?["']?[\s:=]*["'(]*)",
      of_any_case());
  static const RE2 unix_time(R"(^(\d{10}|\d{13})\b)");
  const std::string_view start = text.substr(0, looked_at);
  re2::StringPiece rest(start.data(), start.size());
  while (RE2::FindAndConsume(&rest, keyword)) {
    re2::StringPiece at = rest;
    std::int64_t number = 0;
    Said said;
    std::optional<Instant> when;
    if (RE2::Consume(&at, unix_time, &number)) {
      when = instant_of_unix(number);
    } else {
      read_date(at, said);
      const bool timed = read_time(at, said);
      if (timed || (said.month && said.day)) when = resolved(said, said_at, offset);
    }
    if (when && *when > said_at && *when < said_at + farthest) return when;
  }
  return std::nullopt;
}

}  // namespace assay::format::dialect
