// SPDX-License-Identifier: MIT
#include "unit/format/runners/sample.h"

using assay::core::Tally;
using assay::format::read_runner_output;
using assay::test::check_samples;

TEST_CASE("rspec: pending and dry runs do not count") {
  check_samples({
      {"pending", "bundle exec rspec",
       "F.*\n\nFinished in 0.01 seconds (files took 0.06 seconds to load)\n3 examples, 1 failure, "
       "1 pending\n",
       2, 1, 1},
      {"one", "rspec",
       "Finished in 0.01 seconds (files took 0.06 seconds to load)\n1 example, 0 failures\n", 1},
      {"dry run", "rspec --dry-run",
       "Finished in 0.01 seconds (files took 0.06 seconds to load)\n2 examples, 0 failures\n", 0},
      {"dry run by make", "make test",
       "bundle exec rspec --dry-run\n..\nFinished in 0.01 seconds (files took 0.06 seconds to "
       "load)\n2 examples, 0 failures\n",
       0},
      {"json", "rspec -f json",
       "{\"examples\":[],\"summary_line\":\"3 examples, 1 failure, 1 pending\"}\n", 2, 1, 1},
      {"parallel", "parallel_rspec spec",
       "Finished in 0.1 seconds (files took 0.6 seconds to load)\n2 examples, 0 failures\n\n"
       "Finished in 0.1 seconds (files took 0.6 seconds to load)\n3 examples, 1 failure\n\n5 "
       "examples, 1 failure\n\nTook 2 seconds\n",
       5, 1},
      {"a sentence", "sh x", "2 examples, 0 failures\n", -1},
  });
}

TEST_CASE("minitest, test-unit, cucumber") {
  check_samples({
      {"minitest", "rails test",
       "Finished in 0.1s, 1 runs/s\n\n4 runs, 5 assertions, 1 failures, 1 errors, 1 skips\n", 3, 2,
       1},
      {"minitest 4", "ruby t.rb", "2 tests, 2 assertions, 0 failures, 0 errors, 1 skips\n", 1, 0,
       1},
      {"test-unit", "ruby t.rb",
       "4 tests, 2 assertions, 1 failures, 0 errors, 1 pendings, 1 omissions, 0 notifications\n", 2,
       1, 2},
      {"cucumber", "cucumber",
       "4 scenarios (1 failed, 1 skipped, 1 undefined, 1 passed)\n9 steps (9 passed)\n0m0.1s\n", 2,
       1, 1},
      {"one scenario", "behat", "1 scenario (1 passed)\n1 step (1 passed)\n0m0.02s (9.9Mb)\n", 1},
      {"dry run", "cucumber-js --dry-run", "2 scenarios (2 skipped)\n3 steps (3 skipped)\n", 0, 0,
       2},
      {"rake", "rake test", "rake aborted!\nDon't know how to build task 'test' (See the list)\n",
       0},
  });
}

TEST_CASE("phpunit and pest: warnings about classes without tests are no tests") {
  check_samples({
      {"class without tests", "phpunit",
       "PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n\nW 1 / 1 (100%)\n\nThere was 1 "
       "warning:\n\n1) Warning\n"
       "No tests found in class \"ATest\".\n\nWARNINGS!\nTests: 1, Assertions: 0, Warnings: 1.\n",
       0},
      {"version 10 warnings are of tests that ran", "phpunit",
       "PHPUnit 10.5.1 by Sebastian Bergmann and contributors.\n\n1) ATest::testA\nsomething "
       "odd\n\n"
       "OK, but there were issues!\nTests: 2, Assertions: 2, Warnings: 1, PHPUnit Deprecations: "
       "1.\n",
       2},
      {"all figures", "phpunit",
       "FAILURES!\nTests: 7, Assertions: 3, Errors: 1, Failures: 2, Skipped: 1, Incomplete: 1, "
       "Risky: 1.\n",
       5, 3, 2},
      {"none", "phpunit", "No tests executed!\n", 0},
      {"list", "phpunit --list-tests", "Available tests:\n - ATest::testA\n", 0},
      {"usage", "phpunit",
       "PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n\nUsage:\n  phpunit [options] "
       "UnitTest.php\n",
       0},
      {"pest", "pest",
       "  Tests:    1 failed, 1 skipped, 1 todo, 1 risky, 2 passed (5 assertions)\n  Duration: "
       "0.08s\n",
       4, 1, 2},
      {"pest found nothing", "pest", "   INFO  No tests found.\n", 0},
      {"phpspec", "phpspec run", "1 specs\n3 examples (2 passed, 1 failed)\n10ms\n", 3, 1},
      {"nette", "tester .", "OK (3 tests, 1 skipped, 0.1 seconds)\n", 2, 0, 1},
  });
}

