// SPDX-License-Identifier: MIT
#include "format/test_names.h"

#include "format/outcomes.h"
#include "format/report.h"

#include <doctest/doctest.h>

#include <random>
#include <set>

using namespace assay;
using namespace assay::format;
using core::TestOutcome;

namespace {

using Names = std::vector<std::string>;

core::TestResults named(std::string_view output) {
  TestList list;
  read_test_names(output, list);
  return list.take();
}

core::TestResults reported(std::string_view report, TestList list = TestList()) {
  const auto tally = read_report("r", report, &list);
  REQUIRE(tally);
  return list.take();
}

Names with(const core::TestResults& results, TestOutcome outcome) {
  Names names;
  for (const core::TestResult& test : results.tests) {
    if (test.outcome == outcome) names.push_back(test.id);
  }
  return names;
}

Names failing(const core::TestResults& results) {
  Names names;
  for (const core::TestResult& test : results.tests) {
    if (did_fail(test.outcome)) names.push_back(test.id);
  }
  return names;
}

Names ids(const core::TestResults& results) {
  Names names;
  for (const core::TestResult& test : results.tests) names.push_back(test.id);
  return names;
}

}  // namespace

TEST_CASE("test names: runners that print a name above what became of it") {
  const char* ruler =
      "-------------------------------------------------------------------------------";
  const std::string catch2 = std::string("suite is a Catch v2.13.10 host application.\n") + ruler +
                             "\nwrong\n  section\n" + ruler +
                             "\nc.cpp:2\n...\n\nc.cpp:2: FAILED:\n  REQUIRE( 2+2==5 )\n\n"
                             "c.cpp:9: FAILED:\n  REQUIRE( 1==2 )\n";
  CHECK(failing(named(catch2)) == Names{"wrong"});
  // A ruler of somebody else is no heading.
  CHECK(failing(named(std::string(ruler) + "\nwrong\n" + ruler + "\nc.cpp:2: FAILED:\n")).empty());
  CHECK(
      failing(named("[doctest] run with \"--help\"\nd.cpp:3:\nTEST CASE:  sums\n\nd.cpp:4: ERROR: "
                    "CHECK( 4 == 5 ) is NOT correct!\nd.cpp:5: FATAL ERROR: REQUIRE( a ) is NOT "
                    "correct!\n")) == Names{"sums"});
  CHECK(failing(
            named(".\n\n  1) test a b (Cart.T)\n     t.exs:4\n     Assertion with == failed\n")) ==
        Names{"test a b (Cart.T)"});
  const core::TestResults tree = named(
      "╷\n├─ JUnit Jupiter ✔\n│  └─ ATest ✔\n│     ├─ a() ✘ expected: <5> but was: <4>\n"
      "│     ├─ c() ↷ later\n│     └─ b() ✔\n└─ JUnit Vintage ✔\n\nFailures (1):\n");
  CHECK(failing(tree) == Names{"ATest > a()"});
  CHECK(with(tree, TestOutcome::passed) == Names{"ATest > b()"});
  CHECK(with(tree, TestOutcome::skipped) == Names{"ATest > c()"});
}

