// SPDX-License-Identifier: MIT
#include "format/report/junit_case.h"

#include "base/text/ascii.h"

#include <pugixml.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

namespace assay::format::report {
namespace {

std::string_view attribute(const pugi::xml_node& node, const char* name) {
  return node.attribute(name).value();
}

/// "Not Run", "not_run" and "NOTRUN" are the same word.
std::string folded(std::string_view word) {
  std::string out;
  for (const char c : word.substr(0, 32)) {
    if (std::isalpha(static_cast<unsigned char>(c)) == 0) continue;
    out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

bool says_not_run(std::string_view word) {
  constexpr std::array<std::string_view, 14> words{
      "notrun",      "disabled",    "skipped",  "skip",      "ignored",
      "suppressed",  "pending",     "untested", "undefined", "inconclusive",
      "notrunnable", "notexecuted", "filtered", "todo"};
  return std::find(words.begin(), words.end(), folded(word)) != words.end();
}

bool says_failed(std::string_view word) {
  constexpr std::array<std::string_view, 5> words{"fail", "failed", "failure", "error", "broken"};
  return std::find(words.begin(), words.end(), folded(word)) != words.end();
}

/// pytest writes an expected failure as <skipped type="pytest.xfail">; it did run.
bool is_expected_failure(const pugi::xml_node& skipped) {
  return attribute(skipped, "type") == "pytest.xfail" &&
         !contains(attribute(skipped, "message"), "[NOTRUN]");
}

bool is_source_file(std::string_view name) {
  constexpr std::array<std::string_view, 8> endings{".js",  ".mjs", ".cjs", ".ts",
                                                    ".mts", ".cts", ".jsx", ".tsx"};
  if (contains(name, " ")) return false;
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

/// node --test and vitest list a file without tests as if it were one.
bool stands_for_file(const pugi::xml_node& testcase) {
  const std::string_view name = attribute(testcase, "name");
  if (!is_source_file(name)) return false;
  const std::string_view group = attribute(testcase, "classname");
  return group == "test" || group == name || attribute(testcase, "file").ends_with(name);
}

bool stands_for_empty_class(const pugi::xml_node& testcase) {
  return attribute(testcase, "class").ends_with("WarningTestCase") ||
         attribute(testcase, "classname").ends_with("WarningTestCase") ||
         attribute(testcase, "name") == "(phantom)";
}

/// Cases tools make up to report that something around the tests went wrong.
bool is_made_up(const pugi::xml_node& testcase, std::string_view message) {
  const std::string_view name = attribute(testcase, "name");
  const std::string_view group = attribute(testcase, "classname");
  if (name == "initializationError" || contains(group, "_FailedTest")) return true;
  if (name == "warning" && group.starts_with("junit.framework.TestSuite")) return true;
  if (name == "[build failed]" || name == "TestMain") return true;
  if (name.ends_with("Test suite failed to run") || contains(name, "Test execution failure")) {
    return true;
  }
  constexpr std::array<std::string_view, 5> messages{"collection failure", "failed on setup",
                                                     "Build error", "Runtime error",
                                                     "No test result found"};
  return std::any_of(messages.begin(), messages.end(),
                     [&](std::string_view head) { return message.starts_with(head); });
}

pugi::xml_node failure_of(const pugi::xml_node& testcase) {
  const pugi::xml_node failure = testcase.child("failure");
  return failure ? failure : testcase.child("error");
}

bool is_marked(const pugi::xml_node& testcase) {
  return testcase.child("skipped") || testcase.child("disabled") || testcase.child("ignored") ||
         says_not_run(attribute(testcase, "status")) ||
         says_not_run(attribute(testcase, "result")) ||
         folded(attribute(testcase, "executed")) == "false";
}

CaseState state_when_marked(const pugi::xml_node& testcase) {
  const pugi::xml_node skipped = testcase.child("skipped");
  if (skipped && is_expected_failure(skipped)) return CaseState::passed;
  const std::string_view message = attribute(skipped, "message");
  // ctest lists a test whose program is missing as skipped, and fails because of it.
  if (message.starts_with("Unable to find executable")) return CaseState::broken;
  return CaseState::skipped;
}

}  // namespace

JunitCase read_case(const pugi::xml_node& testcase) {
  const bool marked = is_marked(testcase);
  const pugi::xml_node failure = failure_of(testcase);
  if (failure) {
    const bool made_up = stands_for_file(testcase) || stands_for_empty_class(testcase) ||
                         is_made_up(testcase, attribute(failure, "message"));
    return {made_up ? CaseState::broken : CaseState::failed, marked};
  }
  if (marked) {
    const CaseState state = state_when_marked(testcase);
    return {state, true, state == CaseState::passed};
  }
  if (stands_for_empty_class(testcase) || stands_for_file(testcase))
    return {CaseState::phantom, false};
  const bool failed =
      says_failed(attribute(testcase, "status")) || says_failed(attribute(testcase, "result"));
  return {failed ? CaseState::failed : CaseState::passed, false};
}

}  // namespace assay::format::report
