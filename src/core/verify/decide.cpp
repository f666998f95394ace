// SPDX-License-Identifier: MIT
#include "core/verify/decide.h"

#include "base/match.h"
#include "core/turn/conversation.h"
#include "core/verify/judge.h"
#include "core/verify/record.h"
#include "core/verify/reuse.h"
#include "core/verify/schedule.h"
#include "core/verify/sealing.h"
#include "core/verify/verdict.h"
#include "core/verify/watch.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace assay::core::verify {

namespace {

constexpr int infrastructure_retries_max = 1;
/// What the counters of a command can hold. A manifest may ask for more; it does not get more.
constexpr std::int32_t flaky_retries_max = 255;
constexpr std::uint32_t attempts_max = 65535;

/// One decision under construction: the state it changes and the effects it collects.
class Decision {
 public:
  explicit Decision(State& state) : state_(state) {}

  void on(const RunStarted& e);
  void on(const RunResumed& e);
  void on(const TreeObserved& e);
  void on(const EvidenceRecalled& e);
  void on(const AttemptEnded& e);
  void on(const WorldIdle&);
  void on(const DrainReported& e);
  void on(const CancelRequested&);
  void on(const RunConcluded&) { state_.phase = Phase::concluded; }

  Effects take() { return std::move(effects_); }

 private:
  void tree_seen(const TreeObserved& e);
  void seen_before(std::uint32_t unit, const TreeObserved& e);
  void seen_after(std::uint32_t unit, const TreeObserved& e);
  void go_on_after_resume();
  void start_on_tree();
  void look(TreeLook why) { effects_.emplace_back(look_at_tree(state_, why)); }
  bool watches() const { return state_.plan->watches_tree; }
  void refuse(const std::string& why);
  void advance();
  bool next_wave();
  void skip_the_rest();
  void begin(std::uint32_t unit);
  void use_again(std::uint32_t unit, const Recalled& known);
  void launch(std::uint32_t unit);
  void observe(std::uint32_t unit, std::uint32_t attempt);
  void settle(std::uint32_t unit, const Evidence& evidence, Retry retry);
  bool has_budget(const CommandState& command, Retry retry) const;
  void retry(std::uint32_t unit);
  void finish(std::uint32_t unit);
  void finish_unrun(std::uint32_t unit, Reason reason, std::string why);
  void lose_everything(bool coordinator_died);
  bool goes_on(AttemptKey key) const;
  void go_on();
  void drain();

  const CommandSpec& spec(std::uint32_t unit) const { return state_.plan->manifest.commands[unit]; }
  CommandState& command(std::uint32_t unit) { return state_.commands[unit]; }