TEST_CASE("exunit, eunit, common test") {
  check_samples({
      {"kinds of tests", "mix test",
       "Finished in 0.1 seconds (0.1s async, 0.0s sync)\n1 doctest, 1 property, 4 tests, 1 "
       "failure, 1 skipped, 2 excluded\n",
       3, 1, 3},
      {"zero", "mix test", "Finished in 0.00 seconds\n0 failures\n", 0},
      {"umbrella", "mix test",
       "==> a\nFinished in 0.1 seconds\n2 tests, 0 failures\n\n==> b\nFinished in 0.1 seconds\n3 "
       "tests, 0 failures\n",
       5},
      {"rebar3 eunit", "rebar3 eunit", "Finished in 0.012 seconds\n2 tests, 1 failures\n", 2, 1},
      {"stale", "mix test --stale", "No stale tests\n", 0},
      {"no files", "mix test", "There are no tests to run\n", 0},
      {"eunit one", "erl", "  Test passed.\n", 1},
      {"eunit all", "erl",
       "=======================================================\n  All 3 tests passed.\n", 3},
      {"eunit mixed", "erl", "  Failed: 1.  Skipped: 2.  Passed: 3.\n", 4, 1, 2},
      {"common test", "ct_run",
       "Testing x: TEST COMPLETE, 2 ok, 1 failed, 1 skipped of 4 test cases\n", 3, 1, 1},
      {"rebar3 ct", "rebar3 ct",
       "===> Running Common Test suites...\nFailed 1 tests. Skipped 1 (1, 0) tests. Passed 1 "
       "tests.\n",
       2, 1, 1},
      {"rebar3 ct passed", "rebar3 ct", "===> Running Common Test suites...\nAll 2 tests passed.\n",
       2},
  });
}

TEST_CASE("haskell, ocaml, elm, purescript") {
  check_samples({
      {"hspec", "cabal test", "Finished in 0.0001 seconds\n3 examples, 1 failure, 1 pending\n", 2,
       1, 1},
      {"hspec dry run", "./spec --dry-run", "Finished in 0.0001 seconds\n3 examples, 0 failures\n",
       0},
      {"tasty", "stack test", "  a: OK\n\nAll 2 tests passed (0.00s)\n", 2},
      {"tasty failed", "stack test", "1 out of 3 tests failed (0.01s)\n", 3, 1},
      {"cabal alone hides the count", "cabal test",
       "Test suite x: RUNNING...\nTest suite x: PASS\n1 of 1 test suites (1 of 1 test cases) "
       "passed.\n",
       -1},
      {"hunit repaints", "runghc t.hs",
       "Cases: 3  Tried: 0  Errors: 0  Failures: 0\rCases: 3  Tried: 1  Errors: 0  Failures: "
       "0\rCases: 3  Tried: 3  Errors: 0  Failures: 1\n",
       3, 1},
      {"ounit", "dune test",
       "Ran: 4 tests in: 0.10 seconds.\nFAILED: Cases: 4 Tried: 4 Errors: 1 Failures: 1 Skip:  1 "
       "Todo: 0 Timeouts: 0.\n",
       3, 2, 1},
      {"ounit skipped", "dune test",
       "Ran: 2 tests in: 0.10 seconds.\nOK: Cases: 2 Tried: 2 Errors: 0 Failures: 0 Skip: 2 Todo: "
       "0 Timeouts: 0.\n",
       0, 0, 2},
      {"alcotest", "dune test",
       "  [OK]          a          0   b.\n\nTest Successful in 0.001s. 2 tests run.\n", 2},
      {"alcotest failed", "dune test", "1 failure! in 0.001s. 2 tests run.\n", 2, 1},
      {"elm", "elm-test",
       "TEST RUN FAILED\n\nDuration: 100 ms\nPassed:   2\nFailed:   1\nSkipped:  1\n", 3, 1, 1},
      {"purescript", "spago test", "Summary\n2/3 tests passed\n", 3, 1},
  });
}

