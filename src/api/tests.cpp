// SPDX-License-Identifier: MIT
#include "api/tests.h"

#include "api/open_ledger.h"
#include "ledger/test_memory.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace assay::api {

namespace {

using core::TestOutcome;
using Runs = std::vector<shell::StoredTestRun>;

/// What of a test can be counted without its name.
struct TestSums {
  char last = ' ';
  std::int32_t first_run = -1;
  std::int32_t last_run = -1;
  std::int32_t last_passed = -1;
  std::int32_t last_failed = -1;
  std::uint32_t passes = 0;
  std::uint32_t failures = 0;
  std::uint16_t time = core::no_time;
  std::uint16_t longest = core::no_time;
  bool flaky = false;
  bool gone = false;
};

/// All tests of one command, by number.
class TestHistory {
 public:
  explicit TestHistory(Runs runs) : runs_(std::move(runs)) {
    for (std::size_t i = 0; i < runs_.size(); ++i) add(static_cast<std::int32_t>(i));
    number_trees();
    find_flaky();
    find_gone();
  }

  const std::vector<TestSums>& sums() const { return sums_; }
  const Runs& runs() const { return runs_; }
  /// Runs on the same tree have the same number; what nobody can tell has one of its own.
  const std::vector<std::size_t>& trees() const { return trees_; }

 private:
  void add(std::int32_t at) {
    const shell::StoredTestRun& run = runs_[static_cast<std::size_t>(at)];
    sums_.resize(std::max(sums_.size(), run.outcomes.size()));
    for (std::size_t test = 0; test < run.outcomes.size(); ++test) {
      const char letter = run.outcomes[test];
      if (letter == ' ') continue;
      TestSums& sums = sums_[test];
      sums.last = letter;
      sums.last_run = at;
      if (sums.first_run < 0) sums.first_run = at;
      if (letter == 'p') {
        ++sums.passes;
        sums.last_passed = at;
      } else if (letter == 'f' || letter == 'e') {
        ++sums.failures;
        sums.last_failed = at;
      }
      if (test >= run.times.size() || run.times[test] == core::no_time) continue;
      sums.time = run.times[test];
      if (sums.longest == core::no_time || sums.longest < sums.time) sums.longest = sums.time;
    }
  }

  void number_trees() {
    std::map<std::string_view, std::size_t> numbers;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const std::string& tree = runs_[i].tree;
      trees_.push_back(tree.empty() ? i : numbers.try_emplace(tree, i).first->second);
    }
  }

  /// Both ways on one tree. Only trees that were run more than once can tell.
  void find_flaky() {
    std::map<std::string_view, std::vector<std::size_t>> by_tree;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (!runs_[i].tree.empty()) by_tree[runs_[i].tree].push_back(i);
    }
    for (const auto& [tree, runs] : by_tree) {
      if (runs.size() < 2) continue;
      for (std::uint32_t test = 0; test < sums_.size(); ++test) {
        bool passed = false;
        bool failed = false;
        for (const std::size_t run : runs) {
          const char letter = runs_[run].letter(test);
          passed = passed || letter == 'p';
          failed = failed || letter == 'f' || letter == 'e';
        }
        if (passed && failed) sums_[test].flaky = true;
      }
    }
  }

  void find_gone() {
    std::int32_t whole = -1;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (runs_[i].whole) whole = static_cast<std::int32_t>(i);
    }
    for (TestSums& sums : sums_) sums.gone = sums.last_run >= 0 && sums.last_run < whole;
  }

  Runs runs_;
  std::vector<TestSums> sums_;
  std::vector<std::size_t> trees_;  ///< by run
};

bool is_failing(const TestSums& sums) {
  const auto outcome = core::outcome_of(sums.last);
  return !sums.gone && outcome && did_fail(*outcome);
}

