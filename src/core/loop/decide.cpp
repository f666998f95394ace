// SPDX-License-Identifier: MIT
// The course of a loop run: gates as they were, tasks until none is open, gates again, done.
#include "core/loop/decide.h"

#include "base/ensure.h"
#include "core/loop/turn.h"
#include "core/verify/verdict.h"

#include <algorithm>

namespace assay::core::loop {

namespace {

/// One task waits for both.
bool are_awaited_together(const State& state, TaskKey a, TaskKey b) {
  return std::any_of(state.tasks.begin(), state.tasks.end(), [&](const TaskState& each) {
    const auto& waits = each.waits_for;
    return !each.done && std::find(waits.begin(), waits.end(), a) != waits.end() &&
           std::find(waits.begin(), waits.end(), b) != waits.end();
  });
}

}  // namespace

void Turn::on(const RunStarted& e) {
  s_ = State{};
  s_.run_id = e.run_id;
  s_.rules = e.rules;
  s_.plan = std::get<std::shared_ptr<const Plan>>(e.plan);
  s_.started = e.at;
  s_.purse.budgets = s_.plan->budgets;
  s_.purse.started = e.at;
  for (std::size_t i = 0; i < s_.plan->tasks.size(); ++i) {
    TaskState& state = s_.tasks.emplace_back();
    state.task = s_.plan->tasks[i];
    state.taken_over = state.task.checked;
    state.done = state.task.checked && i < s_.plan->verified.size() && s_.plan->verified[i];
    s_.order.push_back(static_cast<TaskKey>(i));
    s_.pull_request.wanted = s_.pull_request.wanted || is_pull_request_phase(state.task.phase);
  }
  run_baseline();
}

// --- before the first task

/// The gates of the workspace, under other names each time they are run.
std::shared_ptr<const verify::Plan> Turn::gates_plan() const {
  auto plan = std::make_shared<verify::Plan>(*s_.plan->gates);
  const std::string prefix = "gates-" + std::to_string(s_.next_unit) + "-";
  for (verify::CommandSpec& spec : plan->manifest.commands) spec.id = prefix + spec.id;
  plan->manifest_digest = verify::digest_of(plan->manifest);
  return plan;
}

void Turn::run_baseline() {
  s_.step = Step::baseline;
  if (!s_.plan->gates) return adopt();
  if (stops()) return;
  const auto count = static_cast<std::uint32_t>(s_.plan->gates->manifest.commands.size());
  s_.checks = {};
  s_.failures.clear();
  std::shared_ptr<const verify::Plan> gates = gates_plan();
  emit(s_.checks.start(at_, s_.run_id, std::move(gates), new_key(1, count).unit, s_.rules));
  if (s_.checks.is_over()) baseline_over();
}

/// What each gate says at this moment.
std::vector<GateBefore> Turn::gates_now(
    const verify::State& now, const std::map<std::uint32_t, std::int64_t>& failures) const {
  std::vector<GateBefore> gates;
  for (std::size_t i = 0; i < now.commands.size(); ++i) {
    const verify::CommandState& command = now.commands[i];
    GateBefore& gate = gates.emplace_back();
    gate.id = s_.plan->gates->manifest.commands[i].id;
    gate.status = command.status;
    gate.tests = command.tests_executed;
    gate.exit_code = command.exit_code;
    const auto failed = failures.find(static_cast<std::uint32_t>(i));
    if (failed != failures.end() && command.tests_executed >= 0) gate.failed = failed->second;
  }
  return gates;
}

void Turn::baseline_over() {
  s_.baseline = gates_now(s_.checks.state(), s_.failures);
  if (!now()) return adopt();
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
    if (spec.gate_type == verify::GateType::test)
      s_.tests_before[spec.command] = ran.commands[i].tests_executed;
    if (!verify::stands_in_the_way(spec, ran.commands[i])) continue;
    std::string& list = s_.baseline[i].status == verify::Status::fail ? red : due;
    list += (list.empty() ? "" : "; ") + s_.baseline[i].id + ": " +
            verify::summary_line(ran, static_cast<std::uint32_t>(i));
  }
  if (std::string why = void_baseline(); !why.empty()) return end(Outcome::error, std::move(why));
  if (!red.empty())
    s_.remarks.push_back("the gates fail before anything is done (" + red +
                         "): what fails the same way at the end is not charged to the run");
  if (!due.empty())
    s_.remarks.push_back("the gates do not pass yet (" + due + "): they have to at the end");
  adopt();
}

