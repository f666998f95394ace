// SPDX-License-Identifier: MIT
#include "unit/format/runners/excerpt.h"

namespace assay::test {
namespace {

constexpr Excerpt go_excerpts[] = {
    {"no count is printed: the package ran", "go test ./...", "ok  \tx\t0.002s\n", 1, 0},
    {"with coverage", "go test -cover ./...", "ok  \tx\t0.002s\tcoverage: 50.0% of statements\n", 1,
     0},
    {"verbose: subtests are parts of tests", "go test -v ./...",
     "=== RUN   TestA\n=== RUN   TestA/one\n--- PASS: TestA (0.00s)\n    --- PASS: TestA/one "
     "(0.00s)\nPASS\nok  \tx\t0.002s\n",
     1, 0},
    {"output without a line feed before the verdict", "go test -v",
     "=== RUN   TestA\nhello--- PASS: TestA (0.00s)\nPASS\nok  \tx\t0.002s\n", 1, 0},
    {"verbose, two packages", "go test -v ./...",
     "=== RUN   TestA\n--- PASS: TestA (0.00s)\nPASS\nok  \tx/a\t0.002s\n=== RUN   TestB\n--- "
     "FAIL: TestB (0.00s)\nFAIL\n"
     "FAIL\tx/b\t0.002s\nFAIL\n",
     2, 1},
    {"verbose, all skipped", "go test -v",
     "=== RUN   TestA\n--- SKIP: TestA (0.00s)\nPASS\nok  \tx\t0.002s\n", 0, 0},
    {"fails quietly", "go test",
     "--- FAIL: TestA (0.00s)\n    x_test.go:7: got 4\nFAIL\nFAIL\tx\t0.002s\nFAIL\n", 1, 1},
    {"does not build", "go test ./...", "FAIL\tx [build failed]\nFAIL\n", 0, 1},
    {"no files, no tests", "go test ./...",
     "?   \tx/a\t[no test files]\nok  \tx/b\t0.002s [no tests to run]\n", 0, 0},
    {"json", "go test -json",
     R"({"Action":"run","Package":"x","Test":"TestA"}
{"Action":"output","Package":"x","Test":"TestA","Output":"\"Action\":\"pass\" 5 passed\n"}
{"Action":"pass","Package":"x","Test":"TestA/sub","Elapsed":0}
{"Action":"pass","Package":"x","Test":"TestA","Elapsed":0}
{"Action":"fail","Package":"x","Test":"TestB","Elapsed":0}
{"Action":"skip","Package":"x","Test":"TestC","Elapsed":0}
{"Action":"fail","Package":"x","Elapsed":0.004}
)",
     2, 1},
    {"gotestsum", "gotestsum",
     "✓  x/a (3ms)\n✖  x/b (2ms)\n\nDONE 4 tests, 1 skipped, 1 failure in 0.512s\n", 3, 1},
    {"a test binary by hand", "./x.test -test.v",
     "=== RUN   TestA\n--- PASS: TestA (0.00s)\nPASS\n", 1, 0},
};

constexpr Excerpt rust_excerpts[] = {
    {"several targets, the last is empty", "cargo test",
     "running 2 tests\ntest a ... ok\ntest b ... FAILED\n\ntest result: FAILED. 1 passed; 1 "
     "failed; 0 ignored; 0 measured; 0 "
     "filtered out; finished in 0.00s\n\n   Doc-tests x\n\nrunning 0 tests\n\ntest result: ok. 0 "
     "passed; 0 failed; 0 ignored; "
     "0 measured; 0 filtered out\n",
     2, 1},
    {"ignored and filtered", "cargo test x",
     "running 1 test\ntest a ... ignored\n\ntest result: ok. 0 passed; 0 failed; 1 "
     "ignored; 0 measured; 5 filtered out; finished in 0.00s\n",
     0, 0},
    {"a test prints a result line", "cargo test -- --nocapture",
     "running 1 test\ntest result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered "
     "out\ntest a ... ignored\n\n"
     "test result: ok. 0 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in "
     "0.00s\n",
     0, 0},
    {"only the result lines", "cargo test 2>&1 | grep 'test result'",
     "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n"
     "test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n",
     2, 0},
    {"as JSON", "cargo test -- -Z unstable-options --format json",
     "{ \"type\": \"suite\", \"event\": \"started\", \"test_count\": 2 }\n"
     "{ \"type\": \"suite\", \"event\": \"failed\", \"passed\": 1, \"failed\": 1, \"ignored\": 3, "
     "\"measured\": 0, "
     "\"filtered_out\": 0, \"exec_time\": 0.0001 }\n",
     2, 1},
    {"nextest", "cargo nextest run",
     "    Starting 3 tests across 2 binaries (1 test skipped)\n        PASS [   0.004s] x "
     "a\n------------\n"
     "     Summary [   0.005s] 3 tests run: 2 passed (1 slow), 1 failed, 1 skipped\n",
     3, 1},
    {"nextest stopped early", "cargo nextest run",
     "     Summary [   0.005s] 1/3 tests run: 0 passed, 1 failed, 0 skipped\n", 1, 1},
    {"nextest, none", "cargo nextest run",
     "    Starting 0 tests across 1 binary\nerror: no tests to run\n", 0, 0},
    {"does not compile", "cargo test",
     "error: could not compile `x` (lib test) due to 1 previous error\n", -1, 0},
};

TEST_CASE("go: tests with -v or -json, else at least one for each package") {
  check_excerpts(go_excerpts);
}
TEST_CASE("rust: the sum over all targets") { check_excerpts(rust_excerpts); }

TEST_CASE("go: cached results are nothing executed") {
  for (const std::string_view output :
       {"ok  \tx\t(cached)\n",
        "=== RUN   TestA\n--- PASS: TestA (0.00s)\nPASS\nok  \tx\t(cached)\n",
        "{\"Action\":\"pass\",\"Package\":\"x\",\"Test\":\"TestA\"}\n"
        "{\"Action\":\"output\",\"Package\":\"x\",\"Output\":\"ok  \\tx\\t(cached)\\n\"}\n"}) {
    const core::Tally tally = format::read_runner_output("go test ./...", output);
    CHECK(tally.executed == 0);
    CHECK(tally.cached);
  }
}

TEST_CASE("go: one package from the cache does not hide that another ran") {
  const core::Tally tally = format::read_runner_output(
      "go test -v ./...",
      "=== RUN   TestA\n--- PASS: TestA (0.00s)\nPASS\nok  \tx/a\t0.01s\nok  \tx/b\t(cached)\n");
  CHECK(tally.executed == 1);
  CHECK_FALSE(tally.cached);
}

}  // namespace
}  // namespace assay::test
