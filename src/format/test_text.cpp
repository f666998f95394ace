// SPDX-License-Identifier: MIT
#include "format/test_text.h"

#include "base/ensure.h"
#include "base/text/ascii.h"

#include <re2/re2.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace assay::format {

namespace {

const RE2& assertion() {
  static const RE2 pattern(
      R"re(\b(?:assert\w*|expect\w*|EXPECT_\w+|ASSERT_\w+|CHECK\w*|REQUIRE\w*|should\w*|must_\w+|raises|warns|throws|rejects|verify|refute\w*)\s*[!(.])re"
      R"re(|\b(?:assert|refute)(?:_\w+)?\s)re"
      R"re(|\.(?:should|to|toBe|equal|equals|eql|deepEqual)\b\s*[(.])re"
      R"re(|\bt\.(?:Error|Fatal|is|ok|not|true|false|same|truthy|falsy|deepEqual)\w*\()re"
      R"re(|\b(?:ok|is|is_deeply|isnt|like)\s*\()re");
  ENSURE(pattern.ok());
  return pattern;
}

/// An assertion about nothing but literals. A project's own `assertRoutes("/a", "/b")` asks what
/// lies between them: only words that compare for themselves count.
const RE2& constant() {
  static const RE2 pattern(
      R"re(\b(?:assert(?:_?[tT]rue|IsTrue|_|_ok|Ok|NotNone|IsNotNone|NotNull|NotNil|Truthy)?|expect|ok|t\.(?:ok|is|true|truthy|assert|assertTrue))(?:!|\.\w+)?\s*[( ]\s*(?:True|true|1|!0|not False|!false)\s*(?:,\s*(?:"[^"]*"|'[^']*')\s*)?(?:\)|$|;))re"
      R"re(|\bassert\s+(?:True|1)\s*(?:$|[,#;]))re"
      R"re(|\bassert(?:(?:Not|Is|IsNot|Almost|NotAlmost|List|Dict|Tuple|Set|Sequence|Count|MultiLine|Strict|Deep)?Equals?|Is|IsNot|In|NotIn|Same|NotSame|Greater\w*|Less\w*|_eq|_ne|_(?:not_)?equal|_(?:not_)?same|_(?:not_)?in|\.\w+)!?\s*\(\s*(?:"[^"]*"|'[^']*'|\d+|[Tt]rue|[Ff]alse|None|nil|null)\s*,\s*(?:"[^"]*"|'[^']*'|\d+|[Tt]rue|[Ff]alse|None|nil|null)\s*[,)])re"
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

/// A function that is no test, and holds what tests share.
const RE2& helper() {
  static const RE2 pattern(
      R"re(^(?:export\s+|async\s+|static\s+)*(?:(?:def|function|func|fn)\s+\w|(?:const|let)\s+\w+\s*=\s*(?:async\s*)?(?:function\b|\([^)]*\)\s*=>)))re");
  ENSURE(pattern.ok());
  return pattern;
}

const RE2& repetition() {
  static const RE2 pattern(
      R"re(\bfor\b|\bwhile\b|\.each\b|\bforEach\b|parametri[sz]e|\bsubTest\b|\bt\.Run\(|dataProvider|@CsvSource|@ValueSource|SECTION\()re");
  ENSURE(pattern.ok());
  return pattern;
}

const std::string falsehood = "(?:False|false|0|None|null|nil|not True|!true|!1)";

/// What follows is never done: `if False:`, `if (0) {`.
const RE2& never() {
  static const RE2 pattern(R"re((?:if|while)\b\s*\(?\s*)re" + falsehood + R"re(\s*\)?\s*[:{]?)re");
  ENSURE(pattern.ok());
  return pattern;
}

/// The same where it stands on the line itself: `if false { t.Fatal() }`, `false && expect(x)`.
bool is_never_done(std::string_view line) {
  static const RE2 pattern(R"re((?:if|while)\b\s*(?:\(\s*)re" + falsehood + R"re(\s*\)|)re" +
                           falsehood + R"re(\s*[:{])|(?:False|false|0)\s*(?:&&|and\b))re");
  ENSURE(pattern.ok());
  re2::StringPiece rest(line.data(), line.size());
  return RE2::Consume(&rest, pattern);
}

std::vector<std::string> titles_in(std::string_view line) {
  std::vector<std::string> titles;
  re2::StringPiece rest(line.data(), line.size());
  std::string single, twice, back, name;
  while (RE2::FindAndConsume(&rest, title(), &single, &twice, &back, &name))
    titles.push_back(single + twice + back + name);
  return titles;
}

/// The texts between the commas of the first brackets; those of brackets within stay whole.
std::vector<std::string_view> arguments_of(std::string_view line) {
  std::vector<std::string_view> found;
  const std::size_t open = line.find('(');
  if (open == std::string_view::npos) return found;
  int depth = 0;
  std::size_t begin = open + 1;
  for (std::size_t at = open; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    const bool closes = c == ')' || c == ']' || c == '}';
    if (closes) --depth;
    if ((c == ',' && depth == 1) || (closes && depth == 0)) {
      found.push_back(trimmed(line.substr(begin, at - begin)));
      begin = at + 1;
    }
    if (closes && depth == 0) break;
  }
  return found;
}

/// `assertEqual(x, x)`, `assert x == x`, `assert f(1) or True`. Two calls may differ.
bool cannot_fail(std::string_view line) {
  static const RE2 either(
      R"re(\b(?:or\s+(?:True|1)|or\s+not\s+False)\s*\)?\s*(?:$|[,;#])|\|\|\s*(?:true|1)\s*\)?\s*;?$)re");
  if (RE2::PartialMatch(re2::StringPiece(line.data(), line.size()), either)) return true;
  const std::vector<std::string_view> arguments = arguments_of(line);
  const std::string_view call = line.substr(0, line.find('('));
  const bool calls = !arguments.empty() && arguments[0].find('(') != arguments[0].npos;
  const bool equals = call.find("qual") != call.npos || call.find("Same") != call.npos ||
                      call.find("_eq") != call.npos || call.ends_with("_EQ") ||
                      call.ends_with(".is");
  if (equals && !calls && arguments.size() >= 2 && arguments[0] == arguments[1]) return true;
  if (!line.starts_with("assert ")) return false;
  const std::string_view claim = line.substr(7);
  const std::size_t sign = claim.find(" == ");
  return sign != claim.npos && claim.find('(') == claim.npos &&
         trimmed(claim.substr(0, sign)) == trimmed(claim.substr(sign + 4));
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

/// Reads a file line by line: which test is it in, and does anything come here?
class Reader {
 public:
  void line(std::string_view whole) {
    const std::string_view code = code_of(whole);
    if (code.empty()) return;
    const std::size_t depth = whole.find_first_not_of(" \t");
    if (dead_ && (depth < *dead_ || (depth == *dead_ && !ends_))) dead_.reset();
    enter(code, depth);
    add_line(code);
    const std::int64_t nothing = count(code, constant());
    // A line asks once however many words it has for it: expect(x).to.be.ok.
    const bool claims = count(code, assertion()) > 0;
    const bool asks =
        claims && nothing == 0 && !dead_ && !cannot_fail(code) && !is_never_done(code);
    seen_.constant += nothing > 0 ? 1 : 0;
    seen_.assertions += asks ? 1 : 0;
    if (asks) part().asked.push_back(without_title(code));
    seen_.skips += count(code, skip()) > 0 ? 1 : 0;
    const bool repeats = count(code, repetition()) > 0;
    if (repeats && !code.starts_with('@')) part().repeats = true;
    repeats_ = repeats_ || (repeats && code.starts_with('@'));
    leave(code, depth);
  }

  TestText take() { return std::move(seen_); }

 private:
  /// Functions inside a test belong to it.
  void enter(std::string_view code, std::size_t depth) {
    const std::vector<std::string> titles = titles_in(code);
    const bool other = titles.empty() && depth <= opened_ && count(code, helper()) > 0;
    if (titles.empty() && !other) return;
    dead_.reset();
    fresh_ = true;
    opened_ = depth;
    for (const std::string& title : titles)
      seen_.parts.push_back({.title = title, .repeats = repeats_});
    if (other) seen_.parts.push_back({});
    repeats_ = false;
  }

  void add_line(std::string_view code) { part().body += without_title(code) + "\n"; }

  /// A test that stands on one line asks the same under another title.
  std::string without_title(std::string_view code) {
    std::string line(trimmed(code));
    const std::string& title = part().title;
    const std::size_t at = fresh_ && !title.empty() ? line.find(title) : std::string::npos;
    if (at != std::string::npos) line.erase(at, title.size());
    return line;
  }

  /// A test that ends before it asks, and what is never done, ask nothing.
  void leave(std::string_view code, std::size_t depth) {
    const std::string_view word = trimmed(code);
    const bool ends = word == "return" || word == "return;" || word == "return None";
    const bool opened = std::exchange(fresh_, false);
    if (opened) body_.reset();
    if (!opened && !body_) body_ = depth;
    if (dead_) return;
    ends_ = ends && body_ == depth;
    if (ends_) dead_ = depth;
    if (RE2::FullMatch(re2::StringPiece(word.data(), word.size()), never())) dead_ = depth;
  }

  TestPart& part() {
    if (seen_.parts.empty()) seen_.parts.emplace_back();
    return seen_.parts.back();
  }

  TestText seen_;
  std::optional<std::size_t> dead_;  ///< how deep what nothing comes to begins
  bool ends_ = false;                ///< it begins behind a `return`: what is as deep is dead too
  std::size_t opened_ = 0;           ///< how deep the line is that opened the test
  bool fresh_ = false;               ///< that line was the last one
  bool repeats_ = false;             ///< a mark above says that cases follow
  std::optional<std::size_t> body_;  ///< how deep its first line is
};

using Lines = std::multiset<std::string>;

/// All tests of one title, in whichever file.
struct Asked {
  std::string path;
  Lines lines;
  bool repeats = false;
};
using ByTitle = std::map<std::string, Asked>;

void add_parts(ByTitle& all, const std::string& path, const TestText& text) {
  for (const TestPart& part : text.parts) {
    Asked& asked = all[part.title];
    asked.path = path;
    asked.lines.insert(part.asked.begin(), part.asked.end());
    asked.repeats = asked.repeats || part.repeats;
  }
}

Lines without(const Lines& lines, const Lines& others) {
  Lines left;
  std::set_difference(lines.begin(), lines.end(), others.begin(), others.end(),
                      std::inserter(left, left.end()));
  return left;
}

Lines all_lines(const ByTitle& tests) {
  Lines lines;
  for (const auto& [title, asked] : tests) lines.insert(asked.lines.begin(), asked.lines.end());
  return lines;
}

/// What each test asks that it did not ask before.
Lines gained(const ByTitle& before, const ByTitle& now) {
  Lines lines;
  for (const auto& [title, asked] : now) {
    const auto then = before.find(title);
    lines.merge(then == before.end() ? Lines(asked.lines)
                                     : without(asked.lines, then->second.lines));
  }
  return lines;
}

/// A test that is still there and asks less, although others ask more. What moved to another test
/// is not lost; what tests share may have come to hold as much as they gave up; and one line in a
/// loop may ask what many did.
std::vector<core::work::Weakening> emptied(const ByTitle& before, const ByTitle& now) {
  Lines moved = gained(before, now);
  std::int64_t shared = 0;
  if (const auto found = now.find(""); found != now.end()) {
    const auto then = before.find("");
    shared = static_cast<std::int64_t>(found->second.lines.size()) -
             static_cast<std::int64_t>(then == before.end() ? 0 : then->second.lines.size());
  }
  std::vector<core::work::Weakening> found;
  for (const auto& [title, then] : before) {
    const auto same = now.find(title);
    if (title.empty() || same == now.end()) continue;
    const Asked& asked = same->second;
    if (asked.lines.size() >= then.lines.size()) continue;
    if (asked.repeats && !then.repeats && !asked.lines.empty()) continue;
    const auto fewer = static_cast<std::int64_t>(then.lines.size() - asked.lines.size());
    std::int64_t elsewhere = 0;
    for (const std::string& line : without(then.lines, asked.lines)) {
      const auto there = moved.find(line);
      const bool twice = asked.lines.contains(line);
      if (there == moved.end() && !twice) continue;
      if (!twice) moved.erase(there);
      ++elsewhere;
    }
    const std::int64_t held = std::clamp<std::int64_t>(shared, 0, fewer);
    shared -= held;
    if (fewer - elsewhere - held <= 0) continue;
    found.push_back({.path = asked.path,
                     .test = title,
                     .what = "has " + std::to_string(asked.lines.size()) + " assertions, " +
                             std::to_string(then.lines.size()) + " on the base"});
  }
  return found;
}

/// Tests by file, title and body.
struct Placed {
  std::string path;
  std::string title;
  std::string body;
  std::size_t asked = 0;  ///< how many assertions
};
using AllPlaced = std::vector<Placed>;

void add_placed(AllPlaced& all, const std::string& path, const TestText& text) {
  for (const TestPart& part : text.parts) {
    if (!part.title.empty()) all.push_back({path, part.title, part.body, part.asked.size()});
  }
}

/// Those whose file has no test of their title in the other list.
AllPlaced only_in(const AllPlaced& all, const AllPlaced& others) {
  std::set<std::pair<std::string, std::string>> known;
  for (const Placed& each : others) known.insert({each.path, each.title});
  AllPlaced left;
  std::copy_if(all.begin(), all.end(), std::back_inserter(left), [&](const Placed& each) {
    return !known.contains({each.path, each.title});
  });
  return left;
}

/// How many lines two bodies have in common, and how many the first one has.
std::pair<std::size_t, std::size_t> shared_lines(std::string_view then, std::string_view now) {
  const auto lines_of = [](std::string_view body) {
    Lines lines;
    while (!body.empty()) {
      const std::size_t end = std::min(body.find('\n'), body.size());
      lines.emplace(body.substr(0, end));
      body.remove_prefix(std::min(end + 1, body.size()));
    }
    return lines;
  };
  const Lines before = lines_of(then);
  return {before.size() - without(before, lines_of(now)).size(), before.size()};
}

/// Tests that are gone, and where another of the same file has most of their words and asks as
/// much. Which tests they are about is told by nothing but this: it counts only where the new one
/// notices what the code does.
std::vector<core::work::Renaming> rewritings(const AllPlaced& before, const AllPlaced& now) {
  AllPlaced fresh = only_in(now, before);
  std::vector<core::work::Renaming> found;
  for (const Placed& each : only_in(before, now)) {
    const auto same = std::find_if(fresh.begin(), fresh.end(), [&](const Placed& other) {
      const auto [shared, all] = shared_lines(each.body, other.body);
      return other.path == each.path && shared * 2 > all && other.asked >= each.asked;
    });
    if (same == fresh.end()) continue;
    found.push_back({.from = each.title, .to = same->title});
    fresh.erase(same);
  }
  return found;
}

/// Each new test stands for one that is gone at most.
std::vector<core::work::Renaming> renamings(const AllPlaced& before, const AllPlaced& now) {
  std::multimap<std::string, std::string> fresh;
  for (const Placed& each : only_in(now, before)) fresh.emplace(each.body, each.title);
  std::vector<core::work::Renaming> found;
  for (const Placed& each : only_in(before, now)) {
    const auto same = fresh.find(each.body);
    if (same == fresh.end()) continue;
    found.push_back({.from = each.title, .to = same->second});
    fresh.erase(same);
  }
  return found;
}

}  // namespace

TestText read_test_text(std::string_view text) {
  Reader reader;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    reader.line(text.substr(start, end - start));
    start = end + 1;
  }
  return reader.take();
}

