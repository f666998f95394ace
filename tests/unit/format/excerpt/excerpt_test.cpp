// SPDX-License-Identifier: MIT
#include "format/excerpt.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

using assay::format::excerpt_line_bytes_max;
using assay::format::failure_excerpt;
using assay::format::source_spots;
using assay::format::SourceSpot;
using Lines = std::vector<std::string>;

struct Sample {
  std::string name;
  std::string output;
  Lines wanted;    ///< lines that must be there
  Lines unwanted;  ///< parts that must not be
};

bool has(const Lines& lines, const std::string& wanted) {
  return std::find(lines.begin(), lines.end(), wanted) != lines.end();
}

bool mentions(const Lines& lines, const std::string& part) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

/// Something long enough to push the cause out of the tail.
const std::string chatter = [] {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "cleaning up resource " + std::to_string(i) + "\n";
  return text;
}();

const std::vector<Sample> samples{
    {"pytest",
     "===== test session starts =====\ncollected 2 items\n\ntest_m.py .F   [100%]\n\n===== "
     "FAILURES =====\n"
     "_____ test_wrong _____\n\n    def test_wrong():\n>       assert total(2) == 5\nE       "
     "assert 4 == 5\n"
     "E        +  where 4 = total(2)\n\ntest_m.py:4: AssertionError\n===== short test summary info "
     "=====\n"
     "FAILED test_m.py::test_wrong - assert 4 == 5\n===== 1 failed, 1 passed in 0.01s =====\n",
     {"E       assert 4 == 5", "test_m.py:4: AssertionError",
      "FAILED test_m.py::test_wrong - assert 4 == 5"},
     {"session starts", "collected"}},
    {"jest",
     "FAIL ./a.test.js\n  ✓ add (3 ms)\n  ✕ wrong (3 ms)\n\n  ● wrong\n\n    "
     "expect(received).toBe(expected)\n\n"
     "    Expected: 5\n    Received: 4\n\n      at node_modules/expect/x.js:1:1\n\nTests: 1 "
     "failed\n",
     {"FAIL ./a.test.js", "  ✕ wrong (3 ms)", "    expect(received).toBe(expected)",
      "    Received: 4"},
     {"✓ add", "node_modules"}},
    {"go",
     "=== RUN   TestAdd\n    x_test.go:7: got 4\n--- FAIL: TestAdd (0.00s)\n=== RUN   TestOk\n--- "
     "PASS: TestOk (0.00s)\nFAIL\n",
     {"    x_test.go:7: got 4", "--- FAIL: TestAdd (0.00s)"},
     {"RUN", "PASS"}},
    {"cargo",
     "   Compiling x v0.1.0\ntest a::adds ... FAILED\ntest a::two ... ok\n\nthread 'a::adds' "
     "panicked at src/lib.rs:3:41:\n"
     "assertion `left == right` failed\n  left: 4\n right: 5\nnote: run with `RUST_BACKTRACE=1` to "
     "display a backtrace\n",
     {"test a::adds ... FAILED", "thread 'a::adds' panicked at src/lib.rs:3:41:", "  left: 4",
      " right: 5"},
     {"Compiling", "... ok", "RUST_BACKTRACE"}},
    {"rustc",
     "error[E0308]: mismatched types\n --> src/main.rs:4:9\n  |\n4 |     1u8\n" + chatter,
     {"error[E0308]: mismatched types", " --> src/main.rs:4:9"},
     {"resource 59"}},
    {"gtest",
     "[ RUN      ] Cart.Sums\ncart_test.cc:9: Failure\nExpected equality of these values:\n  2 + "
     "2\n    Which is: 4\n  5\n[  FAILED  ] Cart.Sums (0 ms)\n[       OK ] Cart.Adds (0 ms)\n",
     {"cart_test.cc:9: Failure", "    Which is: 4", "[  FAILED  ] Cart.Sums (0 ms)"},
     {"RUN", "OK ]"}},
    {"ctest",
     "1/2 Test #1: a ......   Passed    0.00 sec\n2/2 Test #2: b ......***Failed    0.00 "
     "sec\n\nThe following tests FAILED:\n\t  2 - b (Failed)\nErrors while running CTest\n",
     {"2/2 Test #2: b ......***Failed    0.00 sec", "   2 - b (Failed)"},
     {"Passed", "Errors while"}},
    {"maven",
     "[INFO] Running CartTest\n[ERROR] CartTest.sums:12 expected: <5> but was: <4>\n[ERROR] "
     "\n[ERROR] -> [Help 1]\n[ERROR] Re-run Maven using the -X switch\n",
     {"[ERROR] CartTest.sums:12 expected: <5> but was: <4>"},
     {"Help", "Re-run", "INFO"}},
    {"gradle",
     "> Task :test FAILED\n\nCartTest > sums() FAILED\n    org.opentest4j.AssertionFailedError: "
     "expected: <5> but was: <4>\n        at java.base/x\n* What went wrong:\nThere were failing "
     "tests.\n" +
         chatter,
     {"CartTest > sums() FAILED",
      "    org.opentest4j.AssertionFailedError: expected: <5> but was: <4>"},
     {"java.base"}},
    {"tsc",
     "src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.\n" + chatter,
     {"src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'."},
     {}},
    {"gcc",
     "[ 50%] Building CXX object a.o\nsrc/a.cpp:7:3: error: 'x' was not declared in this scope\n   "
     " 7 |   x = 1;\nmake[1]: *** [Makefile:3: a.o] Error 1\n",
     {"src/a.cpp:7:3: error: 'x' was not declared in this scope",
      "make[1]: *** [Makefile:3: a.o] Error 1"},
     {"Building"}},
    {"linker",
     "/usr/bin/ld: a.o: in function `main':\na.c:(.text+0x5): undefined reference to "
     "`f'\ncollect2: error: ld returned 1 exit status\n" +
         chatter,
     {"a.c:(.text+0x5): undefined reference to `f'"},
     {"resource"}},
    {"eslint",
     "\n/w/src/a.js\n  3:7   error  'x' is not defined  no-undef\n  4:1   warning  tabs  "
     "no-tabs\n\n✖ 2 problems (1 error, 1 warning)\n",
     {"/w/src/a.js", "  3:7   error  'x' is not defined  no-undef"},
     {"tabs"}},
    {"rspec",
     "F.\n\nFailures:\n\n  1) m a\n     Failure/Error: expect(4).to eq 5\n\n       expected: 5\n   "
     "         got: 4\n\n2 examples, 1 failure\n\nrspec ./spec/a_spec.rb:2 # m a\n",
     {"  1) m a", "     Failure/Error: expect(4).to eq 5", "            got: 4",
      "rspec ./spec/a_spec.rb:2 # m a"},
     {}},
    {"unittest",
     "F.\n=====\nFAIL: test_a (t.T)\n-----\nTraceback (most recent call last):\n  File \"t.py\", "
     "line 3, in test_a\n    self.assertEqual(4, 5)\nAssertionError: 4 != 5\n\n-----\nRan 2 tests "
     "in 0.001s\n\nFAILED (failures=1)\n",
     {"FAIL: test_a (t.T)", "AssertionError: 4 != 5", "  File \"t.py\", line 3, in test_a"},
     {"Ran 2"}},
    {"crash",
     "starting\nSegmentation fault (core dumped)\n" + chatter,
     {"Segmentation fault (core dumped)"},
     {}},
    {"sanitizer",
     "==12==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\n    #0 0x55 in f a.c:3\n" +
         chatter,
     {"==12==ERROR: AddressSanitizer: heap-use-after-free on address 0x1"},
     {}},
    {"tap",
     "TAP version 13\nok 1 - a\nnot ok 2 - b\n  ---\n  expected: 5\n  actual: 4\n  ...\nnot ok 3 - "
     "later # TODO\n",
     {"not ok 2 - b", "  expected: 5", "  actual: 4"},
     {"ok 1", "later"}},
    {"phpunit",
     ".F   2 / 2 (100%)\n\nThere was 1 failure:\n\n1) CartTest::testSums\nFailed asserting that 4 "
     "is identical to 5.\n\nFAILURES!\n",
     {"1) CartTest::testSums", "Failed asserting that 4 is identical to 5."},
     {"2 / 2"}},
    {"bun names the test below its message",
     "a.test.ts:\n(pass) sums > adds [0.02ms]\nerror: expect(received).toEqual(expected)\n\n  {\n- "
     "  "
     "\"a\": 2,\n+   \"a\": 1,\n  }\n\n      at <anonymous> (/w/a.test.ts:3:42)\n(fail) sums > "
     "adds "
     "badly [79.65ms]\n\n 1 pass\n 1 fail\n",
     {"(fail) sums > adds badly [79.65ms]", "-   \"a\": 2,", "+   \"a\": 1,"},
     {"(pass)"}},
    {"testthat",
     "[ FAIL 1 | WARN 0 | SKIP 0 | PASS 2 ]\n\n══ Failed tests ════\n── Failure "
     "('test-add.R:3'): adds badly ─────\nadd(1, 2) not equal to 4.\n1/1 mismatches\n[1] 3 - 4 == "
     "-1\n\nError: Test failures\nExecution halted\n",
     {"── Failure ('test-add.R:3'): adds badly ─────", "add(1, 2) not equal to 4."},
     {}},
    {"pnpm -r puts a name before every line",
     "Scope: 2 of 3 workspace projects\npackages/b test$ node --test\npackages/b test: TAP version "
     "13\npackages/b test: ok 1 - s\npackages/b test: not ok 2 - breaks here\npackages/b test:   "
     "---\npackages/b test:   expected: 3\npackages/b test:   actual: 2\npackages/b test:   "
     "...\npackages/b test: # fail 1\npackages/b test: Failed\n",
     {"packages/b test: not ok 2 - breaks here", "packages/b test:   expected: 3",
      "packages/b test:   actual: 2"},
     {"ok 1 - s", "TAP version"}},
    {"test-unit",
     "===\nFailure: test_three(TestB)\n/w/test/test_a.rb:7:in `test_three'\n     4:   def a\n     "
     "5: "
     "end\n     6: class TestB\n  => 7:   def test_three\n     8: end\n<[1, 2]> expected but "
     "was\n<[1, 3]>\n",
     {"Failure: test_three(TestB)", "<[1, 2]> expected but was", "<[1, 3]>"},
     {}},
    {"phpunit tells values as a comparison",
     "There was 1 failure:\n\n1) AddTest::testTwo\nFailed asserting that two arrays are "
     "identical.\n--- Expected\n+++ Actual\n@@ @@\n Array &0 (\n-    'a' => 5\n+    'a' => 0\n "
     ")\n\n/w/tests/AddTest.php:5\n\nFAILURES!\n",
     {"1) AddTest::testTwo", "-    'a' => 5", "+    'a' => 0"},
     {}},
    {"mocha behind npm",
     "> shop@1.0.0 test\n> mocha\n\n  shop\n    ✓ adds\n    1) sums prices\n\n  1 passing\n  1 "
     "failing\n\n  1) shop sums prices:\n\n      AssertionError [ERR_ASSERTION]: Expected values "
     "to "
     "be strictly deep-equal:\n+ actual - expected\n\n  {\n+   total: 5\n-   total: 6\n  }\n",
     {"  1) shop sums prices:", "+   total: 5", "-   total: 6"},
     {"> mocha", "> shop", "adds"}},
    {"meson shows what the test printed",
     "3/4 three  OK              0.04s\n4/4 breaks FAIL            0.02s   exit status 1\n>>> "
     "MALLOC_PERTURB_=7 /w/build/u\n――――\nstderr:\nwanted five\n-five\n+six\n――――\n\nOk: 3\n",
     {"4/4 breaks FAIL            0.02s   exit status 1", "wanted five", "-five", "+six"},
     {"three"}},
    {"uvu",
     "• ✘   (1 / 2)\n\n   FAIL  \"sums\"\n    Expected values to be deeply equal:  (equal)\n\n     "
     "   "
     "··{\n        Actual:\n        --··\"a\":·1\n        Expected:\n        ++··\"a\":·2\n",
     {"   FAIL  \"sums\"", "        --··\"a\":·1", "        ++··\"a\":·2"},
     {}},
    {"busted",
     "1 success / 1 failure / 0 errors / 0 pending : 0.006236 seconds\n\nFailure -> "
     "spec/a_spec.lua @ 1\nshop sums prices\nspec/a_spec.lua:1: Expected objects to be the "
     "same.\nPassed in:\n(table: 0x56) {\n *[a] = 2 }\nExpected:\n(table: 0x57) {\n *[a] = 1 }\n",
     {"shop sums prices", " *[a] = 2 }", " *[a] = 1 }"},
     {}},
    {"tsc complains about a dependency, frames of one stay noise",
     "> tsc --noEmit && node --test\n\nnode_modules/lib/index.d.ts(1,17): error TS2304: Cannot "
     "find "
     "name 'Foo'.\n    at run (/w/node_modules/x/y.js:1:2)\n",
     {"node_modules/lib/index.d.ts(1,17): error TS2304: Cannot find name 'Foo'."},
     {"y.js"}},
    {"missing program",
     "bash: line 1: pytst: command not found\n",
     {"bash: line 1: pytst: command not found"},
     {}},
};

}  // namespace

