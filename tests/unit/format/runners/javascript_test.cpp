// SPDX-License-Identifier: MIT
#include "unit/format/runners/sample.h"

using assay::core::Tally;
using assay::format::read_runner_output;
using assay::test::check_samples;

TEST_CASE("jest: the Tests line below Test Suites is believed, skipped and todo do not count") {
  check_samples({
      {"mixed", "npx jest",
       "FAIL ./b.test.js\nPASS ./a.test.js\n\nTest Suites: 1 failed, 1 passed, 2 total\n"
       "Tests:       1 failed, 2 skipped, 1 todo, 4 passed, 8 total\nSnapshots:   0 total\n"
       "Time:        1.2 s\nRan all test suites.\n",
       5, 1, 2},
      {"zero", "npx jest",
       "Test Suites: 1 failed, 1 total\nTests:       0 total\nSnapshots:   0 total\n", 0},
      {"nothing matched", "npm test", "No tests found, exiting with code 0\n", 0},
      {"nothing changed", "npx jest -o",
       "No tests found related to files changed since last commit.\n", 0},
      {"a test that prints a summary line", "npm test",
       "Tests:       99 passed, 99 total\nPASS ./a.test.js\n\nTest Suites: 1 passed, 1 total\n"
       "Tests:       3 passed, 3 total\nSnapshots:   0 total\n",
       3},
      {"json", "npx jest --json",
       "{\"numFailedTestSuites\":1,\"numFailedTests\":1,\"numPassedTests\":2,\"numPendingTests\":3,"
       "\"numTotalTests\":6}\n",
       3, 1, 3},
      {"json and summary are one run", "npx jest --json",
       "PASS ./a.test.js\nTest Suites: 1 passed, 1 total\nTests:       2 passed, 2 total\n"
       "{\"numFailedTests\":0,\"numPassedTests\":2,\"numTotalTests\":2}\n",
       2},
      {"version 21 says pending", "jest",
       "Test Suites: 1 passed, 1 total\nTests:       1 pending, 1 passed, 2 total\n", 1, 0, 1},
  });
}

TEST_CASE("jest: summaries of several packages add up, repainted and repeated ones do not") {
  const char* const suite =
      "PASS ./a.test.js\n\nTest Suites: 1 passed, 1 total\nTests:       3 passed, 3 total\n";
  CHECK(read_runner_output("npm test --workspaces", std::string(suite) + suite).executed == 6);
  check_samples({
      {"--bail prints it twice", "npm test",
       "FAIL ./a.test.js\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 1 passed, 2 "
       "total\n"
       "Snapshots:   0 total\nRan all test suites.\nTest Suites: 1 failed, 1 total\n"
       "Tests:       1 failed, 1 passed, 2 total\nSnapshots:   0 total\n",
       2, 1},
      {"live summary of a terminal", "npm test",
       " RUNS  a.test.js\n\nTest Suites: 0 of 2 total\nTests:       0 total\n"
       " PASS  ./a.test.js\n RUNS  b.test.js\n\nTest Suites: 1 passed, 1 of 2 total\n"
       "Tests:       3 passed, 3 total\n PASS  ./b.test.js\n\nTest Suites: 2 passed, 2 total\n"
       "Tests:       5 passed, 5 total\nTime:        2 s\n",
       5},
  });
}

TEST_CASE("vitest: the closing lines count, the live ones do not") {
  check_samples({
      {"version 1 to 4", "npx vitest run",
       " RUN  v2.1.8 /p\n\n Test Files  1 failed | 1 passed (2)\n"
       "      Tests  1 failed | 4 passed | 2 skipped | 1 todo (8)\n   Start at  18:31:13\n",
       5, 1, 2},
      {"expected failures ran", "vitest",
       " Test Files  1 passed (1)\n      Tests  1 passed | 1 expected fail (2)\n", 2},
      {"no tests", "vitest run", " Test Files  1 failed (1)\n      Tests  no tests\n", 0},
      {"no files", "vitest run", "No test files found, exiting with code 1\n", 0},
      {"live display", "npm test",
       " RUN  v3.0.0 /p\n\n Test Files 0 passed (1)\n      Tests 7 passed (9)\n\n"
       " Test Files  1 passed (1)\n      Tests  9 passed (9)\n",
       9},
      {"list runs nothing", "npx vitest list", "a.test.js > adds\na.test.js > s > b\n", 0},
  });
}