/// Gates that stand in for the Verify of a task, and fail as they failed when the run began.
std::set<std::uint32_t> Turn::known_failures(const Job& job) const {
  std::set<std::uint32_t> known;
  const verify::State& ran = job.checks.state();
  if (!now() || !ran.plan || !task(job).task.commands.empty()) return known;
  const std::vector<GateBefore> gates = gates_now(ran, job.failures);
  for (std::uint32_t i = 0; i < gates.size() && i < s_.baseline.size(); ++i) {
    const bool stands = verify::stands_in_the_way(ran.plan->manifest.commands[i], ran.commands[i]);
    if (stands && s_.baseline[i].status != verify::Status::pass &&
        regression_of(s_.baseline[i], gates[i]).empty())
      known.insert(i);
  }
  return known;
}

/// Why nothing could be told from these gates at the end; empty: something could.
std::string Turn::void_baseline() const {
  const verify::State& ran = s_.checks.state();
  // A spec that writes the tests, or the program that runs them, begins without them.
  const auto is_to_come = [&](const auto& fits) {
    return std::any_of(s_.tasks.begin(), s_.tasks.end(), [&](const TaskState& state) {
      const auto& files = state.task.files;
      return !state.task.checked && std::any_of(files.begin(), files.end(), fits);
    });
  };
  std::string why;
  for (std::size_t i = 0; i < ran.commands.size(); ++i) {
    const verify::CommandSpec& spec = ran.plan->manifest.commands[i];
    const verify::CommandState& command = ran.commands[i];
    if (!verify::stands_in_the_way(spec, command)) continue;
    const bool is_missing = command.exit_code == 126 || command.exit_code == 127;
    const bool says_no = command.status == verify::Status::fail && !is_missing;
    const bool tests_come =
        command.reason == verify::Reason::ineffective && !command.masked &&
        is_to_come([&](const std::string& path) { return fits_one(s_.plan->tests, path); });
    const bool program_comes = is_missing && is_to_come([&](const std::string& path) {
                                 return spec.command.find(path) != std::string::npos;
                               });
    if (says_no || tests_come || program_comes) continue;
    why += "\n" + s_.plan->gates->manifest.commands[i].id + ": " +
           verify::summary_line(ran, static_cast<std::uint32_t>(i));
    if (command.notes && !command.notes->ineffective_reason.empty())
      why += "\n    " + command.notes->ineffective_reason;
    if (command.notes) {
      for (const std::string& line : command.notes->excerpt) why += "\n    " + line;
    }
  }
  if (why.empty()) return "";
  return "the gates of the workspace prove nothing before the first agent starts, so no regression "
         "could be seen: no agent was started" +
         why +
         "\nmake `assay verify` say yes or no (install what is missing, write a first test), or "
         "take "
         "the gate out of verify:";
}

/// Ticks that were there before are somebody's word. A Verify that fails says otherwise.
void Turn::adopt() {
  s_.step = Step::adopting;
  auto plan = std::make_shared<verify::Plan>();
  plan->policy = s_.plan->policy;
  plan->workspace = s_.plan->workspace;
  plan->cwd = s_.plan->workspace;
  plan->log_dir = s_.plan->log_dir;
  s_.checked.clear();
  s_.checked_too.clear();
  for (TaskKey key = 0; key < s_.tasks.size(); ++key) {
    const TaskState& state = s_.tasks[key];
    if (!state.taken_over || state.done) continue;
    for (const TaskCommand& command : state.task.commands) {
      if (!now() && !command.lint.findings.empty()) continue;
      auto& commands = plan->manifest.commands;
      const auto same = std::find_if(commands.begin(), commands.end(), [&](const auto& other) {
        return now() && other.command == command.command;
      });
      if (same != commands.end()) {
        s_.checked_too[static_cast<std::size_t>(same - commands.begin())].push_back(key);
        continue;
      }
      verify::CommandSpec spec;
      spec.id =
          id_of(state.task, key) + "-ticked-" + std::to_string(s_.next_unit + s_.checked.size());
      spec.command = command.command;
      if (now()) {
        spec.gate_type = command.is_test ? verify::GateType::test : verify::GateType::custom;
        spec.must_be_effective = command.is_test;
        if (command.lint.contains_pipeline || !command.lint.findings.empty())
          verify::add_lint(*plan, static_cast<std::uint32_t>(commands.size()), command.lint);
      }
      commands.push_back(std::move(spec));
      s_.checked.push_back(key);
      s_.checked_too.emplace_back();
    }
  }
  if (s_.checked.empty()) return adopted();
  if (stops()) return;
  if (now()) {
    plan->environment = s_.plan->environment;
    plan->environment_digest = s_.plan->environment_digest;
    plan->isolation = s_.plan->isolation;
  }
  plan->manifest_digest = verify::digest_of(plan->manifest);
  s_.checks = {};
  const std::uint32_t base = new_key(1, static_cast<std::uint32_t>(s_.checked.size())).unit;
  emit(s_.checks.start(at_, s_.run_id, std::move(plan), base, s_.rules));
  if (s_.checks.is_over()) adopted();
}

