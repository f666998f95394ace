// SPDX-License-Identifier: MIT
#include "base/instant.h"

#include <doctest/doctest.h>

using namespace assay;

TEST_CASE("instant: text and back, to the millisecond") {
  const Instant at{Millis{1794785765347}};
  CHECK(to_text(at) == "2026-11-15T23:36:05.347Z");
  const auto back = parse_instant(to_text(at));
  REQUIRE(back);
  CHECK(*back == at);
  CHECK(to_text(Instant{}) == "1970-01-01T00:00:00.000Z");
}

TEST_CASE("instant: what is not exactly an instant is refused") {
  for (const char* text : {"", "2026-11-15", "2026-11-15T23:36:05Z", "2026-13-15T23:36:05.347Z",
                           "2026-02-30T23:36:05.347Z", "2026-11-15 23:36:05.347Z",
                           "2026-11-15T23:36:05.34aZ", "2026-11-15T23:36:05.347Z "}) {
    CAPTURE(text);
    CHECK_FALSE(parse_instant(text));
  }
}

TEST_CASE("duration: every unit, and several together") {
  struct Row {
    const char* text;
    long long millis;
  };
  const Row rows[] = {
      {"500ms", 500},      {"90s", 90'000},      {"30m", 1'800'000}, {"12h", 43'200'000},
      {"2d", 172'800'000}, {"1h30m", 5'400'000}, {"45", 45'000},     {"0s", 0}};
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto length = parse_duration(row.text);
    REQUIRE(length);
    CHECK(length->count() == row.millis);
  }
}

TEST_CASE("duration: nonsense, signs, fractions and more than a year are refused") {
  for (const char* text :
       {"", "m", "-5s", "1.5h", "5 m", "5x", "1000000000d", "99999999999999999999s", "400d"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_duration(text));
  }
}

TEST_CASE("duration: for people") {
  CHECK(to_human(Millis{0}) == "0.00s");
  CHECK(to_human(Millis{420}) == "0.42s");
  CHECK(to_human(Millis{12'340}) == "12.3s");
  CHECK(to_human(Millis{252'000}) == "4m12s");
  CHECK(to_human(Millis{7'380'000}) == "2h03m");
}