TEST_CASE("mocha: passing and failing count, hooks and forbidden pending tests do not") {
  check_samples({
      {"spec", "mocha",
       "\n  s\n    1) a\n    b\n\n\n  3 passing (12ms)\n  1 pending\n  1 failing\n\n", 4, 1, 1},
      {"minutes", "mocha", "\n  120 passing (2m)\n", 120},
      {"hook", "mocha",
       "  s\n    1) \"before all\" hook for \"a\"\n\n  0 passing (3ms)\n  1 failing\n\n  1) s\n"
       "       \"before all\" hook for \"a\":\n     Error: x\n",
       0, 1},
      {"dry run in a package script", "npm test",
       "> x@1.0.0 test\n> mocha --dry-run\n\n  2 passing (2ms)\n", 0},
      {"json", "mocha -R json",
       "{\n  \"stats\": {\n    \"suites\": 1,\n    \"tests\": 3,\n    \"passes\": 1,\n    "
       "\"pending\": 1,\n"
       "    \"failures\": 1\n  },\n  \"failures\": []\n}\n",
       2, 1, 1},
      {"json-stream", "mocha -R json-stream",
       "[\"start\",{\"total\":2}]\n[\"end\",{\"suites\":1,\"tests\":2,\"passes\":2,\"pending\":0,"
       "\"failures\":0}]\n",
       2},
      {"xunit", "mocha -R xunit",
       "<testsuite name=\"Mocha Tests\" tests=\"3\" failures=\"0\" errors=\"1\" skipped=\"1\" "
       "time=\"0.1\">\n",
       2, 1, 1},
      {"no files", "mocha", "Error: No test files found: \"nosuch\"\n", 0},
      {"the words in a sentence", "sh run.sh", "we have 3 passing (and 2 failing) grades\n", -1},
  });
}

TEST_CASE("cypress: the table at the end is the sum of what each spec printed") {
  check_samples(
      {{"two specs", "npx cypress run",
        "  (Run Starting)\n\n  2 passing (1s)\n\n  1 passing (1s)\n  1 failing\n\n  (Run "
        "Finished)\n\n"
        "       Spec      Tests  Passing  Failing  Pending  Skipped\n"
        "  \u2502 \u2714  a.cy.js  00:01  2  2  -  -  - \u2502\n"
        "    \u2716  1 of 2 failed (50%)   00:02        5        3        1        1        -\n",
        4, 1, 1}});
}

TEST_CASE("node --test: a file that counts itself as a test is a phantom") {
  const auto spec = [](const std::string& above, int tests, int pass, int fail) {
    return above + "\u2139 tests " + std::to_string(tests) + "\n\u2139 suites 0\n\u2139 pass " +
           std::to_string(pass) + "\n\u2139 fail " + std::to_string(fail) +
           "\n\u2139 cancelled 0\n\u2139 skipped 0\n\u2139 todo 0\n\u2139 duration_ms 68.3\n";
  };
  CHECK(read_runner_output("node --test", spec("\u2714 a.test.js (40ms)\n", 1, 1, 0)).executed ==
        0);
  CHECK(read_runner_output("node --test",
                           spec("\u2714 /p/a.test.mjs (40ms)\n\u2714 adds (1ms)\n", 2, 2, 0))
            .executed == 1);
  CHECK(read_runner_output("npm test", spec("\u2714 adds (1ms)\n", 1, 1, 0)).executed == 1);
  CHECK(read_runner_output("node --test", spec("", 0, 0, 0)).executed == 0);
  const Tally unloadable =
      read_runner_output("node --test", spec("\u2716 a.test.ts (40ms)\n", 1, 0, 1));
  CHECK(unloadable.executed == 0);
  CHECK(unloadable.failed == 0);
  const Tally both = read_runner_output(
      "node --test", spec("\u2714 adds (1ms)\n\u2716 b.test.ts (40ms)\n", 2, 1, 1));
  CHECK(both.executed == 1);
  CHECK(both.failed == 1);
}

