// SPDX-License-Identifier: MIT
// The gates of the workspace: before the first task, and after the last.
#include "base/ensure.h"
#include "core/loop/pull.h"
#include "core/loop/turn.h"
#include "core/verify/known.h"
#include "core/verify/verdict.h"

#include <algorithm>

namespace assay::core::loop {

/// Evidence names its tree: the workspace is looked at before and after.
void Turn::begin_baseline() {
  s_.step = Step::baseline;
  if (!s_.plan->gates) return adopt();
  return is_new(s_) ? look_at_ground(Step::looking_baseline) : run_baseline();
}

void Turn::start_gates() {
  const auto count = static_cast<std::uint32_t>(s_.plan->gates->manifest.commands.size());
  s_.checks = {};
  s_.failures.clear();
  std::shared_ptr<const verify::Plan> gates = gates_plan(s_);
  emit(s_.checks.start(at_, s_.run_id, std::move(gates), new_key(1, count).unit, s_.rules));
}

void Turn::run_baseline() {
  s_.step = Step::baseline;
  if (!s_.plan->gates) return adopt();
  if (stops()) return;
  start_gates();
  if (s_.checks.is_over()) baseline_over();
}

void Turn::baseline_over() {
  s_.baseline = gates_now(s_, s_.checks.state(), s_.failures);
  if (!is_new(s_)) return adopt();
  const verify::State& ran = s_.checks.state();
  // What an earlier run of this spec has seen pass is no failure from before.
  for (const GateBefore& earlier : s_.plan->before) {
    for (GateBefore& gate : s_.baseline) {
      if (gate.id != earlier.id) continue;
      const bool passed = earlier.status == verify::Status::pass;
      if (passed && gate.status != verify::Status::pass) gate = earlier;
      gate.tests = std::max(gate.tests, earlier.tests);
    }
  }
  std::string red;
  std::string due;
  for (std::size_t i = 0; i < ran.commands.size(); ++i) {
    const verify::CommandSpec& spec = ran.plan->manifest.commands[i];
    if (spec.gate_type == verify::GateType::test) {
      s_.tests_before[spec.command] = ran.commands[i].tests_executed;
      if (ran.commands[i].notes)
        s_.names_before[spec.command] = ran.commands[i].notes->passed_tests;
    }
    if (!verify::stands_in_the_way(spec, ran.commands[i])) continue;
    std::string& list = s_.baseline[i].status == verify::Status::fail ? red : due;
    list += (list.empty() ? "" : "; ") + s_.baseline[i].id + ": " +
            verify::summary_line(ran, static_cast<std::uint32_t>(i));
  }
  if (std::string why = void_baseline(s_); !why.empty()) return end(Outcome::error, std::move(why));
  if (!red.empty())
    s_.remarks.push_back("the gates fail before anything is done (" + red +
                         "): what fails the same way at the end is not charged to the run");
  if (!due.empty())
    s_.remarks.push_back("the gates do not pass yet (" + due + "): they have to at the end");
  look_at_ground(Step::inspecting_baseline);
}

void Turn::check_gates() {
  s_.step = Step::gates;
  if (!s_.plan->gates) return Pull(*this).start();
  if (stops()) return;
  return is_new(s_) ? look_at_ground(Step::looking_gates) : run_gates();
}

void Turn::run_gates() {
  s_.step = Step::gates;
  if (stops()) return;
  start_gates();
  if (s_.checks.is_over()) gates_over();
}

void Turn::end_gates(const std::vector<std::string>& wrong, bool by_error) {
  ENSURE(!wrong.empty());
  std::string why = "every task is done, but the gates of the workspace do not pass";
  for (const std::string& each : wrong) why += "\n" + each;
  end(by_error ? Outcome::error : Outcome::failed, std::move(why));
}

/// A gate may fail as it failed when the run began: that is told, and charged to nobody. What does
/// not pass for another reason is run once more on the same tree: a gate that alternates is told as
/// one.
void Turn::gates_over_now() {
  const verify::State& ran = s_.checks.state();
  const std::vector<GateBefore> gates = gates_now(s_, ran, s_.failures);
  // A run that did nothing has not shown that it did no harm, unless an earlier one began like
  // this.
  const bool worked = std::any_of(s_.tasks.begin(), s_.tasks.end(), [](const TaskState& state) {
    return state.done && !state.taken_over;
  });
  std::vector<std::string> wrong;
  std::vector<std::string> known;
  bool by_error = false;
  s_.flaky.resize(gates.size());
  for (std::size_t i = 0; i < gates.size(); ++i) {
    const bool stands = verify::stands_in_the_way(ran.plan->manifest.commands[i], ran.commands[i]);
    std::string worse = i < s_.baseline.size() ? regression_of(s_, s_.baseline[i], gates[i]) : "";
    if (worse.empty() && ran.commands[i].status == verify::Status::pass)
      worse = names_lost(s_, ran, i);
    if (!stands && ran.commands[i].status != verify::Status::pass) continue;  // optional
    if (!stands && worse.empty()) {
      if (!s_.gates_again || !s_.flaky[i]) continue;
      std::string flaky = gates[i].id + " is flaky: it failed, then passed on the same tree";
      if (i < s_.failed_first.size() && !s_.failed_first[i].empty())
        flaky += ": " + listed_files(s_.failed_first[i]);
      if (s_.plan->policy.flaky == verify::FlakyPolicy::fail) wrong.push_back(flaky);
      s_.remarks.push_back(std::move(flaky));
      continue;
    }
    const bool failed_before =
        i < s_.baseline.size() && s_.baseline[i].status != verify::Status::pass;
    const bool seen_earlier =
        std::any_of(s_.plan->before.begin(), s_.plan->before.end(),
                    [&](const GateBefore& earlier) { return earlier.id == gates[i].id; });
    const bool old = verify::fails_as_before(ran, static_cast<std::uint32_t>(i));
    if (worse.empty() && failed_before && (worked || seen_earlier || old)) {
      known.push_back(gates[i].id);
      continue;
    }
    s_.flaky[i] = stands;
    if (!s_.gates_again) {
      s_.failed_first.resize(gates.size());
      if (ran.commands[i].notes) s_.failed_first[i] = ran.commands[i].notes->failed_tests;
    }
    by_error = by_error || ran.commands[i].status == verify::Status::error;
    if (!worse.empty()) wrong.push_back(std::move(worse));
    const std::string failure = failure_of(ran, static_cast<std::uint32_t>(i));
    if (stands) wrong.push_back(failure);
  }
  const bool may_be_flaky = std::find(s_.flaky.begin(), s_.flaky.end(), true) != s_.flaky.end();
  if (!wrong.empty() && may_be_flaky && !s_.gates_again) {
    s_.gates_again = true;
    return check_gates();
  }
  s_.gates_again = false;
  if (!wrong.empty()) return end_gates(wrong, by_error);
  s_.known_failures = std::move(known);
  look_at_ground(Step::inspecting_gates);
}

void Turn::gates_over() {
  if (is_new(s_)) return gates_over_now();
  const verify::State& now = s_.checks.state();
  std::vector<std::string> wrong = failures_of(now);
  for (std::size_t i = 0; i < now.commands.size() && i < s_.baseline.size(); ++i) {
    const std::string& id = s_.plan->gates->manifest.commands[i].id;
    const GateBefore& before = s_.baseline[i];
    if (before.status == verify::Status::pass && now.commands[i].status != verify::Status::pass)
      wrong.push_back("regression: " + id + " passed when the run began");
    const bool fewer = now.commands[i].tests_executed < before.tests;
    if (fewer && !s_.plan->settings.allow_fewer_tests)
      wrong.push_back("regression: " + id + " ran " + std::to_string(before.tests) +
                      " tests when the run began, now " +
                      std::to_string(now.commands[i].tests_executed));
  }
  const verify::Verdict verdict = verify::verdict_of(now);
  if (verdict.overall == verify::Status::pass && wrong.empty()) return Pull(*this).start();
  std::string why = "every task is done, but the gates of the workspace do not pass";
  for (const std::string& each : wrong) why += "\n" + each;
  if (wrong.empty()) why += ": " + verdict.why;
  end(verdict.overall == verify::Status::error ? Outcome::error : Outcome::failed, why);
}

}  // namespace assay::core::loop
