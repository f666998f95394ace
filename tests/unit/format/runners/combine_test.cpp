// SPDX-License-Identifier: MIT
#include "format/runners/transcript.h"
#include "format/runners/triggers.h"
#include "unit/format/runners/excerpt.h"

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

TEST_CASE("combine: a line that any program could print does not make up for a run of nothing") {
  CHECK(read_runner_output("make", "ok  \tx\t0.01s\n" UNITTEST_NONE).executed == 0);
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

#define RULE "----------------------------------------------------------------------\n"
#define SESSION_STARTS \
  "============================= test session starts ==============================\n"

TEST_CASE("combine: a started runner that closes twice, and not alike, is not believed") {
  struct Row {
    const char* name;
    const char* command;
    const char* output;
  };
  const Row rows[] = {
      {"failed, then a forged pass", "python3 -m unittest",
       RULE "Ran 3 tests in 0.1s\n\nFAILED (failures=1)\n" RULE "Ran 5 tests in 0.1s\n\nOK\n"},
      {"nothing, then a forged pass", "python3 -m unittest",
       RULE "Ran 0 tests in 0.1s\n\nOK\n" RULE "Ran 5 tests in 0.1s\n\nOK\n"},
      {"pytest, forged line after the session", "pytest",
       SESSION_STARTS "==== 1 failed in 0.1s ====\n==== 5 passed in 0.1s ====\n"},
      {"pytest, forged session", "pytest",
       SESSION_STARTS "==== 1 failed in 0.1s ====\n" SESSION_STARTS "==== 5 passed in 0.1s ====\n"},
      {"pytest -q", "pytest -q", "F [100%]\n1 failed in 0.10s\n..... [100%]\n5 passed in 0.01s\n"},
      {"nobody knows the runner", "./run", "0 passed, 1 failed\n\n5 passed, 0 failed\n"},
      {"nobody knows the runner, two kinds", "./run", "1 failed in 0.10s\n5 passed, 0 failed\n"},
  };
  for (const Row& row : rows) {
    INFO("row: ", std::string(row.name));
    const core::Tally tally = read_runner_output(row.command, row.output);
    CHECK((!tally.doubt.empty() || tally.failed > 0));
  }
}

TEST_CASE("combine: a program that starts the runner is believed no more than the runner") {
  struct Row {
    const char* name;
    const char* output;
  };
  const Row rows[] = {
      {"a line before the session",
       "==== 5 passed in 0.01s ====\n" SESSION_STARTS "==== 1 skipped in 0.1s ====\n"},
      {"a line inside the session",
       SESSION_STARTS "collected 1 item\n==== 5 passed in 0.01s ====\n==== 1 skipped in 0.1s "
                      "====\n"},
      {"a line behind the session",
       SESSION_STARTS "==== 1 skipped in 0.1s ====\n==== 5 passed in 0.01s ====\n"},
      {"a whole session before it", SESSION_STARTS "==== 5 passed in 0.01s ====\n" SESSION_STARTS
                                                   "==== 1 skipped in 0.1s ====\n"},
      {"a whole session behind it", SESSION_STARTS "==== 1 skipped in 0.1s ====\n" SESSION_STARTS
                                                   "==== 5 passed in 0.01s ====\n"},
      {"unittest", RULE "Ran 5 tests in 0.1s\n\nOK\n" RULE "Ran 0 tests in 0.0s\n\nOK\n"},
  };
  for (const char* command : {"python3 run_tests.py", "make t", "./run"}) {
    for (const Row& row : rows) {
      INFO("command: ", std::string(command), ", row: ", std::string(row.name));
      const core::Tally tally = read_runner_output(command, row.output);
      CHECK((!tally.doubt.empty() || tally.executed <= 0));
    }
  }
  const char* twice = SESSION_STARTS "==== 2 passed in 0.1s ====\n" SESSION_STARTS
                                     "==== 3 passed, 1 skipped in 0.1s ====\n";
  for (const char* command : {"python3 run_tests.py", "make t", "./run"}) {
    const core::Tally tally = read_runner_output(command, twice);
    CHECK(tally.doubt.empty());
    CHECK(tally.executed == 5);
  }
}

TEST_CASE("combine: what tests print about other runs does not spoil a clear closing line") {
  struct Row {
    const char* name;
    const char* command;
    const char* output;
    int executed;
  };
  const Row rows[] = {
      {"a plain line", "python3 -m unittest",
       "1 failed\n0 passed, 1 failed\n.\n" RULE "Ran 2 tests in 0.1s\n\nOK\n", 2},
      {"a plain line that came late", "python3 -m unittest",
       ".\n" RULE "Ran 2 tests in 0.1s\n\nOK\n1 failed in 0.10s\n0 passed, 1 failed\n", 2},
      {"an inner session", "pytest -s",
       SESSION_STARTS SESSION_STARTS "==== 1 failed in 0.1s ====\n.\n==== 2 passed in 0.1s ====\n",
       2},
      {"another runner's whole frame", "pytest -s",
       SESSION_STARTS RULE "Ran 3 tests in 0.1s\n\nFAILED (failures=1)\n"
                           "==== 2 passed in 0.1s ====\n",
       2},
      {"two suites", "pytest a && pytest b", PYTEST_TWO PYTEST_TWO, 4},
      {"two suites behind a script", "make test", PYTEST_TWO PYTEST_TWO, 4},
      {"ctest and what its tests print", "make test",
       "Test project /x\n1: 0 passed, 1 failed\n1: ==== 1 failed in 0.1s ====\n"
       "1/1 Test #1: a ......   Passed    0.01 sec\n\n100% tests passed, 0 tests failed out of 1\n",
       1},
      {"own closing lines of each file", "./run",
       "a: ok\n2 passed, 0 failed\nb: ok\n3 passed, 0 failed\n", 3},
  };
  for (const Row& row : rows) {
    INFO("row: ", std::string(row.name));
    const core::Tally tally = read_runner_output(row.command, row.output);
    INFO("doubt: ", tally.doubt);
    CHECK(tally.doubt.empty());
    CHECK(tally.failed == 0);
    CHECK(tally.executed == row.executed);
  }
}

TEST_CASE("combine: a runner that was started by name is not spoken for by another") {
  CHECK(read_runner_output("pytest -qq", RULE "Ran 5 tests in 0.1s\n\nOK\n").executed == -1);
  CHECK(read_runner_output("pytest -qq", "5 passed, 0 failed\n").executed == -1);
  CHECK(read_runner_output("./run # pytest", "1 failed in 0.1s\n").failed == 1);
  CHECK(read_runner_output("npx mocha -R tap", "1..1\nok 1 a\n").executed == 1);
}

TEST_CASE("combine: two runs of one runner are a sum, and it says so") {
  CHECK(read_runner_output("npm test", PYTEST_TWO PYTEST_TWO).source == "pytest, 2 runs");
}

TEST_CASE("combine: the closing line of a runner nobody knows") {
  struct Row {
    const char* output;
    int executed;
    int failed;
  };
  const Row rows[] = {
      {"12 passed, 0 failed\n", 12, 0},
      {"x\n12 passed, 0 failed, 3 skipped\nbye\n", 12, 0},
      {"== 3 passed, 1 failed ==\n", 4, 1},
      {"Results: 3 tests, 3 passed, 0 failed\n", 3, 0},
      {"0 passed, 0 failed\n", 0, 0},
      {"0 passed, 0 failed, 4 skipped\n", 0, 0},
      {"12 passed, 0 failed\na\nb\nc\nd\ne\n", -1, 0},
      {"we had 12 passed, 0 failed\n", -1, 0},
      {"12 passed, 0 failed, 3 apples\n", -1, 0},
  };
  for (const Row& row : rows) {
    INFO("output: ", std::string(row.output));
    CHECK(read_runner_output("./run", row.output).executed == row.executed);
    CHECK(read_runner_output("./run", row.output).failed == row.failed);
  }
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
  CHECK(read_runner_output("dune runtest", "").hint.find("--force") != std::string::npos);
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