TEST_CASE("node --test: Node 18 counts files, the tests are nested in them") {
  check_samples({
      {"tap", "node --test",
       "TAP version 13\n# Subtest: /p/a.test.js\n    # Subtest: adds\n    ok 1 - adds\n      ---\n "
       "     ...\n"
       "    # Subtest: s\n        # Subtest: one\n        not ok 1 - one\n        1..1\n    not ok "
       "2 - s\n"
       "    # Subtest: later\n    ok 3 - later # SKIP\n    1..3\n"
       "not ok 1 - /p/a.test.js\n1..1\n# tests 1\n# pass 0\n# fail 1\n# cancelled 0\n# skipped "
       "0\n# todo 0\n"
       "# duration_ms 50.1\n",
       2, 1},
      {"spec", "node --test",
       "\u25b6 /p/a.test.js\n  \u2714 adds (1ms)\n  \u25b6 s\n    \u2714 one (1ms)\n  \u25b6 s "
       "(2ms)\n"
       "\u25b6 /p/a.test.js (50ms)\n\u2139 tests 1\n\u2139 pass 1\n\u2139 fail 0\n\u2139 cancelled "
       "0\n"
       "\u2139 skipped 0\n\u2139 todo 0\n\u2139 duration_ms 50.1\n",
       2},
      {"junit", "node --test --test-reporter=junit",
       "<testsuites>\n\t<testcase name=\"a.test.js\" time=\"0.04\" classname=\"test\"/>\n"
       "\t<testcase name=\"adds\" time=\"0.01\" classname=\"test\"/>\n\t<!-- tests 2 -->\n\t<!-- "
       "suites 0 -->\n"
       "\t<!-- pass 2 -->\n\t<!-- fail 0 -->\n\t<!-- cancelled 0 -->\n\t<!-- skipped 0 -->\n\t<!-- "
       "todo 0 -->\n"
       "\t<!-- duration_ms 70.1 -->\n</testsuites>\n",
       1},
  });
}

TEST_CASE("bun and deno: what was skipped, ignored or filtered did not run") {
  check_samples({
      {"bun", "bun test",
       "bun test v1.1.0 (abc)\n\na.test.ts:\n(pass) a\n\n 1 pass\n 1 skip\n 2 filtered out\n 1 "
       "fail\n"
       " 3 expect() calls\nRan 3 tests across 1 files. [3.00ms]\n",
       2, 1, 1},
      {"bun without match", "bun test -t x",
       "error: regex \"x\" matched 0 tests. Searched 1 file\n", 0},
      {"deno", "deno test",
       "running 3 tests from ./a_test.ts\na ... ok (1ms)\n\n"
       "FAILED | 2 passed (3 steps) | 1 failed | 1 ignored | 4 filtered out (12ms)\n\nerror: Test "
       "failed\n",
       3, 1, 1},
      {"deno 1.14", "deno test",
       "test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out (12ms)\n", 2, 0,
       1},
      {"deno without files", "deno test", "error: No test modules found\n", 0},
  });
}