bool is_asked_for(const TestSums& sums, WhichTests which) {
  if (sums.last_run < 0) return false;
  switch (which) {
    case WhichTests::all: return true;
    case WhichTests::failing: return is_failing(sums);
    case WhichTests::flaky: return sums.flaky;
    case WhichTests::slow: return sums.time != core::no_time && !sums.gone;
    case WhichTests::gone: return sums.gone;
  }
  return false;
}

std::string run_time(const Runs& runs, std::int32_t run) {
  return run < 0 ? "" : runs[static_cast<std::size_t>(run)].at;
}

std::vector<OutcomeOnTree> trees_of(const TestHistory& history, std::uint32_t test) {
  std::vector<OutcomeOnTree> trees;
  std::vector<std::size_t> numbers;
  for (std::size_t i = history.runs().size(); i-- > 0;) {
    const shell::StoredTestRun& run = history.runs()[i];
    const char letter = run.letter(test);
    if (letter == ' ') continue;
    const TestOutcome outcome = core::outcome_of(letter).value_or(TestOutcome::error);
    const std::size_t number = history.trees()[i];
    const auto known = std::find(numbers.begin(), numbers.end(), number);
    const auto at = static_cast<std::size_t>(known - numbers.begin());
    if (known == numbers.end()) {
      if (trees.size() == trees_told_max) break;
      numbers.push_back(number);
      trees.push_back({run.tree, run.run_id, run.at, outcome});
    }
    trees[at].passed = trees[at].passed || outcome == TestOutcome::passed;
    trees[at].failed = trees[at].failed || did_fail(outcome);
  }
  return trees;
}

TestView test_view(const TestHistory& history, std::uint32_t test, std::string gate,
                   std::string id) {
  const TestSums& sums = history.sums()[test];
  const Runs& runs = history.runs();
  TestView view;
  view.gate = std::move(gate);
  view.id = std::move(id);
  view.last = core::outcome_of(sums.last).value_or(TestOutcome::error);
  view.flaky = sums.flaky;
  view.gone = sums.gone;
  view.first_seen = run_time(runs, sums.first_run);
  view.last_seen = run_time(runs, sums.last_run);
  view.last_passed = run_time(runs, sums.last_passed);
  view.last_failed = run_time(runs, sums.last_failed);
  view.passes = sums.passes;
  view.failures = sums.failures;
  view.millis = core::long_time(sums.time);
  view.millis_longest = core::long_time(sums.longest);
  return view;
}

void count_tests(const TestHistory& history, TestsView& view) {
  for (const TestSums& sums : history.sums()) {
    if (sums.last_run < 0) continue;
    ++view.remembered;
    view.failing += is_failing(sums) ? 1U : 0U;
    view.flaky += sums.flaky ? 1U : 0U;
    view.gone += sums.gone ? 1U : 0U;
  }
  view.attempts += history.runs().size();
}

}  // namespace

namespace {

/// Of one gate; nothing if it was not run on a tree of its own, or nobody knows the base.
Result<core::verify::TestsSince> since_base(const core::verify::State& state, std::uint32_t unit,
                                            ledger::Ledger& ledger) {
  constexpr std::size_t named_max = 1000;
  const core::verify::Plan& plan = *state.plan;
  const Digest key =
      ledger::tests_key(plan.manifest.commands[unit].command, plan.cwd, plan.workspace);
  const Runs runs = TRY(ledger.test_runs(key));
  const shell::StoredTestRun* now = nullptr;
  std::vector<const shell::StoredTestRun*> base;
  for (const shell::StoredTestRun& run : runs) {
    if (run.run_id == state.run_id) now = &run;
    if (run.tree == plan.base.tree && run.run_id != state.run_id) base.push_back(&run);
  }
  core::verify::TestsSince since{.unit = unit, .fixed = {}, .gone = {}};
  if (now == nullptr || base.empty() || now->tree == plan.base.tree) return since;
  const auto on_base = [&](std::uint32_t test, std::string_view letters) {
    return std::any_of(base.begin(), base.end(), [&](const shell::StoredTestRun* run) {
      return letters.find(run->letter(test)) != std::string_view::npos;
    });
  };
  const auto is_fixed = [&](std::uint32_t test) {
    return now->letter(test) == 'p' && on_base(test, "fe") && !on_base(test, "p");
  };
  const auto is_gone = [&](std::uint32_t test) {
    return now->whole && now->letter(test) == ' ' && on_base(test, "pfe");
  };
  const auto wanted = [&](std::uint32_t test) { return is_fixed(test) || is_gone(test); };
  TRY(ledger.test_names(key, wanted, [&](std::uint32_t test, std::string_view name) {
    std::vector<std::string>& list = is_fixed(test) ? since.fixed : since.gone;
    if (list.size() < named_max) list.emplace_back(name);
  }));
  return since;
}

}  // namespace