void Turn::adopted() {
  for (std::size_t i = 0; i < s_.checked.size(); ++i) {
    const verify::State& ran = s_.checks.state();
    const bool stands =
        now() ? verify::stands_in_the_way(ran.plan->manifest.commands[i], ran.commands[i])
              : ran.commands[i].status != verify::Status::pass;
    if (!stands) continue;
    const bool proves_nothing = ran.commands[i].status == verify::Status::pass ||
                                ran.commands[i].status == verify::Status::error;
    const std::string how = now() && proves_nothing ? "proves nothing" : "fails";
    std::vector<TaskKey> whose = s_.checked_too[i];
    whose.insert(whose.begin(), s_.checked[i]);
    for (const TaskKey key : whose) {
      TaskState& state = s_.tasks[key];
      if (!state.taken_over) continue;
      state.taken_over = false;
      state.last_failure = "it was ticked, but its Verify " + how + ": " +
                           verify::summary_line(ran, static_cast<std::uint32_t>(i));
      s_.remarks.push_back(name_of(s_, key) + " was ticked, but its Verify " + how +
                           ": it is done again");
    }
  }
  for (TaskKey key = 0; now() && key < s_.tasks.size(); ++key) {
    const TaskState& state = s_.tasks[key];
    if (state.taken_over && state.task.commands.empty())
      s_.remarks.push_back(name_of(s_, key) +
                           " was ticked and has no command that could check it: taken on trust");
  }
  for (TaskState& state : s_.tasks) state.done = state.done || state.taken_over;
  s_.checked.clear();
  prepare();
}

void Turn::prepare() {
  s_.step = Step::preparing;
  ask(update("", false, true), &Turn::prepared);
}

void Turn::prepared(const WorkDone& e) {
  keep_head(e.result);
  if (is_done(e.result)) choose();
}

// --- what comes next

bool Turn::is_ready(TaskKey key) const {
  const auto& waits = s_.tasks[key].waits_for;
  return std::all_of(waits.begin(), waits.end(),
                     [&](TaskKey other) { return s_.tasks[other].done; });
}

void Turn::choose() {
  s_.jobs.clear();
  s_.batch.clear();
  s_.step = Step::working;
  if (stops()) return;
  if (is_until_reached(s_))
    return end(Outcome::passed, "stopped after " + s_.plan->until + ", as asked");
  std::vector<TaskKey> chosen;
  bool passes_one = false;  // an earlier task waits: only what it waits for may come before it
  for (const TaskKey key : s_.order) {
    const TaskState& state = s_.tasks[key];
    if (state.done || !is_ready(key)) {
      if (!chosen.empty()) break;
      passes_one = passes_one || !state.done;
      continue;
    }
    const bool joins = state.task.parallel && !state.alone && state.next == Next::dispatch;
    if (!chosen.empty()) {
      const bool same_phase = state.task.phase == s_.tasks[chosen.front()].task.phase;
      const bool may = !passes_one || are_awaited_together(s_, chosen.front(), key);
      if (!joins || !same_phase || !may) break;
    }
    chosen.push_back(key);
    const auto most =
        static_cast<std::size_t>(s_.plan->settings.jobs == 1 ? 1 : s_.plan->settings.max_group);
    if (!joins || chosen.size() >= most) break;
  }
  if (chosen.empty()) {
    const bool all_done = task_index(s_) >= s_.order.size();
    return all_done ? check_gates() : end(Outcome::error, "every open task waits for another one");
  }
  if (s_.tasks[chosen.front()].next == Next::review) {
    for (const TaskKey key : s_.order) {
      const TaskState& state = s_.tasks[key];
      const bool together = state.waits_for == s_.tasks[chosen.front()].waits_for;
      if (!state.done && state.next == Next::review && together) s_.batch.push_back(key);
    }
    return review_batch();
  }
  const std::int32_t most = s_.plan->settings.max_global_iterations;
  if (s_.global_iteration > static_cast<std::uint32_t>(most))
    return end(Outcome::exhausted,
               "ERROR: Max global iterations (" + std::to_string(most) + ") reached");
  start_jobs(chosen);
}

