// SPDX-License-Identifier: MIT
#include "core/work/proof.h"

#include <doctest/doctest.h>

namespace assay::core::work {
namespace {

Cell ran(CellStatus status, std::int64_t executed = 5, std::int64_t failed = 0,
         std::int64_t skipped = 0) {
  Cell cell{.status = status, .run_id = "r", .why = "why"};
  cell.gates.push_back({.id = "unit", .executed = executed, .failed = failed, .skipped = skipped});
  return cell;
}

/// A change whose new test fails on the old code.
ProofSight proved_change() {
  return {.code_changed = true,
          .tests_changed = true,
          .old_old = ran(CellStatus::passed, 5),
          .new_old = ran(CellStatus::failed, 6, 1),
          .old_new = ran(CellStatus::passed, 5),
          .new_new = ran(CellStatus::passed, 6)};
}

TEST_CASE("proof: old and new tests on old and new code") {
  struct Row {
    const char* name;
    void (*change)(ProofSight&);
    ProofVerdict want;
  };
  const Row rows[] = {
      {"proved", [](ProofSight&) {}, ProofVerdict::proved},
      {"new tests pass on old code", [](ProofSight& s) { s.new_old = ran(CellStatus::passed, 6); },
       ProofVerdict::unnoticed},
      {"old tests fail on new code",
       [](ProofSight& s) { s.old_new = ran(CellStatus::failed, 5, 1); }, ProofVerdict::retuned},
      {"old tests fail on new code as they did on the base",
       [](ProofSight& s) {
         s.old_old = ran(CellStatus::failed, 5, 1);
         s.old_new = ran(CellStatus::failed, 5, 1);
       },
       ProofVerdict::proved},
      {"one more of them fails",
       [](ProofSight& s) {
         s.old_old = ran(CellStatus::failed, 5, 1);
         s.old_new = ran(CellStatus::failed, 5, 2);
       },
       ProofVerdict::retuned},
      {"tests of the start of the run fail on new code",
       [](ProofSight& s) {
         s.start_new = ran(CellStatus::failed, 5, 1);
         s.start_old = ran(CellStatus::passed, 5);
       },
       ProofVerdict::retuned},
      {"they failed then as well",
       [](ProofSight& s) {
         s.start_new = ran(CellStatus::failed, 5, 1);
         s.start_old = ran(CellStatus::failed, 5, 1);
       },
       ProofVerdict::proved},
      {"they cannot be run on new code", [](ProofSight& s) { s.start_new = ran(CellStatus::none); },
       ProofVerdict::none},
      {"new tests never end on old code",
       [](ProofSight& s) {
         s.new_old = ran(CellStatus::none);
         s.new_old.timed_out = true;
       },
       ProofVerdict::proved},
      {"new tests prove nothing on old code",
       [](ProofSight& s) { s.new_old = ran(CellStatus::none); }, ProofVerdict::none},
      {"old tests never end on new code",
       [](ProofSight& s) {
         s.old_new = ran(CellStatus::none);
         s.old_new.timed_out = true;
       },
       ProofVerdict::none},
      {"fewer tests", [](ProofSight& s) { s.new_new = ran(CellStatus::passed, 4); },
       ProofVerdict::weakened},
      {"skipped instead of run",
       [](ProofSight& s) { s.new_new = ran(CellStatus::passed, 5, 0, 1); }, ProofVerdict::weakened},
      {"a new test is skipped here",
       [](ProofSight& s) { s.new_new = ran(CellStatus::passed, 6, 0, 1); }, ProofVerdict::proved},
      {"reading shows it", [](ProofSight& s) { s.read = {{.path = "t.py", .what = "less"}}; },
       ProofVerdict::weakened},
      {"counts that nobody tells",
       [](ProofSight& s) {
         for (Cell* cell : {&s.old_old, &s.new_old, &s.old_new, &s.new_new})
           cell->gates[0].executed = cell->gates[0].failed = -1;
       },
       ProofVerdict::proved},
      {"no tests changed, and none of the base noticed",
       [](ProofSight& s) {
         s.tests_changed = false;
         s.new_old = s.old_new = {};
       },
       ProofVerdict::no_tests},
      {"no tests changed, and one of the base was red",
       [](ProofSight& s) {
         s.tests_changed = false;
         s.new_old = s.old_new = {};
         s.old_old = ran(CellStatus::failed, 5, 1);
       },
       ProofVerdict::proved},
      {"only tests changed",
       [](ProofSight& s) {
         s.code_changed = false;
         s.new_old = s.old_new = {};
       },
       ProofVerdict::unnoticed},
      {"nothing changed", [](ProofSight& s) { s = {}; }, ProofVerdict::none},
      {"the tree as it is fails",
       [](ProofSight& s) {
         s = {
             .code_changed = true, .tests_changed = true, .new_new = ran(CellStatus::failed, 6, 1)};
       },
       ProofVerdict::none},
      {"the tree as it is proves nothing",
       [](ProofSight& s) {
         s = {.code_changed = true, .tests_changed = true, .new_new = ran(CellStatus::none)};
       },
       ProofVerdict::none},
      {"a mixture could not be run", [](ProofSight& s) { s.new_old.status = CellStatus::none; },
       ProofVerdict::none},
      {"the base could not be run", [](ProofSight& s) { s.old_old.status = CellStatus::none; },
       ProofVerdict::none},
      {"the base had no tests",
       [](ProofSight& s) {
         s.old_old = s.old_new = {.status = CellStatus::none, .why = "no test ran"};
         s.old_old.ran_nothing = s.old_new.ran_nothing = true;
       },
       ProofVerdict::proved},
      {"nothing was to change: red is not asked",
       [](ProofSight& s) {
         s.unchanged = true;
         s.new_old = {};
       },
       ProofVerdict::proved},
      {"nothing was to change, and a test of the base fails",
       [](ProofSight& s) {
         s.unchanged = true;
         s.new_old = {};
         s.old_new = ran(CellStatus::failed, 5, 1);
       },
       ProofVerdict::retuned},
      {"nothing was to change, and the tests ask less",
       [](ProofSight& s) {
         s.unchanged = true;
         s.new_old = {};
         s.read = {{.path = "t.py", .what = "less"}};
       },
       ProofVerdict::weakened},
      {"tests that come before their code",
       [](ProofSight& s) {
         s.unchanged = true;
         s.code_changed = false;
         s.new_old = s.old_new = {};
         s.new_new = ran(CellStatus::failed, 6, 1);
       },
       ProofVerdict::proved},
      {"only a flaky test fails on the old code",
       [](ProofSight& s) {
         s.new_old.gates[0].failed_tests = {"maybe"};
         s.flaky = {"maybe"};
       },
       ProofVerdict::unnoticed},
      {"what fails now failed on the base too, by name",
       [](ProofSight& s) {
         for (Cell* cell : {&s.old_old, &s.old_new, &s.new_new}) {
           cell->status = CellStatus::failed;
           cell->gates[0].failed = 1;
           cell->gates[0].failed_tests = {"old"};
         }
         s.new_old.gates[0].failed = 2;
         s.new_old.gates[0].failed_tests = {"fresh", "old"};
       },
       ProofVerdict::proved},
      {"the same, and the new tests notice nothing",
       [](ProofSight& s) {
         for (Cell* cell : {&s.old_old, &s.old_new, &s.new_new, &s.new_old}) {
           cell->status = CellStatus::failed;
           cell->gates[0].failed = 1;
           cell->gates[0].failed_tests = {"old"};
         }
       },
       ProofVerdict::unnoticed},
      {"something else fails now",
       [](ProofSight& s) {
         s.old_old.status = s.new_new.status = CellStatus::failed;
         s.old_old.gates[0].failed = s.new_new.gates[0].failed = 1;
         s.old_old.gates[0].failed_tests = {"old"};
         s.new_new.gates[0].failed_tests = {"other"};
       },
       ProofVerdict::none},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    ProofSight sight = proved_change();
    row.change(sight);
    CHECK(judge(sight).verdict == row.want);
  }
}

TEST_CASE("proof: names tell which tests vanished and which fail") {
  ProofSight sight = proved_change();
  sight.old_old.gates[0].passed_tests = {"a", "b", "c"};
  sight.new_new.gates[0].passed_tests = {"a", "c", "d", "e"};
  // Another name for the same test: there are no fewer, and they ask no less.
  CHECK(judge(sight).verdict == ProofVerdict::proved);
  sight.asks_less = true;
  Proof proof = judge(sight);
  CHECK(proof.verdict == ProofVerdict::weakened);
  REQUIRE(proof.weakened.size() == 1);
  CHECK(proof.weakened[0].test == "b");

  // A test that goes through cases now, or does so no more, is the same.
  sight.old_old.gates[0].passed_tests = {"a", "b", "c[1]"};
  sight.new_new.gates[0].passed_tests = {"a", "b[x]", "b[y]", "c"};
  CHECK(judge(sight).verdict == ProofVerdict::proved);
  sight.new_new.gates[0].passed_tests = {"a", "bc[x]", "c", "d"};
  CHECK(judge(sight).verdict == ProofVerdict::weakened);

  // The same by reading, where no runner tells names.
  sight = proved_change();
  sight.gone = {{.path = "t.js", .test = "adds", .what = "is gone"}};
  CHECK(judge(sight).verdict == ProofVerdict::proved);
  sight.asks_less = true;
  CHECK(judge(sight).verdict == ProofVerdict::weakened);

  sight = proved_change();
  sight.old_new = ran(CellStatus::failed, 5, 2);
  sight.old_new.gates[0].failed_tests = {"a", "old"};
  sight.old_old = ran(CellStatus::failed, 5, 1);
  sight.old_old.gates[0].failed_tests = {"old"};
  proof = judge(sight);
  CHECK(proof.verdict == ProofVerdict::retuned);
  CHECK(proof.tests == std::vector<std::string>{"a"});
}

/// The test `t::a` became `t::b`; its words are another's now.
ProofSight rewritten_test(std::vector<std::string> noticing) {
  ProofSight sight = proved_change();
  sight.old_old.gates[0].passed_tests = {"t::a", "t::z"};
  sight.new_new.gates[0].passed_tests = {"t::b", "t::c", "t::z"};
  sight.new_old.gates[0].failed_tests = std::move(noticing);
  sight.asks_less = true;
  sight.gone = {{.path = "t", .test = "a", .what = "is gone"}};
  return sight;
}

TEST_CASE("proof: a test that is gone lives on where its new form notices the change") {
  ProofSight sight = rewritten_test({"t::b"});
  CHECK(judge(sight).verdict == ProofVerdict::weakened);
  sight.rewritten = {{"a", "b"}};
  CHECK(judge(sight).verdict == ProofVerdict::proved);
  ProofSight dummy = rewritten_test({"t::c"});
  dummy.rewritten = {{"a", "b"}};
  CHECK(judge(dummy).verdict == ProofVerdict::weakened);
  dummy.renamed = {{"a", "b"}};
  CHECK(judge(dummy).verdict == ProofVerdict::proved);
}

TEST_CASE("proof: tests that cannot be run on the code of the base are named") {
  ProofSight sight = rewritten_test({});
  sight.new_old.gates[0].executed = 0;
  name_unrunnable(sight);
  CHECK(sight.new_old.gates[0].failed_tests == std::vector<std::string>{"t::b", "t::c"});
  ProofSight told = rewritten_test({"t::b"});
  name_unrunnable(told);
  CHECK(told.new_old.gates[0].failed_tests == std::vector<std::string>{"t::b"});
}

}  // namespace
}  // namespace assay::core::work
