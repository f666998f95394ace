// SPDX-License-Identifier: MIT
// What is remembered of single tests: their outcomes by tree, over the runs of this workspace.
#pragma once

#include "api/site.h"
#include "base/words.h"
#include "core/evidence/outcomes.h"
#include "core/verify/known.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::api {

enum class WhichTests : std::uint8_t {
  all,
  failing,  ///< their last outcome
  flaky,    ///< both ways on one tree
  slow,     ///< those with a time, the slowest first
  gone,     ///< were there, and the last run that names every test has them no more
};

using assay::to_text;

constexpr auto words_of(Of<WhichTests>) {
  return words<WhichTests>({{WhichTests::all, "all"},
                            {WhichTests::failing, "failing"},
                            {WhichTests::flaky, "flaky"},
                            {WhichTests::slow, "slow"},
                            {WhichTests::gone, "gone"}});
}

struct TestsRequest {
  WhichTests which = WhichTests::all;
  std::string glob = {};  ///< of ids; empty: all
  bool trees = false;     ///< outcomes by tree as well
};

/// What became of a test on one tree.
struct OutcomeOnTree {
  std::string tree;    ///< empty: nobody can tell which
  std::string run_id;  ///< the last one
  std::string at;
  core::TestOutcome outcome = core::TestOutcome::error;  ///< in that run
  bool passed = false;                                   ///< in any of them
  bool failed = false;
};

struct TestView {
  std::string gate;
  std::string id;
  core::TestOutcome last = core::TestOutcome::error;
  bool flaky = false;
  bool gone = false;
  std::string first_seen;
  std::string last_seen;
  std::string last_passed;  ///< empty: not as far as is remembered
  std::string last_failed;  ///< likewise
  std::uint32_t passes = 0;
  std::uint32_t failures = 0;
  std::int64_t millis = -1;          ///< the last time it was told
  std::int64_t millis_longest = -1;  ///< of all that are remembered
  std::vector<OutcomeOnTree> trees;  ///< newest first, the newest few
};

struct TestsView {
  std::vector<TestView> tests;   ///< those asked for; by gate and id, slow ones by their time
  std::uint64_t remembered = 0;  ///< tests of all gates
  std::uint64_t failing = 0;
  std::uint64_t flaky = 0;
  std::uint64_t gone = 0;
  std::uint64_t attempts = 0;  ///< whose outcomes are kept
  bool nameless = false;       ///< no gate has named a test yet
};

/// So many trees of a test are told.
constexpr std::size_t trees_told_max = 10;

/// What became of the tests of a concluded verify run since its base; gates of which nothing is
/// known on both sides are left out.
std::vector<core::verify::TestsSince> tests_since(const core::verify::State& state,
                                                  const Site& site);

/// One test in one run, as it is remembered.
struct TestRun {
  std::string run_id;
  std::string at;
  std::string tree;
  core::TestOutcome outcome = core::TestOutcome::error;
  std::int64_t millis = -1;
};
struct TestPast {
  TestView test;
  std::vector<TestRun> runs;  ///< oldest first
};
/// Fault::not_found: no test of that gate has this name.
Reply<TestPast> test_past(const std::string& gate, const std::string& id, const Site& site);

Reply<TestsView> list_tests(const TestsRequest& request, const Site& site);

}  // namespace assay::api