TEST_CASE("ava, node-tap, qunit, uvu, lab") {
  check_samples({
      {"ava lists what passed next to failures", "npx ava",
       "\n  \u2718 [fail]: a\n  \u2714 b\n  \u2714 c \u203a d (1.2s)\n  \u2500\n\n  a\n\n  "
       "test.js:2\n\n  \u2500\n\n"
       "  1 test failed\n  1 test skipped\n",
       3, 1, 1},
      {"ava known failures", "npx ava",
       "  \u2714 a\n  \u2500\n\n  2 tests passed\n  1 known failure\n", 2, 0, 1},
      {"ava found nothing", "npx ava", "\n  \u2718 Couldn\u2019t find any files to test\n", 0},
      {"tap 18 totals", "npx tap",
       "TAP version 14\n1..1\n# Subtest: a.js\n    not ok 1 - x\n    1..1\nnot ok 1 - a.js\n\n"
       "# { total: 4, pass: 1, fail: 1, skip: 1, todo: 1 }\n# time=11.1ms\n",
       2, 1, 1},
      {"tap 18 on a terminal", "npx tap",
       "  \U0001F308 TEST COMPLETE \U0001F308\n\nAsserts:  2 pass  1 fail  1 skip  4 of 4 "
       "complete\n"
       "Suites:   1 pass  0 fail  1 of 1 complete\n",
       3, 1, 1},
      {"tap 15", "npx tap",
       "Suites:   1 passed, 1 of 1 completed\nAsserts:  1 failed, 2 passed, of 3\n", 3, 1},
      {"qunit: a todo test is no pass", "qunit",
       "TAP version 13\nok 1 a\nnot ok 2 b # TODO\n1..2\n# pass 1\n# skip 1\n# todo 1\n# fail 0\n",
       1, 0, 2},
      {"qunit without a match", "qunit -f x",
       "TAP version 13\nnot ok 1 global failure\n  ---\n  message: \"Error: No tests matched the "
       "filter\"\n  ...\n"
       "1..1\n# pass 0\n# skip 0\n# todo 0\n# fail 1\n",
       0},
      {"uvu", "uvu",
       "a.js  \u2022 \u2718   (1 / 2)\n\n  Total:     2\n  Passed:    1\n  Skipped:   3\n  "
       "Duration:  0.5ms\n",
       2, 1, 3},
      {"lab", "lab", "  ..\n\n2 tests passed\nTest duration: 10 ms\n", 2},
      {"lab failed", "lab", "1 of 3 tests failed (2 skipped)\nTest duration: 10 ms\n", 3, 1, 2},
      {"lab in a sentence", "sh x", "2 tests passed\n", -1},
  });
}

TEST_CASE("jasmine, karma, web-test-runner, testcafe") {
  check_samples({
      {"jasmine", "jasmine",
       "Started\n.*F\n\n3 specs, 1 failure, 1 pending spec\nFinished in 0.1 seconds\n", 2, 1, 1},
      {"jasmine without specs", "jasmine",
       "Started\n\n\nNo specs found\nFinished in 0.002 seconds\n", 0},
      {"spec reporter", "jasmine", "Executed 2 of 3 specs (1 FAILED) (1 SKIPPED) in 0.1 sec.\n", 2,
       1, 1},
      {"karma with two browsers", "karma start",
       "Chrome 1: Executed 1 of 2 SUCCESS (0 secs / 0 secs)\nFirefox 1: Executed 2 of 2 (1 FAILED) "
       "(0.1 secs / 0 secs)\n"
       "Chrome 1: Executed 2 of 2 SUCCESS (0.1 secs / 0 secs)\n",
       4, 1},
      {"karma total", "karma start",
       "Chrome 1: Executed 1 of 2 (skipped 1) SUCCESS (0.1 secs / 0 secs)\nTOTAL: 1 SUCCESS\n", 1,
       0, 1},
      {"karma, all skipped", "karma start",
       "Chrome 1: Executed 0 of 2 (skipped 2) SUCCESS (0 secs / 0 secs)\n", 0, 0, 2},
      {"karma-mocha-reporter", "karma start",
       "SUMMARY:\n\u2714 2 tests completed\n\u2139 1 test skipped\n\u2716 1 test failed\n", 3, 1,
       1},
      {"wtr", "wtr",
       "Chrome: |###   | 0/2 test files | 0 passed, 0 failed\nChrome: |######| 2/2 test files | 3 "
       "passed, 1 failed, 1 skipped\n"
       "Finished running tests in 1.2s with 1 failed tests.\n",
       4, 1, 1},
      {"testcafe", "testcafe chrome",
       " Running tests in:\n - Chrome 1\n\n F\n \u2713 a\n\n 1/3 failed (1s)\n 2 skipped\n", 3, 1,
       2},
  });
}

