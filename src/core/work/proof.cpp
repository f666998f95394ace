// SPDX-License-Identifier: MIT
#include "core/work/proof.h"

#include "core/evidence/renamings.h"

#include <algorithm>
#include <iterator>

namespace assay::core::work {

namespace {

const GateSight* find(const Cell& cell, const std::string& id) {
  const auto found = std::find_if(cell.gates.begin(), cell.gates.end(),
                                  [&](const GateSight& gate) { return gate.id == id; });
  return found == cell.gates.end() ? nullptr : &*found;
}

std::vector<std::string> without(const std::vector<std::string>& all,
                                 const std::vector<std::string>& others) {
  std::vector<std::string> left;
  std::set_difference(all.begin(), all.end(), others.begin(), others.end(),
                      std::back_inserter(left));
  return left;
}

/// Whether a test of that name is there with parameters, or was and has none now: `t` and `t[1]`.
/// `tests` are sorted.
bool goes_on(const std::string& test, const std::vector<std::string>& tests) {
  const std::string plain = test.ends_with(']') ? test.substr(0, test.find('[')) : test;
  if (test != plain) return std::binary_search(tests.begin(), tests.end(), plain);
  const auto next = std::lower_bound(tests.begin(), tests.end(), plain + "[");
  return next != tests.end() && next->starts_with(plain + "[");
}

/// Tests that passed on the base and are there no more. A test that only has another name now is
/// as good as before: what it asks, and how many there are, tells.
void add_gone(const GateSight& before, const GateSight& now, const std::vector<Renaming>& renamed,
              std::vector<Weakening>& found) {
  const bool named = !before.passed_tests.empty() && !now.passed_tests.empty();
  if (!named) return;
  Renamings renamings(renamed, without(now.passed_tests, before.passed_tests));
  for (const std::string& test :
       without(without(before.passed_tests, now.passed_tests), now.failed_tests)) {
    if (!goes_on(test, now.passed_tests) && !renamings.tell(test))
      found.push_back({.test = test, .what = "is gone or skipped"});
  }
}

/// Whether a test of that title passes now and fails on the code of the base.
bool is_noticing(const ProofSight& sight, const std::string& title) {
  for (const GateSight& now : sight.new_new.gates) {
    const GateSight* then = find(sight.new_old, now.id);
    if (then == nullptr) continue;
    for (const std::string& test : then->failed_tests) {
      const bool passes =
          std::binary_search(now.passed_tests.begin(), now.passed_tests.end(), test);
      if (passes && carries_title(test, title)) return true;
    }
  }
  return false;
}

/// Tests that live on under another title. One that was rewritten on its way asks something of the
/// code of now, or it counts as gone.
std::vector<Renaming> living_on(const ProofSight& sight) {
  std::vector<Renaming> all = sight.renamed;
  std::copy_if(sight.rewritten.begin(), sight.rewritten.end(), std::back_inserter(all),
               [&](const Renaming& each) { return is_noticing(sight, each.to); });
  return all;
}

std::vector<Weakening> weakenings_of(const ProofSight& sight) {
  std::vector<Weakening> found = sight.read;
  const std::vector<Renaming> renamed = living_on(sight);
  for (const Weakening& each : sight.gone) {
    const bool known = std::any_of(renamed.begin(), renamed.end(),
                                   [&](const Renaming& other) { return other.from == each.test; });
    if (sight.asks_less && !known) found.push_back(each);
  }
  for (const GateSight& now : sight.new_new.gates) {
    const GateSight* before = find(sight.old_old, now.id);
    if (before == nullptr || before->executed < 0 || now.executed < 0) continue;
    const bool fewer = now.executed < before->executed;
    if (fewer)
      found.push_back({.what = now.id + " ran " + std::to_string(before->executed) +
                               " tests on the base, now " + std::to_string(now.executed)});
    if (now.skipped > before->skipped && now.executed <= before->executed)
      found.push_back({.what = now.id + " skips " + std::to_string(now.skipped) + " tests, " +
                               std::to_string(before->skipped) + " on the base"});
    if (fewer || sight.asks_less) add_gone(*before, now, renamed, found);
  }
  return found;
}

/// Every failure of the gate has a name.
bool names_failures(const GateSight& gate) {
  return !gate.failed_tests.empty() &&
         (gate.failed < 0 || gate.failed == static_cast<std::int64_t>(gate.failed_tests.size()));
}

/// What failed on the base already is not the change's doing, and a test that passes and fails as
/// it likes says nothing.
bool is_worse(const Cell& now, const Cell& before, const std::vector<std::string>& flaky,
              std::vector<std::string>& tests) {
  if (now.status != CellStatus::failed) return false;
  bool worse = before.status != CellStatus::failed;
  bool all_flaky = worse && !now.gates.empty();
  for (const GateSight& gate : now.gates) {
    const GateSight* then = find(before, gate.id);
    auto fresh =
        then == nullptr ? gate.failed_tests : without(gate.failed_tests, then->failed_tests);
    const std::size_t named = fresh.size();
    fresh = without(fresh, flaky);
    tests.insert(tests.end(), fresh.begin(), fresh.end());
    const bool counted = then != nullptr && gate.failed >= 0 && then->failed >= 0;
    const bool more = counted && gate.failed > then->failed;
    all_flaky = all_flaky && fresh.empty() && named > 0 && names_failures(gate);
    worse = worse || !fresh.empty() || (more && !(names_failures(gate) && fresh.empty()));
  }
  return worse && !all_flaky;
}

/// Everything that fails has a name and failed before too.
bool fails_as(const Cell& now, const Cell& before) {
  std::vector<std::string> tests;
  const bool named = std::all_of(now.gates.begin(), now.gates.end(), [](const GateSight& gate) {
    return gate.failed == 0 || names_failures(gate);
  });
  return named && !now.gates.empty() && before.status == CellStatus::failed &&
         !is_worse(now, before, {}, tests);
}

/// Tests that end on the code of now and not on that of the base have noticed the difference.
bool never_ends(const ProofSight& sight) {
  return sight.new_old.timed_out && sight.new_new.status == CellStatus::passed;
}

Proof nothing(std::string why) { return {.verdict = ProofVerdict::none, .why = std::move(why)}; }

std::string void_cell(const ProofSight& sight) {
  const std::pair<const Cell*, const char*> cells[] = {
      {&sight.new_new, "the tree as it is"},
      {&sight.old_old, "the base"},
      {&sight.new_old, "tests of now on the code of the base"},
      {&sight.old_new, "tests of the base on the code of now"},
      {&sight.start_new, "tests of the start of the run on the code of now"}};
  for (const auto& [cell, name] : cells) {
    // Where there were no tests, none of them can have been lost.
    const bool of_base = cell != &sight.new_new && cell != &sight.new_old;
    if (of_base && cell->ran_nothing) continue;
    if (cell == &sight.new_old && never_ends(sight)) continue;
    if (cell->status == CellStatus::none) return std::string(name) + ": " + cell->why;
  }
  return {};
}

Proof without_tests(const ProofSight& sight) {
  std::vector<std::string> mended;
  if (is_worse(sight.old_old, sight.new_new, sight.flaky, mended))
    return {.verdict = ProofVerdict::proved,
            .why = "tests that fail on the base pass on the code of now"};
  return {.verdict = ProofVerdict::no_tests,
          .why = "no test changed with the code, and those of the base pass with and without it"};
}

std::string without_red(const ProofSight& sight) {
  if (!sight.code_changed) return "only tests have changed, and they ask no less";
  return sight.tests_changed ? "nothing was to change, and the tests of the base pass"
                             : "nothing was to change, and the tests are those of the base";
}

}  // namespace

Proof judge(const ProofSight& sight) {
  if (!sight.code_changed && !sight.tests_changed)
    return nothing("nothing that a test could notice has changed since the base");
  if (const std::string why = void_cell(sight); !why.empty()) return nothing(why);
  // Tests that come before their code are red.
  const bool only_tests = sight.unchanged && !sight.code_changed;
  if (sight.new_new.status != CellStatus::passed && !only_tests &&
      !fails_as(sight.new_new, sight.old_old))
    return nothing("the gates do not pass on the tree as it is: " + sight.new_new.why);
  Proof proof;
  proof.weakened = weakenings_of(sight);
  std::vector<std::string> noticing;
  const bool noticed =
      is_worse(sight.new_old, sight.new_new, sight.flaky, noticing) || never_ends(sight);
  const bool retuned = is_worse(sight.old_new, sight.old_old, sight.flaky, proof.tests);
  std::vector<std::string> of_start;
  if (is_worse(sight.start_new, sight.start_old, sight.flaky, of_start))
    return {.verdict = ProofVerdict::retuned,
            .why = "tests as they were when the run began fail on the code of now",
            .weakened = std::move(proof.weakened),
            .tests = std::move(of_start)};
  if (!sight.tests_changed && !sight.unchanged) {
    Proof bare = without_tests(sight);
    bare.weakened = proof.weakened;
    return bare;
  }
  if (!sight.unchanged && (!sight.code_changed || !noticed)) {
    proof.verdict = ProofVerdict::unnoticed;
    proof.why = sight.code_changed ? "the tests of now pass on the code of the base as well"
                                   : "only tests have changed: there is no code for them to notice";
  } else if (retuned) {
    proof.verdict = ProofVerdict::retuned;
    proof.why = "tests of the base fail on the code of now";
  } else if (!proof.weakened.empty()) {
    proof.verdict = ProofVerdict::weakened;
    proof.why = "tests vanished, are skipped, or ask less than on the base";
  } else {
    proof.verdict = ProofVerdict::proved;
    proof.why = sight.unchanged ? without_red(sight)
                                : "tests of now fail on the code of the base, and those of the "
                                  "base pass on the code of now";
  }
  return proof;
}

void name_unrunnable(ProofSight& sight) {
  if (sight.new_old.status != CellStatus::failed) return;
  for (GateSight& gate : sight.new_old.gates) {
    const GateSight* now = find(sight.new_new, gate.id);
    const GateSight* before = find(sight.old_old, gate.id);
    const bool ran = gate.executed > 0 || !gate.failed_tests.empty();
    if (ran || now == nullptr || before == nullptr) continue;
    const bool unnamed = before->executed != 0 && before->passed_tests.empty();
    if (!unnamed) gate.failed_tests = without(now->passed_tests, before->passed_tests);
  }
}

}  // namespace assay::core::work
