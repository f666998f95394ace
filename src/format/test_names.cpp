// SPDX-License-Identifier: MIT
#include "format/test_names.h"

#include <pugixml.hpp>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <memory>

namespace assay::format {

namespace {

constexpr std::size_t test_names_max = 20'000;
constexpr std::size_t test_name_bytes_max = 300;
constexpr std::size_t suite_depth_max = 64;

/// One way to print a test and how it went, on a line of its own.
struct NameForm {
  const char* pattern;
  int name;    ///< group of the name
  int result;  ///< group of the word
};

/// Words that say "passed"; every other word of a form that is not a failure names no result.
constexpr std::array<std::string_view, 10> passing_words = {
    "ok", "OK", "PASS", "PASSED", "Passed", "pass", "passed", "✓", "✔", "."};
constexpr std::array<std::string_view, 14> failing_words = {
    "FAIL", "FAILED", "ERROR", "Failed", "fail", "failed", "not ok",
    "✕",    "✖",      "×",     "✗",      "F",    "E",      "unexpected success"};

constexpr std::array<NameForm, 14> name_forms = {{
    // unittest -v: "test_sum (tests.test_cart.Cart.test_sum) ... ok"
    {R"(^(\w+ \([\w.\-<>]+\))(?: \([^)]*\)| \[[^\]]*\])* \.\.\. (ok|FAIL|ERROR|unexpected success)$)",
     1, 2},
    // pytest -v: "tests/test_cart.py::test_sum[a-1] PASSED    [ 50%]"
    {R"(^(\S+\.py::.+?) (PASSED|FAILED|ERROR)(?:\s+\[\s*\d+%\])?$)", 1, 2},
    // pytest -v -n: "[gw0] [ 50%] PASSED tests/test_cart.py::test_sum"
    {R"(^\[gw\d+\](?: \[\s*\d+%\])? (PASSED|FAILED|ERROR) (\S+\.py::.+)$)", 2, 1},
    // go test -v: "    --- PASS: TestSum/empty (0.00s)"
    {R"(^\s*--- (PASS|FAIL): (\S+) \([\d.]+s\)$)", 2, 1},
    // libtest: "test cart::sum ... ok"
    {R"(^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED)$)", 1, 2},
    // CTest: " 1/12 Test  #1: parse ....................   Passed    0.01 sec"
    {R"(^\s*\d+/\d+ Test\s+#\d+: (.+?) \.*\s*(?:\*\*\*)?(Passed|Failed)\b)", 1, 2},
    // GoogleTest: "[       OK ] Cart.Sum (0 ms)", and how it closes: "[  FAILED  ] Cart.Sum"
    {R"(^\[\s+(OK|FAILED)\s+\] (\S+?)(?:,? .*)?$)", 2, 1},
    // TAP: "ok 1 - sums"; SKIP and TODO are taken out below
    {R"(^\s*(ok|not ok)(?: \d+)?(?: -)? (\S.*)$)", 2, 1},
    // mocha, jest, vitest, node:test, bun: "    ✓ sums (3 ms)"
    {R"(^\s*(✓|✔|✕|✖|×|✗) (\S.*)$)", 2, 1},
    // bun, deno: "(pass) sums [0.11ms]", "sums ... ok (3ms)"
    {R"(^\((pass|fail)\) (.+?)(?: \[[\d.]+m?s\])?$)", 2, 1},
    {R"(^(\S.*?) \.\.\. (ok|FAILED) \(\d+m?s\)$)", 1, 2},
    // .NET: "  Passed Cart.Sum [3 ms]"
    {R"(^\s*(Passed|Failed) (\S.*?) \[[^\]]*\]$)", 2, 1},
    // minitest -v: "CartTest#test_sum = 0.00 s = ."
    {R"(^(\S+#\S.*?) = [\d.]+ s = ([.FE])$)", 1, 2},
    // go test -json is read apart
    {R"re(^\{.*"Action":"(pass|fail)".*"Test":"([^"]+)".*$)re", 2, 1},
}};

const std::vector<std::unique_ptr<RE2>>& patterns() {
  static const std::vector<std::unique_ptr<RE2>> made = [] {
    std::vector<std::unique_ptr<RE2>> all;
    for (const NameForm& form : name_forms)
      all.push_back(std::make_unique<RE2>(form.pattern, RE2::Quiet));
    return all;
  }();
  return made;
}

/// Times, addresses and numbering that change from run to run are no part of a name.
std::string plain_name(std::string name) {
  static const RE2 time(R"(\s*(?:# time=.*|\(?\d+(?:\.\d+)?\s?m?s\)?)\s*$)");
  static const RE2 address(R"(0x[0-9a-fA-F]{6,})");
  RE2::Replace(&name, time, "");
  RE2::GlobalReplace(&name, address, "0x");
  while (name.ends_with(' ') || name.ends_with('\r')) name.pop_back();
  if (name.size() > test_name_bytes_max) name.resize(test_name_bytes_max);
  return name;
}

/// Without colours.
std::string without_colours(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\x1b' && i + 1 < line.size() && line[i + 1] == '[') {
      i += 2;
      while (i < line.size() && (line[i] < '@' || line[i] > '~')) ++i;
      continue;
    }
    text += line[i];
  }
  while (text.ends_with('\r') || text.ends_with(' ')) text.pop_back();
  return text;
}

/// It is there, but proves nothing: "ok 3 - later # TODO".
bool is_excused(std::string_view name) {
  static const RE2 directive(R"((?i)#\s*(?:skip|todo)\b)");
  return RE2::PartialMatch(re2::StringPiece(name.data(), name.size()), directive);
}

template <std::size_t count>
bool is_in(const std::array<std::string_view, count>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class NameReader {
 public:
  void read(const std::string& line);
  TestNames take();

 private:
  void add(std::string name, std::string_view result);

  TestNames names_;
  std::string announced_;  ///< unittest -v puts a test with a description on two lines
};

void NameReader::add(std::string name, std::string_view result) {
  if (is_excused(name)) return;
  name = plain_name(std::move(name));
  if (name.empty()) return;
  if (is_in(passing_words, result))
    names_.passed.push_back(std::move(name));
  else if (is_in(failing_words, result))
    names_.failed.push_back(std::move(name));
}

void NameReader::read(const std::string& line) {
  static const RE2 announcement(R"(^(\w+ \([\w.\-<>]+\))$)");
  static const RE2 described(R"(^.* \.\.\. (ok|FAIL|ERROR|unexpected success)$)");
  static const RE2 package(R"re("Package":"([^"]+)")re");
  std::string_view head = line;
  head.remove_prefix(std::min(head.find_first_not_of(" \t"), head.size()));
  if (head.empty()) return;
  for (std::size_t i = 0; i < name_forms.size(); ++i) {
    std::string one;
    std::string two;
    if (!RE2::PartialMatch(line, *patterns()[i], &one, &two)) continue;
    const bool name_first = name_forms[i].name == 1;
    std::string name = name_first ? one : two;
    std::string owner;
    const bool json = i + 1 == name_forms.size();
    if (json && RE2::PartialMatch(line, package, &owner)) name = owner + " " + name;
    announced_.clear();
    return add(std::move(name), name_first ? two : one);
  }
  std::string result;
  if (!announced_.empty() && RE2::FullMatch(line, described, &result)) {
    add(announced_, result);
    announced_.clear();
    return;
  }
  announced_.clear();
  RE2::FullMatch(line, announcement, &announced_);
}

TestNames NameReader::take() {
  settle(names_);
  if (names_.passed.size() + names_.failed.size() > test_names_max) return {};
  return std::move(names_);
}

void add_cases(const pugi::xml_node& node, TestNames& names, std::size_t depth) {
  for (const pugi::xml_node& child : node.children()) {
    if (std::string_view(child.name()) != "testcase") {
      if (depth < suite_depth_max) add_cases(child, names, depth + 1);
      continue;
    }
    const std::string owner = child.attribute("classname").value();
    const std::string name = child.attribute("name").value();
    if (child.child("skipped") || name.empty()) continue;
    const std::string status = child.attribute("status").value();
    if (status == "notrun" || status == "disabled" || status == "skipped") continue;
    const bool failed = child.child("failure") || child.child("error") || status == "fail";
    (failed ? names.failed : names.passed)
        .push_back(plain_name(owner.empty() ? name : owner + "." + name));
  }
}

}  // namespace

void settle(TestNames& names) {
  for (std::vector<std::string>* list : {&names.passed, &names.failed}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  std::erase_if(names.passed, [&](const std::string& name) {
    return std::binary_search(names.failed.begin(), names.failed.end(), name);
  });
}

TestNames read_test_names(std::string_view output) {
  NameReader reader;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    if (end < 4'000) reader.read(without_colours(output.substr(0, end)));
    output.remove_prefix(std::min(end + 1, output.size()));
  }
  return reader.take();
}

void add_report_names(std::string_view bytes, TestNames& names) {
  pugi::xml_document document;
  const auto parsed =
      document.load_buffer(bytes.data(), bytes.size(), pugi::parse_default & ~pugi::parse_doctype);
  if (!parsed) return;
  add_cases(document, names, 0);
  if (names.passed.size() + names.failed.size() > test_names_max) names = {};
}

}  // namespace assay::format
