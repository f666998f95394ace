// SPDX-License-Identifier: MIT
// JUnit XML. Each suite's totals are compared with the cases below it; where they differ the
// smaller count of executed tests and the larger count of failures is believed.
#include "format/report/junit_case.h"
#include "format/report/readers.h"

#include <fmt/format.h>
#include <pugixml.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace assay::format::report {
namespace {

constexpr std::size_t name_max = 512;  // longer names are not looked into

struct Count {
  std::int64_t total = 0;
  std::int64_t executed = 0;
  std::int64_t skipped = 0;
  std::int64_t marked = 0;  ///< what the tool's totals call skipped
  std::int64_t failed = 0;

  void add(const JunitCase& one) {
    ++total;
    marked += one.marked_skipped ? 1 : 0;
    switch (one.state) {
      case CaseState::passed: ++executed; return;
      case CaseState::failed: ++executed, ++failed; return;
      case CaseState::skipped: ++skipped; return;
      case CaseState::phantom: return;
      case CaseState::broken: ++failed; return;
    }
  }
  void add(const Count& other) {
    total += other.total;
    executed += other.executed;
    skipped += other.skipped;
    marked += other.marked;
    failed += other.failed;
  }
};

/// The totals of a suite, as far as it has them.
struct Claim {
  std::optional<std::int64_t> tests;
  std::optional<std::int64_t> skipped;
  std::int64_t failed = 0;
  bool unreadable = false;
};

class Claims {
 public:
  explicit Claims(const pugi::xml_node& suite) : suite_(suite) {}

  Claim read() {
    claim_.tests = one("tests");
    const auto skipped = first({"skipped", "skips", "skip", "ignored"});
    const auto disabled = first({"disabled"});
    const auto not_run = first({"notrun", "not-run", "not_run"});
    if (skipped || disabled || not_run) {
      claim_.skipped = skipped.value_or(0) + disabled.value_or(0) + not_run.value_or(0);
    }
    claim_.failed = one("failures").value_or(0) + one("errors").value_or(0);
    return claim_;
  }

 private:
  std::optional<std::int64_t> one(const char* name) {
    const pugi::xml_attribute attribute = suite_.attribute(name);
    if (!attribute || *attribute.value() == '\0') return std::nullopt;
    const auto count = to_count(attribute.value());
    if (!count) claim_.unreadable = true;
    return count;
  }
  std::optional<std::int64_t> first(std::initializer_list<const char*> names) {
    for (const char* name : names) {
      if (const auto count = one(name)) return count;
    }
    return std::nullopt;
  }

  pugi::xml_node suite_;
  Claim claim_;
};

bool fits(const Claim& claim, const Count& count) {
  return *claim.tests == count.total || *claim.tests == count.executed;
}

/// go-junit-report and gotestsum list `TestA` beside its own `TestA/case`: only the latter is a
/// test.
std::set<std::string> go_parents(const pugi::xml_node& suite) {
  std::set<std::string> parents;
  if (!suite.child("properties").find_child_by_attribute("property", "name", "go.version")) {
    return parents;
  }
  for (const pugi::xml_node& testcase : suite.children("testcase")) {
    const std::string_view name = testcase.attribute("name").value();
    std::size_t slash = name.size() > name_max ? std::string_view::npos : name.find('/');
    for (; slash != std::string_view::npos; slash = name.find('/', slash + 1)) {
      parents.emplace(name.substr(0, slash));
    }
  }
  return parents;
}

core::TestOutcome junit_outcome(const JunitCase& one) {
  switch (one.state) {
    case CaseState::passed:
      return one.expected_to_fail ? core::TestOutcome::excused : core::TestOutcome::passed;
    case CaseState::failed: return core::TestOutcome::failed;
    case CaseState::skipped: return core::TestOutcome::skipped;
    case CaseState::phantom:
    case CaseState::broken: return core::TestOutcome::error;
  }
  return core::TestOutcome::error;
}

/// "0.003" and "1,204.5" seconds.
std::int64_t time_of(const pugi::xml_node& testcase) {
  std::string text = testcase.attribute("time").value();
  std::erase(text, ',');
  return text.empty() ? -1 : millis_of(text, "s");
}

/// "classname.name", or the names of the suites around it where no class is named.
std::string name_of(const pugi::xml_node& testcase) {
  const std::string name = testcase.attribute("name").value();
  std::string owner = testcase.attribute("classname").value();
  if (owner.empty()) owner = testcase.attribute("class").value();
  if (owner == name) return name;
  if (!owner.empty()) return owner + "." + name;
  for (pugi::xml_node suite = testcase.parent(); suite; suite = suite.parent()) {
    const std::string_view title = suite.attribute("name").value();
    const bool nested = std::string_view(suite.name()) == "testsuite" && suite.parent().parent();
    if (!title.empty() && nested) owner.insert(0, std::string(title) + " > ");
  }
  return owner + name;
}

/// What tells it from another test of its name.
std::string_view place_of(const pugi::xml_node& testcase) {
  const std::string_view file = testcase.attribute("file").value();
  const pugi::xml_node suite = testcase.parent();
  if (!file.empty()) return file;
  const std::string_view of_suite = suite.attribute("file").value();
  return of_suite.empty() ? suite.attribute("name").value() : of_suite;
}

class JunitReader {
 public:
  explicit JunitReader(TestList* tests) : tests_(tests) {}