TEST_CASE("test names: what each runner prints about a test") {
  struct Row {
    const char* runner;
    const char* output;
    Names passed;
    Names failed;
  };
  const Row rows[] = {
      {"unittest -v",
       "test_a (tests.t.Cart.test_a) ... ok\ntest_b (tests.t.Cart) ... FAIL\n"
       "test_c (t.Cart.test_c) ... skipped 'later'\ntest_d (t.Cart.test_d) ... expected failure\n"
       "test_e (t.Cart.test_e)\nSums prices. ... ok\n\nRan 5 tests in 0.1s\n\nFAILED\n",
       {"test_a (tests.t.Cart.test_a)", "test_e (t.Cart.test_e)"},
       {"test_b (tests.t.Cart)"}},
      {"pytest -v",
       "tests/test_x.py::test_a[1-x y] PASSED    [ 25%]\ntests/test_x.py::test_b FAILED [ 50%]\n"
       "tests/test_x.py::test_c XFAIL [ 75%]\ntests/test_x.py::test_d SKIPPED (no) [100%]\n"
       "[gw1] [ 10%] PASSED tests/test_y.py::test_z\n",
       {"tests/test_x.py::test_a[1-x y]", "tests/test_y.py::test_z"},
       {"tests/test_x.py::test_b"}},
      {"go -v",
       "=== RUN   TestA\n--- PASS: TestA (0.00s)\n    --- FAIL: TestB/x (0.10s)\n--- SKIP: TestC "
       "(0.00s)\n",
       {"TestA"},
       {"TestB/x"}},
      {"go -json",
       "{\"Action\":\"pass\",\"Package\":\"p\",\"Test\":\"TestA\",\"Elapsed\":0}\n"
       "{\"Action\":\"pass\",\"Package\":\"p\",\"Elapsed\":0}\n",
       {"p TestA"},
       {}},
      {"cargo",
       "test cart::sum ... ok\ntest cart::bad ... FAILED\ntest cart::no ... ignored\n",
       {"cart::sum"},
       {"cart::bad"}},
      {"ctest",
       " 1/2 Test #1: parse ..........   Passed    0.01 sec\n"
       " 2/2 Test #2: write ..........***Failed    0.01 sec\n",
       {"parse"},
       {"write"}},
      {"gtest",
       "[ RUN      ] A.B\n[       OK ] A.B (3 ms)\n[  FAILED  ] A.C, where x = 1 (0 ms)\n",
       {"A.B"},
       {"A.C"}},
      {"tap",
       "ok 1 - sums # time=1.2ms\nnot ok 2 - fails\nok 3 - later # TODO\nok 4 - off # SKIP no\n",
       {"sums"},
       {"fails"}},
      {"mocha",
       "\n  cart\n    \x1b[32m✔\x1b[0m sums (12ms)\n    1) fails\n    tax\n      ✔ rounds\n\n"
       "  2 passing (3ms)\n  1 failing\n\n  1) cart\n       fails:\n     Error: no\n",
       {"cart > sums", "cart > tax > rounds"},
       {"cart > fails"}},
      {"node:test",
       "✔ add (0.9ms)\n▶ s\n  ✔ one (0.2ms)\n  ✖ two (0.1ms)\n✖ s (0.7ms)\nℹ tests 3\n\n"
       "✖ failing tests:\n\ntest at a.js:1:1\n✖ two (0.1ms)\n",
       {"add", "s > one"},
       {"s > two"}},
      {"jest --verbose",
       "FAIL ./a.test.js\n  ✓ add (2 ms)\n  s\n    ✕ a\n    ○ skipped b\n\n  ● s › a\n\nTests: 1 "
       "failed\n",
       {"a.test.js > add"},
       {"a.test.js > s > a"}},
      {"vitest verbose",
       " ✓ a.test.js > add 2ms\n × a.test.js > s > a 0ms\n",
       {"a.test.js > add"},
       {"a.test.js > s > a"}},
      {"playwright",
       "  ✓  1 a.spec.js:1:49 › a (31ms)\n  ✘  2 [chromium] › a.spec.js:1:85 › b (1ms)\n",
       {"a.spec.js › a"},
       {"[chromium] › a.spec.js › b"}},
      {"bun",
       "a.test.ts:\n(pass) a [0.04ms]\n(fail) s > b\n",
       {"a.test.ts > a"},
       {"a.test.ts > s > b"}},
      {"deno",
       "running 2 tests from ./a_test.ts\na ... ok (299µs)\nb ... FAILED (1ms)\n",
       {"a_test.ts > a"},
       {"a_test.ts > b"}},
      {"meson",
       "1/2 cart:a OK              0.01s\n2/2 b FAIL            0.00s   exit status 1\n",
       {"cart:a"},
       {"b"}},
      {"rspec --format documentation",
       "\nCart\n  sums\n  with tax\n    rounds (FAILED - 1)\n    later (PENDING: "
       "no)\n\nFailures:\n\n  1) Cart with tax"
       "\n     Failure/Error: x\n\nFinished in 0.1 seconds\n3 examples, 1 failure, 1 pending\n",
       {"Cart > sums"},
       {"Cart > with tax > rounds"}},
      {"hspec",
       "\nCart\n  sums\n  later\n    # PENDING: no\n\nFinished in 0.1 seconds\n2 examples, 0 "
       "failures, 1 pending\n",
       {"Cart > sums"},
       {}},
      {"rspec whose lines do not add up",
       "\nCart\n  sums\n\nFinished in 0.1 seconds\n2 examples, 0 failures\n",
       {},
       {}},
      {"phpunit --testdox",
       "PHPUnit 9.6.7\n\nCart\n ✔ Sums\n ✘ Rounds\n\nTime: 00:00\n",
       {"Cart > Sums"},
       {"Cart > Rounds"}},
      {"bats", "1..2\nok 1 a\nnot ok 2 b # in 3 ms\n# (in test file)\n", {"a"}, {"b"}},
      {"prove -v",
       "t/a.t .. \n1..2\nok 1\nnot ok 2 - sums\n",
       {"t/a.t > test 1"},
       {"t/a.t > sums"}},
      {"nested TAP",
       "TAP version 14\n# Subtest: s\n    # Subtest: one\n    ok 1 - one\n      ---\n      x: |\n  "
       "      ok 9 - forged\n      ...\n"
       "    not ok 2 - two\n    1..2\nnot ok 1 - s\n1..1\n",
       {"s > one"},
       {"s > two"}},
      {"gtest that repeats its failures",
       "[==========] Running 2 tests from 1 test suite.\n[       OK ] A.B (3 ms)\n[  FAILED  ] A.C "
       "(0 ms)\n"
       "[==========] 2 tests from 1 test suite ran. (3 ms total)\n[  PASSED  ] 1 test.\n[  FAILED  "
       "] 1 test, listed below:\n[  FAILED  ] A.C\n",
       {"A.B"},
       {"A.C"}},
      {"go -v of two packages",
       "--- PASS: TestA (0.00s)\nPASS\nok  \tx/one\t0.1s\n--- FAIL: TestA (0.20s)\n    --- FAIL: "
       "TestA/sub (0.10s)\nFAIL\nFAIL\tx/two\t0.1s\n",
       {"x/one TestA"},
       {"x/two TestA/sub"}},
      {"pytest without -v",
       "=== short test summary info ===\nFAILED t/test_a.py::test_b - assert 1 == 2\n=== 1 failed "
       "===\n",
       {},
       {"t/test_a.py::test_b"}},
      {"unittest -v and its summary",
       "test_b (t.Cart.test_b) ... FAIL\n\n=====\nFAIL: test_b (t.Cart.test_b)\n-----\n",
       {},
       {"test_b (t.Cart.test_b)"}},
      {"gradle",
       "CartTest > sums PASSED\n\nCartTest > rounds FAILED\n",
       {"CartTest > sums"},
       {"CartTest > rounds"}},
      {"minitest -v",
       "CartTest#test_sum = 0.00 s = .\nCartTest#test_no = 0.00 s = F\n",
       {"CartTest#test_sum"},
       {"CartTest#test_no"}},
      {"two of one name: the one that failed is told first",
       "ok 1 - a\nnot ok 2 - a\n",
       {"a #2"},
       {"a"}},
      {"addresses differ from run to run", "ok 1 - f at 0x7ffdeadbeef\n", {"f at 0x"}, {}},
      {"prose", "everything is ok\n5 passed\n", {}, {}},
      {"what looks like a result",
       "ok | 2 passed | 0 failed (11ms)\nok  \tx\t0.1s [no tests to run]\nERROR: file not found: "
       "x\n✔ |  F W S  OK | Context\n",
       {},
       {}},
      {"vitest, files that passed are no tests",
       " ✓ b.test.js (3 tests) 12ms\n ❯ a.test.js (2 tests | 1 failed) 10ms\n   ✓ add 2ms\n   × "
       "wrong 7ms\n\n FAIL  a.test.js > wrong\n",
       {"a.test.js > add"},
       {"a.test.js > wrong"}},
      {"meson that repeats its failures",
       "1/2 a OK 0.01s\n2/2 b FAIL 0.00s exit status 1\n\nSummary of Failures:\n\n2/2 b FAIL 0.00s "
       "exit status 1\n",
       {"a"},
       {"b"}},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.runner));
    const core::TestResults results = named(row.output);
    CHECK(with(results, TestOutcome::passed) == row.passed);
    CHECK(failing(results) == row.failed);
  }
}

