// SPDX-License-Identifier: MIT
// The reports that are not JUnit XML: TAP, CTRF, Jest, go test -json, libtest, TRX, NUnit,
// xUnit.net.
#include "format/report.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using assay::core::Tally;
using assay::format::merge;
using assay::format::read_report;

struct ReportRow {
  std::string name;
  std::string text;
  int executed;
  int failed;
  int skipped;
  const char* hint;  ///< a part of it; "" wants none
};

void check_reports(const std::vector<ReportRow>& rows) {
  for (const ReportRow& row : rows) {
    CAPTURE(row.name);
    const auto tally = read_report("r", row.text);
    REQUIRE_MESSAGE(bool(tally), (tally ? "" : tally.error().what));
    CHECK(tally->executed == row.executed);
    CHECK(tally->failed == row.failed);
    CHECK(tally->skipped == row.skipped);
    CAPTURE(tally->hint);
    const bool hint_fits =
        *row.hint == '\0' ? tally->hint.empty() : tally->hint.find(row.hint) != std::string::npos;
    CHECK(hint_fits);
  }
}

}  // namespace

TEST_CASE("tap: points, plans and directives") {
  check_reports({
      {"version 12", "1..2\nok 1 - a\nnot ok 2 - b\n", 2, 1, 0, ""},
      {"plan at the end, no numbers", "ok\nok - named\n1..2\n", 2, 0, 0, ""},
      {"skip and todo do not count",
       "1..4\nok 1 # skip no net\nok 2 # SKIPPED\nnot ok 3 later # TODO\nok 4\n", 1, 0, 3, ""},
      {"a hash in a name is no directive", "1..2\nok 1 - issue \\# skip\nok 2 - costs #5\n", 2, 0,
       0, ""},
      {"all skipped", "1..0 # SKIP no database\n", 0, 0, 0, ""},
      {"words that only begin like a point", "1..1\nokay\nok 1\nnot okay\n", 1, 0, 0, ""},
      {"carriage returns", "TAP version 13\r\n1..2\r\nok 1 - a # SKIP\r\nok 2 - b\r\n", 1, 0, 1,
       ""},
      {"a diagnostic may quote points",
       "TAP version 13\n1..1\nnot ok 1 - a\n  ---\n  got: |\n    ok 2\n    ok 3\n  ...\n", 1, 1, 0,
       ""},
      {"too few", "1..5\nok 1\n", 1, 1, 0, "the plan says 5 tests, 1 are listed"},
      {"too many", "1..1\nok 1\nok 2\n", 2, 1, 0, "the plan says 1"},
      {"no plan", "TAP version 13\nok 1\n", 1, 1, 0, "plan is missing"},
      {"bail out", "1..3\nok 1\nBail out! no disk\n", 1, 1, 0, "bailed out"},
      {"absurd plan", "1..99999999999999999999\nok 1\n", 1, 0, 0, "no plain number"},
      {"two documents", "TAP version 13\n1..1\nok 1\nTAP version 13\n1..1\nnot ok 1\n", 2, 1, 0,
       ""},
  });
}

TEST_CASE("tap: subtests count by their innermost points") {
  check_reports({
      {"groups",
       "TAP version 14\n# Subtest: g\n    ok 1 - a\n    ok 2 - b # SKIP\n    1..2\nok 1 - "
       "g\n1..1\n",
       1, 0, 1, ""},
      {"a failing group is not a second failure",
       "# Subtest: g\n    not ok 1 - a\n    1..1\nnot ok 1 - g\n1..1\n", 1, 1, 0, ""},
      {"a group that fails by itself", "# Subtest: g\n    ok 1 - a\n    1..1\nnot ok 1 - g\n1..1\n",
       1, 1, 0, ""},
      {"braces", "TAP version 14\nok 1 - g {\n    ok 1 - a\n    ok 2 - b\n    1..2\n}\n1..1\n", 2,
       0, 0, ""},
      {"braces that fail", "TAP version 14\nnot ok 1 - g {\n    not ok 1 - a\n    1..1\n}\n1..1\n",
       1, 1, 0, ""},
      {"an empty group is no test", "# Subtest: g\n    1..0\nok 1 - g\n1..1\n", 0, 0, 0, ""},
      {"deep",
       "# Subtest: f\n    # Subtest: g\n        ok 1 - x\n        1..1\n    ok 1 - g\n    1..1\nok "
       "1 - f\n1..1\n",
       1, 0, 0, ""},
      {"a file without tests",
       "TAP version 13\n1..0\n# Subtest: a.test.js\nok 1 - a.test.js\n  ---\n  type: 'test'\n  "
       "...\n1..1\n",
       0, 0, 0, ""},
      {"a file without tests in a folder",
       "TAP version 13\n# Subtest: /w/zero.test.mjs\nok 1 - /w/zero.test.mjs\n1..1\n", 0, 0, 0, ""},
      {"indented beyond reason", "1..1\n" + std::string(5000, ' ') + "ok 1\nok 1\n", 1, 0, 0, ""},
  });
}

