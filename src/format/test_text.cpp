// SPDX-License-Identifier: MIT
#include "format/test_text.h"

#include "base/ensure.h"

#include <re2/re2.h>

#include <set>
#include <string>
#include <utility>

namespace assay::format {

namespace {

const RE2& assertion() {
  static const RE2 pattern(
      R"re(\b(?:assert\w*|expect\w*|EXPECT_\w+|ASSERT_\w+|CHECK\w*|REQUIRE\w*|should\w*|must_\w+|raises|throws|rejects|verify|refute\w*)\s*[!(.])re"
      R"re(|\b(?:assert|refute)(?:_\w+)?\s)re"
      R"re(|\.(?:should|to|toBe|equal|equals|eql|deepEqual)\b\s*[(.])re"
      R"re(|\bt\.(?:Error|Fatal|is|ok|not|true|false|same|truthy|falsy|deepEqual)\w*\()re"
      R"re(|\b(?:ok|is|is_deeply|isnt|like)\s*\()re");
  ENSURE(pattern.ok());
  return pattern;
}

/// An assertion about nothing but literals.
const RE2& constant() {
  static const RE2 pattern(
      R"re(\b(?:assert\w*|expect|ok|t\.\w+)[!.]?\w*\s*[( ]\s*(?:True|true|1|!0|not False|!false)\s*(?:,\s*(?:"[^"]*"|'[^']*')\s*)?(?:\)|$|;))re"
      R"re(|\bassert\s+(?:True|1)\s*(?:$|[,#;]))re"
      R"re(|\bassert\w*[!.]?\w*\s*\(\s*(?:"[^"]*"|'[^']*'|\d+|[Tt]rue|[Ff]alse|None|nil|null)\s*,\s*(?:"[^"]*"|'[^']*'|\d+|[Tt]rue|[Ff]alse|None|nil|null)\s*[,)])re"
      R"re(|\bassert\s+(?:\d+|"[^"]*"|'[^']*')\s*==\s*(?:\d+|"[^"]*"|'[^']*')\s*(?:$|[,#]))re"
      R"re(|\bexpect\(\s*(?:true|1|"[^"]*"|'[^']*'|\d+)\s*\)\.(?:to|toBe|toEqual|not)\b)re"
      R"re(|\b(?:EXPECT|ASSERT|CHECK|REQUIRE)(?:_TRUE)?\(\s*(?:true|1)\s*\))re");
  ENSURE(pattern.ok());
  return pattern;
}

const RE2& skip() {
  static const RE2 pattern(
      R"re(@(?:unittest\.)?skip\w*|pytest\.(?:mark\.)?(?:skip|xfail)\w*|\.(?:skip|only|todo|failing|fixme)\s*[(.\[])re"
      R"re(|\b(?:xit|xdescribe|xtest|xcontext|fit|fdescribe)\s*\(|\b[tb]\.Skip\w*\(|#\[ignore|@Disabled|@Ignore)re"
      R"re(|\bmarkTest(?:Skipped|Incomplete)|\bGTEST_SKIP|\bDISABLED_\w|\bexpectedFailure|\bskipTest\()re"
      R"re(|\bskip\s*(?:["'(]|:\s*true)|\btodo_skip\b|\bpending\s*[("'])re");
  ENSURE(pattern.ok());
  return pattern;
}

/// it('works', test("works", def test_works, func TestWorks, TEST_CASE("works"
const RE2& title() {
  static const RE2 pattern(
      R"re(\b(?:it|test|specify|TEST_CASE)\b\s*\(?\s*(?:'([^']+)'|"([^"]+)"|`([^`]+)`))re"
      R"re(|\b(?:def|function|func|fn)\s+([Tt]est\w*))re");
  ENSURE(pattern.ok());
  return pattern;
}

void add_titles(std::string_view line, std::vector<std::string>& titles) {
  re2::StringPiece rest(line.data(), line.size());
  std::string single, twice, back, name;
  while (RE2::FindAndConsume(&rest, title(), &single, &twice, &back, &name))
    titles.push_back(single + twice + back + name);
}

/// Without what stands behind `//` or `#`: a cut inside a text costs one count at worst.
std::string_view code_of(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  const std::string_view text = line.substr(first);
  const bool attribute = text.starts_with("#[");
  if (text.starts_with("//") || (text.starts_with("#") && !attribute) || text.starts_with("* ") ||
      text.starts_with("/*") || text.starts_with("--"))
    return {};
  const std::size_t slashes = text.find(" //");
  return text.substr(0, slashes);
}

std::int64_t count(std::string_view line, const RE2& pattern) {
  re2::StringPiece rest(line.data(), line.size());
  std::int64_t found = 0;
  while (RE2::FindAndConsume(&rest, pattern)) ++found;
  return found;
}

}  // namespace

TestText read_test_text(std::string_view text) {
  TestText seen;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = code_of(text.substr(start, end - start));
    start = end + 1;
    if (line.empty()) continue;
    add_titles(line, seen.titles);
    const std::int64_t nothing = count(line, constant());
    // A line asks once however many words it has for it: expect(x).to.be.ok.
    const bool asks = count(line, assertion()) > 0 && nothing == 0;
    seen.constant += nothing > 0 ? 1 : 0;
    seen.assertions += asks ? 1 : 0;
    if (asks) seen.asked.emplace_back(line.substr(0, line.find_last_not_of(" \t\r") + 1));
    seen.skips += count(line, skip()) > 0 ? 1 : 0;
  }
  return seen;
}

core::work::TestTexts compare_tests(const std::vector<TestFile>& files) {
  core::work::TestTexts texts;
  std::int64_t lost = 0;
  std::multiset<std::string> asked;
  std::set<std::string> titles;
  std::pair<std::int64_t, core::work::Weakening> worst;
  std::vector<TestText> all;
  for (const TestFile& file : files) {
    const TestText before = read_test_text(file.before);
    const TestText& now = all.emplace_back(read_test_text(file.now));
    const std::int64_t fewer = before.assertions - now.assertions;
    lost += fewer;
    asked.insert(before.asked.begin(), before.asked.end());
    titles.insert(now.titles.begin(), now.titles.end());
    for (const std::string& title : before.titles)
      texts.gone.push_back({.path = file.path, .test = title, .what = "is gone"});
    if (fewer > worst.first)
      worst = {fewer,
               {.path = file.path,
                .what = std::to_string(before.assertions) + " assertions on the base, now " +
                        std::to_string(now.assertions)}};
    if (now.constant > before.constant)
      texts.read.push_back({.path = file.path, .what = "asserts what cannot fail"});
    if (now.skips > before.skips)
      texts.read.push_back({.path = file.path, .what = "has a mark by which tests are not run"});
  }
  for (const TestText& now : all) {
    for (const std::string& line : now.asked) {
      if (const auto found = asked.find(line); found != asked.end()) asked.erase(found);
    }
  }
  texts.asks_less = !asked.empty();
  std::erase_if(texts.gone, [&](const auto& each) { return titles.contains(each.test); });
  if (lost > 0) texts.read.push_back(worst.second);
  return texts;
}

}  // namespace assay::format
