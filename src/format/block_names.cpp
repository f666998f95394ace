// SPDX-License-Identifier: MIT
#include "format/block_names.h"

#include "base/text/ascii.h"

#include <re2/re2.h>

#include <algorithm>

namespace assay::format {

namespace {

using core::TestOutcome;

constexpr std::size_t ruler_min = 60;
constexpr std::size_t depth_max = 64;

bool is_ruler(const std::string& line, char of) {
  return line.size() >= ruler_min &&
         std::all_of(line.begin(), line.end(), [&](char c) { return c == of; });
}

}  // namespace

void BlockNames::fail(const std::string& name) {
  if (!name.empty()) list_.restate({.name = name, .outcome = TestOutcome::failed});
}

/// A name between two rulers, then where it stands, then each assertion that failed.
bool BlockNames::read_catch(const std::string& line) {
  static const RE2 host(R"(^\S.* is a Catch2? v\d\S* host application\.$)");
  static const RE2 failed(R"(^\S.*:\d+: FAILED:$)");
  // Others draw rulers too.
  is_catch_ = is_catch_ || RE2::FullMatch(line, host);
  if (!is_catch_) return false;
  if (is_ruler(line, '-')) {
    catch_ = catch_ == Catch::heading && !catch_name_.empty() ? Catch::inside : Catch::heading;
    if (catch_ == Catch::heading) catch_name_.clear();
    return true;
  }
  if (is_ruler(line, '=') || is_ruler(line, '~')) catch_ = Catch::outside;
  if (catch_ == Catch::heading) {
    // Below the name stand its sections.
    if (catch_name_.empty()) catch_name_ = std::string(trimmed(line));
    return true;
  }
  if (catch_ != Catch::inside || !RE2::FullMatch(line, failed)) return false;
  fail(catch_name_);
  return true;
}

bool BlockNames::read_doctest(const std::string& line) {
  static const RE2 name(R"(^TEST CASE:  (\S.*)$)");
  static const RE2 failed(R"(^\S.*:\d+: (?:FATAL )?ERROR: .*$)");
  if (RE2::FullMatch(line, name, &doctest_name_)) return true;
  if (is_ruler(line, '=')) doctest_name_.clear();
  if (doctest_name_.empty() || !RE2::FullMatch(line, failed)) return false;
  fail(doctest_name_);
  return true;
}

/// "  1) test sums (CartTest)"
bool BlockNames::read_exunit(const std::string& line) {
  static const RE2 failed(R"(^  \d+\) ((?:test|doctest|property) .+ \([\w.]+\))$)");
  std::string name;
  if (!RE2::FullMatch(line, failed, &name)) return false;
  fail(name);
  return true;
}

/// "   ├─ sums() ✘ expected: <5> but was: <4>"
bool BlockNames::read_tree(const std::string& line) {
  static const RE2 node(
      R"(^((?:│  |   |\|  |)*)(?:├─|└─|\+--|'--) (.+?) (✔|✘|↷|■|\[OK\]|\[X\]|\[S\]|\[A\])(?: .*)?$)");
  static const RE2 bar("│");
  std::string before;
  std::string name;
  std::string mark;
  if (!RE2::FullMatch(line, node, &before, &name, &mark)) return false;
  RE2::GlobalReplace(&before, bar, "|");
  const std::size_t depth = std::min(before.size() / 3, depth_max);
  settle_tree(depth);
  const bool passed = mark == "✔" || mark == "[OK]";
  const bool skipped = mark == "↷" || mark == "[S]";
  tree_.push_back({depth, name,
                   passed    ? TestOutcome::passed
                   : skipped ? TestOutcome::skipped
                             : TestOutcome::failed});
  leaf_ = true;
  return true;
}

/// What has nothing below it is a test; the outermost is the engine that runs them.
void BlockNames::settle_tree(std::size_t depth) {
  const bool is_leaf = leaf_ && !tree_.empty() && tree_.back().depth >= depth;
  if (is_leaf && tree_.back().depth > 1) {
    std::string path;
    for (std::size_t i = 1; i < tree_.size(); ++i) path += (i == 1 ? "" : " > ") + tree_[i].name;
    list_.add({.name = path, .outcome = tree_.back().outcome});
  }
  while (!tree_.empty() && tree_.back().depth >= depth) tree_.pop_back();
  leaf_ = false;
}

bool BlockNames::read(const std::string& line) {
  if (read_tree(line)) return true;
  if (!tree_.empty()) settle_tree(0);
  return read_doctest(line) || read_exunit(line) || read_catch(line);
}

void BlockNames::finish() { settle_tree(0); }

}  // namespace assay::format
