// SPDX-License-Identifier: MIT
#include "api/tests_before.h"

#include "core/evidence/outcomes.h"
#include "format/runners/started.h"
#include "format/verify/known_failures.h"
#include "ledger/test_memory.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace assay::api {

namespace {

using core::verify::CommandSpec;
using core::verify::KnownList;
using core::verify::TestsBefore;

/// What only prepares the one program whose exit status counts.
bool prepares(std::string_view program) {
  constexpr std::array<std::string_view, 7> words{"cd",   "export", "set", "env",
                                                  "exec", "time",   "nice"};
  return std::find(words.begin(), words.end(), program) != words.end();
}

/// Gates that start more than one program: the exit status may be that of another one.
std::vector<std::uint32_t> not_alone(const core::verify::Plan& plan) {
  std::vector<std::uint32_t> units;
  for (std::uint32_t unit = 0; unit < plan.manifest.commands.size(); ++unit) {
    const CommandSpec& spec = plan.manifest.commands[unit];
    if (spec.gate_type != core::verify::GateType::test) continue;
    const format::Started started = format::read_started(spec.command);
    const auto programs = std::count_if(started.written.begin(), started.written.end(),
                                        [](const std::string& each) { return !prepares(each); });
    if (programs != 1) units.push_back(unit);
  }
  return units;
}

/// What is remembered of one command's tests, by number.
class Remembered {
 public:
  Remembered(const std::vector<shell::StoredTestRun>& runs, const std::string& base) {
    std::map<std::string_view, std::string> by_tree;  // '+', '-', '!' (both) of each test
    for (const shell::StoredTestRun& run : runs) {
      if (run.tree.empty()) continue;
      std::string& marks = by_tree[run.tree];
      marks.resize(std::max(marks.size(), run.outcomes.size()), ' ');
      for (std::size_t i = 0; i < run.outcomes.size(); ++i) mark(marks[i], run.outcomes[i]);
      if (run.tree == base) whole_ = whole_ || run.whole;
    }
    if (!base.empty() && by_tree.contains(base)) on_base_ = by_tree[base];
    for (const auto& [tree, marks] : by_tree) {
      flaky_.resize(std::max(flaky_.size(), marks.size()));
      for (std::size_t i = 0; i < marks.size(); ++i) flaky_[i] = flaky_[i] || marks[i] == '!';
    }
  }

  bool whole() const { return whole_; }
  bool has_base() const { return !on_base_.empty(); }
  bool failed(std::uint32_t test) const { return test < on_base_.size() && on_base_[test] == '-'; }
  bool flaky(std::uint32_t test) const { return test < flaky_.size() && flaky_[test]; }
  bool was_there(std::uint32_t test) const {
    return test < on_base_.size() && on_base_[test] != ' ';
  }

 private:
  static void mark(char& seen, char letter) {
    const auto outcome = core::outcome_of(letter);
    if (!outcome) return;
    char now = '.';
    if (*outcome == core::TestOutcome::passed) now = '+';
    if (did_fail(*outcome)) now = '-';
    if (seen == ' ' || seen == '.') seen = now;
    if ((seen == '+' && now == '-') || (seen == '-' && now == '+')) seen = '!';
  }

  std::string on_base_;
  std::vector<bool> flaky_;
  bool whole_ = false;
};

void keep_name(std::vector<std::string>& list, std::string_view name, bool& more) {
  if (list.size() < core::verify::tests_before_max) {
    list.emplace_back(name);
  } else {
    more = true;
  }
}

Result<TestsBefore> recall(const core::verify::Plan& plan, std::uint32_t unit,
                           ledger::Ledger& ledger) {
  const CommandSpec& spec = plan.manifest.commands[unit];
  const Digest key = ledger::tests_key(spec.command, plan.cwd, plan.workspace);
  const Remembered memory(TRY(ledger.test_runs(key)), plan.base.tree);
  TestsBefore before;
  before.unit = unit;
  before.whole = memory.whole();
  const auto& lines = plan.known.lines;
  const bool lists = memory.has_base() && !lines.empty();
  const auto wanted = [&](std::uint32_t test) {
    return memory.failed(test) || memory.flaky(test) || (lists && memory.was_there(test));
  };
  TRY(ledger.test_names(key, wanted, [&](std::uint32_t test, std::string_view name) {
    if (memory.flaky(test)) keep_name(before.flaky, name, before.more);
    if (memory.failed(test)) keep_name(before.failed, name, before.more);
    const bool fits = lists && memory.was_there(test) &&
                      std::any_of(lines.begin(), lines.end(), [&](const auto& line) {
                        return core::fits_test(line.test, name);
                      });
    if (fits) keep_name(before.fitting, name, before.more);
  }));
  return before;
}

}  // namespace

