// SPDX-License-Identifier: MIT
#include "unit/format/runners/excerpt.h"

namespace assay::test {
namespace {

constexpr Excerpt gtest_excerpts[] = {
    {"two pass", "./t",
     "[==========] Running 2 tests from 1 test suite.\n[ RUN      ] A.x\n[       OK ] A.x (0 ms)\n"
     "[ RUN      ] A.y\n[       OK ] A.y (0 ms)\n[==========] 2 tests from 1 test suite ran. (0 ms "
     "total)\n"
     "[  PASSED  ] 2 tests.\n",
     2, 0},
    {"old words, failures listed", "./t",
     "[==========] Running 3 tests from 1 test case.\n[  FAILED  ] A.z (0 ms)\n"
     "[==========] 3 tests from 1 test case ran. (1 ms total)\n[  PASSED  ] 2 tests.\n"
     "[  FAILED  ] 1 test, listed below:\n[  FAILED  ] A.z\n\n 1 FAILED TEST\n",
     3, 1},
    {"all skipped", "./t",
     "[==========] Running 2 tests from 1 test suite.\n[  SKIPPED ] A.x (0 ms)\n[  SKIPPED ] A.y "
     "(0 ms)\n"
     "[==========] 2 tests from 1 test suite ran. (0 ms total)\n[  PASSED  ] 0 tests.\n"
     "[  SKIPPED ] 2 tests, listed below:\n[  SKIPPED ] A.x\n[  SKIPPED ] A.y\n",
     0, 0},
    {"a test prints a summary of its own", "./t",
     "[==========] Running 1 test from 1 test suite.\n[ RUN      ] A.x\n"
     "[==========] 9 tests from 1 test suite ran. (0 ms total)\n[  PASSED  ] 9 tests.\n"
     "[  SKIPPED ] A.x (0 ms)\n[==========] 1 test from 1 test suite ran. (0 ms total)\n[  PASSED  "
     "] 0 tests.\n",
     0, 0},
    {"segmentation fault in the second test", "./t",
     "[==========] Running 2 tests from 1 test suite.\n[ RUN      ] A.x\n[       OK ] A.x (0 ms)\n"
     "[ RUN      ] A.y\nSegmentation fault\n",
     1, 1},
    {"cmocka with a group name", "./t",
     "[==========] tests: Running 3 test(s).\n[ RUN      ] a\n[       OK ] a\n[==========] tests: "
     "3 test(s) run.\n"
     "[  PASSED  ] 2 test(s).\n[  FAILED  ] tests: 1 test(s), listed below:\n[  FAILED  ] b\n\n 1 "
     "FAILED TEST(S)\n",
     3, 1},
    {"only the tail", "./t | tail -1", "[  PASSED  ] 4 tests.\n", 4, 0},
    {"two binaries", "./a && ./b",
     "[==========] Running 1 test from 1 test suite.\n[==========] 1 test from 1 test suite ran. "
     "(0 ms total)\n"
     "[  PASSED  ] 1 test.\n[==========] Running 2 tests from 1 test suite.\n"
     "[==========] 2 tests from 1 test suite ran. (0 ms total)\n[  PASSED  ] 2 tests.\n",
     3, 0},
};

constexpr Excerpt catch_excerpts[] = {
    {"all passed", "./t",
     "=====================================================================\n"
     "All tests passed (1 assertion in 1 test case)\n\n",
     1, 0},
    {"version 3 with a skip", "./t",
     "Randomness seeded to: 12\n\nRun with -? for options\n"
     "===============================================================================\n"
     "test cases: 3 | 1 passed | 1 failed | 1 skipped\nassertions: 2 | 1 passed | 1 failed\n\n",
     2, 1},
    {"failed as expected is no failure", "./t",
     "===============================================================================\n"
     "test cases: 2 | 1 passed | 1 failed as expected\nassertions: 2 | 1 passed | 1 failed as "
     "expected\n",
     2, 0},
    {"all skipped", "./t",
     "===============================================================================\n"
     "test cases: 2 | 2 skipped\nassertions: - none -\n",
     0, 0},
    {"compact, all failed", "./t -r compact",
     "Failed both 2 test cases, failed both 2 assertions.\n", 2, 2},
    {"compact, some failed", "./t -r compact", "Failed 1 test case, failed 1 assertion.\n", -1, 1},
    {"as XML", "./t -r xml",
     "<?xml version=\"1.0\"?>\n<Catch name=\"t\">\n  <OverallResults successes=\"9\" "
     "failures=\"1\"/>\n"
     "  <OverallResultsCases successes=\"2\" failures=\"1\" expectedFailures=\"0\" "
     "skips=\"4\"/>\n</Catch>\n",
     3, 1},
    {"a log line before the end", "./t",
     "worker: All tests passed (5 assertions in 5 test cases)\nAll tests passed (7 assertions in 7 "
     "test cases)\n"
     "===============================================================================\nNo tests "
     "ran\n",
     0, 0},
};

constexpr Excerpt other_c_excerpts[] = {
    {"doctest", "./t",
     "[doctest] doctest version is \"2.3.1\"\n[doctest] test cases:      3 |      2 passed |      "
     "1 failed |      4 "
     "skipped\n[doctest] assertions:      3 |      2 passed |      1 failed |\n",
     3, 1},
    {"doctest without cases", "./t", "[doctest] test cases: 0 | 0 passed | 0 failed | 9 skipped\n",
     0, 0},
    {"doctest only lists", "./t -ltc",
     "[doctest] listing all test case names\na\n"
     "[doctest] unskipped test cases passing the current filters: 1\n",
     0, 0},
    {"boost, one failure", "./t",
     "Running 1 test case...\nt.cpp(3): error: in \"x\": check false has failed\n\n"
     "*** 1 failure is detected in the test module \"m\"\n",
     1, 1},
    {"boost, empty", "./t", "Test setup error: test tree is empty\n", 0, 0},
    {"boost never came to an end", "./t", "Running 4 test cases...\nAborted\n", -1, 0},
    {"boost keeps quiet on purpose", "./t --report_level=no", "Running 2 test cases...\n", 2, 0},
    {"boost as XML", "./t --report_format=XML",
     "<TestResult><TestSuite name=\"m\" result=\"failed\" assertions_passed=\"5\" "
     "test_cases_passed=\"2\" "
     "test_cases_passed_with_warnings=\"0\" test_cases_failed=\"1\" test_cases_skipped=\"3\" "
     "test_cases_aborted=\"0\">"
     "</TestSuite></TestResult>\n",
     3, 1},
    {"doctest as XML", "./t -r=xml",
     "  <OverallResultsTestCases successes=\"2\" failures=\"1\" skipped=\"5\"/>\n", 3, 1},
    {"cppunit as XML", "./t",
     "  <Statistics>\n    <Tests>3</Tests>\n    <FailuresTotal>1</FailuresTotal>\n    "
     "<Errors>0</Errors>\n",
     3, 1},
    {"boost says how many were skipped", "./t",
     "Running 3 test cases...\n\nTest module \"m\" has passed with:\n  1 test case out of 3 "
     "passed\n"
     "  2 test cases out of 3 skipped\n",
     1, 0},
    {"check", "./t", "Running suite(s): core\n66%: Checks: 3, Failures: 0, Errors: 1\n", 3, 1},
    {"check, empty", "./t", "Running suite(s): core\n100%: Checks: 0, Failures: 0, Errors: 0\n", 0,
     0},
    {"cppunit", "./t", "...\n\n\nOK (3 tests)\n\n", 3, 0},
    {"cppunit for compilers", "./t",
     "Failures !!!\nRun: 3   Failure total: 1   Failures: 1   Errors: 0\n", 3, 1},
    {"cpputest ignores", "./t",
     "!!\nOK (2 tests, 0 ran, 0 checks, 2 ignored, 0 filtered out, 0 ms)\n", 0, 0},
    {"cpputest fails", "./t",
     "Errors (1 failures, 3 tests, 3 ran, 3 checks, 0 ignored, 0 filtered out, 1 ms)\n", 3, 1},
    {"criterion", "./t", "[====] Synthesis: Tested: 4 | Passing: 2 | Failing: 1 | Crashing: 1\n", 4,
     2},
    {"cunit", "./t",
     "Run Summary:    Type  Total    Ran Passed Failed Inactive\n              suites      1      "
     "1    n/a      0        0\n"
     "               tests      3      2      1      1        1\n             asserts      2      "
     "2      1      1      n/a\n",
     2, 1},
    {"unittest++", "./t",
     "FAILURE: 1 out of 3 tests failed (2 failures).\nTest time: 0.00 seconds.\n", 3, 1},
    {"qtest does not count its own steps", "./t",
     "********* Start testing of T *********\nPASS   : T::initTestCase()\nPASS   : T::adds()\n"
     "PASS   : T::cleanupTestCase()\nTotals: 3 passed, 0 failed, 0 skipped, 0 blacklisted, 1ms\n"
     "********* Finished testing of T *********\n",
     1, 0},
    {"qtest with nothing but its own steps", "./t",
     "********* Start testing of T *********\nTotals: 2 passed, 0 failed, 0 skipped, 0 "
     "blacklisted, 1ms\n",
     0, 0},
};

TEST_CASE("gtest: what ran is what passed and failed") { check_excerpts(gtest_excerpts); }
TEST_CASE("catch2: both versions, all reporters") { check_excerpts(catch_excerpts); }
TEST_CASE("other C and C++ frameworks") { check_excerpts(other_c_excerpts); }

}  // namespace
}  // namespace assay::test
