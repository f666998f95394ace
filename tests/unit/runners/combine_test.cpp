// SPDX-License-Identifier: MIT
#include "format/runners/transcript.h"
#include "format/runners/triggers.h"
#include "unit/runners/excerpt.h"

#include <doctest/doctest.h>

namespace assay::test {
namespace {

using format::cache_marker;
using format::read_runner_output;
using format::Transcript;

#define RUST_ONE                                                                               \
  "running 1 test\n.\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered " \
  "out; "                                                                                      \
  "finished in 0.00s\n"
#define PYTEST_TWO                                                                     \
  "============================= test session starts ==============================\n" \
  "===== 2 passed in 0.01s =====\n"
#define UNITTEST_NONE                                                                       \
  "----------------------------------------------------------------------\nRan 0 tests in " \
  "0.000s\n\nOK\n"

TEST_CASE("combine: several runners in one command are added up") {
  const core::Tally tally = read_runner_output("cargo test && pytest", RUST_ONE PYTEST_TWO);
  CHECK(tally.executed == 3);
  CHECK(tally.source == "cargo + pytest");
  CHECK(tally.hint.empty());
}

TEST_CASE("combine: an opaque command that runs two runners is a sum as well") {
  CHECK(read_runner_output("make check", PYTEST_TWO RUST_ONE).executed == 3);
}

TEST_CASE("combine: a runner that keeps its count to itself does not spoil what another one says") {
  CHECK(read_runner_output("make", "ok  \tx\t0.01s\n" RUST_ONE).executed == 1);
}

TEST_CASE("combine: zero and unknown together are unknown") {
  CHECK(read_runner_output("make", "ok  \tx\t0.01s\n" UNITTEST_NONE).executed == -1);
}

TEST_CASE("combine: look-alikes printed by the application never beat the closing line") {
  const std::string_view look_alikes[] = {
      "5 passed\n",
      "5 passed in 0.10s\n",
      "OK (3 tests)\n",
      "OK (3 tests, 4 assertions)\n",
      "Tests run: 7, Failures: 0\n",
      "Tests run: 7, Failures: 0, Errors: 0, Skipped: 0\n",
      "Tests: 4 passed, 4 total\n",
      "4 passing (3ms)\n",
      "12 examples, 0 failures\n",
      "2 tests, 0 failures\n",
      "Success: 4 tests passed.\n",
      "test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n",
      "All tests passed (3 assertions in 2 test cases)\n",
      "100%: Checks: 3, Failures: 0, Errors: 0\n",
      "Ran 4 tests.\n",
      "[  PASSED  ] 4 tests.\n",
      "ok 1 - it works\n",
      "Total: 3, Passed: 3\n",
  };
  const std::string_view zero_runs[] = {
      UNITTEST_NONE,
      "============================= test session starts ==============================\n@"
      "===== no tests ran in 0.00s =====\n",
      "[==========] Running 0 tests from 0 test suites.\n@[==========] 0 tests from 0 test suites "
      "ran. (0 ms total)\n"
      "[  PASSED  ] 0 tests.\n",
      "running 0 tests\n@\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered "
      "out\n",
      "Test project /x\n@No tests were found!!!\n",
  };
  for (const std::string_view zero : zero_runs) {
    for (const std::string_view fake : look_alikes) {
      std::string output(zero);
      const std::size_t inside = output.find('@');
      if (inside == std::string::npos) {
        output.insert(0, fake);
      } else {
        output.replace(inside, 1, fake);
      }
      INFO("output: ", output);
      CHECK(read_runner_output("make test", output).executed == 0);
      // The same before the runner even began.
      std::string before(zero);
      if (inside != std::string::npos) before.erase(inside, 1);
      before.insert(0, fake);
      INFO("before: ", before);
      CHECK(read_runner_output("make test", before).executed == 0);
    }
  }
}

TEST_CASE("combine: one program whose runner is named: nobody else is heard") {
  // A full imitation of another runner's frame, printed before unittest closes.
  CHECK(read_runner_output("cd x && python -m unittest", PYTEST_TWO UNITTEST_NONE).executed == 0);
  CHECK(
      read_runner_output("cd x && pytest; python -m unittest", PYTEST_TWO UNITTEST_NONE).executed ==
      2);
}

TEST_CASE("combine: failures are reported whatever the exit status may be") {
  const core::Tally tally = read_runner_output("cargo test | tail -2",
                                               "test result: FAILED. 1 passed; 2 failed; 0 "
                                               "ignored; 0 measured; 0 filtered out\n\n");
  CHECK(tally.executed == 3);
  CHECK(tally.failed == 2);
}

TEST_CASE("combine: silence is unknown, with a way out") {
  CHECK(read_runner_output("./t", "").executed == -1);
  CHECK(read_runner_output("go test ./...", "").hint.find("-json") != std::string::npos);
  CHECK(read_runner_output("pytest -qqq", "").hint.find("-qq") != std::string::npos);
  CHECK(read_runner_output("./gradlew test", "").hint.find("build/test-results") !=
        std::string::npos);
  CHECK(read_runner_output("./t", "hello\n").hint.find("report:") != std::string::npos);
  CHECK(read_runner_output("./t", "hello\n").source.empty());
}

TEST_CASE("combine: a replayed log is not a run") {
  const core::Tally turbo =
      read_runner_output("npx turbo test", PYTEST_TWO
                         "\n Tasks:    1 successful, 1 total\nCached:    1 cached, 1 total\n"
                         "  Time:    90ms >>> FULL TURBO\n");
  CHECK(turbo.executed == 0);
  CHECK(turbo.cached);
  CHECK(turbo.hint.find("FULL TURBO") != std::string::npos);
  const core::Tally nx = read_runner_output(
      "nx test", PYTEST_TWO
      "Nx read the output from the cache instead of running the command for 1 out of 1 tasks.\n");
  CHECK(nx.executed == 0);
  CHECK(nx.cached);
}

TEST_CASE("cache marker: the line that gives it away") {
  CHECK(cache_marker("go test", "ok  \tx\t(cached)\n") == "ok  \tx\t(cached)");
  CHECK(cache_marker("gradle test",
                     "> Task :compileJava UP-TO-DATE\n> Task :app:test FROM-CACHE\n") ==
        "> Task :app:test FROM-CACHE");
  CHECK(cache_marker("gradle test", ":test UP-TO-DATE\n") == ":test UP-TO-DATE");
  CHECK(cache_marker("gradle build", "4 actionable tasks: 1 from cache, 3 up-to-date\n") ==
        "4 actionable tasks: 1 from cache, 3 up-to-date");
  CHECK(cache_marker("bazel test", "//p:t      (cached) PASSED in 0.1s\n") ==
        "//p:t      (cached) PASSED in 0.1s");
  CHECK(cache_marker("turbo lint", "  Time:    90ms >>> FULL TURBO\n") ==
        "Time:    90ms >>> FULL TURBO");
  CHECK(cache_marker("nx lint",
                     "> nx run web:lint  [existing outputs match the cache, left as is]\n") ==
        "> nx run web:lint  [existing outputs match the cache, left as is]");
  CHECK(cache_marker("nx lint", "> nx run web:lint  [local cache]\n") ==
        "> nx run web:lint  [local cache]");
}

TEST_CASE("cache marker: other talk about caches is no marker") {
  CHECK(cache_marker("gradle test", "> Task :compileJava UP-TO-DATE\n> Task :test\n").empty());
  CHECK(cache_marker("gradle build", "5 actionable tasks: 2 executed, 3 up-to-date\n").empty());
  CHECK(cache_marker("pytest", "plugins: cacheprovider\ncachedir: .pytest_cache\n").empty());
  CHECK(cache_marker("make", "test_cache.py::test_cached PASSED\nthe value was (cached) again\n")
            .empty());
}

TEST_CASE("transcript: lines, overwritten progress, line ends") {
  const Transcript transcript("x", "a \r\n\x1b[31mb\x1b[0m\rc\n\n\n\nd\x1b[1A\x1b[2Ke");
  REQUIRE(transcript.size() == 6);
  CHECK(transcript.line(0) == "a");
  CHECK(transcript.line(1) == "b");
  CHECK(transcript.line(2) == "c");
  CHECK(transcript.line(3).empty());
  CHECK(transcript.line(4) == "d");
  CHECK(transcript.line(5) == "e");
  CHECK(transcript.line_or_empty(99).empty());
}

TEST_CASE("transcript: over-long lines are cut") {
  const Transcript transcript("x", std::string(3 * Transcript::line_max, 'a') + "\nb\n");
  REQUIRE(transcript.size() == 2);
  CHECK(transcript.line(0).size() == Transcript::line_max);
  CHECK(transcript.line(1) == "b");
}

TEST_CASE("transcript: words of the command") {
  const Transcript transcript("cd x && python3 -m pytest -q", "");
  CHECK(transcript.empty());
  CHECK(transcript.command_names("pytest"));
  CHECK_FALSE(transcript.command_names("test"));
  CHECK_FALSE(transcript.command_names(""));
}

TEST_CASE("triggers: every word is found wherever it is, also inside another") {
  const format::Triggers triggers({"he", "she", "hers", "", "x y"});
  const std::vector<bool> found = triggers.found_in("ushers");
  CHECK(found == std::vector<bool>{true, true, true, false, false});
  CHECK(triggers.found_in("ax y") == std::vector<bool>{false, false, false, false, true});
  CHECK(triggers.found_in("h e r s x  y").back() == false);
}

}  // namespace
}  // namespace assay::test
