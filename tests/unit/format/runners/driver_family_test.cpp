// SPDX-License-Identifier: MIT
#include "unit/format/runners/excerpt.h"

namespace assay::test {
namespace {

constexpr Excerpt ctest_excerpts[] = {
    {"inner runners are not counted again", "ctest -V",
     "Test project /x/build\n    Start 1: unit\n1: [==========] Running 9 tests from 1 test "
     "suite.\n"
     "1: [  PASSED  ] 9 tests.\n[==========] Running 9 tests from 1 test suite.\n"
     "[==========] 9 tests from 1 test suite ran. (0 ms total)\n[  PASSED  ] 9 tests.\n"
     "1/1 Test #1: unit .......   Passed    0.01 sec\n\n100% tests passed, 0 tests failed out of "
     "1\n",
     1, 0},
    {"skipped tests are among those passed", "ctest",
     "Test project /x\n1/2 Test #1: a ...***Skipped   0.00 sec\n2/2 Test #2: b ...   Passed   0.00 "
     "sec\n\n"
     "100% tests passed, 0 tests failed out of 2\n\nTotal Test time (real) =   0.00 sec\n\n"
     "The following tests did not run:\n\t  1 - a (Skipped)\n",
     1, 0},
    {"a disabled test is not in the total", "ctest",
     "Test project /x\n1/2 Test #1: a ...***Not Run (Disabled)   0.00 sec\n"
     "2/2 Test #2: b ...   Passed   0.00 sec\n\n100% tests passed, 0 tests failed out of 1\n\n"
     "The following tests did not run:\n\t  1 - a (Disabled)\n",
     1, 0},
    {"a test program that is not there", "ctest",
     "Test project /x\n1/2 Test #1: a ...***Not Run   0.00 sec\n2/2 Test #2: b ...***Failed   0.00 "
     "sec\n\n"
     "0% tests passed, 2 tests failed out of 2\n\nThe following tests FAILED:\n\t  1 - a (Not "
     "Run)\n\t  2 - b (Failed)\n",
     1, 2},
    {"only listed", "ctest -N", "Test project /x\n  Test #1: a\n\nTotal Tests: 1\n", 0, 0},
    {"none", "ctest", "Test project /x\nNo tests were found!!!\n", 0, 0},
    {"cut off", "ctest",
     "Test project /x\n    Start 1: a\n1/9 Test #1: a ....   Passed    0.00 sec\n", -1, 0},
    {"only the tail", "ctest | tail -3", "100% tests passed, 0 tests failed out of 7\n\n", 7, 0},
    {"label times before the failures", "ctest",
     "Test project /x\n1/1 Test #1: a ...***Failed   0.00 sec\n\n0% tests passed, 1 tests failed "
     "out of 1\n\n"
     "Label Time Summary:\nslow    =   0.01 sec*proc (1 test)\n\nThe following tests FAILED:\n\t  "
     "1 - a (Timeout)\n",
     1, 1},
    {"under make, on a terminal", "make test",
     "Running tests...\r\nTest project /x\r\n\x1b[K    Start 1: a\r1/1 Test #1: a ....   Passed    "
     "0.00 sec\r\n\r\n"
     "\x1b[0;32m100% tests passed\x1b[0;0m, 0 tests failed\x1b[0;0m out of 1\r\n",
     1, 0},
};

constexpr Excerpt meson_excerpts[] = {
    {"all kinds", "meson test",
     "1/3 a OK              0.01s\n2/3 b FAIL            0.01s   exit status 1\n3/3 c SKIP         "
     "   0.01s\n\n"
     "Ok:                 1\nExpected Fail:      1\nFail:               1\nUnexpected Pass:    "
     "0\nSkipped:            3\n"
     "Timeout:            1\n\nFull log written to /x/testlog.txt\n",
     3, 2},
    {"newer versions leave out what is zero", "meson test",
     "1/2 a OK              0.01s\n2/2 b SKIP            0.01s\n\nOk:                1\nSkipped:   "
     "        1\n\n"
     "Full log written to /x/testlog.txt\n",
     1, 0},
    {"none", "ninja test", "ninja: no work to do.\nNo tests defined.\n", 0, 0},
};

constexpr Excerpt suite_excerpts[] = {
    {"automake", "make check",
     "PASS: a.sh\nERROR: b.sh\n======\nTestsuite summary for x 1\n======\n# TOTAL: 6\n# PASS:  "
     "1\n# SKIP:  1\n"
     "# XFAIL: 1\n# FAIL:  1\n# XPASS: 1\n# ERROR: 1\n======\n",
     3, 3},
    {"automake in two directories", "make check",
     "=====\nTestsuite summary for x 1\n=====\n# TOTAL: 1\n# PASS:  1\n# SKIP:  0\n"
     "=====\nTestsuite summary for x 1\n=====\n# TOTAL: 2\n# PASS:  2\n# SKIP:  0\n",
     3, 0},
    {"automake, serial", "make check",
     "PASS: a\nFAIL: b\n==================\n1 of 2 tests failed\n==================\n", 2, 1},
    {"automake, serial, all", "make check",
     "PASS: a\nPASS: b\n==================\nAll 2 tests passed\n==================\n", 2, 0},
    {"bazel ran one, had one", "bazel test //...",
     "INFO: Build completed successfully, 2 total actions\n//p:a      (cached) PASSED in "
     "0.1s\n//p:b     PASSED in 0.2s\n\n"
     "Executed 1 out of 2 tests: 2 tests pass.\n",
     1, 0},
    {"bazel failed", "bazel test //...",
     "//p:a      FAILED in 0.1s\n  /x/test.log\n\nExecuted 1 out of 1 test: 1 fails locally.\n", 1,
     1},
    {"dejagnu", "runtest",
     "\t\t=== x tests ===\n\n\t\t=== x Summary ===\n\n# of expected passes\t\t3\n# of unexpected "
     "failures\t1\n"
     "# of unresolved testcases\t1\n# of untested testcases\t\t2\n",
     4, 2},
    {"kyua counts skipped as passed", "kyua test",
     "a:one  ->  passed  [0.001s]\na:two  ->  skipped: no network  [0.001s]\n\nResults file id is "
     "x\n\n"
     "2/2 passed (0 failed)\n",
     1, 0},
    {"kyua, a program that cannot list", "kyua test",
     "a:__test_cases_list__  ->  broken: Test program did not exit cleanly  [0.001s]\n\n0/1 passed "
     "(1 failed)\n",
     0, 1},
    {"make has nothing to do", "make test", "make: Nothing to be done for 'test'.\n", 0, 0},
    {"a folder called test", "make test", "make: 'test' is up to date.\n", 0, 0},
    {"make remarks do not count against a runner", "make all test",
     "make: Nothing to be done for 'all'.\nrunning 1 test\n.\ntest result: ok. 1 passed; 0 failed; "
     "0 ignored; 0 measured; "
     "0 filtered out\n",
     1, 0},
    {"tox alone", "tox", "  py: OK (0.5 seconds)\n  congratulations :)\n", -1, 0},
};

TEST_CASE("ctest: its tests are programs, and skipped ones did not run") {
  check_excerpts(ctest_excerpts);
}
TEST_CASE("meson: the table of outcomes") { check_excerpts(meson_excerpts); }
TEST_CASE("other drivers") { check_excerpts(suite_excerpts); }

TEST_CASE("bazel: everything from the cache is nothing executed") {
  const core::Tally tally = format::read_runner_output(
      "bazel test //...",
      "//p:a   (cached) PASSED in 0.1s\n\nExecuted 0 out of 1 test: 1 test passes.\n");
  CHECK(tally.executed == 0);
  CHECK(tally.cached);
}

}  // namespace
}  // namespace assay::test
