// SPDX-License-Identifier: MIT
#include "format/test_names.h"

#include "base/text/ascii.h"
#include "base/text/escape.h"
#include "format/block_names.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace assay::format {

namespace {

using core::TestOutcome;

constexpr std::size_t line_bytes_max = 4'000;
constexpr std::size_t headings_max = 64;

enum class Style : std::uint8_t {
  plain,     ///< the whole name stands on the line
  outline,   ///< below headings that are less indented
  go,        ///< its package is told later
  file,      ///< below the file that was announced
  restated,  ///< may have been told before
};

/// One way to print a test and how it went, on a line of its own.
struct NameForm {
  std::string_view trigger;  ///< no line without it fits
  const char* pattern;
  int name;  ///< group of the name; the other one is the word
  Style style = Style::plain;
};

constexpr std::array<NameForm, 25> name_forms = {{
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
    {".py::", R"(^(FAILED|ERROR) (\S+\.py::.+?)(?: - .*)?$)", 2, Style::restated},
    // go test -v: "    --- PASS: TestSum/empty (0.00s)"
    {"--- ", R"(^\s*--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)$)", 2, Style::go},
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
     1},
    // GoogleTest, cmocka: "[       OK ] Cart.Sum (0 ms)"
    {"] ", R"(^\[\s+(OK|FAILED|SKIPPED)\s+\] (\S+?)(?:,? .*)?$)", 2},
    // Criterion: "[PASS] cart::sum: (0.00s)"
    {"::", R"(^\[(PASS|FAIL|SKIP)\] (\w+::\w+)(?:: .*)?$)", 2},
    // TAP: "ok 1 - sums"; directives are read below
    {"ok ", R"(^\s*(ok|not ok)( \d+(?: .*)?| - \S.*)$)", 2, Style::outline},
    // Playwright: "  ✓  1 [chromium] › a.spec.js:1:49 › a (31ms)"
    {"› ", R"(^\s*(✓|✘|ok|x|-)\s+\d+ (\S.* › .*)$)", 2},
    // vitest verbose: " ✓ src/a.test.ts > cart > sums 3ms"
    {" > ", R"(^\s*(✓|×|↓|✗) (\S+\.[cm]?[jt]sx? > .*)$)", 2},
    // mocha, jest, node:test, ava, bats, phpunit --testdox: "    ✓ sums (3 ms)"
    {"", R"(^\s*(✓|✔|✕|✖|×|✗|✘|○|✎|﹣|∅|↩) ([^\s|].*)$)", 2, Style::outline},
    // mocha: "    1) fails"
    {") ", R"(^\s{4,}(\d+)\) (\S.*)$)", 2, Style::outline},
    // bun: "(pass) sums [0.11ms]"
    {"(", R"(^\((pass|fail|skip|todo)\) (.+)$)", 2, Style::file},
    // deno: "sums ... ok (3ms)"
    {" ... ", R"(^(\S.*?) \.\.\. (ok|FAILED|ignored) \([\d.]+(?:m|µ|n)?s\)$)", 1, Style::file},
    // .NET: "  Passed Cart.Sum [3 ms]"
    {"ed ", R"(^\s*(Passed|Failed|Skipped) (\S.*?) \[[^\]]*\]$)", 2},
    // Gradle: "CartTest > sums PASSED"
    {" > ", R"(^(\S.* > .+) (PASSED|FAILED|SKIPPED)$)", 1},
    // minitest -v: "CartTest#test_sum = 0.00 s = ."
    {" = ", R"(^(\S+#\S.*?) = [\d.]+ s = ([.FES])$)", 1},
    // automake, DejaGnu, and what unittest says at the end: "FAIL: test_sum (tests.Cart)"
    {": ", R"(^(PASS|FAIL|XFAIL|XPASS|SKIP|ERROR): (\S+(?: \([\w.<>\-]+\))?)$)", 2,
     Style::restated},
    {": ", R"(^(PASS|FAIL|XFAIL|XPASS): (\S+: .*)$)", 2, Style::restated},
    // jest: "  ● cart › sums"
    {"●", R"(^\s*(●) (.+ › .+|\S.*)$)", 2, Style::restated},
    // go test -json: package and test are read apart
    {"\"Action\":", R"re(^\{.*"Action":"(pass|fail|skip)".*"Test":"([^"]+)".*$)re", 2},
    // libtest --format json
    {"\"event\":",
     R"re(^\{ *"type": *"test".*"event": *"(ok|failed|ignored)".*"name": *"([^"]+)".*$)re", 2},
}};

constexpr std::size_t meson_form = 7;
constexpr std::size_t tap_form = 10;
constexpr std::size_t mark_form = 13;
constexpr std::size_t mocha_form = 14;
constexpr std::size_t automake_form = 20;
constexpr std::size_t dejagnu_form = 21;
constexpr std::size_t jest_form = 22;
constexpr std::size_t go_json_form = 23;

const std::vector<std::unique_ptr<RE2>>& patterns() {
  static const std::vector<std::unique_ptr<RE2>> made = [] {
    std::vector<std::unique_ptr<RE2>> all;
    for (const NameForm& form : name_forms)
      all.push_back(std::make_unique<RE2>(form.pattern, RE2::Quiet));
    return all;
  }();
  return made;
}

struct Word {
  std::string_view text;
  TestOutcome outcome;
};

constexpr std::array<Word, 52> words = {{
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

TestOutcome outcome_of(std::size_t form, std::string_view word) {
  if (form == mocha_form) return TestOutcome::failed;
  if ((form == automake_form || form == dejagnu_form) && word == "XPASS")
    return TestOutcome::failed;
  const auto known =
      std::find_if(words.begin(), words.end(), [&](const Word& each) { return each.text == word; });
  return known == words.end() ? TestOutcome::error : known->outcome;
}

/// Takes what a runner says it took off the end of the name.
std::int64_t take_time(std::string& name) {
  static const RE2 time(
      R"((?:\s+#)?(?:\s+in)?\s*(?:# time=|[\[(]|\s)(\d+(?:\.\d+)?)\s?(m|µ|n|u)?(?:s|sec|seconds)[\])]?\s*$)");
  std::string number;
  std::string unit;
  if (!RE2::PartialMatch(name, time, &number, &unit)) return -1;
  RE2::Replace(&name, time, "");
  return millis_of(number, unit.empty() ? "s" : unit + "s");
}

/// The time of a line whose form has it outside of the name.
std::int64_t time_on(std::string_view line) {
  static const RE2 time(R"((?:^|[\s(\[=<])(\d+(?:\.\d+)?) ?(m|µ)?s(?:ec)?(?:[\])> ]|$))");
  std::string number;
  std::string unit;
  if (!RE2::PartialMatch(re2::StringPiece(line.data(), line.size()), time, &number, &unit))
    return -1;
  return millis_of(number, unit.empty() ? "s" : unit + "s");
}

struct Heading {
  std::size_t indent = 0;
  std::string text;
  bool opens = false;  ///< said to be a group, and closed by a result of its own
  bool has_tests = false;
  bool has_failures = false;
};

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

/// Lines of rspec's documentation, whose passing examples look like their groups.
struct DocumentedLine {
  std::size_t indent = 0;
  std::string text;
};

class NameReader {
 public:
  explicit NameReader(TestList& list) : list_(list), blocks_(list) {}

  void read(const std::string& line);
  void finish() {
    flush_go("");
    blocks_.finish();
  }

 private:
  bool quotes(const std::string& line);
  bool read_forms(const std::string& line);
  void found(std::size_t form, const std::string& line, std::string name, std::string_view word);
  void found_in_outline(std::size_t form, std::size_t indent, std::string name, NamedTest test);
  void point(std::string& name, NamedTest& test);
  bool note_place(const std::string& line);
  bool note_closing(const std::string& line);
  void note_heading(const std::string& line);
  void note_described(const std::string& line);
  bool note_go_package(const std::string& line);
  void flush_go(std::string_view package);
  void document(const std::string& line);
  void read_documentation(const std::string& closing);
  void push(Heading heading);
  std::string path_to(const std::string& name) const;

  TestList& list_;
  BlockNames blocks_;
  std::string announced_;  ///< unittest -v puts a test with a description on two lines
  std::string file_;       ///< that the runner says it is at
  std::vector<Heading> headings_;
  std::optional<Heading> tentative_;  ///< a line without indent that may be one
  bool blank_before_ = true;
  bool closed_ = false;  ///< the runner has begun its summary
  std::size_t yaml_indent_ = 0;
  bool in_yaml_ = false;
  struct GoTest {
    std::string name;
    TestOutcome outcome;
    std::int64_t millis;
  };
  std::vector<GoTest> go_;
  std::vector<DocumentedLine> documented_;
  bool documents_ = true;  ///< details of failures have not begun
};

void NameReader::push(Heading heading) {
  while (!headings_.empty() && headings_.back().indent >= heading.indent) headings_.pop_back();
  if (headings_.size() < headings_max) headings_.push_back(std::move(heading));
}

std::string NameReader::path_to(const std::string& name) const {
  std::string path = file_.empty() ? "" : file_ + " > ";
  for (const Heading& heading : headings_) path += heading.text + " > ";
  return path + name;
}

/// "1 - sums # SKIP no": number, name and directive of a TAP point.
void NameReader::point(std::string& name, NamedTest& test) {
  static const RE2 directive(R"((?i)(?:^|\s)#\s*(skip|todo)\w*\b.*$)");
  static const RE2 number(R"(^\s*(\d+)?\s*(?:- ?)?)");
  std::string what;
  if (RE2::PartialMatch(name, directive, &what)) {
    const bool skips = lower(what.front()) == 's';
    test.outcome = skips ? TestOutcome::skipped : TestOutcome::excused;
    RE2::Replace(&name, directive, "");
  }
  std::string digits;
  RE2::PartialMatch(name, number, &digits);
  RE2::Replace(&name, number, "");
  name = std::string(trimmed(name));
  if (name.ends_with(" {")) name.resize(name.size() - 2);
  if (name.empty() && !digits.empty()) name = "test " + digits;
}

void NameReader::found_in_outline(std::size_t form, std::size_t indent, std::string name,
                                  NamedTest test) {
  if (form == tap_form) point(name, test);
  if (name.empty()) return;
  const std::int64_t took = take_time(name);
  if (took >= 0) test.millis = took;
  for (const std::string_view said : {"[fail]: ", "[skip] ", "skipped ", "todo "}) {
    if (name.starts_with(said)) name.erase(0, said.size());
  }
  while (!headings_.empty() && headings_.back().indent > indent) headings_.pop_back();
  const bool same = !headings_.empty() && headings_.back().indent == indent;
  if (same) {
    const Heading group = std::move(headings_.back());
    headings_.pop_back();
    // A group that fails although nothing in it did has failed by itself.
    const bool closes = group.opens && group.has_tests && group.text == name;
    if (closes && !(did_fail(test.outcome) && !group.has_failures)) return;
  }
  for (Heading& heading : headings_) {
    heading.has_tests = true;
    heading.has_failures = heading.has_failures || did_fail(test.outcome);
  }
  const std::string path = path_to(name);
  test.name = path;
  list_.add(test);
}

void NameReader::found(std::size_t form, const std::string& line, std::string name,
                       std::string_view word) {
  const Style style = name_forms[form].style;
  NamedTest test{.name = name, .outcome = outcome_of(form, word)};
  if (style == Style::outline)
    return found_in_outline(form, indent_of(line), std::move(name), test);
  if (style == Style::go) {
    if (go_.size() < tests_named_max) go_.push_back({std::move(name), test.outcome, time_on(line)});
    return;
  }
  test.millis = take_time(name);
  if (test.millis < 0 && style != Style::restated) test.millis = time_on(line);
  static const RE2 column(R"((\.\w+):\d+:\d+)");  // moves when the file is edited
  if (name_forms[form].trigger == "› ") RE2::GlobalReplace(&name, column, "\\1");
  if (form == jest_form) {
    if (name == "Test suite failed to run") test.outcome = TestOutcome::error;
    static const RE2 arrow(" › ");
    RE2::GlobalReplace(&name, arrow, " > ");
  }
  std::string full = style == Style::file || form == jest_form ? path_to(name) : name;
  if (form == jest_form) full = file_.empty() ? name : file_ + " > " + name;
  test.name = full;
  test.where = file_;
  if (style == Style::restated && form != jest_form) test.where = {};
  style == Style::restated ? list_.restate(test) : list_.add(test);
}

/// Where the tests that follow stand.
bool NameReader::note_place(const std::string& line) {
  static const RE2 jest(R"(^\s*(?:PASS|FAIL)\s+(?:\./)?(\S+\.[cm]?[jt]sx?)(?:\s.*)?$)");
  static const RE2 bun(R"(^(\S+\.[cm]?[jt]sx?):$)");
  static const RE2 deno(R"(^running \d+ tests? from (?:\./)?(\S+)$)");
  static const RE2 cargo(R"(^\s*Running (?:unittests |tests )?(\S+\.rs)(?: \(.*\))?$)");
  static const RE2 docs(R"(^\s*(Doc-tests \S+)$)");
  static const RE2 prove(R"(^(\S+\.t) \.+ *$)");
  // vitest: " ❯ a.test.js (2 tests | 1 failed) 10ms"; node lists files without tests like tests
  static const RE2 vitest(R"(^\s*(?:✓|✔|❯|×) (\S+\.[cm]?[jt]sx?)(?:\s+\([\d.]+.*)?$)");
  for (const RE2* form : {&jest, &bun, &deno, &cargo, &docs, &prove, &vitest}) {
    std::string place;
    if (!RE2::FullMatch(line, *form, &place)) continue;
    file_ = place;
    headings_.clear();
    closed_ = false;
    return true;
  }
  return false;
}

/// From here on the runner repeats itself.
bool NameReader::note_closing(const std::string& line) {
  static const RE2 closing(
      R"(^\s*(?:\d+ (?:passing|failing|pending)\b.*|(?:✖|✕) failing tests:|Summary of Failures:)$)");
  if (!RE2::FullMatch(line, closing)) return false;
  closed_ = true;
  headings_.clear();
  return true;
}

/// A line that is no result may be a group.
void NameReader::note_heading(const std::string& line) {
  static const RE2 group(R"(^\s*(?:▶|# Subtest:) (\S.*?)(?: \([\d.]+ms\))?$)");
  const std::size_t indent = indent_of(line);
  std::string text;
  if (RE2::FullMatch(line, group, &text)) {
    // node closes a group with the mark that opened it.
    const bool closes = std::any_of(headings_.begin(), headings_.end(), [&](const Heading& known) {
      return known.indent == indent && known.opens && known.has_tests && known.text == text;
    });
    if (!closes) push({indent, std::move(text), true});
    return;
  }
  text = std::string(trimmed(line));
  if (indent >= 2) {
    push({indent, std::move(text)});
  } else if (blank_before_) {
    tentative_ = Heading{indent, std::move(text)};
  }
}

bool NameReader::note_go_package(const std::string& line) {
  static const RE2 package(R"(^(?:ok|FAIL|---)\s+\t?(\S+)\t(?:\(cached\)|[\d.]+s|\[.*\]).*$)");
  std::string name;
  if (go_.empty() || !RE2::FullMatch(line, package, &name)) return false;
  flush_go(name);
  return true;
}

/// A test that has tests below it only repeats what they say.
void NameReader::flush_go(std::string_view package) {
  std::set<std::string> parents;
  for (const GoTest& test : go_) {
    for (std::size_t at = test.name.find('/'); at != std::string::npos;
         at = test.name.find('/', at + 1))
      parents.insert(test.name.substr(0, at));
  }
  for (const GoTest& test : go_) {
    if (parents.contains(test.name)) continue;
    const std::string id = package.empty() ? test.name : std::string(package) + " " + test.name;
    list_.add({.name = id, .outcome = test.outcome, .millis = test.millis});
  }
  go_.clear();
}

/// Two lines of unittest -v: the name, then its description with the result.
void NameReader::note_described(const std::string& line) {
  static const RE2 announcement(R"(^(\w+ \([\w.\-<>]+\))$)");
  static const RE2 described(
      R"(^.* \.\.\. (ok|FAIL|ERROR|expected failure|unexpected success|skipped)(?: .*)?$)");
  std::string word;
  if (!announced_.empty() && RE2::FullMatch(line, described, &word))
    list_.add({.name = announced_, .outcome = outcome_of(0, word)});
  announced_.clear();
  RE2::FullMatch(line, announcement, &announced_);
}

/// Between "---" and "..." below a point of TAP anything may be quoted.
bool NameReader::quotes(const std::string& line) {
  const std::string_view text = trimmed(line);
  const std::size_t indent = indent_of(line);
  if (in_yaml_) {
    if (text == "..." && indent == yaml_indent_) in_yaml_ = false;
    return true;
  }
  if (text == "---" && indent >= 2) {
    in_yaml_ = true;
    yaml_indent_ = indent;
  }
  return in_yaml_;
}

bool NameReader::read_forms(const std::string& line) {
  for (std::size_t i = 0; i < name_forms.size(); ++i) {
    const NameForm& form = name_forms[i];
    if (line.find(form.trigger) == std::string::npos) continue;
    if (closed_ && (i == mark_form || i == mocha_form || i == meson_form)) continue;
    if (i == mocha_form && headings_.empty()) continue;
    std::string one;
    std::string two;
    if (!RE2::PartialMatch(line, *patterns()[i], &one, &two)) continue;
    std::string name = form.name == 1 ? one : two;
    static const RE2 package(R"re("Package":"([^"]+)")re");
    std::string owner;
    if (i == go_json_form && RE2::PartialMatch(line, package, &owner)) name = owner + " " + name;
    found(i, line, std::move(name), form.name == 1 ? two : one);
    return true;
  }
  return false;
}

void NameReader::document(const std::string& line) {
  const std::string_view text = trimmed(line);
  if (!text.starts_with("# ")) return documented_.push_back({indent_of(line), std::string(text)});
  // hspec says below an example why it did not run.
  if (!documented_.empty()) documented_.back().text += " (PENDING)";
}

/// rspec --format documentation: the innermost lines are the examples. Believed only if there are
/// as many of them as the closing line counts.
void NameReader::read_documentation(const std::string& closing) {
  static const RE2 counts(R"(^(\d+) examples?, \d+ failures?(?:, \d+ pending)?$)");
  static const RE2 said(R"( \((FAILED|PENDING)[^)]*\)$)");
  std::uint64_t count = 0;
  if (!RE2::FullMatch(closing, counts, &count)) return;
  std::vector<Heading> above;
  std::vector<std::pair<std::string, TestOutcome>> examples;
  for (std::size_t i = 0; i < documented_.size(); ++i) {
    const DocumentedLine& line = documented_[i];
    while (!above.empty() && above.back().indent >= line.indent) above.pop_back();
    const bool inner = i + 1 == documented_.size() || documented_[i + 1].indent <= line.indent;
    if (!inner) {
      above.push_back({line.indent, line.text});
      continue;
    }
    if (above.empty()) continue;
    std::string name = line.text;
    std::string word;
    TestOutcome outcome = TestOutcome::passed;
    if (RE2::PartialMatch(name, said, &word))
      outcome = word == "FAILED" ? TestOutcome::failed : TestOutcome::skipped;
    RE2::Replace(&name, said, "");
    std::string path;
    for (const Heading& group : above) path += group.text + " > ";
    examples.emplace_back(path + name, outcome);
  }
  documented_.clear();
  documents_ = true;
  if (examples.size() != count) return;
  for (const auto& [name, outcome] : examples) list_.add({.name = name, .outcome = outcome});
}

void NameReader::read(const std::string& line) {
  if (trimmed(line).empty()) {
    blank_before_ = true;
    tentative_.reset();
    return;
  }
  const bool after_blank = std::exchange(blank_before_, false);
  static const RE2 gtest_closing(R"(^\[==========\] \d+ tests? from .* ran\.)");
  static const RE2 gtest_opening(R"(^\[==========\] Running \d+ test)");
  static const RE2 rspec_details(R"(^(?:Failures:|Pending: .*|Finished in .*)$)");
  if (quotes(line) || blocks_.read(line)) return;
  if (tentative_ && indent_of(line) > tentative_->indent) push(*std::exchange(tentative_, {}));
  tentative_.reset();
  if (line.front() == '[' && RE2::PartialMatch(line, gtest_closing)) closed_ = true;
  if (line.front() == '[' && RE2::PartialMatch(line, gtest_opening)) closed_ = false;
  if (closed_ && line.front() == '[' && line.find("FAILED") != std::string::npos) return;
  if (line.find(" example") != std::string::npos) read_documentation(line);
  if (note_go_package(line)) return;
  if (note_place(line) || note_closing(line)) return;
  constexpr std::size_t documented_max = 200'000;
  if (RE2::FullMatch(line, rspec_details)) documents_ = false;
  if (documents_ && documented_.size() < documented_max) document(line);
  if (read_forms(line)) {
    announced_.clear();
    return;
  }
  blank_before_ = after_blank;
  note_heading(line);
  blank_before_ = false;
  note_described(line);
}

}  // namespace

void read_test_names(std::string_view output, TestList& list) {
  NameReader reader(list);
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    if (end < line_bytes_max) {
      std::string line = strip_escapes(output.substr(0, end));
      while (line.ends_with('\r') || line.ends_with(' ')) line.pop_back();
      reader.read(line);
    }
    output.remove_prefix(std::min(end + 1, output.size()));
  }
  reader.finish();
}

}  // namespace assay::format