// --- after the last task

void Turn::check_gates() {
  s_.step = Step::gates;
  if (!s_.plan->gates) return start_pull_request();
  if (stops()) return;
  const auto count = static_cast<std::uint32_t>(s_.plan->gates->manifest.commands.size());
  s_.checks = {};
  s_.failures.clear();
  std::shared_ptr<const verify::Plan> gates = gates_plan();
  emit(s_.checks.start(at_, s_.run_id, std::move(gates), new_key(1, count).unit, s_.rules));
  if (s_.checks.is_over()) gates_over();
}

/// What is worse than when the run began; empty: nothing.
std::string Turn::regression_of(const GateBefore& before, const GateBefore& now) const {
  const bool passes = now.status == verify::Status::pass;
  if (before.status == verify::Status::pass && !passes)
    return "regression: " + now.id + " passed when the run began";
  if (now.tests < before.tests && !s_.plan->settings.allow_fewer_tests)
    return "regression: " + now.id + " ran " + std::to_string(before.tests) +
           " tests when the run began, now " + std::to_string(now.tests);
  if (passes) return "";
  if (now.status == verify::Status::error || before.status == verify::Status::error)
    return now.id + " proves nothing";
  if (before.failed >= 0 && now.failed > before.failed)
    return "regression: " + now.id + " had " + std::to_string(before.failed) +
           " failing tests when the run began, now " + std::to_string(now.failed);
  if (before.failed >= 0 && now.failed < 0) return now.id + " no longer tells how many tests fail";
  if (before.failed < 0 && now.exit_code != before.exit_code)
    return now.id + " fails in another way than when the run began (exit " +
           std::to_string(before.exit_code) + ", now " + std::to_string(now.exit_code) + ")";
  return "";
}

void Turn::end_gates(const std::vector<std::string>& wrong, bool by_error) {
  std::string why = "every task is done, but the gates of the workspace do not pass";
  for (const std::string& each : wrong) why += "\n" + each;
  end(by_error ? Outcome::error : Outcome::failed, std::move(why));
}

/// A gate may fail as it failed when the run began: that is told, and charged to nobody. What does
/// not pass for another reason is run once more on the same tree: a gate that alternates is told as
/// one.
void Turn::gates_over_now() {
  const verify::State& ran = s_.checks.state();
  const std::vector<GateBefore> gates = gates_now(ran, s_.failures);
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
    std::string worse = i < s_.baseline.size() ? regression_of(s_.baseline[i], gates[i]) : "";
    if (!stands && ran.commands[i].status != verify::Status::pass) continue;  // optional
    if (!stands && worse.empty()) {
      if (!s_.gates_again || !s_.flaky[i]) continue;
      s_.remarks.push_back(gates[i].id + " is flaky: it failed, then passed on the same tree");
      if (s_.plan->policy.flaky == verify::FlakyPolicy::fail)
        wrong.push_back(gates[i].id + " is flaky: it failed, then passed on the same tree");
      continue;
    }
    const bool failed_before =
        i < s_.baseline.size() && s_.baseline[i].status != verify::Status::pass;
    const bool seen_earlier =
        std::any_of(s_.plan->before.begin(), s_.plan->before.end(),
                    [&](const GateBefore& earlier) { return earlier.id == gates[i].id; });
    if (worse.empty() && failed_before && (worked || seen_earlier)) {
      known.push_back(gates[i].id);
      continue;
    }
    s_.flaky[i] = stands;
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
  start_pull_request();
}

void Turn::gates_over() {
  if (now()) return gates_over_now();
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
  if (verdict.overall == verify::Status::pass && wrong.empty()) return start_pull_request();
  std::string why = "every task is done, but the gates of the workspace do not pass";
  for (const std::string& each : wrong) why += "\n" + each;
  if (wrong.empty()) why += ": " + verdict.why;
  end(verdict.overall == verify::Status::error ? Outcome::error : Outcome::failed, why);
}

void Turn::finish() {
  s_.step = Step::finishing;
  s_.ending = Outcome::passed;
  s_.why = "all " + std::to_string(s_.order.size()) + " tasks are done";
  for (std::size_t i = 0; i < s_.known_failures.size(); ++i)
    s_.why += (i == 0 ? "; failing since before the run: " : ", ") + s_.known_failures[i];
  ask(update("chore(spec): final progress update for " + s_.plan->spec, true, false),
      &Turn::spec_finished);
}