TEST_CASE("excerpt: the lines that tell what failed, wherever they are") {
  for (const Sample& sample : samples) {
    CAPTURE(sample.name);
    const Lines lines = failure_excerpt("make test", sample.output);
    for (const std::string& wanted : sample.wanted) {
      CAPTURE(wanted);
      CHECK(has(lines, wanted));
    }
    for (const std::string& unwanted : sample.unwanted) {
      CAPTURE(unwanted);
      CHECK_FALSE(mentions(lines, unwanted));
    }
  }
}

TEST_CASE("excerpt: the order is that of the output, and nothing is told twice") {
  const Lines lines = failure_excerpt("x", "FAIL: b\nsome words\nFAIL: a\nFAIL: b\n");
  CHECK(lines == Lines{"FAIL: b", "some words", "FAIL: a"});
}

TEST_CASE("excerpt: few lines keep the causes and give up the rest") {
  const std::string output =
      "make: *** [Makefile:2: test] Error 1\nTraceback (most recent call last):\nValueError: no\n";
  CHECK(failure_excerpt("x", output, 1) == Lines{"ValueError: no"});
  CHECK(failure_excerpt("x", output, 0).empty());
}

TEST_CASE("excerpt: without a known form the last lines are shown, and at worst the noise") {
  CHECK(failure_excerpt("x", "one\ntwo\n\nthree\n\n\n", 2) == Lines{"two", "three"});
  CHECK(failure_excerpt("x", "ok 1\n", 5) == Lines{"ok 1"});
  CHECK(failure_excerpt("x", "", 5).empty());
  CHECK(failure_excerpt("x", "\n\n \n\t\n", 5).empty());
}

