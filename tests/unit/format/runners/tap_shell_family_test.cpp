// SPDX-License-Identifier: MIT
#include "unit/format/runners/excerpt.h"

namespace assay::test {
namespace {

constexpr Excerpt tap_excerpts[] = {
    {"plan first", "./t.sh", "1..3\nok 1 - a\nnot ok 2 - b\nok 3 - c # SKIP no\n", 2, 1},
    {"plan last", "./t.sh", "ok 1 - a\nok 2 - b\n1..2\n", 2, 0},
    {"empty plan", "./t.sh", "1..0 # SKIP no database\n", 0, 0},
    {"todo is no pass and no failure", "./t.sh",
     "TAP version 13\nnot ok 1 - a # TODO later\nok 2 - b # TODO\n1..2\n", 0, 0},
    {"a subtest of skipped points is no test", "./t",
     "1..1\n# Subtest: s\n    ok 1 - x # SKIP\n    1..1\nok 1 - s\n", 0, 0},
    {"skipped points two subtests deep", "./t",
     "TAP version 13\n# Subtest: s\n    # Subtest: i\n        ok 1 - x # SKIP\n        1..1\n"
     "    ok 1 - i\n    1..1\nok 1 - s\n1..1\n",
     0, 0},
    {"one of two points two subtests deep ran", "./t",
     "TAP version 13\n# Subtest: s\n    # Subtest: i\n        ok 1 - x # SKIP\n        ok 2 - y\n"
     "        1..2\n    ok 1 - i\n    1..1\nok 1 - s\n1..1\n",
     1, 0},
    {"figures of node without its end", "node a.test.js", "# tests 2\n# pass 2\n# fail 0\n", -1, 0},
    {"fewer than planned", "./t.sh", "1..3\nok 1\n", 1, 1},
    {"without numbers", "./t", "TAP version 13\n1..2\nok - a\nok - b\n", 2, 0},
    {"two streams", "./a; ./b", "1..1\nok 1\n1..2\nok 1\nok 2\n", 3, 0},
    {"subtests are parts of tests", "./t",
     "# Subtest: s\n    ok 1 - x\n    ok 2 - y\n    1..2\nok 1 - s\n1..1\n", 1, 0},
    {"not a stream", "./t", "ok then\nok, done\nnot okay\n", -1, 0},
    {"one ok in a log", "./t", "ok 1\n", -1, 0},
    {"a plan and nothing else", "./t", "1..5\n", 0, 1},
    {"bats: a file whose set-up failed", "bats .",
     "1..2\nnot ok 1 setup_file failed\n# (from function ...)\n", 0, 2},
    {"teamcity", "./t -r teamcity",
     "##teamcity[testSuiteStarted name='s']\n##teamcity[testStarted "
     "name='a']\n##teamcity[testFinished name='a']\n"
     "##teamcity[testStarted name='b']\n##teamcity[testFailed name='b']\n##teamcity[testFinished "
     "name='b']\n"
     "##teamcity[testStarted name='c']\n##teamcity[testIgnored name='c']\n##teamcity[testFinished "
     "name='c']\n",
     2, 1},
    {"prove", "prove t",
     "t/a.t .. ok\nAll tests successful.\nFiles=1, Tests=2,  0 wallclock secs ( 0.01 usr "
     ")\nResult: PASS\n",
     2, 0},
    {"prove -v shows what was skipped", "prove -v t",
     "t/a.t ..\n1..2\nok 1 # skip no\nok 2 # skip no\nok\nAll tests successful.\nFiles=1, Tests=2, "
     " 0 wallclock secs\n"
     "Result: PASS\n",
     0, 0},
    {"prove fails", "prove t",
     "t/a.t ..\nFailed 1/2 subtests\n\nTest Summary Report\n-------------------\n"
     "t/a.t (Wstat: 256 (exited 1) Tests: 2 Failed: 1)\nFiles=1, Tests=2,  0 wallclock "
     "secs\nResult: FAIL\n",
     2, 1},
    {"junit on the console", "bats -F junit .",
     "<?xml version=\"1.0\"?>\n<testsuites time=\"0\">\n<testsuite name=\"a\" tests=\"9\" "
     "failures=\"0\">\n"
     "<testcase name=\"a\" />\n<testcase name=\"b\"><skipped>no</skipped></testcase>\n"
     "<testcase name=\"c\"><failure "
     "type=\"x\">y</failure></testcase>\n</testsuite>\n</testsuites>\n",
     2, 1},
};

constexpr Excerpt shell_excerpts[] = {
    {"bats, pretty", "bats .",
     "a.bats\n \xE2\x9C\x93 one\n \xE2\x9C\x97 two\n - three (skipped)\n\n3 tests, 1 failure, 1 "
     "skipped\n",
     2, 1},
    {"bats on a terminal", "make check",
     "a.bats\r\n\x1b[1G   one\x1b[K\x1b[77G1/1\x1b[2G\x1b[1G \xE2\x9C\x93 one\x1b[K\r\n\r\n1 test, "
     "0 failures\r\n",
     1, 0},
    {"shpec by its name", "shpec", "2 examples, 1 failure\n", 2, 1},
    {"shpec closes with times", "sh bin/shpec",
     "a\n  b\n45 examples, 0 failures\n0m0.000000s 0m0.010000s\n0m0.260000s 0m0.030000s\n", 45, 0},
    {"shunit2", "sh t.sh", "testA\ntestB\n\nRan 2 tests.\n\nFAILED (failures=1)\n", 2, 1},
    {"shunit2, skipped assertions", "sh t.sh", "testA\n\nRan 1 test.\n\nOK (skipped=3)\n", 0, 0},
    {"shunit2, no such function", "sh t.sh -- testX",
     "testX\nt.sh: 9: testX: not found\nshunit2:ERROR testX() returned non-zero return "
     "code.\n\nRan 1 test.\n\n"
     "FAILED (failures=1)\n",
     0, 1},
};

constexpr Excerpt hand_written_excerpts[] = {
    {"labels, one on a line", "./run-tests", "Test: a\n\nPass: 48\nFail: 0\n", 48, 0},
    {"labels with a failure", "./run-tests", "Pass: 3\nFail: 2\n", 5, 2},
    {"totals of a suite of scripts", "make test",
     "* fixed   0\n* success 531\n* failed  0\n* broken  0\n* total   531\nrm -rf results\n", 531,
     0},
    {"one label and nothing else", "./t", "check 1: OK\nPASSED: 16\n", 16, 0},
    {"several on a line", "./t", "Tests: 7, Passed: 6, Failed: 0, Skipped: 1\n", 6, 0},
    {"qunit-extras", "node tests/tests.js",
     "----\n PASS - decode\n----\n    PASS: 1597  FAIL: 3  TOTAL: 1600\n    Finished in 835 "
     "milliseconds.\n----\n",
     1600, 3},
    {"tap-spec", "npm test",
     "    \xE2\x9C\x94 same\n\n\n  total:     84\n  passing:   82\n  failing:   2\n  duration:  "
     "503ms\n\n\n",
     84, 2},
    {"figures in a sentence", "./t", "Passed: 5 of the tests\n", -1, 0},
    {"a part of a whole", "./t", "Passed: 6/8\n", 8, 2},
    {"a whole smaller than its parts is no account", "./t", "Total: 3\nPassed: 5\nFailed: 1\n", -1,
     0},
    {"nothing passed", "./t", "Passed: 0\nFailed: 0\n", 0, 0},
    {"far from the end is no closing", "./t", "Passed: 5\na\nb\nc\nd\ne\nf\ng\nh\ni\n", -1, 0},
    {"words without labels", "./t", "success 5\n", -1, 0},
    {"tests, some left out", "./x", "Finished in 1 s\n9 tests, 1 failure, 2 skipped\n", 7, 1},
    {"tests conducted", "make -C tests",
     "perl ./do_tests\n102 tests conducted, 0 failed.\nmake: Leaving directory '/w/tests'\n", 102,
     0},
    {"all of them", "./t", "all 15 interaction tests passed in 0.280s.\n", 15, 0},
    {"some of them", "./t", "1 of 15 output tests failed in 0.358s.\n", 15, 1},
    {"a fraction", "./t", "14/15 tests passed\n", 15, 1},
    {"a number and no whole is prose", "./t", "12 tests passed their review\n", -1, 0},
    {"marks in brackets", "lua test.lua", "[pass] a\n[pass] b\n[fail] c\n", 3, 1},
    {"marks behind the name", "./t", "1 - made: PASSED\n2 - kept: PASSED\n", 2, 0},
    {"closing lines come before marks", "./t", "1 - a: PASSED\nodd: PASSED\n1 passed, 0 failed\n",
     1, 0},
};

TEST_CASE("closing lines that people write by hand") { check_excerpts(hand_written_excerpts); }
TEST_CASE("tap: results, directives and plans") { check_excerpts(tap_excerpts); }
TEST_CASE("shell test runners") { check_excerpts(shell_excerpts); }

}  // namespace
}  // namespace assay::test