  State& state_;
  Effects effects_;
};

std::uint32_t slots(const State& state, const Wave& wave) {
  return wave.parallel ? std::max(1U, state.plan->jobs) : 1U;
}

void Decision::on(const RunStarted& e) {
  state_ = State{};
  state_.run_id = e.run_id;
  state_.rules = e.rules;
  state_.plan = std::get<std::shared_ptr<const Plan>>(e.plan);
  state_.schedule = schedule_of(*state_.plan);
  state_.commands.resize(state_.plan->manifest.commands.size());
  if (is_to_be_sealed(*state_.plan) && !state_.plan->sealing.problem.empty())
    return refuse(state_.plan->sealing.problem);
  if (watches()) return look(TreeLook::start);
  advance();
}

/// What has to be sealed and cannot be is not run.
void Decision::refuse(const std::string& why) {
  for (std::uint32_t unit = 0; unit < state_.commands.size(); ++unit) {
    if (command(unit).step == Step::in_flight) {
      --state_.in_flight;
      ++state_.completed;
    }
    if (command(unit).step != Step::finished) finish_unrun(unit, Reason::spawn_failed, why);
  }
  state_.wave = static_cast<std::uint32_t>(state_.schedule.waves.size());
  drain();
}

/// Whatever the dead coordinator had in flight is lost, unless it was found again; whatever it had
/// asked the outside is asked again.
void Decision::on(const RunResumed& e) {
  if (state_.phase == Phase::concluded) return;
  if (is_to_be_sealed(*state_.plan) && !state_.plan->sealing.problem.empty())
    return refuse(state_.plan->sealing.problem);
  // What a run that is being stopped still holds is counted as lost, and ended when it drains.
  state_.attached = state_.cancelled ? std::vector<AttemptKey>{} : e.attached;
  if (!watches() || state_.cancelled) return go_on_after_resume();
  // Before anything else: is it still the tree that the results are about?
  look(state_.tree.trees.empty() ? TreeLook::start : TreeLook::resumed);
}

void Decision::go_on_after_resume() {
  for (std::uint32_t unit = 0; unit < state_.commands.size(); ++unit) {
    const CommandState& asked = state_.commands[unit];
    if (asked.step == Step::observing_before) observe(unit, asked.attempts + 1U);
    if (asked.step == Step::observing_after) observe(unit, asked.attempts);
  }
  lose_everything(true);
  state_.attached.clear();
  if (state_.phase == Phase::draining) {
    effects_.emplace_back(Drain{});
  } else {
    go_on();
  }
}

void Decision::on(const TreeObserved& e) {
  if (e.key.unit == tree_unit(state_)) return tree_seen(e);
  if (e.key.unit > state_.commands.size()) return;
  const CommandState& about = command(e.key.unit);
  if (about.step == Step::observing_before && e.key.attempt == about.attempts + 1U) {
    seen_before(e.key.unit, e);
  } else if (about.step == Step::observing_after && e.key.attempt == about.attempts) {
    seen_after(e.key.unit, e);
  }
}

/// A look of the run itself.
void Decision::tree_seen(const TreeObserved& e) {
  TreeWatch& watch = state_.tree;
  if (watch.look == TreeLook::none || e.key.attempt != watch.looks) return;
  add_protected(state_, e);
  switch (std::exchange(watch.look, TreeLook::none)) {
    case TreeLook::none: return;
    case TreeLook::start: take_tree(state_, e); return start_on_tree();
    case TreeLook::end:
      find_changes(state_, e);
      find_replaced(state_, e);
      watch.is_over = true;
      return drain();
    case TreeLook::resumed: break;
  }
  if (forget_results(state_, e)) {
    state_.phase = Phase::running;
    state_.wave = state_.next = 0;
    state_.stage_failed = false;
    state_.attached.clear();  // they run on a tree that does not count any more
    return start_on_tree();
  }
  go_on_after_resume();
}

/// Nothing has run on this tree in this run.
void Decision::start_on_tree() {
  const bool asks = state_.plan->policy.reuse && state_.tree.now()->is_known();
  state_.recall.asked = false;  // by a coordinator that died: what it asked about is another tree
  if (!asks) return advance();
  effects_.emplace_back(ask_recall(state_));
}

void Decision::on(const EvidenceRecalled& e) {
  const bool expected = state_.recall.asked && e.key.attempt == state_.tree.looks;
  if (!expected || state_.phase != Phase::running) return;
  take_recalled(state_, e);
  advance();
}

void Decision::seen_before(std::uint32_t unit, const TreeObserved& e) {
  if (watches()) find_changes(state_, e);
  command(unit).note().tree_before = e.digest;
  launch(unit);
}

void Decision::seen_after(std::uint32_t unit, const TreeObserved& e) {
  CommandState& about = command(unit);
  const bool nothing_new = !watches() || has_nothing_new(state_, e);
  const bool unchanged =
      !e.digest.empty() && about.notes && about.notes->tree_before == e.digest && nothing_new;
  if (watches()) find_stale(state_, unit, e);
  if (unchanged && about.retry_is_wanted) return retry(unit);
  if (about.retry_is_wanted) {
    const bool compared = !e.digest.empty() && about.notes && !about.notes->tree_before.empty();
    const std::string why = compared ? "not retried: the attempt changed the workspace"
                                     : "not retried: the workspace could not be read";
    std::string& detail = about.note().detail;
    const bool keeps =
        about.exit_code < 0 && !detail.empty();  // why it has no exit status comes first
    detail = keeps ? detail + "; " + why : why;
  }
  finish(unit);
  go_on();
}

void Decision::on(const AttemptEnded& e) {
  const bool expected =
      e.key.unit < state_.commands.size() && command(e.key.unit).step == Step::in_flight &&
      command(e.key.unit).attempts == e.key.attempt && spec(e.key.unit).id == e.name;
  if (expected) {
    command(e.key.unit).retry_is_free = false;
    settle(e.key.unit, e.evidence, judge(e.evidence).retry);
    go_on();
    return;
  }
  // Late news of an attempt that is over, or of one nobody asked for: no result changes. If a
  // provisional verdict stands, it falls, and the outside is asked again.
  ++state_.late;
  if (state_.phase == Phase::draining) effects_.emplace_back(Drain{});
}

void Decision::on(const WorldIdle&) {
  if (state_.phase == Phase::concluded) return;
  if (state_.phase == Phase::draining) {
    effects_.emplace_back(Drain{});
    return;
  }
  if (state_.tree.look != TreeLook::none) return look(state_.tree.look);
  if (state_.recall.asked) return start_on_tree();
  lose_everything(false);
  go_on();
}

void Decision::on(const DrainReported& e) {
  if (state_.phase != Phase::draining) return;
  if (e.alive != 0) {
    effects_.emplace_back(StopAttempts{});
    return;
  }
  ENSURE(state_.in_flight == 0);
  const Verdict verdict = verdict_of(state_);
  effects_.emplace_back(Conclude{verdict.outcome, verdict.why});
}

void Decision::on(const CancelRequested&) {
  if (state_.phase == Phase::concluded || state_.phase == Phase::draining) return;
  if (state_.phase == Phase::running) {
    state_.phase = Phase::cancelling;
    state_.cancelled = true;
    state_.tree.look = TreeLook::none;
    state_.recall.asked = false;
    for (std::uint32_t unit = 0; unit < state_.commands.size(); ++unit) {
      const Step step = command(unit).step;
      if (step == Step::waiting || step == Step::observing_before) {
        finish_unrun(unit, Reason::cancelled, "cancelled before it ran");
      } else if (step == Step::observing_after) {
        finish(unit);
      }
    }
  }
  if (state_.in_flight > 0) {
    effects_.emplace_back(StopAttempts{});
  } else {
    drain();
  }
}

/// Starts whatever may start now; when nothing is left, asks for the final reconciliation.
void Decision::advance() {
  const auto& waves = state_.schedule.waves;
  while (state_.wave < waves.size()) {
    const Wave& wave = waves[state_.wave];
    while (state_.next < wave.last && state_.unfinished < slots(state_, wave)) {
      const std::uint32_t unit = state_.schedule.order[state_.next++];
      // After a resume on another tree the order is gone through again.
      if (command(unit).step == Step::waiting) begin(unit);
    }
    const bool over = state_.next == wave.last && state_.unfinished == 0;
    if (!over || !next_wave()) return;
  }
  drain();
}

/// Steps to the next wave. False if the rest was skipped, which ends the run.
bool Decision::next_wave() {
  const auto& waves = state_.schedule.waves;
  const std::int32_t stage = waves[state_.wave].stage;
  ++state_.wave;
  const bool stage_is_over = state_.wave < waves.size() && waves[state_.wave].stage != stage;
  if (!stage_is_over || !state_.stage_failed || !state_.plan->policy.stop_after_failed_stage)
    return true;
  skip_the_rest();
  drain();
  return false;
}

void Decision::skip_the_rest() {
  for (; state_.next < state_.schedule.order.size(); ++state_.next) {
    finish_unrun(state_.schedule.order[state_.next], Reason::skipped,
                 "a required command of an earlier stage did not pass");
  }
  state_.wave = static_cast<std::uint32_t>(state_.schedule.waves.size());
}

void Decision::begin(std::uint32_t unit) {
  const CommandLint* lint = lint_of(*state_.plan, unit);
  if (lint != nullptr && lint->has(LintRule::detaches)) {
    const auto found = std::find_if(lint->findings.begin(), lint->findings.end(),
                                    [](const auto& f) { return f.rule == LintRule::detaches; });
    finish_unrun(unit, Reason::detached, found->why);
    return;
  }
  if (const Recalled* known = known_result(state_, unit)) return use_again(unit, *known);
  ++state_.unfinished;
  if (spec(unit).mutates_workspace) {
    command(unit).step = Step::observing_before;
    observe(unit, command(unit).attempts + 1U);
  } else {
    launch(unit);
  }
}

/// The result of an earlier run on the same tree stands for it: nothing is started.
void Decision::use_again(std::uint32_t unit, const Recalled& known) {
  CommandState& now = command(unit);
  now.step = Step::finished;
  now.is_reused = true;
  now.status = Status::pass;
  now.reason = Reason::none;
  now.effective = true;
  now.exit_code = 0;
  now.duration_ms = known.duration_ms;
  now.tests_executed = known.tests_executed;
  now.tree = static_cast<std::uint32_t>(state_.tree.trees.size() - 1);
  if (!known.tally_source.empty()) now.note().tally_source = known.tally_source;
}

void Decision::observe(std::uint32_t unit, std::uint32_t attempt) {
  effects_.emplace_back(look_around(state_, unit, attempt));
}

void Decision::launch(std::uint32_t unit) {
  const CommandSpec& what = spec(unit);
  CommandState& now = command(unit);
  ENSURE(now.step != Step::in_flight && now.step != Step::finished);
  now.step = Step::in_flight;
  now.is_reused = false;
  ++now.attempts;
  if (!state_.tree.trees.empty())
    now.tree = static_cast<std::uint32_t>(state_.tree.trees.size() - 1);
  ++state_.in_flight;
  ++state_.spawned;
  Launch launch;
  launch.key = {unit, now.attempts};
  launch.name = what.id;
  launch.command = what.command;
  launch.cwd = state_.plan->cwd;
  launch.timeout = what.timeout.count() > 0 ? what.timeout : state_.plan->policy.default_timeout;
  launch.reading.count_tests = what.gate_type == GateType::test;
  launch.reading.name_tests = launch.reading.count_tests && state_.plan->name_tests;
  launch.reading.keep_outcomes = launch.reading.count_tests && state_.plan->keeps_outcomes;
  launch.reading.look_for_cache = what.must_be_effective || what.gate_type == GateType::test;
  launch.programs = state_.plan->programs;
  launch.env = state_.plan->sealing.env;
  if (what.extras) {
    launch.env.insert(launch.env.end(), what.extras->env.begin(), what.extras->env.end());
    launch.reading.report = what.extras->report;
    launch.reading.retry_on = what.extras->retry_on;
    launch.resources = what.extras->resources;
  }
  effects_.emplace_back(StartAttempt{std::move(launch)});
}

/// An attempt came to its end. Either the command is finished by it, or it is tried again.
void Decision::settle(std::uint32_t unit, const Evidence& evidence, Retry wanted) {
  CommandState& now = command(unit);
  ENSURE(now.step == Step::in_flight && state_.in_flight > 0);
  --state_.in_flight;
  ++state_.completed;
  record_attempt(state_, unit, evidence);
  const bool again = state_.phase == Phase::running && now.attempts < attempts_max &&
                     now.reason != Reason::known_failures && has_budget(now, wanted);
  const bool looks = spec(unit).mutates_workspace && (again || watches());
  if (watches() && !looks) state_.tree.ran.push_back(unit);
  now.retry_is_wanted = again;
  if (again) now.retry_is_infrastructure = wanted == Retry::infrastructure;
  if (!looks && !again) return finish(unit);
  now.step = Step::observing_after;
  if (looks && state_.phase == Phase::running) {
    observe(unit, now.attempts);
  } else if (again) {
    retry(unit);
  } else {
    finish(unit);
  }
}

bool Decision::has_budget(const CommandState& now, Retry wanted) const {
  switch (wanted) {
    case Retry::never: return false;
    case Retry::infrastructure:
      return now.retry_is_free || now.infrastructure_retries < infrastructure_retries_max;
    case Retry::transient:
      return now.flaky_retries <
             std::min(state_.plan->manifest.flaky_retry_limit, flaky_retries_max);
  }
  return false;
}

void Decision::retry(std::uint32_t unit) {
  CommandState& now = command(unit);
  if (now.retry_is_infrastructure) {
    if (!now.retry_is_free) ++now.infrastructure_retries;
  } else {
    ++now.flaky_retries;
    now.failed_before = true;
  }
  launch(unit);
}

void Decision::finish(std::uint32_t unit) {
  CommandState& now = command(unit);
  ENSURE(now.step != Step::finished && state_.unfinished > 0);
  now.step = Step::finished;
  --state_.unfinished;
  if (now.status == Status::pass) {
    if (now.failed_before) now.reason = Reason::flaky;
    if (!now.effective) now.reason = now.masked ? Reason::masked : Reason::ineffective;
    const bool refused = now.failed_before && state_.plan->policy.flaky == FlakyPolicy::fail;
    if (refused) {
      now.status = Status::fail;
      now.reason = Reason::flaky;
    }
  }
  now.said_no = state_.rules >= Rules::v0_2 && now.status != Status::pass;
  if (stands_in_the_way(spec(unit), now)) state_.stage_failed = true;
}

/// A command that ends without ever having been started.
void Decision::finish_unrun(std::uint32_t unit, Reason reason, std::string why) {
  CommandState& now = command(unit);
  if (now.step == Step::observing_before) --state_.unfinished;
  now.step = Step::finished;
  now.status = Status::error;
  now.reason = reason;
  now.note().detail = std::move(why);
  now.note().ineffective_reason = "it was not run";
  now.said_no = state_.rules >= Rules::v0_2;
  if (reason != Reason::skipped && spec(unit).required) state_.stage_failed = true;
}

/// Every attempt in flight is lost. A coordinator that died is not the command's fault, so that
/// costs no budget.
void Decision::lose_everything(bool coordinator_died) {
  for (std::uint32_t unit = 0; unit < state_.commands.size(); ++unit) {
    CommandState& now = command(unit);
    if (now.step != Step::in_flight) continue;
    if (coordinator_died && goes_on({unit, now.attempts})) continue;
    now.retry_is_free = coordinator_died;
    const char* why = coordinator_died ? "its coordinator died" : "its end was never reported";
    settle(unit, lost_evidence(why), Retry::infrastructure);
  }
}

bool Decision::goes_on(AttemptKey key) const {
  const auto& all = state_.attached;
  return std::find(all.begin(), all.end(), key) != all.end();
}

void Decision::go_on() {
  if (state_.tree.look != TreeLook::none) return;
  if (state_.phase == Phase::running && state_.recall.asked) return start_on_tree();
  if (state_.phase == Phase::running) {
    advance();
  } else if (state_.phase == Phase::cancelling && state_.in_flight == 0) {
    drain();
  }
}

/// All commands are finished: the verdict is provisional until the outside confirms that it holds
/// nothing.
void Decision::drain() {
  ENSURE(state_.in_flight == 0);
  // The verdict is about one tree: is it still the one that the commands ran on?
  if (watches() && !state_.cancelled && !state_.tree.is_over) return look(TreeLook::end);
  state_.phase = Phase::draining;
  effects_.emplace_back(Drain{});
}

}  // namespace

Effects decide(State& state, const Event& event) {
  Decision decision(state);
  turn::tell(decision, event);
  return decision.take();
}

}  // namespace assay::core::verify