  Count count_suite(const pugi::xml_node& suite) {
    Count own;
    Count nested;
    const std::set<std::string> parents = go_parents(suite);
    for (const pugi::xml_node& child : suite.children()) {
      const std::string_view kind = child.name();
      if (kind == "testcase") {
        JunitCase one = read_case(child);
        const bool parent = !parents.empty() && parents.count(child.attribute("name").value()) > 0;
        if (parent && one.state != CaseState::skipped) one.state = CaseState::phantom;
        own.add(one);
        if (one.state != CaseState::phantom) name(child, one);
      } else if (kind == "testsuite" || kind == "testsuites") {
        nested.add(count_suite(child));
      }
    }
    return reconciled(Claims{suite}.read(), own, nested);
  }

  std::string hint;
  bool claims_more_than_listed = false;

 private:
  void name(const pugi::xml_node& testcase, const JunitCase& one) {
    if (tests_ == nullptr) return;
    const std::string told = name_of(testcase);
    tests_->add({told, junit_outcome(one), time_of(testcase), place_of(testcase)});
  }

  Count reconciled(const Claim& claim, Count own, const Count& nested) {
    if (claim.unreadable) doubt("the totals are no plain numbers; only the listed tests count");
    claims_more_than_listed = claims_more_than_listed || claim.unreadable;
    Count all = own;
    all.add(nested);
    if (claim.tests) {
      if (!fits(claim, all) && fits(claim, own)) {  // some tools count only the suite's own cases
        own.executed = capped(claim, own);
        all = own;
        all.add(nested);
      } else {
        all.executed = capped(claim, all);
      }
    }
    all.failed = std::max(all.failed, claim.failed);
    return all;
  }

  std::int64_t capped(const Claim& claim, const Count& count) {
    const std::int64_t ran = std::max<std::int64_t>(0, *claim.tests - claim.skipped.value_or(0));
    if (!fits(claim, count)) {
      claims_more_than_listed = claims_more_than_listed || *claim.tests > count.total;
      doubt(disagreement(*claim.tests, count.total));
      return std::min(count.executed, ran);
    }
    const bool leaves_out_skipped = *claim.tests != count.total;
    if (leaves_out_skipped || claim.skipped.value_or(0) <= count.marked) return count.executed;
    doubt(
        fmt::format("the totals say {} tests were skipped, the file marks {}; the smaller count is "
                    "believed",
                    *claim.skipped, count.marked));
    return std::min(count.executed, ran);
  }

  void doubt(std::string why) {
    if (hint.empty()) hint = std::move(why);
  }

  TestList* tests_;
};

}  // namespace

core::Tally read_junit(std::string_view name, const pugi::xml_node& root, TestList* tests) {
  JunitReader reader(tests);
  const Count count = reader.count_suite(root);
  core::Tally tally;
  tally.source = fmt::format("junit {}", name);
  tally.executed = count.executed;
  tally.failed = std::min(count.failed, count_max);
  tally.skipped = count.skipped;
  tally.hint = reader.hint;
  if (count.total == 0 && reader.claims_more_than_listed) {
    tally.executed = -1;
    tally.hint =
        "the report has totals but lists no test: have the runner write one <testcase> per test";
  }
  return tally;
}

}  // namespace assay::format::report