core::work::TestTexts compare_tests(const std::vector<TestFile>& files) {
  core::work::TestTexts texts;
  std::int64_t lost = 0;
  ByTitle then;
  ByTitle now_all;
  AllPlaced placed_then;
  AllPlaced placed_now;
  std::pair<std::int64_t, core::work::Weakening> worst;
  for (const TestFile& file : files) {
    const TestText before = read_test_text(file.before);
    const TestText now = read_test_text(file.now);
    add_parts(then, file.path, before);
    add_parts(now_all, file.path, now);
    add_placed(placed_then, file.path, before);
    add_placed(placed_now, file.path, now);
    const std::int64_t fewer = before.assertions - now.assertions;
    lost += fewer;
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
  texts.renamed = renamings(placed_then, placed_now);
  texts.rewritten = rewritings(placed_then, placed_now);
  std::set<std::string> known;
  for (const core::work::Renaming& each : texts.renamed) known.insert(each.from);
  for (const auto& [title, asked] : then) {
    if (!title.empty() && !now_all.contains(title) && !known.contains(title))
      texts.gone.push_back({.path = asked.path, .test = title, .what = "is gone"});
  }
  texts.asks_less = !without(all_lines(then), all_lines(now_all)).empty();
  if (lost > 0) texts.read.push_back(worst.second);
  for (core::work::Weakening& each : emptied(then, now_all)) texts.read.push_back(std::move(each));
  return texts;
}

}  // namespace assay::format