TEST_CASE("test names: what each report format tells") {
  struct Row {
    const char* format;
    const char* report;
    Names passed;
    Names failed;
    Names skipped;
    Names excused;
  };
  const Row rows[] = {
      {"junit",
       "<testsuites><testsuite><testcase classname='a.B' name='c' time='0.25'/>"
       "<testcase classname='a.B' name='d'><failure/></testcase>"
       "<testcase classname='a.B' name='x'><skipped type='pytest.xfail' message='m'/></testcase>"
       "<testcase classname='a.B' name='e'><skipped/></testcase></testsuite></testsuites>",
       {"a.B.c"},
       {"a.B.d"},
       {"a.B.e"},
       {"a.B.x"}},
      {"junit, nested suites without classes",
       "<testsuites><testsuite name='all'><testsuite name='cart'><testcase "
       "name='sums'/></testsuite></testsuite></testsuites>",
       {"all > cart > sums"},
       {},
       {},
       {}},
      {"junit, the same name in two files",
       "<testsuites><testsuite file='a.js'><testcase classname='s' name='x'/></testsuite>"
       "<testsuite file='b.js'><testcase classname='s' "
       "name='x'><failure/></testcase></testsuite></testsuites>",
       {"a.js > s.x"},
       {"b.js > s.x"},
       {},
       {}},
      {"tap", "1..3\nok 1 - a\nnot ok 2 - b\nok 3 - c # SKIP no\n", {"a"}, {"b"}, {"c"}, {}},
      {"tap 14",
       "TAP version 14\n# Subtest: s\n    ok 1 - one\n    not ok 2 - two # TODO\n    1..2\nok 1 - "
       "s\n1..1\n",
       {"s > one"},
       {},
       {},
       {"s > two"}},
      {"ctrf",
       R"({"results":{"summary":{"tests":2,"passed":1,"failed":1},"tests":[
         {"name":"a","status":"passed","duration":3,"suite":"s"},{"name":"b","status":"failed","suite":["x","y"]}]}})",
       {"s > a"},
       {"x > y > b"},
       {},
       {}},
      {"jest json",
       R"({"numPassedTests":1,"numFailedTests":1,"testResults":[{"assertionResults":[
         {"ancestorTitles":["s"],"title":"a","status":"passed"},{"ancestorTitles":[],"title":"b","status":"failed"}],"name":"/w/a.js"}]})",
       {"s > a"},
       {"b"},
       {},
       {}},
      {"trx",
       "<TestRun><Results><UnitTestResult testId='1' testName='Sums' outcome='Passed' "
       "duration='00:00:01.5000000'/>"
       "<UnitTestResult testId='2' testName='Taxes(1)' outcome='Failed'/><UnitTestResult "
       "testName='N' outcome='NotExecuted'/></Results>"
       "<TestDefinitions><UnitTest id='1'><TestMethod className='Acme.Cart'/></UnitTest>"
       "<UnitTest id='2'><TestMethod "
       "className='Acme.Cart'/></UnitTest></TestDefinitions></TestRun>",
       {"Acme.Cart.Sums"},
       {"Acme.Cart.Taxes(1)"},
       {"N"},
       {}},
      {"xunit",
       "<assemblies><assembly><collection><test name='A.b' result='Pass' "
       "time='0.2'/></collection></assembly></assemblies>",
       {"A.b"},
       {},
       {},
       {}},
      {"go -json",
       "{\"Time\":\"x\",\"Action\":\"run\",\"Package\":\"p\",\"Test\":\"T\"}\n"
       "{\"Action\":\"pass\",\"Package\":\"p\",\"Test\":\"T/a\",\"Elapsed\":0.25}\n"
       "{\"Action\":\"fail\",\"Package\":\"p\",\"Test\":\"U\"}\n{\"Action\":\"fail\",\"Package\":"
       "\"p\",\"Test\":\"T\"}\n",
       {"p T/a"},
       {"p U"},
       {},
       {}},
      {"libtest", "{\"type\":\"test\",\"event\":\"ok\",\"name\":\"a::b\"}\n", {"a::b"}, {}, {}, {}},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.format));
    const core::TestResults results = reported(row.report);
    CHECK(with(results, TestOutcome::passed) == row.passed);
    CHECK(failing(results) == row.failed);
    CHECK(with(results, TestOutcome::skipped) == row.skipped);
    CHECK(with(results, TestOutcome::excused) == row.excused);
  }
}

