// SPDX-License-Identifier: MIT
#include "format/test_names.h"

#include <doctest/doctest.h>

using namespace assay::format;

namespace {
using Names = std::vector<std::string>;
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
      {"mocha", "  cart\n    \x1b[32m✔\x1b[0m sums (12ms)\n    ✖ fails\n", {"sums"}, {"fails"}},
      {"minitest -v",
       "CartTest#test_sum = 0.00 s = .\nCartTest#test_no = 0.00 s = F\n",
       {"CartTest#test_sum"},
       {"CartTest#test_no"}},
      {"one that passed and failed", "ok 1 - a\nnot ok 2 - a\n", {}, {"a"}},
      {"addresses differ from run to run", "ok 1 - f at 0x7ffdeadbeef\n", {"f at 0x"}, {}},
      {"prose", "everything is ok\n5 passed\n", {}, {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.runner);
    const TestNames names = read_test_names(row.output);
    CHECK(names.passed == row.passed);
    CHECK(names.failed == row.failed);
  }
}

TEST_CASE("test names: a JUnit report") {
  TestNames names;
  add_report_names(
      "<testsuites><testsuite><testcase classname='a.B' name='c'/>"
      "<testcase classname='a.B' name='d'><failure/></testcase>"
      "<testcase classname='a.B' name='e'><skipped/></testcase></testsuite></testsuites>",
      names);
  settle(names);
  CHECK(names.passed == Names{"a.B.c"});
  CHECK(names.failed == Names{"a.B.d"});
}
