// SPDX-License-Identifier: MIT
// Output that means harm: floods, noise, numbers beyond all measure.
#include "format/runners.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <ctime>
#include <string>

namespace assay::test {
namespace {

using format::read_runner_output;

constexpr std::size_t flood_bytes = 4 * 1024 * 1024;

std::string repeated(std::string_view piece, std::size_t bytes) {
  std::string text;
  text.reserve(bytes + piece.size());
  while (text.size() < bytes) text += piece;
  return text;
}

/// Pieces of many runners' output, in any order: the recognisers must cope with every
/// neighbourhood.
std::string scrambled(std::uint32_t seed, std::size_t pieces) {
  static constexpr std::string_view words[] = {
      "ok ",
      "not ok ",
      "1..",
      "Ran ",
      " tests",
      " test",
      " in ",
      "0.01s",
      "\n",
      "\n",
      "\n",
      "5",
      "0",
      "99999999999999999999",
      " passed",
      " failed",
      ", ",
      "====",
      "--------------------------------------------------------------",
      "OK",
      "(",
      ")",
      "[==========] ",
      "[  PASSED  ] ",
      "Running ",
      " ran.",
      "test result: ",
      "; ",
      "ignored",
      "running ",
      "Tests run: ",
      "Failures: ",
      "Errors: ",
      "%",
      " tests passed",
      "out of ",
      "Test project ",
      "# TOTAL: ",
      "# PASS: ",
      "Summary [",
      "] ",
      " run:",
      "\x1b[31m",
      "\r",
      "\t",
      "--- PASS: TestA (0.00s)",
      "FAIL\tx\t0.1s",
      "ok  \tx\t(cached)",
      "<testsuite>",
      "<testcase ",
      "</testsuite>",
      "Files=1, Tests=",
      "Result: PASS",
      "Totals: ",
      "skipped",
      "\xff",
      "\xe2\x9c\x93 ",
      " - ",
      "{\"Action\":\"pass\",\"Package\":\"x\",\"Test\":\"T\"}",
      "Results (0.1s):",
      "Executed ",
      "  ->  passed",
      "1/2 passed (",
      " test session starts ",
      "[doctest] test cases: ",
      " | ",
      "test cases: ",
      "assertions: ",
      "*** ",
      " detected",
      "Run Summary:",
      "tests  1 2 3 4",
      "=== x Summary ===",
      "# of expected passes ",
      "DONE ",
      "scenarios passed",
      "TAP version 13",
  };
  constexpr std::size_t count = sizeof(words) / sizeof(words[0]);
  std::string text;
  for (std::size_t i = 0; i < pieces; ++i) {
    seed = seed * 1664525U + 1013904223U;
    text += words[(seed >> 12U) % count];
  }
  return text;
}

TEST_CASE("hostile: no arrangement of words crashes or yields nonsense") {
  for (std::uint32_t seed = 1; seed <= 2000; ++seed) {
    const core::Tally tally = read_runner_output("make test", scrambled(seed, 200));
    CHECK(tally.executed >= -1);
    CHECK(tally.failed >= 0);
    CHECK(tally.skipped >= 0);
    if (tally.cached) CHECK(tally.executed == 0);
  }
}

TEST_CASE("hostile: random bytes") {
  std::uint32_t seed = 7;
  for (int round = 0; round < 200; ++round) {
    std::string noise;
    for (int i = 0; i < 2000; ++i) {
      seed = seed * 1664525U + 1013904223U;
      noise.push_back(static_cast<char>(seed >> 24U));
    }
    CHECK(read_runner_output(noise.substr(0, 40), noise).executed >= -1);
  }
}

TEST_CASE("hostile: numbers beyond all measure are not counted, and sums do not overflow") {
  CHECK(read_runner_output("x", "===== 99999999999999999999 passed in 0.01s =====\n").executed ==
        -1);
  const std::string many = repeated("===== 999999999999 passed in 0.01s =====\n", 1 << 20U);
  CHECK(read_runner_output("x", many).executed > 0);
}

TEST_CASE("hostile: a flood is read in time that grows with it, not faster") {
  const std::string_view floods[] = {
      "y\n",
      "\n",
      "ok 1\n",
      "===== 5 passed in 0.01s =====\n",
      "5 passed in 0.01s\n",
      "Running 1 test case...\n",
      "[==========] Running 1 test from 1 test suite.\n",
      "Test project x\n",
      "running 1 test\n",
      "Ran 1 test in 0.1s\n",
      "                                                                passed",
      "1/1 Test #1: a ... Passed 0.1 sec\n",
      "\x1b]0;",
      "\x1b[",
  };
  for (const std::string_view piece : floods) {
    INFO("flood of: ", std::string(piece));
    const std::string flood = repeated(piece, flood_bytes);
    const std::clock_t begin = std::clock();
    CHECK(read_runner_output("make test", flood).executed >= -1);
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    // Generous, because this also runs unoptimised and instrumented: a quadratic reader needs
    // hours.
    CHECK(seconds < 20.0);
  }
}

}  // namespace
}  // namespace assay::test

TEST_CASE("hostile: what a test prints is not added to what its runner says at the end") {
  struct Row {
    const char* command;
    const char* output;
  };
  const Row rows[] = {
      {"npx mocha", "  5 passing (3ms)\n\n\n  0 passing (1ms)\n\n"},
      {"npx vitest run",
       " Test Files  1 passed (1)\n      Tests  5 passed (5)\n\n Test Files  1 skipped (1)\n"
       "      Tests  2 skipped (2)\n   Start at  10:00:00\n   Duration  200ms\n"},
      {"vendor/bin/phpunit",
       "OK (5 tests, 5 assertions)\nPHPUnit 9.6.7 by Sebastian Bergmann.\n\nNo tests executed!\n"},
      {"busted",
       "5 successes / 0 failures / 0 errors / 0 pending : 0.1 seconds\n"
       "0 successes / 0 failures / 0 errors / 0 pending : 0.000093 seconds\n"},
      {"rspec",
       "5 examples, 0 failures\n\nFinished in 0.00003 seconds (files took 0.03 seconds to load)\n"
       "0 examples, 0 failures\n\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.command);
    CHECK(assay::format::read_runner_output(row.command, row.output).executed == 0);
  }
}