void Turn::end(Outcome outcome, std::string why) {
  s_.ending = outcome;
  s_.why = std::move(why);
  s_.step = Step::finishing;
  const bool remembered = outcome == Outcome::exhausted || outcome == Outcome::failed;
  if (remembered)
    note(ProgressEntry::Section::learnings,
         "- assay stopped: " + s_.why.substr(0, s_.why.find('\n')));
  s_.talk.stop_listening();
  ask(update("", false, outcome != Outcome::cancelled), &Turn::spec_finished);
}

void Turn::spec_finished(const WorkDone& e) {
  keep_head(e.result);
  // The files could not be written: whatever was decided, the spec does not show it.
  const bool failed = e.result.status == WorkResult::Status::failed;
  if (failed) s_.why += (s_.why.empty() ? "" : "\n") + e.result.detail;
  if (failed && s_.ending == Outcome::passed) s_.ending = Outcome::error;
  if (!publishes()) conclude_when_empty();
}

void Turn::conclude_when_empty() {
  s_.step = Step::draining;
  s_.talk.drain(effects_);
}

void Turn::drained() {
  s_.talk.go_on();
  // Nobody works in them any more: worktrees go, and what has to be kept is named.
  s_.cursor = 0;
  close_next();
}

// --- stopping and going on

/// True if nothing new may be started: the run waits, or it is over.
bool Turn::stops() {
  if (!s_.cancelled) return false;
  park();
  return true;
}

void Turn::park() {
  if (s_.for_good) return end(Outcome::cancelled, "cancelled by " + s_.stopped_by);
  if (s_.step != Step::parked) s_.parked_from = s_.step;
  s_.step = Step::parked;
  if (s_.cancelled) return s_.talk.park(effects_, std::nullopt, "stopped by " + s_.stopped_by);
  if (!s_.person.empty()) return s_.talk.park(effects_, std::nullopt, s_.person);
  ENSURE(s_.refusal.has_value());
  s_.talk.park(effects_, s_.refusal->until, s_.refusal->why);
}

void Turn::on(const CancelRequested& e) {
  if (s_.step == Step::draining || s_.step == Step::concluded) return;
  s_.cancelled = true;
  s_.for_good = s_.for_good || e.for_good;
  s_.stopped_by = e.by;
  if (e.for_good) return end(Outcome::cancelled, "cancelled by " + e.by);
  // Once: whoever is asked a second time to stop is killed at once.
  if (in_flight(s_) > 0) effects_.emplace_back(StopAttempts{});
  const auto is_ended_by = [&](verify::Embedded& checks) {
    const bool was_over = checks.is_over();
    Effects wanted = checks.hear(e);
    std::erase_if(wanted,
                  [](const Effect& each) { return std::holds_alternative<StopAttempts>(each); });
    emit(std::move(wanted));
    return !was_over && checks.is_over();
  };
  if (s_.step == Step::parked) return park();
  if (s_.step == Step::working) {
    bool stopped = false;
    for (Job& job : s_.jobs) {
      if (!is_ended_by(job.checks)) continue;
      checks_over(job);
      stopped = true;
    }
    return stopped ? advance() : void();
  }
  const bool checks_run = s_.step == Step::baseline || s_.step == Step::adopting ||
                          s_.step == Step::rechecking || s_.step == Step::gates;
  if (checks_run && is_ended_by(s_.checks)) checks_over();
  // What else waits for an answer gets it, and stops there.
}

void Turn::wake() {
  s_.cancelled = false;
  s_.stopped_by.clear();
  s_.purse.closed.reset();
  s_.refusal.reset();
  s_.person.clear();
  s_.step = s_.parked_from;
}

