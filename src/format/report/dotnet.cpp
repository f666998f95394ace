// SPDX-License-Identifier: MIT
// The XML reports of the .NET runners: TRX (vstest), NUnit 2 and 3, xUnit.net. All list tests as
// elements with an outcome word; they differ in the names.
#include "format/report/readers.h"

#include <fmt/format.h>
#include <pugixml.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <string>

namespace assay::format::report {
namespace {

struct Dialect {
  std::string_view root;
  std::string_view label;
  const char* element;
  const char* outcome;
  const char* name;
  const char* duration;
};

constexpr std::array<Dialect, 5> dialects{{
    {"TestRun", "trx", "UnitTestResult", "outcome", "testName", "duration"},
    {"test-run", "nunit", "test-case", "result", "fullname", "duration"},
    {"test-results", "nunit", "test-case", "result", "name", "time"},
    {"assemblies", "xunit", "test", "result", "name", "time"},
    {"assembly", "xunit", "test", "result", "name", "time"},
}};

const Dialect* dialect_of(std::string_view root) {
  for (const Dialect& dialect : dialects) {
    if (dialect.root == root) return &dialect;
  }
  return nullptr;
}

enum class Word : std::uint8_t { passed, failed, not_run };

Word meaning(std::string_view outcome) {
  constexpr std::array<std::string_view, 5> passed{"Passed", "Pass", "Success", "Warning",
                                                   "PassedButRunAborted"};
  constexpr std::array<std::string_view, 7> failed{"Failed",  "Fail",    "Failure",  "Error",
                                                   "Timeout", "Aborted", "Cancelled"};
  if (std::find(passed.begin(), passed.end(), outcome) != passed.end()) return Word::passed;
  if (std::find(failed.begin(), failed.end(), outcome) != failed.end()) return Word::failed;
  return Word::not_run;
}

core::TestOutcome trx_outcome(Word word) {
  switch (word) {
    case Word::passed: return core::TestOutcome::passed;
    case Word::failed: return core::TestOutcome::failed;
    case Word::not_run: return core::TestOutcome::skipped;
  }
  return core::TestOutcome::error;
}

/// Seconds, or "00:00:01.2340000" as TRX has it.
std::int64_t millis_in(std::string_view duration) {
  std::int64_t millis = 0;
  std::size_t at = duration.find(':');
  if (at == std::string_view::npos) return duration.empty() ? -1 : millis_of(duration, "s");
  for (; at != std::string_view::npos; at = duration.find(':')) {
    millis = (millis + std::max<std::int64_t>(0, millis_of(duration.substr(0, at), "s"))) * 60;
    duration.remove_prefix(at + 1);
  }
  return millis + std::max<std::int64_t>(0, millis_of(duration, "s"));
}

/// A TRX result names its class only by its definition, elsewhere in the file.
std::map<std::string_view, std::string_view> classes_of(const pugi::xml_node& root) {
  std::map<std::string_view, std::string_view> classes;
  for (const pugi::xml_node& test : root.child("TestDefinitions").children("UnitTest")) {
    const std::string_view owner = test.child("TestMethod").attribute("className").value();
    if (!owner.empty()) classes.emplace(test.attribute("id").value(), owner);
  }
  return classes;
}

void name_test(const pugi::xml_node& test, const Dialect& dialect, Word word,
               const std::map<std::string_view, std::string_view>& classes, TestList& tests) {
  std::string name = test.attribute(dialect.name).value();
  if (name.empty()) name = test.attribute("name").value();
  const auto owner = classes.find(test.attribute("testId").value());
  const std::string prefix = owner == classes.end() ? "" : std::string(owner->second) + ".";
  if (!prefix.empty() && !name.starts_with(prefix)) name.insert(0, prefix);
  tests.add({name, trx_outcome(word), millis_in(test.attribute(dialect.duration).value())});
}

struct CaseCount {
  std::int64_t total = 0;
  std::int64_t executed = 0;
  std::int64_t failed = 0;
  TestList* tests = nullptr;
  std::map<std::string_view, std::string_view> classes = {};
};

/// Depth was bounded when the document was loaded.
void count_below(const pugi::xml_node& node, const Dialect& dialect, CaseCount& count) {
  for (const pugi::xml_node& child : node.children()) {
    const bool is_test = std::string_view{child.name()} == dialect.element;
    // A data-driven TRX result repeats as a parent of the results of its rows.
    if (!is_test || child.child("InnerResults").child(dialect.element)) {
      count_below(child, dialect, count);
      continue;
    }
    const bool excluded = std::string_view{child.attribute("executed").value()} == "False";
    const Word word = excluded ? Word::not_run : meaning(child.attribute(dialect.outcome).value());
    ++count.total;
    if (count.tests != nullptr) name_test(child, dialect, word, count.classes, *count.tests);
    count.executed += word == Word::not_run ? 0 : 1;
    count.failed += word == Word::failed ? 1 : 0;
  }
}

/// Only TRX and NUnit 3 say in one figure how many were to run.
std::optional<std::int64_t> claimed_total(const pugi::xml_node& root, const Dialect& dialect) {
  const pugi::xml_node counters = root.child("ResultSummary").child("Counters");
  if (dialect.label == "trx") return to_count(counters.attribute("total").value());
  return to_count(root.attribute("total").value());
}

}  // namespace

bool is_dotnet(std::string_view root_name) { return dialect_of(root_name) != nullptr; }

core::Tally read_dotnet(std::string_view name, const pugi::xml_node& root, TestList* tests) {
  const Dialect& dialect = *dialect_of(root.name());
  CaseCount count;
  count.tests = tests;
  if (tests != nullptr) count.classes = classes_of(root);
  count_below(root, dialect, count);
  core::Tally tally;
  tally.source = fmt::format("{} {}", dialect.label, name);
  tally.executed = count.executed;
  tally.failed = count.failed;
  tally.skipped = count.total - count.executed;
  const auto claimed = claimed_total(root, dialect);
  if (!claimed || *claimed == count.total || *claimed == count.executed) return tally;
  if (count.total == 0) {
    tally.executed = -1;
    tally.hint = "the report has totals but lists no test";
    return tally;
  }
  tally.executed = std::min(tally.executed, *claimed);
  tally.hint = disagreement(*claimed, count.total);
  return tally;
}

}  // namespace assay::format::report
