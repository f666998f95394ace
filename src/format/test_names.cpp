// SPDX-License-Identifier: MIT
#include "format/test_names.h"

#include "base/text/ascii.h"
#include "base/text/escape.h"
#include "format/block_names.h"
#include "format/documented_names.h"
#include "format/name_forms.h"

#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace assay::format {

namespace {

using core::TestOutcome;

constexpr std::size_t line_bytes_max = 4'000;
constexpr std::size_t headings_max = 64;

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

class NameReader {
 public:
  explicit NameReader(TestList& list) : list_(list), blocks_(list), documented_(list) {}

  void read(const std::string& line);
  void finish() {
    flush_go("");
    blocks_.finish();
  }

 private:
  bool quotes(const std::string& line);
  bool read_forms(const std::string& line);
  void found(const NameForm& form, const std::string& line, NamedLine said);
  void found_in_outline(NameKind kind, std::size_t indent, std::string name, NamedTest test);
  void point(std::string& name, NamedTest& test);
  bool note_place(const std::string& line);
  bool note_closing(const std::string& line);
  void note_heading(const std::string& line);
  void note_described(const std::string& line);
  bool note_go_package(const std::string& line);
  void flush_go(std::string_view package);
  void push(Heading heading);
  std::string path_to(const std::string& name) const;

  TestList& list_;
  BlockNames blocks_;
  DocumentedNames documented_;
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

void NameReader::found_in_outline(NameKind kind, std::size_t indent, std::string name,
                                  NamedTest test) {
  if (kind == NameKind::tap) point(name, test);
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

void NameReader::found(const NameForm& form, const std::string& line, NamedLine said) {
  const NameStyle style = form.style;
  std::string name = std::move(said.name);
  NamedTest test{.name = name, .outcome = outcome_of(form.kind, said.word)};
  if (style == NameStyle::outline)
    return found_in_outline(form.kind, indent_of(line), std::move(name), test);
  if (style == NameStyle::go) {
    if (go_.size() < tests_named_max) go_.push_back({std::move(name), test.outcome, time_on(line)});
    return;
  }
  test.millis = take_time(name);
  if (test.millis < 0 && style != NameStyle::restated) test.millis = time_on(line);
  const bool is_jest = form.kind == NameKind::jest;
  static const RE2 column(R"((\.\w+):\d+:\d+)");  // moves when the file is edited
  if (form.kind == NameKind::playwright) RE2::GlobalReplace(&name, column, "\\1");
  if (is_jest) {
    if (name == "Test suite failed to run") test.outcome = TestOutcome::error;
    static const RE2 arrow(" › ");
    RE2::GlobalReplace(&name, arrow, " > ");
  }
  std::string full = style == NameStyle::file || is_jest ? path_to(name) : name;
  if (is_jest) full = file_.empty() ? name : file_ + " > " + name;
  test.name = full;
  test.where = file_;
  if (style == NameStyle::restated && !is_jest) test.where = {};
  style == NameStyle::restated ? list_.restate(test) : list_.add(test);
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
    list_.add({.name = announced_, .outcome = outcome_of(NameKind::other, word)});
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
  for (const NameForm& form : name_forms()) {
    const NameKind kind = form.kind;
    const bool repeats =
        kind == NameKind::mark || kind == NameKind::mocha || kind == NameKind::meson;
    if (closed_ && repeats) continue;
    if (kind == NameKind::mocha && headings_.empty()) continue;
    NamedLine said;
    if (!fits(form, line, said)) continue;
    static const RE2 package(R"re("Package":"([^"]+)")re");
    std::string owner;
    if (kind == NameKind::go_json && RE2::PartialMatch(line, package, &owner))
      said.name = owner + " " + said.name;
    found(form, line, std::move(said));
    return true;
  }
  return false;
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
  if (quotes(line) || blocks_.read(line)) return;
  if (tentative_ && indent_of(line) > tentative_->indent) push(*std::exchange(tentative_, {}));
  tentative_.reset();
  if (line.front() == '[' && RE2::PartialMatch(line, gtest_closing)) closed_ = true;
  if (line.front() == '[' && RE2::PartialMatch(line, gtest_opening)) closed_ = false;
  if (closed_ && line.front() == '[' && line.find("FAILED") != std::string::npos) return;
  documented_.close(line);
  if (note_go_package(line)) return;
  if (note_place(line) || note_closing(line)) return;
  documented_.read(line);
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