std::vector<core::verify::TestsSince> tests_since(const core::verify::State& state,
                                                  const Site& site) {
  std::vector<core::verify::TestsSince> all;
  if (!state.plan || state.plan->base.tree.empty()) return all;
  auto ledger = open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only);
  if (!ledger) return all;
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    const core::verify::CommandState& command = state.commands[unit];
    if (!command.notes || !command.notes->tests) continue;
    auto since = since_base(state, unit, **ledger);
    const bool says = since && (!since->fixed.empty() || !since->gone.empty());
    if (says) all.push_back(since.take());
  }
  return all;
}

namespace {

TestPast past_of(const TestHistory& history, std::uint32_t test, const std::string& gate,
                 std::string_view name) {
  TestPast past{test_view(history, test, gate, std::string(name)), {}};
  past.test.trees = trees_of(history, test);
  for (const shell::StoredTestRun& run : history.runs()) {
    const auto outcome = core::outcome_of(run.letter(test));
    if (!outcome) continue;
    const bool timed = test < run.times.size();
    past.runs.push_back(
        {run.run_id, run.at, run.tree, *outcome, timed ? core::long_time(run.times[test]) : -1});
  }
  return past;
}

}  // namespace

Reply<TestPast> test_past(const std::string& gate, const std::string& id, const Site& site) {
  const auto ledger =
      TRY(open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only));
  std::optional<TestPast> found;
  for (const shell::TestedCommand& command : TRY(ledger->tested_commands())) {
    if (command.id != gate || found) continue;
    const TestHistory history(TRY(ledger->test_runs(command.key)));
    const auto wanted = [&](std::uint32_t test) { return test < history.sums().size(); };
    TRY(ledger->test_names(command.key, wanted, [&](std::uint32_t test, std::string_view name) {
      if (name == id) found = past_of(history, test, gate, name);
    }));
  }
  if (found) return *std::move(found);
  return Error{Fault::not_found, "gate " + gate + " has no test '" + id + "'"};
}

Reply<TestsView> list_tests(const TestsRequest& request, const Site& site) {
  TestsView view;
  auto ledger = open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only);
  view.nameless = true;
  if (!ledger && ledger.error().fault == Fault::not_found) return view;
  if (!ledger) return ledger.error();
  for (const shell::TestedCommand& command : TRY((*ledger)->tested_commands())) {
    const TestHistory history(TRY((*ledger)->test_runs(command.key)));
    view.nameless = view.nameless && history.runs().empty();
    count_tests(history, view);
    const auto wanted = [&](std::uint32_t test) {
      return test < history.sums().size() && is_asked_for(history.sums()[test], request.which);
    };
    TRY((*ledger)->test_names(command.key, wanted, [&](std::uint32_t test, std::string_view name) {
      if (!request.glob.empty() && !core::fits_test(request.glob, name)) return;
      view.tests.push_back(test_view(history, test, command.id, std::string(name)));
      if (request.trees) view.tests.back().trees = trees_of(history, test);
    }));
  }
  if (request.which == WhichTests::slow)
    std::stable_sort(view.tests.begin(), view.tests.end(),
                     [](const TestView& a, const TestView& b) { return a.millis > b.millis; });
  return view;
}

}  // namespace assay::api