TEST_CASE("ctrf: tests are counted, the summary is compared") {
  const std::string tests =
      R"("tests":[{"name":"a","status":"passed","steps":[{"status":"failed"}]},{"name":"b","status":"failed"},{"name":"c","status":"pending"},{"name":"d","status":"other"}])";
  check_reports({
      {"agreeing",
       R"({"results":{"tool":{"name":"jest"},"summary":{"tests":4,"passed":1,"failed":1,"pending":1,"skipped":0,"other":1},)" +
           tests + "}}",
       2, 1, 2, ""},
      {"summary too high", R"({"results":{"summary":{"passed":7,"failed":1},)" + tests + "}}", 2, 1,
       2, "smaller"},
      {"summary too low", R"({"results":{"summary":{"passed":0,"failed":1},)" + tests + "}}", 1, 1,
       2, "smaller"},
      {"more failures than listed",
       R"({"results":{"summary":{"passed":0,"failed":2},)" + tests + "}}", 2, 2, 2, ""},
      {"summary only", R"({"results":{"summary":{"tests":9,"passed":9,"failed":0},"tests":[]}})",
       -1, 0, 0, "lists no test"},
      {"negative", R"({"results":{"summary":{"passed":-4,"failed":0},)" + tests + "}}", 2, 1, 2,
       "plain numbers"},
      {"nothing ran", R"({"results":{"summary":{"tests":0,"passed":0,"failed":0},"tests":[]}})", 0,
       0, 0, ""},
      {"without a summary", R"({"results":{)" + tests + "}}", 2, 1, 2, ""},
      {"a key with a slash is not a path",
       R"({"results":{"summary":{"passed":0,"failed":0}},"results/tests":[{"status":"passed"}]})",
       0, 0, 0, ""},
  });
}

TEST_CASE("jest json: assertion results are counted") {
  check_reports({
      {"mixed",
       R"({"numTotalTests":3,"numPassedTests":1,"numFailedTests":1,"numPendingTests":1,"testResults":[{"assertionResults":[{"status":"passed"},{"status":"failed"},{"status":"pending"}],"status":"failed"}]})",
       2, 1, 1, ""},
      {"a file that does not load",
       R"({"numPassedTests":0,"numFailedTests":0,"numRuntimeErrorTestSuites":1,"testResults":[{"assertionResults":[],"status":"failed"}]})",
       0, 1, 0, ""},
      {"totals alone", R"({"numPassedTests":3,"numFailedTests":0,"testResults":[]})", -1, 0, 0,
       "lists no test"},
  });
}