TEST_CASE("lua, tcl, nim, julia, r") {
  check_samples({
      {"busted", "busted", "+-\n1 success / 1 failure / 1 error / 1 pending : 0.1 seconds\n", 3, 2,
       1},
      {"luaunit", "lua t.lua",
       "Ran 4 tests in 0.000 seconds, 1 success, 1 failure, 1 error, 1 skipped\n", 3, 2, 1},
      {"tcltest", "tclsh a.tcl", "a.tcl:\tTotal\t3\tPassed\t1\tSkipped\t1\tFailed\t1\n", 2, 1, 1},
      {"tcltest all", "tclsh all.tcl",
       "a.test:\tTotal\t1\tPassed\t1\tSkipped\t0\tFailed\t0\nall.tcl:"
       "\tTotal\t3\tPassed\t3\tSkipped\t0\tFailed\t0\n",
       3},
      {"nim", "./t", "[Suite] s\n  [OK] a\n  [FAILED] b\n  [SKIPPED] c\n", 2, 1, 1},
      {"marks of a script are not nim", "sh x", "[OK] copied\n[OK] moved\n", -1},
      {"julia", "julia t.jl",
       "Test Summary: | Pass  Fail  Broken  Total  Time\ns\u00e9             |    2     1          "
       "    3  0.1s\n  inner       |          1              1  0.1s\n",
       3, 1},
      {"testthat repaints", "Rscript t.R",
       "[ FAIL 0 | WARN 0 | SKIP 0 | PASS 1 ]\r[ FAIL 1 | WARN 0 | SKIP 1 | PASS 3 ]\nx\n[ FAIL 1 "
       "| WARN 0 | SKIP 1 | PASS 3 ]\n",
       4, 1, 1},
      {"testthat marks", "Rscript t.R", "a: ..S1\nb: .W\n\n\u2550\u2550 DONE \u2550\u2550\u2550\n",
       4, 1, 1},
      {"testthat 2", "Rscript t.R",
       "\u2550\u2550 Results \u2550\u2550\nDuration: 0.1 s\n\nOK:       2\nFailed:   1\nWarnings: "
       "0\nSkipped:  1\n",
       3, 1, 1},
  });
}