TEST_CASE("excerpt: the echo of the command itself is left out") {
  CHECK(failure_excerpt("run-it --all", "$ run-it --all\nsad ending\n") == Lines{"sad ending"});
}

TEST_CASE("excerpt: lines are printable and short, cut between characters") {
  const Lines coloured = failure_excerpt("x", "\x1b[31merror: red\x1b[0m \x07 \xFF end\n");
  REQUIRE(coloured.size() == 1);
  CHECK(coloured[0].find('\x1b') == std::string::npos);
  CHECK(coloured[0].find("error: red") == 0);
  CHECK(coloured[0].find('\xFF') == std::string::npos);
  std::string wide = "error: ";
  for (int i = 0; i < 200; ++i) wide += "\xC3\xA4";
  const Lines cut = failure_excerpt("x", wide);
  REQUIRE(cut.size() == 1);
  CHECK(cut[0].size() <= excerpt_line_bytes_max);
  CHECK(cut[0].substr(cut[0].size() - 5) == "\xC3\xA4\xE2\x80\xA6");
}

TEST_CASE("excerpt: progress that overwrites itself does not hide the failure") {
  const Lines lines = failure_excerpt("x", "10%\r20%\rFAIL: a\r100%\n");
  CHECK(has(lines, "FAIL: a"));
}