TEST_CASE("go test -json: innermost tests, caches and crashes") {
  const auto event = [](const char* action, const char* test) {
    const std::string name = *test == '\0' ? "" : std::string(R"(,"Test":")") + test + '"';
    return std::string(R"({"Time":"t","Action":")") + action + R"(","Package":"x")" + name + "}\n";
  };
  const std::string cached = R"({"Action":"output","Package":"x","Output":"ok  \tx\t(cached)\n"})"
                             "\n";
  check_reports({
      {"subtests",
       event("run", "TestA") + event("pass", "TestA/s1") + event("skip", "TestA/s2") +
           event("pass", "TestA") + event("fail", "TestB") + event("fail", ""),
       2, 1, 1, ""},
      {"only skipped subtests",
       event("run", "TestC") + event("skip", "TestC/k") + event("pass", "TestC") +
           event("pass", ""),
       0, 0, 1, ""},
      {"none", event("pass", ""), 0, 0, 0, ""},
      {"did not build", "# x\n./a.go:3: undefined: y\n" + event("fail", ""), 0, 1, 0, ""},
      {"crashed in the middle",
       event("run", "TestA") + event("pass", "TestA") + event("run", "TestB") + event("fail", ""),
       1, 1, 0, ""},
      {"broken line", event("pass", "TestA") + "{\"Action\":\n" + event("pass", ""), 1, 0, 0,
       "broken"},
  });
  const auto stale = read_report("r", event("pass", "TestA") + cached + event("pass", ""));
  REQUIRE(bool(stale));
  CHECK(stale->executed == 0);
  CHECK(stale->cached);
  CHECK(stale->hint.find("-count=1") != std::string::npos);
}

TEST_CASE("libtest json: test events are counted") {
  const std::string head = R"({ "type": "suite", "event": "started", "test_count": 3 })"
                           "\n";
  check_reports({
      {"mixed",
       head + R"({ "type": "test", "event": "started", "name": "a" })"
              "\n"
              R"({ "type": "test", "name": "a", "event": "ok" })"
              "\n"
              R"({ "type": "test", "name": "b", "event": "failed", "stdout": "panicked" })"
              "\n"
              R"({ "type": "test", "name": "c", "event": "ignored" })"
              "\n"
              R"({ "type": "suite", "event": "failed", "passed": 1, "failed": 1 })"
              "\n",
       2, 1, 1, ""},
      {"none",
       head + R"({ "type": "suite", "event": "ok", "passed": 0, "failed": 0 })"
              "\n",
       0, 0, 0, ""},
  });
}

TEST_CASE("trx, nunit and xunit.net: outcomes are counted") {
  check_reports({
      {"trx", R"(<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results>
        <UnitTestResult testName="a" outcome="Passed"/><UnitTestResult testName="b" outcome="Failed"/><UnitTestResult testName="c" outcome="NotExecuted"/></Results>
        <ResultSummary outcome="Failed"><Counters total="3" executed="2" passed="1" failed="1"/></ResultSummary></TestRun>)",
       2, 1, 1, ""},
      {"trx rows of data",
       R"(<TestRun><Results><UnitTestResult testName="a" outcome="Passed"><InnerResults>
        <UnitTestResult testName="a 1" outcome="Passed"/><UnitTestResult testName="a 2" outcome="Passed"/></InnerResults></UnitTestResult></Results></TestRun>)",
       2, 0, 0, ""},
      {"trx counters alone",
       R"(<TestRun><ResultSummary><Counters total="8" executed="8"/></ResultSummary></TestRun>)",
       -1, 0, 0, "lists no test"},
      {"trx counters too high",
       R"(<TestRun><Results><UnitTestResult outcome="Passed"/></Results><ResultSummary><Counters total="8"/></ResultSummary></TestRun>)",
       1, 0, 0, "smaller"},
      {"nunit 3",
       R"(<test-run total="3"><test-suite><test-case name="a" result="Passed"/><test-case name="b" result="Failed"/><test-case name="c" result="Skipped"/></test-suite></test-run>)",
       2, 1, 1, ""},
      {"nunit 2",
       R"(<test-results total="1" not-run="1"><test-suite><results><test-case name="a" executed="True" result="Success"/><test-case name="b" executed="False" result="Ignored"/></results></test-suite></test-results>)",
       1, 0, 1, ""},
      {"xunit",
       R"(<assemblies><assembly total="2"><collection><test name="a" result="Pass"/><test name="b" result="Skip"/></collection></assembly></assemblies>)",
       1, 0, 1, ""},
  });
}

TEST_CASE("report: what cannot be read is an error that names the file") {
  std::string deep_json(100000, '[');
  deep_json.insert(0, "{\"results\":");
  for (const std::string& text :
       {std::string{}, std::string{" \n\t"}, std::string{"all tests passed"},
        std::string{"{\"a\":1}"}, std::string{"{\"results\":"}, std::string{"\0\0\0\0", 4},
        deep_json}) {
    CAPTURE(text.substr(0, 30));
    const auto tally = read_report("out/r.txt", text);
    REQUIRE_FALSE(bool(tally));
    CHECK(tally.error().what.find("out/r.txt: ") == 0);
  }
  const std::string large(assay::format::report_bytes_max + 1, ' ');
  const auto refused = read_report("r", large);
  REQUIRE_FALSE(bool(refused));
  CHECK(refused.error().what.find("64 MiB") != std::string::npos);
}

TEST_CASE("merge: known reports add up, unknown ones lend their hint") {
  const Tally a{.executed = 2, .failed = 1, .skipped = 1, .source = "junit a", .hint = {}};
  const Tally b{.executed = 3, .failed = 0, .skipped = 0, .source = "junit b", .hint = {}};
  const Tally unknown{.executed = -1, .source = "junit c", .hint = "why"};
  const std::vector<Tally> all{a, unknown, b};
  const Tally merged = merge(all);
  CHECK(merged.executed == 5);
  CHECK(merged.failed == 1);
  CHECK(merged.skipped == 1);
  CHECK(merged.source == "junit a + junit c + junit b");
  CHECK(merged.hint == "why");
  CHECK_FALSE(merge(std::vector<Tally>{unknown, unknown}).known());
  CHECK_FALSE(merge({}).known());
  CHECK(merge({}).hint != "");
  CHECK(merge(std::vector<Tally>(5, a)).source == "junit a + junit a + junit a + 2 more");
  const Tally stale{.executed = 0, .cached = true, .source = "go", .hint = {}};
  CHECK(merge(std::vector<Tally>{stale, stale}).cached);
  CHECK_FALSE(merge(std::vector<Tally>{stale, a}).cached);
}