Reply<KnownList> read_known_list(const core::verify::Policy& policy,
                                 const core::verify::TrustedGates& trusted, const Site& site) {
  KnownList list;
  if (policy.known_failures.empty()) return list;
  list.file = policy.known_failures;
  const auto text = read_deciding(list.file, trusted, site, list_bytes_max);
  if (!text)
    return Problem{.code = Code::in_file,
                   .what = site.config_file() + ": verify.known_failures: " + text.error().what};
  const std::string today = assay::to_text(site.outside.clock().now()).substr(0, 10);
  format::KnownReading reading = format::read_known_failures(list.file, *text, today);
  if (!reading.problems.empty()) return problems_of(reading.problems);
  list.lines = std::move(reading.lines);
  return list;
}

namespace {

/// The commit that tests are held against; a name that leads nowhere is a mistake in the file.
Reply<shell::BaseFacts> find_base(const core::verify::Plan& plan, const Site& site) {
  const auto base = site.outside.base_of(plan.workspace, plan.policy.base);
  if (base) return *base;
  return Problem{.code = Code::in_file,
                 .what = site.config_file() + ": verify.base: " + base.error().what};
}

void compare_list(core::verify::Plan& plan, const shell::BaseFacts& base, const Site& site) {
  const std::string& file = plan.known.file;
  if (file.empty() || base.commit.empty() || plan.trusted.any()) return;
  const auto then = site.outside.file_in(plan.workspace, base.commit, "./" + file);
  const auto now = site.files().read(plan.workspace + "/" + file, list_bytes_max);
  plan.known.changed = !then || !*then || !now || **then != *now;
}

}  // namespace

Reply<> add_known_list(core::verify::Plan& plan, const Site& site) {
  plan.known = TRY(read_known_list(plan.policy, plan.trusted, site));
  if (plan.known.file.empty()) return {};
  plan.known.not_alone = not_alone(plan);
  plan.keeps_outcomes = true;
  compare_list(plan, TRY(find_base(plan, site)), site);
  return {};
}

Result<std::vector<TestsBefore>> tests_on(const core::verify::Plan& plan, ledger::Ledger& ledger) {
  std::vector<TestsBefore> gates;
  const auto& commands = plan.manifest.commands;
  for (std::uint32_t unit = 0; unit < commands.size(); ++unit) {
    if (commands[unit].gate_type != core::verify::GateType::test) continue;
    TestsBefore before = TRY(recall(plan, unit, ledger));
    const bool says = before.whole || !before.failed.empty() || !before.flaky.empty();
    if (says) gates.push_back(std::move(before));
  }
  return gates;
}

Result<std::vector<std::uint32_t>> gates_known_on(const core::verify::Plan& plan,
                                                  ledger::Ledger& ledger) {
  std::vector<std::uint32_t> units;
  const auto& commands = plan.manifest.commands;
  for (std::uint32_t unit = 0; unit < commands.size(); ++unit) {
    const auto runs =
        TRY(ledger.test_runs(ledger::tests_key(commands[unit].command, plan.cwd, plan.workspace)));
    const bool known = std::any_of(runs.begin(), runs.end(), [&](const auto& run) {
      return !run.tree.empty() && run.tree == plan.base.tree;
    });
    if (known) units.push_back(unit);
  }
  return units;
}

Reply<> add_tests_before(core::verify::Plan& plan, ledger::Ledger& ledger, const Site& site) {
  const auto& commands = plan.manifest.commands;
  const auto is_test = [](const CommandSpec& spec) {
    return spec.gate_type == core::verify::GateType::test;
  };
  TRY(add_known_list(plan, site));
  if (std::none_of(commands.begin(), commands.end(), is_test)) return {};
  const shell::BaseFacts base = TRY(find_base(plan, site));
  plan.base.ref = plan.policy.base;
  plan.base.commit = base.commit;
  plan.base.tree = base.tree;
  plan.base.gates = TRY(tests_on(plan, ledger));
  return {};
}

Reply<std::shared_ptr<const core::verify::Plan>> with_tests_before(
    const std::shared_ptr<const core::verify::Plan>& gates, ledger::Ledger& ledger,
    const Site& site) {
  if (!gates) return gates;
  core::verify::Plan completed = *gates;
  TRY(add_tests_before(completed, ledger, site));
  return std::make_shared<const core::verify::Plan>(std::move(completed));
}

}  // namespace assay::api