void Turn::on(const RunResumed& e) {
  const bool was_parked = s_.step == Step::parked;
  if (was_parked) {
    if (s_.refusal && s_.refusal->until && e.at < *s_.refusal->until && !s_.cancelled) {
      s_.talk.park(effects_, s_.refusal->until, s_.refusal->why);
      return;
    }
    wake();
  }
  switch (s_.step) {
    case Step::baseline:
      if (was_parked) return run_baseline();
      return hear_checks(e);
    case Step::adopting:
      if (was_parked) return adopt();
      return hear_checks(e);
    case Step::rechecking:
      if (was_parked) return recheck();
      return hear_checks(e);
    case Step::gates:
      if (was_parked) return check_gates();
      return hear_checks(e);
    case Step::working:
      if (s_.jobs.empty()) return choose();
      for (Job& job : s_.jobs) resume(job);
      return advance();
    case Step::reserving_review:
    case Step::reviewing:
      if (s_.talk.lose(turn::the_run))
        agent::settle(s_.purse, s_.key, lost_evidence("its coordinator died"));
      return reserve_review();
    case Step::pull_request: return resume_pull_request();
    case Step::preparing:
    case Step::merging:
    case Step::closing:
    case Step::looking_review:
    case Step::inspecting_review:
    case Step::recording:
    case Step::finishing:
      if (s_.talk.again(turn::the_run, effects_)) return;
      if (s_.ending && s_.step == Step::closing) close_next();
      return;
    case Step::draining:
    case Step::parked:
    case Step::concluded: return;
  }
}

// --- who an event is for

void Turn::hear_checks(const Event& event) {
  if (const auto* ended = std::get_if<AttemptEnded>(&event)) {
    const Tally& tally = ended->evidence.reading.tally;
    if (tally.known()) s_.failures[s_.checks.unit_of(ended->key)] = tally.failed;
  }
  const bool was_over = s_.checks.is_over();
  emit(s_.checks.hear(event));
  if (!was_over && s_.checks.is_over()) checks_over();
}

void Turn::checks_over() {
  // Cancelled commands say nothing: they are run again when the run goes on.
  if (s_.cancelled) return park();
  if (s_.step == Step::baseline) return baseline_over();
  if (s_.step == Step::adopting) return adopted();
  if (s_.step == Step::rechecking) return rechecked();
  if (s_.step == Step::gates) return gates_over();
}

/// An event for the commands that a job runs.
void Turn::hear_checks(Job& job, const Event& event) {
  if (const auto* ended = std::get_if<AttemptEnded>(&event)) {
    const Tally& tally = ended->evidence.reading.tally;
    if (tally.known()) job.failures[job.checks.unit_of(ended->key)] = tally.failed;
  }
  const bool was_over = job.checks.is_over();
  emit(job.checks.hear(event));
  if (!was_over && job.checks.is_over()) checks_over(job);
  if (s_.step == Step::working) advance();
}

void Turn::on(const TreeObserved& e) {
  const bool over = s_.step == Step::finishing || s_.step == Step::draining;
  if (!over && s_.checks.owns(e.key)) return hear_checks(e);
  if (s_.step != Step::working) return;
  for (Job& job : s_.jobs) {
    if (job.checks.owns(e.key)) return hear_checks(job, e);
  }
}

/// Of commands: what else ends is waited for by name.
void Turn::on(const AttemptEnded& e) {
  const bool leaves = s_.step == Step::closing && s_.ending;
  if (s_.step == Step::finishing || leaves) return;  // whatever it was, it comes too late
  if (s_.checks.owns(e.key)) return hear_checks(e);
  for (Job& job : s_.jobs) {
    if (job.checks.owns(e.key)) return hear_checks(job, e);
  }
}

void Turn::on(const WorldIdle& e) {
  const auto lost = [&](AttemptKey key) {
    return AttemptEnded{e.at, key, "", lost_evidence("its end was never reported")};
  };
  if (s_.talk.lose(turn::the_run))
    return s_.step == Step::reviewing ? review_ended(lost(s_.key)) : gh_ended(lost(s_.key));
  if (s_.step != Step::working) return hear_checks(e);
  for (Job& job : s_.jobs) {
    if (s_.talk.lose(number_of(job))) {
      ended(job, lost(job.key));
    } else if (job.checks.in_flight() > 0) {
      emit(job.checks.hear(e));
      if (job.checks.is_over()) checks_over(job);
    }
    if (s_.step != Step::working) return;
  }
  advance();
}

Effects Turn::hear(const Event& event) {
  switch (s_.talk.hear(*this, s_.jobs, event, effects_)) {
    case turn::Heard::nothing: turn::tell(*this, event); break;
    case turn::Heard::drained: drained(); break;
    case turn::Heard::by_job:
      if (s_.step == Step::working) advance();
      break;
    case turn::Heard::by_run: break;
  }
  return std::move(effects_);
}

Effects decide(State& state, const Event& event) {
  return Turn(state, std::visit([](const auto& e) { return e.at; }, event)).hear(event);
}

}  // namespace assay::core::loop