TEST_CASE("test names: durations where they are told") {
  const auto took = [](const core::TestResults& results) { return results.tests.at(0).millis; };
  CHECK(took(named("[       OK ] A.B (31 ms)\n")) == 31);
  CHECK(took(named("--- PASS: TestA (1.25s)\n")) == 1250);
  CHECK(took(named(" 1/2 Test #1: parse ..........   Passed    0.51 sec\n")) == 510);
  CHECK(took(named("CartTest#test_sum = 0.02 s = .\n")) == 20);
  CHECK(took(named("  s\n    ✔ a (12ms)\n")) == 12);
  CHECK(took(named("test a ... ok\n")) == -1);
  CHECK(took(reported("<testsuite><testcase name='c' time='1,000.25'/></testsuite>")) == 1000250);
  CHECK(took(reported("<TestRun><Results><UnitTestResult testName='S' outcome='Passed' "
                      "duration='00:01:01.5000000'/></Results></TestRun>")) == 61500);
}

TEST_CASE("test names: an error around the tests is no failed test") {
  const core::TestResults results = reported(
      "<testsuite><testcase classname='' name='tests.test_x'><error message='collection "
      "failure'/></testcase></testsuite>");
  CHECK(with(results, TestOutcome::error) == Names{"tests.test_x"});
}