TEST_CASE("playwright: the last block of figures closes the run") {
  check_samples({
      {"mixed", "playwright test",
       "Running 7 tests using 2 workers\n  50 passed (3s)\n...\n\n  1 failed\n    [c] \u203a "
       "a.spec.js:1:1 \u203a a\n"
       "  1 flaky\n    [c] \u203a a.spec.js:2:1 \u203a b\n  2 skipped\n  1 did not run\n  2 passed "
       "(1.0m)\n\n"
       "To open last HTML report run:\n\n  npx playwright show-report\n",
       4, 1, 3},
      {"figures that a test printed", "playwright test",
       "Running 1 test using 1 worker\n  5 passed (3s)\n[1/1] a.spec.js:1:1\n  1 passed (1s)\n", 1},
      {"without banner nobody is believed", "sh x", "  2 passed (1.0s)\n", -1},
      {"listing", "playwright test --list",
       "Listing tests:\n  a.spec.js:1:49 \u203a a\nTotal: 1 test in 1 file\n", 0},
      {"none", "playwright test", "Error: No tests found\n", 0},
      {"json", "playwright test --reporter=json",
       "{\n  \"stats\": {\n    \"duration\": 6.5,\n    \"expected\": 2,\n    \"skipped\": 1,\n    "
       "\"unexpected\": 1,\n"
       "    \"flaky\": 1\n  }\n}\n",
       4, 1, 1},
  });
}

TEST_CASE("package scripts that do not exist or only echo run nothing") {
  check_samples({
      {"npm default", "npm test",
       "> x@1.0.0 test\n> echo \"Error: no test specified\" && exit 1\n\nError: no test "
       "specified\n",
       0},
      {"npm 6", "npm test", "npm ERR! missing script: test\n", 0},
      {"yarn 1", "yarn test", "error Command \"test\" not found.\n", 0},
      {"yarn 4", "yarn test", "Usage Error: Couldn't find a script named \"test\".\n", 0},
      {"pnpm", "pnpm test", " ERR_PNPM_NO_SCRIPT\u2009 Missing script: test\n", 0},
      {"bun", "bun run test", "error: Script not found \"test\"\n", 0},
      {"echo", "npm test", "> x@1.0.0 test\n> echo 5 passed\n\n5 passed\n", 0},
  });
}

TEST_CASE(
    "monorepo tools: each package's lines are read on their own, cached packages did not run") {
  check_samples({
      {"turbo, interleaved", "turbo run test",
       "\u2022 Packages in scope: a, b\n\u2022 Running test in 2 packages\na:test: cache miss, "
       "executing 1\n"
       "b:test: cache miss, executing 2\na:test:  RUN  v1.6.1 /a\nb:test:  RUN  v1.6.1 /b\n"
       "a:test:  Test Files  1 passed (1)\nb:test:  Test Files  1 passed (1)\na:test:       Tests  "
       "2 passed (2)\n"
       "b:test:       Tests  3 passed (3)\n\n Tasks:    2 successful, 2 total\nCached:    0 "
       "cached, 2 total\n",
       5},
      {"turbo, one from the cache", "turbo run test",
       "a:test: cache hit, replaying logs 1\na:test:   4 passing (3ms)\nb:test: cache miss, "
       "executing 2\n"
       "b:test:   3 passing (3ms)\n\n Tasks:    2 successful, 2 total\nCached:    1 cached, 2 "
       "total\n",
       3},
      {"pnpm", "pnpm -r test",
       "Scope: 2 of 3 workspace projects\npackages/a test$ mocha\npackages/b test$ mocha\n"
       "packages/a test:   2 passing (3ms)\npackages/b test:   1 passing (3ms)\npackages/b test:   "
       "1 failing\n",
       4, 1},
      {"docker compose", "docker compose up",
       "Attaching to web-1\nweb-1  |   2 passing (3ms)\nweb-1 exited with code 0\n", 2},
      {"nx", "nx run-many -t test",
       "> nx run a:test  [local cache]\n\n  9 passing (3ms)\n\n> nx run b:test\n\n  2 passing "
       "(3ms)\n\n",
       2},
  });
  const Tally replayed = read_runner_output(
      "turbo run test", "a:test: cache hit, replaying logs 1\na:test:   4 passing (3ms)\n");
  CHECK(replayed.executed == 0);
  CHECK(replayed.cached);
}
