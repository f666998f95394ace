// SPDX-License-Identifier: MIT
#include "unit/format/runners/excerpt.h"

namespace assay::test {
namespace {

#define RULE70 "----------------------------------------------------------------------\n"
#define SESSION "============================= test session starts ==============================\n"

constexpr Excerpt pytest_excerpts[] = {
    {"plain", "pytest",
     SESSION "collected 2 items\n\nt.py ..   [100%]\n\n===== 2 passed in 0.01s =====\n", 2, 0},
    {"all kinds", "pytest",
     SESSION "===== 1 failed, 2 passed, 3 skipped, 4 deselected, 1 xfailed, 1 xpassed, 5 warnings, "
             "2 errors in 61.00s (0:01:01) =====\n",
     3, 3},
    {"xfail(run=False) never ran", "pytest",
     SESSION "collected 1 item\n\nt.py x   [100%]\n\n===== 1 xfailed in 0.01s =====\n", 0, 0},
    {"version 3", "py.test", SESSION "===== 3 passed, 1 pytest-warnings in 0.02 seconds =====\n", 3,
     0},
    {"nothing ran", "pytest", SESSION "collected 0 items\n\n===== no tests ran in 0.00s =====\n", 0,
     0},
    {"only collected", "pytest --collect-only", SESSION "===== 4 tests collected in 0.00s =====\n",
     0, 0},
    {"only some collected", "pytest --co -q -k a",
     "t.py::a\n\n1/4 tests collected (3 deselected) in 0.00s\n", 0, 0},
    {"error while collecting", "pytest",
     SESSION "!!!!! Interrupted: 1 error during collection !!!!!\n"
             "===== 1 error in 0.05s =====\n",
     0, 1},
    {"quiet", "pytest -q",
     "..F                                  [100%]\n===== short test summary info =====\n"
     "FAILED t.py::c - assert 0\n1 failed, 2 passed in 0.03s\n",
     3, 1},
    {"very quiet: the marks tell", "pytest -qq", "..sF                                 [100%]\n", 3,
     1},
    {"sugar", "pytest",
     SESSION " t.py ✓✓   100% ██████████\n\nResults (0.05s):\n       4 passed\n       1 failed\n"
             "         - t.py:3 test_x\n       2 skipped\n",
     5, 1},
    {"subtests are parts of tests", "pytest",
     SESSION "===== 1 passed, 4 subtests passed in 0.01s =====\n", 1, 0},
    {"reruns are no tests", "pytest --reruns 2", SESSION "===== 1 passed, 2 rerun in 0.01s =====\n",
     1, 0},
    {"colours, on a terminal", "pytest",
     "\x1b[1m" SESSION "\x1b[0m\x1b[32m===== \x1b[32m\x1b[1m4 passed\x1b[0m\x1b[32m in "
     "0.00s\x1b[0m\x1b[32m =====\x1b[0m\r\n",
     4, 0},
    {"a test prints a closing line of its own", "pytest -s",
     SESSION "t.py\n===== 5 passed in 0.10s =====\ns\n\n===== 1 skipped in 0.01s =====\n", 0, 0},
    {"a test prints other runners' closing lines", "make test",
     SESSION
     "running 5 tests\ntest result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n"
     "OK (3 tests)\nTests run: 7, Failures: 0, Errors: 0, Skipped: 0\n\n===== 1 skipped in 0.01s "
     "=====\n",
     0, 0},
    {"a program says it passed, pytest says none", "make test",
     "5 passed in 0.10s\n\nno tests ran in 0.00s\n", 0, 0},
    {"only the tail, and its status is lost", "pytest | tail -1",
     "===== 2 failed, 1 passed in 0.01s =====\n", 3, 2},
    {"two sessions", "pytest a; pytest b",
     SESSION "===== 1 passed in 0.01s =====\n" SESSION "===== 2 passed in 0.01s =====\n", 3, 0},
    {"under tox", "tox",
     "py: commands[0]> pytest\n" SESSION "===== 2 passed in 0.01s =====\n"
     "  py: OK (1.2=setup[1.0]+cmd[0.2] seconds)\n  congratulations :)\n",
     2, 0},
    {"prose with a number", "./run", "we waited and 5 passed in 10 minutes\n", -1, 0},
};

constexpr Excerpt unittest_excerpts[] = {
    {"plain", "python -m unittest", "..\n" RULE70 "Ran 2 tests in 0.000s\n\nOK\n", 2, 0},
    {"one", "python -m unittest", ".\n" RULE70 "Ran 1 test in 0.000s\n\nOK\n", 1, 0},
    {"failures and errors", "python -m unittest",
     "FE.\n" RULE70 "Ran 3 tests in 0.000s\n\nFAILED (failures=1, errors=1)\n", 3, 2},
    {"unexpected success", "python -m unittest",
     "u\n" RULE70 "Ran 1 test in 0.000s\n\nFAILED (unexpected successes=1)\n", 1, 1},
    {"expected failure", "python -m unittest",
     "x\n" RULE70 "Ran 1 test in 0.000s\n\nOK (expected failures=1)\n", 0, 0},
    {"skipped are among those that ran", "python -m unittest",
     "s.\n" RULE70 "Ran 2 tests in 0.000s\n\nOK (skipped=1)\n", 1, 0},
    {"3.12.1 leaves them out", "python -m unittest",
     "s.s\n" RULE70 "Ran 1 test in 0.000s\n\nOK (skipped=2)\n", 1, 0},
    {"3.12.1 leaves them out, verbose", "python -m unittest -v",
     "a (t.T.a) ... ok\nb (t.T.b) ... skipped 'no'\n\n" RULE70
     "Ran 1 test in 0.000s\n\nOK (skipped=1)\n",
     1, 0},
    {"none, 3.12", "python -m unittest", "\n" RULE70 "Ran 0 tests in 0.000s\n\nNO TESTS RAN\n", 0,
     0},
    {"a module that cannot be imported is no test", "python -m unittest",
     "E.\n======\nERROR: t (unittest.loader._FailedTest)\n" RULE70 "ImportError: no\n\n" RULE70
     "Ran 2 tests in 0.000s\n\nFAILED (errors=1)\n",
     1, 1},
    {"2.7 calls it otherwise", "python2 -m unittest",
     "E\n======\nERROR: t (unittest.loader.ModuleImportFailure)\n" RULE70
     "Ran 1 test in 0.000s\n\nFAILED (errors=1)\n",
     0, 1},
    {"a test prints a closing of its own", "python -m unittest",
     "Ran 5 tests in 0.001s\n\nOK\n" RULE70 "Ran 0 tests in 0.000s\n\nOK\n", 0, 0},
    {"a test prints other closings", "python -m unittest",
     "5 passed\n===== 5 passed in 0.1s =====\n" RULE70 "Ran 0 tests in 0.000s\n\nOK\n", 0, 0},
    {"trial", "trial x", RULE70 "Ran 3 tests in 0.003s\n\nFAILED (failures=1, successes=2)\n", 3,
     1},
    {"trial, all skipped", "trial x", RULE70 "Ran 2 tests in 0.003s\n\nPASSED (skips=2)\n", 0, 0},
    {"trial says nothing about no tests", "trial x",
     "-------------------------------------------------------------------------------\nPASSED\n", 0,
     0},
    {"a test prints a closing, under make", "make test",
     "Ran 5 tests in 0.001s\n\nOK\n" RULE70 "Ran 0 tests in 0.000s\n\nOK\n", 0, 0},
    {"trial, none", "trial x", RULE70 "Ran 0 tests in 0.000s\n\nPASSED\n", 0, 0},
    {"django", "./manage.py test",
     "Found 2 test(s).\nSystem check identified no issues (0 silenced).\n..\n" RULE70
     "Ran 2 tests in 0.000s\n\nOK\n"
     "Destroying test database for alias 'default'...\n",
     2, 0},
};

constexpr Excerpt other_python_excerpts[] = {
    {"doctest -v", "python -m doctest -v a.py",
     "2 tests in 1 items.\n2 passed and 0 failed.\nTest passed.\n", 2, 0},
    {"doctest -v, 3.13", "python -m doctest -v a.py",
     "2 tests in 1 item.\n2 passed.\nTest passed.\n", 2, 0},
    {"doctest fails", "python -m doctest a.py",
     "1 items had failures:\n   1 of   3 in a.f\n***Test Failed*** 1 failures.\n", 3, 1},
    {"behave", "behave",
     "1 feature passed, 0 failed, 0 skipped\n2 scenarios passed, 1 failed, 1 skipped\n"
     "4 steps passed, 1 failed, 2 skipped, 0 undefined\nTook 0m0.001s\n",
     3, 1},
    {"behave, nothing defined", "behave",
     "0 features passed, 1 failed, 0 skipped\n0 scenarios passed, 1 failed, 0 skipped\n"
     "0 steps passed, 0 failed, 0 skipped, 3 undefined\nTook 0m0.000s\n",
     0, 1},
    {"behave, dry", "behave --dry-run",
     "0 features passed, 0 failed, 0 skipped, 1 untested\n0 scenarios passed, 0 failed, 0 skipped, "
     "2 untested\n"
     "0 steps passed, 0 failed, 0 skipped, 0 undefined, 4 untested\n",
     0, 0},
    {"robot: the last totals are of the whole", "robot t",
     "==============================================================================\nAll\n"
     "==============================================================================\nAll.One | "
     "PASS |\n"
     "1 test, 1 passed, 0 failed\n"
     "==============================================================================\nAll | FAIL "
     "|\n"
     "3 tests, 1 passed, 1 failed, 1 skipped\n"
     "==============================================================================\nOutput:  "
     "/x/output.xml\n",
     2, 1},
    {"robot: nothing is run in a dry run", "robot --dryrun t",
     "T | PASS |\n2 tests, 2 passed, 0 failed\n"
     "==============================================================================\n",
     0, 0},
};

TEST_CASE("pytest: every version and verbosity") { check_excerpts(pytest_excerpts); }
TEST_CASE("unittest: what ran, without stand-ins and skips") { check_excerpts(unittest_excerpts); }
TEST_CASE("other Python runners") { check_excerpts(other_python_excerpts); }

}  // namespace
}  // namespace assay::test
