// SPDX-License-Identifier: MIT
#include "format/verify/known_failures.h"

#include <doctest/doctest.h>

using namespace assay::format;

namespace {

constexpr const char* today = "2026-11-17";

std::string problem_in(std::string_view text) {
  const KnownReading reading = read_known_failures("known.yaml", text, today);
  CHECK(reading.problems.empty() != reading.lines.empty());
  if (reading.problems.empty()) return "";
  return reading.problems.front().where + ": " + reading.problems.front().what;
}

}  // namespace

TEST_CASE("known failures: a list as people write it") {
  const KnownReading reading = read_known_failures(
      "known.yaml",
      "# put up with for now\n"
      "- {test: \"tests/test_net.py::*\", reason: no network, owner: ann, until: 2026-12-31}\n"
      "- test: tests/test_cart.py::test_tax[0-?]\n"
      "  reason: rounding\n"
      "  until: 2026-11-17\n"
      "- test: TestOld\n"
      "  until: \"2026-11-16\"\n",
      today);
  CHECK(reading.problems.empty());
  REQUIRE(reading.lines.size() == 3);
  CHECK(reading.lines[0].test == "tests/test_net.py::*");
  CHECK(reading.lines[0].owner == "ann");
  CHECK(reading.lines[0].line == 2);
  CHECK(!reading.lines[0].expired);
  CHECK(!reading.lines[1].expired);  // to the end of the day
  CHECK(reading.lines[2].expired);
  CHECK(read_known_failures("known.yaml", "", today).problems.empty());
}

TEST_CASE("known failures: what is wrong is named with its place") {
  CHECK(problem_in("- {test: \"*\"}\n").find("known.yaml:1: test: '*' fits almost every test") ==
        0);
  CHECK(problem_in("- {test: \"**::?*\"}\n").find("fits almost every test") != std::string::npos);
  CHECK(problem_in("- {reason: x}\n") == "known.yaml:1: missing key 'test'");
  CHECK(problem_in("- {test: abc, untill: 2026-12-31}\n").find("did you mean 'until'") !=
        std::string::npos);
  CHECK(
      problem_in("- {test: abc}\n- {test: abc, until: 2026-02-30}\n").find("known.yaml:2: until") ==
      0);
  CHECK(problem_in("- {test: abc, until: soon}\n").find("is no day") != std::string::npos);
  CHECK(problem_in("test: abc\n").find("is no list") != std::string::npos);
  CHECK(problem_in("- abc\n").find("is no entry") != std::string::npos);
  CHECK(problem_in("- {test: [abc]}\n").find("must be a text") != std::string::npos);
  CHECK(!problem_in("- {test: abc\n").empty());
}
