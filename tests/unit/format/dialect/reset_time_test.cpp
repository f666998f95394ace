// SPDX-License-Identifier: MIT
// When a limit is over, in the words CLIs use for people.
#include "format/dialect/reset_time.h"

#include <doctest/doctest.h>

namespace {

using namespace assay;
using namespace std::chrono_literals;
using format::dialect::reset_told;

/// 16 November 2026, a Monday, 10:30 in UTC: 11:30 here, 05:30 in New York.
const Instant said_at = *parse_instant("2026-11-16T10:30:00.000Z");

std::optional<Millis> zones(std::string_view zone, Instant) {
  if (zone.empty() || zone == "Europe/Berlin") return Millis{1h};
  if (zone == "America/New_York") return Millis{-5h};
  return std::nullopt;
}

std::string told(std::string_view text) {
  const auto at = reset_told(text, said_at, zones);
  return at ? to_text(*at).substr(0, 16) : "none";
}

}  // namespace

TEST_CASE("reset time: every spelling that is known") {
  struct Row {
    const char* text;
    const char* want;
  };
  const Row rows[] = {
      {"You've hit your usage limit. Try again at 11:48 AM.", "2026-11-16T10:48"},
      {"try again at 11:15 AM", "2026-11-17T10:15"},  // that time is over today
      {"Try again at 12:05 AM", "2026-11-16T23:05"},
      {"try again at 12:30 PM", "2026-11-16T11:30"},
      {"You've hit your limit · resets 5pm (Europe/Berlin)", "2026-11-16T16:00"},
      {"limit reached ∙ resets at 5pm (America/New_York)", "2026-11-16T22:00"},
      {"resets 3 a.m.", "2026-11-17T02:00"},
      {"resets at 17:45", "2026-11-16T16:45"},
      {"resets 9am (Nowhere/Special)", "2026-11-17T08:00"},
      {"try again at Dec 3rd, 2026 5:00 PM.", "2026-12-03T16:00"},
      {"Try again at Nov 17th, 2026 12:00 AM", "2026-11-16T23:00"},
      {"resets Jan 2 at 4am", "2027-01-02T03:00"},
      {"available again on 3 December 2026 at 08:00 UTC", "2026-12-03T08:00"},
      {"weekly limit: resets Thursday at 2:00 AM", "2026-11-19T01:00"},
      {"resets Mon 9:00 AM", "2026-11-23T08:00"},
      {"resets tomorrow at 7am", "2026-11-17T06:00"},
      {R"({"resets_at": "2026-11-16T18:00:00Z"})", "2026-11-16T18:00"},
      {"quota will reset at 2026-11-16T18:00:00+02:00", "2026-11-16T16:00"},
      {"reset at 2026-11-16 18:00 UTC", "2026-11-16T18:00"},
      {"reset at 2026-11-16 18:00", "2026-11-16T17:00"},
      {"limit resets at 1794855600", "2026-11-16T19:00"},
      {"resetsAt: 1794855600000", "2026-11-16T19:00"},
      {"Retry-After: Mon, 16 Nov 2026 19:00:00 GMT", "2026-11-16T19:00"},
      {"back at 6pm PST", "2026-11-17T02:00"},
      {"try again at 6:00 PM UTC-5", "2026-11-16T23:00"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(told(row.text) == row.want);
  }
}

TEST_CASE("reset time: what tells none, or one that is over") {
  for (const char* text :
       {"", "try again", "try again later", "try again in 3 hours 2 minutes", "resets soon",
        "it was 11:48 AM", "reset at 2026-11-15T18:00:00Z", "try again at 25:61 AM", "resets 13pm",
        "try again at Feb 31, 2027 5 PM", "available 99", "resets at 2126-01-01"}) {
    CAPTURE(text);
    CHECK(told(text) == "none");
  }
}