TEST_CASE("dotnet: every logger, projects add up unless a sum follows") {
  check_samples({
      {"two projects", "dotnet test",
       "Passed!  - Failed:     0, Passed:     2, Skipped:     1, Total:     3, Duration: 5 ms - "
       "a.dll (net8.0)\n"
       "Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3, Duration: 5 ms - "
       "b.dll (net8.0)\n",
       5, 1, 1},
      {"all skipped", "dotnet test",
       "Skipped! - Failed:     0, Passed:     0, Skipped:     2, Total:     2, Duration: 5 ms - "
       "a.dll (net8.0)\n",
       0, 0, 2},
      {"normal verbosity", "dotnet test -v n",
       "Test Run Failed.\nTotal tests: 4\n     Passed: 2\n     Failed: 1\n    Skipped: 1\n Total "
       "time: 1.2 Seconds\n",
       3, 1, 1},
      {"net core 2", "dotnet test",
       "Total tests: 4. Passed: 2. Failed: 1. Skipped: 1.\nTest Run Failed.\n", 3, 1, 1},
      {"terminal logger", "dotnet test",
       "  a test succeeded (1.2s)\n\nTest summary: total: 4, failed: 1, succeeded: 2, skipped: 1, "
       "duration: 1.5s\n",
       3, 1, 1},
      {"testing platform", "dotnet test",
       "Passed! - Failed: 0, Passed: 2, Skipped: 0, Total: 2, Duration: 100ms - a.dll "
       "(net9.0|x64)\n\n"
       "Test run summary: Passed! - a.dll (net9.0|x64)\n  total: 2\n  failed: 0\n  succeeded: 2\n  "
       "skipped: 0\n  duration: 100ms\n",
       2},
      {"zero", "dotnet run",
       "Test run summary: Zero tests ran\n  total: 0\n  failed: 0\n  succeeded: 0\n  skipped: 0\n",
       0},
      {"no tests", "dotnet test",
       "No test is available in /p/a.dll. Make sure that test discoverer & executors are "
       "registered\n",
       0},
      {"filter", "dotnet test --filter x",
       "No test matches the given testcase filter `x` in /p/a.dll\n", 0},
      {"xunit", "xunit.console a.dll",
       "=== TEST EXECUTION SUMMARY ===\n   a  Total: 3, Errors: 0, Failed: 1, Skipped: 1, Time: "
       "0.1s\n   b  Total: 1, Errors: 0, Failed: 0, Skipped: 0, Time: 0.1s\n          GRAND TOTAL: "
       "4          0          1           1        0.2s\n",
       3, 1, 1},
      {"nunit 3", "nunit3-console a.dll",
       "Test Run Summary\n  Test Count: 4, Passed: 1, Failed: 1, Warnings: 0, Inconclusive: 1, "
       "Skipped: 1\n",
       2, 1, 2},
      {"nunit 2", "nunit-console a.dll",
       "Tests run: 3, Errors: 0, Failures: 1, Inconclusive: 0, Time: 0.1 seconds\n", 3, 1},
      {"expecto", "dotnet run",
       "[12:00:00 INF] EXPECTO! 3 tests run in 00:00:00.1 for x - 1 passed, 1 ignored, 1 failed, 0 "
       "errored.\n",
       2, 1, 1},
  });
}

TEST_CASE("swift, dart, zig") {
  check_samples({
      {"xctest counts the outermost suite", "swift test",
       "Test Suite 'All tests' started at 1\nTest Suite 'A' started at 1\nTest Suite 'A' failed at "
       "2\n"
       "\t Executed 3 tests, with 1 test skipped and 1 failure (0 unexpected) in 0.1 (0.2) "
       "seconds\n"
       "Test Suite 'All tests' failed at 2\n\t Executed 3 tests, with 1 test skipped and 1 failure "
       "(0 unexpected) in 0.1 (0.2) seconds\n",
       2, 1, 1},
      {"with swift testing", "swift test",
       "Test Suite 'All tests' passed at 2\n\t Executed 0 tests, with 0 failures (0 unexpected) in "
       "0.0 (0.0) seconds\n"
       "\u2714 Test \"a\" passed after 0.001 seconds.\n\u2718 Test b() failed after 0.001 seconds "
       "with 1 issue.\n"
       "\u2718 Test run with 2 tests in 1 suite failed after 0.001 seconds with 1 issue.\n",
       2, 1},
      {"xcpretty", "xcodebuild test",
       "Executed 2 tests, with 0 failures (0 unexpected) in 0.1 (0.2) seconds\n", 2},
      {"crashed", "swift test",
       "Test Suite 'All tests' started at 1\nTest Case 'A.a' passed (0.001 seconds)\nTest Case "
       "'A.b' started\n",
       1},
      {"dart", "dart test", "00:00 +0: a\n00:00 +1: b\n00:01 +2 ~1 -1: Some tests failed.\n", 3, 1,
       1},
      {"dart, all skipped", "flutter test", "00:00 +0 ~2: All tests skipped.\n", 0, 0, 2},
      {"dart could not load", "dart test",
       "00:00 +0 -1: loading test/a_test.dart [E]\n00:00 +0 -1: Some tests failed.\n", 0},
      {"dart on github", "dart test -r github", "\U0001F389 2 tests passed.\n", 2},
      {"zig", "zig test a.zig", "All 2 tests passed.\n", 2},
      {"zig mixed", "zig test a.zig", "1 passed; 1 skipped; 1 failed.\n", 2, 1, 1},
      {"zig build", "zig build test --summary all",
       "Build Summary: 1/3 steps succeeded; 1 failed; 1/2 tests passed; 1 failed\n", 2, 1},
  });
}
