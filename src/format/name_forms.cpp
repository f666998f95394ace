// SPDX-License-Identifier: MIT
#include "format/name_forms.h"

#include "base/ensure.h"
#include "format/test_list.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace assay::format {

namespace {

using core::TestOutcome;

constexpr std::array<NameForm, 25> forms = {{
    // unittest -v: "test_sum (tests.test_cart.Cart.test_sum) ... ok"
    {" ... ",
     R"(^(\w+ \([\w.\-<>]+\))(?: \([^)]*\)| \[[^\]]*\])* \.\.\. (ok|FAIL|ERROR|skipped|expected failure|unexpected success)(?: .*)?$)",
     1},
    // pytest -v: "tests/test_cart.py::test_sum[a-1] PASSED    [ 50%]"
    {".py::",
     R"(^(\S+\.py::.+?) (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)(?: \(.*\))?(?:\s+\[\s*\d+%\])?$)",
     1},
    // pytest -v -n: "[gw0] [ 50%] PASSED tests/test_cart.py::test_sum"
    {".py::",
     R"(^\[gw\d+\](?: \[\s*\d+%\])? (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS) (\S+\.py::.+)$)", 2},
    // pytest's short summary: "FAILED tests/test_cart.py::test_sum - assert 1 == 2"
    {".py::", R"(^(FAILED|ERROR) (\S+\.py::.+?)(?: - .*)?$)", 2, NameStyle::restated},
    // go test -v: "    --- PASS: TestSum/empty (0.00s)"
    {"--- ", R"(^\s*--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)$)", 2, NameStyle::go},
    // libtest: "test cart::sum ... ok"
    {"test ",
     R"(^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)(?:, .*)?(?: <[\d.]+s>)?$)", 1},
    // CTest: " 1/12 Test  #1: parse ....................   Passed    0.01 sec"
    {" Test ",
     R"(^\s*\d+/\d+ Test\s+#\d+: (.+?) \.*\s*(?:\*\*\*)?(Passed|Failed|Skipped|Timeout|Not Run \(Disabled\)|Not Run|Exception))",
     1},
    // Meson: "1/2 cart:parse OK              0.01s"
    {"/",
     R"(^\s*\d+/\d+ (.+?)\s+(OK|FAIL|SKIP|TIMEOUT|ERROR|EXPECTEDFAIL|UNEXPECTEDPASS)\s+[\d.]+s\b)",
     1, NameStyle::plain, NameKind::meson},
    // GoogleTest, cmocka: "[       OK ] Cart.Sum (0 ms)"
    {"] ", R"(^\[\s+(OK|FAILED|SKIPPED)\s+\] (\S+?)(?:,? .*)?$)", 2},
    // Criterion: "[PASS] cart::sum: (0.00s)"
    {"::", R"(^\[(PASS|FAIL|SKIP)\] (\w+::\w+)(?:: .*)?$)", 2},
    // TAP: "ok 1 - sums"; directives are read below
    {"ok ", R"(^\s*(ok|not ok)( \d+(?: .*)?| - \S.*)$)", 2, NameStyle::outline, NameKind::tap},
    // Playwright: "  ✓  1 [chromium] › a.spec.js:1:49 › a (31ms)"
    {"› ", R"(^\s*(✓|✘|ok|x|-)\s+\d+ (\S.* › .*)$)", 2, NameStyle::plain, NameKind::playwright},
    // vitest verbose: " ✓ src/a.test.ts > cart > sums 3ms"
    {" > ", R"(^\s*(✓|×|↓|✗) (\S+\.[cm]?[jt]sx? > .*)$)", 2},
    // mocha, jest, node:test, ava, bats, phpunit --testdox: "    ✓ sums (3 ms)"
    {"", R"(^\s*(✓|✔|✕|✖|×|✗|✘|○|✎|﹣|∅|↩) ([^\s|].*)$)", 2, NameStyle::outline, NameKind::mark},
    // mocha: "    1) fails"
    {") ", R"(^\s{4,}(\d+)\) (\S.*)$)", 2, NameStyle::outline, NameKind::mocha},
    // bun: "(pass) sums [0.11ms]"
    {"(", R"(^\((pass|fail|skip|todo)\) (.+)$)", 2, NameStyle::file},
    // deno: "sums ... ok (3ms)"
    {" ... ", R"(^(\S.*?) \.\.\. (ok|FAILED|ignored) \([\d.]+(?:m|µ|n)?s\)$)", 1, NameStyle::file},
    // .NET: "  Passed Cart.Sum [3 ms]"
    {"ed ", R"(^\s*(Passed|Failed|Skipped) (\S.*?) \[[^\]]*\]$)", 2},
    // Gradle: "CartTest > sums PASSED"
    {" > ", R"(^(\S.* > .+) (PASSED|FAILED|SKIPPED)$)", 1},
    // minitest -v: "CartTest#test_sum = 0.00 s = ."
    {" = ", R"(^(\S+#\S.*?) = [\d.]+ s = ([.FES])$)", 1},
    // automake, DejaGnu, and what unittest says at the end: "FAIL: test_sum (tests.Cart)"
    {": ", R"(^(PASS|FAIL|XFAIL|XPASS|SKIP|ERROR): (\S+(?: \([\w.<>\-]+\))?)$)", 2,
     NameStyle::restated, NameKind::automake},
    {": ", R"(^(PASS|FAIL|XFAIL|XPASS): (\S+: .*)$)", 2, NameStyle::restated, NameKind::automake},
    // jest: "  ● cart › sums"
    {"●", R"(^\s*(●) (.+ › .+|\S.*)$)", 2, NameStyle::restated, NameKind::jest},
    // go test -json: package and test are read apart
    {"\"Action\":", R"re(^\{.*"Action":"(pass|fail|skip)".*"Test":"([^"]+)".*$)re", 2,
     NameStyle::plain, NameKind::go_json},
    // libtest --format json
    {"\"event\":",
     R"re(^\{ *"type": *"test".*"event": *"(ok|failed|ignored)".*"name": *"([^"]+)".*$)re", 2},
}};

const RE2& pattern_of(const NameForm& form) {
  static const std::vector<std::unique_ptr<RE2>> made = [] {
    std::vector<std::unique_ptr<RE2>> all;
    for (const NameForm& each : forms)
      all.push_back(std::make_unique<RE2>(each.pattern, RE2::Quiet));
    return all;
  }();
  const auto at = static_cast<std::size_t>(&form - forms.data());
  ENSURE(at < made.size());
  return *made[at];
}

struct OutcomeWord {
  std::string_view text;
  TestOutcome outcome;
};

constexpr std::array<OutcomeWord, 52> outcome_words = {{
    {"ok", TestOutcome::passed},
    {"OK", TestOutcome::passed},
    {"PASS", TestOutcome::passed},
    {"PASSED", TestOutcome::passed},
    {"Passed", TestOutcome::passed},
    {"pass", TestOutcome::passed},
    {"passed", TestOutcome::passed},
    {"✓", TestOutcome::passed},
    {"✔", TestOutcome::passed},
    {".", TestOutcome::passed},
    {"FAIL", TestOutcome::failed},
    {"FAILED", TestOutcome::failed},
    {"Failed", TestOutcome::failed},
    {"fail", TestOutcome::failed},
    {"failed", TestOutcome::failed},
    {"not ok", TestOutcome::failed},
    {"✕", TestOutcome::failed},
    {"✖", TestOutcome::failed},
    {"×", TestOutcome::failed},
    {"✗", TestOutcome::failed},
    {"✘", TestOutcome::failed},
    {"x", TestOutcome::failed},
    {"●", TestOutcome::failed},
    {"F", TestOutcome::failed},
    {"TIMEOUT", TestOutcome::failed},
    {"Timeout", TestOutcome::failed},
    {"Exception", TestOutcome::failed},
    {"unexpected success", TestOutcome::failed},
    {"UNEXPECTEDPASS", TestOutcome::failed},
    {"ERROR", TestOutcome::error},
    {"E", TestOutcome::error},
    {"SKIP", TestOutcome::skipped},
    {"SKIPPED", TestOutcome::skipped},
    {"Skipped", TestOutcome::skipped},
    {"skipped", TestOutcome::skipped},
    {"skip", TestOutcome::skipped},
    {"ignored", TestOutcome::skipped},
    {"Not Run", TestOutcome::error},
    {"Not Run (Disabled)", TestOutcome::skipped},
    {"S", TestOutcome::skipped},
    {"○", TestOutcome::skipped},
    {"↓", TestOutcome::skipped},
    {"-", TestOutcome::skipped},
    {"↩", TestOutcome::skipped},
    {"﹣", TestOutcome::skipped},
    {"∅", TestOutcome::excused},
    {"✎", TestOutcome::excused},
    {"todo", TestOutcome::excused},
    {"XFAIL", TestOutcome::excused},
    {"XPASS", TestOutcome::excused},
    {"expected failure", TestOutcome::excused},
    {"EXPECTEDFAIL", TestOutcome::excused},
}};

}  // namespace

std::span<const NameForm> name_forms() { return forms; }

bool fits(const NameForm& form, const std::string& line, NamedLine& said) {
  if (line.find(form.trigger) == std::string::npos) return false;
  std::string one;
  std::string two;
  if (!RE2::PartialMatch(line, pattern_of(form), &one, &two)) return false;
  said = form.name == 1 ? NamedLine{std::move(one), std::move(two)}
                        : NamedLine{std::move(two), std::move(one)};
  return true;
}

TestOutcome outcome_of(NameKind kind, std::string_view word) {
  if (kind == NameKind::mocha) return TestOutcome::failed;
  if (kind == NameKind::automake && word == "XPASS") return TestOutcome::failed;
  const auto known = std::find_if(outcome_words.begin(), outcome_words.end(),
                                  [&](const OutcomeWord& each) { return each.text == word; });
  return known == outcome_words.end() ? TestOutcome::error : known->outcome;
}

std::int64_t take_time(std::string& name) {
  static const RE2 time(
      R"((?:\s+#)?(?:\s+in)?\s*(?:# time=|[\[(]|\s)(\d+(?:\.\d+)?)\s?(m|µ|n|u)?(?:s|sec|seconds)[\])]?\s*$)");
  std::string number;
  std::string unit;
  if (!RE2::PartialMatch(name, time, &number, &unit)) return -1;
  RE2::Replace(&name, time, "");
  return millis_of(number, unit.empty() ? "s" : unit + "s");
}

std::int64_t time_on(std::string_view line) {
  static const RE2 time(R"((?:^|[\s(\[=<])(\d+(?:\.\d+)?) ?(m|µ)?s(?:ec)?(?:[\])> ]|$))");
  std::string number;
  std::string unit;
  if (!RE2::PartialMatch(re2::StringPiece(line.data(), line.size()), time, &number, &unit))
    return -1;
  return millis_of(number, unit.empty() ? "s" : unit + "s");
}

}  // namespace assay::format