TEST_CASE("excerpt: of a flood only both ends are read") {
  std::string flood = "FAIL: early\n";
  flood +=
      std::string(3 << 20, 'x') + "\nFAIL: hidden\n" + std::string(3 << 20, 'y') + "\nFAIL: late\n";
  const Lines lines = failure_excerpt("x", flood);
  CHECK(has(lines, "FAIL: early"));
  CHECK(has(lines, "FAIL: late"));
  CHECK_FALSE(has(lines, "FAIL: hidden"));
}

TEST_CASE("spots: each form of naming a place") {
  struct Row {
    std::string name;
    std::string output;
    std::vector<SourceSpot> want;
  };
  const std::vector<Row> rows{
      {"gcc",
       "src/a.cpp:7:3: error: no x\nsrc/a.cpp:9:1: warning: unused\nsrc/a.h:2: note: here\n",
       {{"src/a.cpp", 7, "error: no x"}}},
      {"tsc",
       "src/a.ts(3,7): error TS2322: wrong type\n",
       {{"src/a.ts", 3, "error TS2322: wrong type"}}},
      {"eslint",
       "/w/src/a.js\n  3:7   error  no x  no-undef\n  4:7   warning  tab\n",
       {{"src/a.js", 3, "no x  no-undef"}}},
      {"pytest",
       "E       assert 4 == 5\nE        + where\n\ntest_m.py:4: AssertionError\n",
       {{"test_m.py", 4, "assert 4 == 5"}}},
      {"go",
       "    x_test.go:7: got 4\n./main.go:3:2: undefined: y\n",
       {{"x_test.go", 7, "got 4"}, {"main.go", 3, "undefined: y"}}},
      {"rustc",
       "error[E0308]: mismatched types\n  --> src/main.rs:4:9\nwarning: unused\n  --> "
       "src/b.rs:1:1\n",
       {{"src/main.rs", 4, "mismatched types"}}},
      {"rust panic",
       "thread 'a' panicked at src/lib.rs:3:41:\nassertion failed\n",
       {{"src/lib.rs", 3, "assertion failed"}}},
      {"older rust panic",
       "thread 'a' panicked at 'no luck', src/lib.rs:3:41\n",
       {{"src/lib.rs", 3, "no luck"}}},
      {"jest",
       "  ● wrong\n\n    expect(4).toBe(5)\n\n      at Object.toBe (a.test.js:2:31)\n      at run "
       "(node_modules/x.js:1:1)\n",
       {{"a.test.js", 2, "wrong: expect(4).toBe(5)"}}},
      {"vitest",
       "AssertionError: expected 4 to be 5\n ❯ a.test.js:3:4\n",
       {{"a.test.js", 3, "AssertionError: expected 4 to be 5"}}},
      {"gtest",
       "t/cart.cc:9: Failure\nExpected equality\n",
       {{"t/cart.cc", 9, "Expected equality"}}},
      {"python",
       "Traceback (most recent call last):\n  File \"/w/t.py\", line 3, in a\n    f()\n  File "
       "\"/usr/lib/x.py\", line 9, in f\nValueError: no\n",
       {{"t.py", 3, "ValueError: no"}}},
      {"twice", "a.c:1:1: error: x\na.c:1:5: error: y\n", {{"a.c", 1, "error: x"}}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto spots = source_spots(row.output, "/w");
    CHECK(spots.size() == row.want.size());
    for (std::size_t i = 0; i < std::min(spots.size(), row.want.size()); ++i) {
      CHECK(spots[i].path == row.want[i].path);
      CHECK(spots[i].line == row.want[i].line);
      CHECK(spots[i].message == row.want[i].message);
    }
  }
}

TEST_CASE("spots: only places inside the workspace") {
  CHECK(source_spots("/w/a.c:1:1: error: x\n", "/w/") ==
        std::vector<SourceSpot>{{"a.c", 1, "error: x"}});
  CHECK(source_spots("./b/../a.c:1:1: error: x\n", "/w") ==
        std::vector<SourceSpot>{{"a.c", 1, "error: x"}});
  for (const std::string output :
       {"/etc/a.c:1:1: error: x\n", "../a.c:1:1: error: x\n", "b/../../a.c:1:1: error: x\n",
        "/wide/a.c:1:1: error: x\n", "node_modules/a.js:1:1: error: x\n",
        "http://h/a.js:1:1: error: x\n", "a.c:0:1: error: x\n", "a.c:99999999999:1: error: x\n",
        "/w/../etc/a.c:3: error: x\n"}) {
    CAPTURE(output);
    CHECK(source_spots(output, "/w").empty());
  }
  CHECK(source_spots("/a.c:1:1: error: x\n", "").empty());
}

TEST_CASE("spots: a flood of places is cut off") {
  std::string output;
  for (int i = 1; i < 500; ++i) output += "a.c:" + std::to_string(i) + ":1: error: x\n";
  CHECK(source_spots(output, "/w").size() == assay::format::source_spots_max);
}