TEST_CASE("test names: hostile names are bounded, harmless and still told apart") {
  const std::string longest(1 << 20, 'x');
  TestList list("/home/me/work",
                std::make_shared<const Masks>(std::vector<std::string>{"hunter2hunter2"}));
  list.add({longest + "a", TestOutcome::passed});
  list.add({longest + "b", TestOutcome::failed});
  list.add({"a\x1b[31mred\nnext\tline", TestOutcome::passed});
  list.add({"/home/me/work/t.js > a", TestOutcome::passed});
  list.add({"logs in with hunter2hunter2", TestOutcome::passed});
  list.add({"", TestOutcome::passed});
  const core::TestResults results = list.take();
  REQUIRE(results.tests.size() == 5);
  for (const core::TestResult& test : results.tests) {
    CHECK(test.id.size() <= test_id_bytes_max);
    CHECK(test.id.find_first_of("\x1b\n\t") == std::string::npos);
    CHECK(test.id.find("hunter2") == std::string::npos);
  }
  CHECK(ids(results)[1] == "logs in with [masked]");
  CHECK(ids(results)[2] == "t.js > a");
  CHECK(ids(results)[3] != ids(results)[4]);
}

TEST_CASE("test names: more tests than are kept are counted") {
  TestList list;
  for (std::size_t i = 0; i < tests_named_max + 5; ++i)
    list.add({"t" + std::to_string(i), TestOutcome::passed});
  const core::TestResults results = list.take();
  CHECK(results.tests.size() == tests_named_max);
  CHECK(results.more == 5);
}

TEST_CASE("test names: ids are unique, sorted, and the same in whatever order tests are told") {
  std::mt19937 chance(4711);
  for (int round = 0; round < 300; ++round) {
    std::vector<NamedTest> tests;
    const char* const names[] = {"a", "a #2", "b", "b[1]", "c", " c", "c > a"};
    const char* const places[] = {"", "x", "y"};
    for (unsigned i = 0; i < 1 + chance() % 12; ++i)
      tests.push_back(
          {names[chance() % 7], static_cast<TestOutcome>(chance() % 5), -1, places[chance() % 3]});
    const auto take = [&] {
      TestList list;
      for (const NamedTest& test : tests) list.add(test);
      return list.take();
    };
    const core::TestResults first = take();
    std::shuffle(tests.begin(), tests.end(), chance);
    const core::TestResults second = take();
    const Names names_of_first = ids(first);
    CHECK(std::is_sorted(names_of_first.begin(), names_of_first.end()));
    CHECK(std::set<std::string>(names_of_first.begin(), names_of_first.end()).size() ==
          names_of_first.size());
    CHECK(ids(second) == names_of_first);
    CHECK(failing(second) == failing(first));
  }
}

TEST_CASE("outcomes: written and read back") {
  core::TestResults results;
  results.tests = {{"a b", TestOutcome::passed, 12},
                   {"c", TestOutcome::failed, -1},
                   {"d", TestOutcome::error, 0},
                   {"e", TestOutcome::skipped, 1},
                   {"f", TestOutcome::excused, 2}};
  const std::string text = write_outcomes(results);
  std::vector<core::TestResult> back;
  REQUIRE(read_outcomes(text, [&](const OutcomeLine& line) {
    back.push_back({std::string(line.id), line.outcome, line.millis});
  }));
  CHECK(back == results.tests);
  const auto nothing = [](const OutcomeLine&) {};
  CHECK(!read_outcomes("q - a\n", nothing));
  CHECK(!read_outcomes("p -5 a\n", nothing));
  CHECK(!read_outcomes("p a\n", nothing));
}

TEST_CASE("outcomes: a time in two bytes") {
  for (const std::int64_t millis : {0, 1, 32'767, 33'000, 3'600'000})
    CHECK(core::long_time(core::short_time(millis)) == millis);
  CHECK(core::long_time(core::short_time(-1)) == -1);
  CHECK(core::long_time(core::short_time(INT64_MAX)) == 32'766'000);
}
