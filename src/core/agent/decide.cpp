// SPDX-License-Identifier: MIT
#include "core/agent/decide.h"

#include "base/ensure.h"

namespace assay::core::agent {

namespace {

constexpr std::uint32_t attempts_max = 65'535;

core::Outcome outcome_of_run(const State& state) {
  // Whoever wanted it to stop has got what he wanted, whatever became of the attempt in the end.
  const bool was_stopped = state.cancelled && (state.fused->outcome == Outcome::unavailable ||
                                               state.evidence.exit.kind == ExitKind::lost);
  if (was_stopped) return core::Outcome::cancelled;
  switch (state.fused->outcome) {
    case Outcome::completed: return core::Outcome::passed;
    case Outcome::failed:
    case Outcome::refused: return core::Outcome::failed;
    case Outcome::cancelled: return core::Outcome::cancelled;
    case Outcome::unavailable:
    case Outcome::timed_out:
    case Outcome::stalled:
    case Outcome::protocol_error: return core::Outcome::error;
  }
  return core::Outcome::error;
}

}  // namespace

/// One event's turn of the machine.
class Turn {
 public:
  explicit Turn(State& state) : state_(state) {}

  Effects hear(const Event& event);

  void on(const RunStarted& e);
  void on(const RunResumed& e);
  void on(const WorldIdle& e);
  void on(const CancelRequested& e);
  void on(const RunConcluded&) { state_.step = Step::concluded; }

 private:
  AttemptKey key() const { return {0, state_.attempt}; }
  void observe_before();
  void seen_before(const TreeObserved& e);
  void launch(const SpendingReported& e);
  void ended(const AttemptEnded& e);
  void settle(const Evidence& evidence);
  void seen_after(const TreeObserved& e);
  void judge();
  void lost();
  void park(const Refusal& refusal);
  void wake(Instant at);
  void drain();
  void conclude();

  State& state_;
  Effects effects_;
};

Effects Turn::hear(const Event& event) {
  const auto* end = std::get_if<AttemptEnded>(&event);
  if (end != nullptr && !state_.talk.awaits(end->key)) ++state_.late;
  switch (state_.talk.hear(*this, event, effects_)) {
    case turn::Heard::nothing: turn::tell(*this, event); break;
    case turn::Heard::drained: conclude(); break;
    case turn::Heard::by_run:
    case turn::Heard::by_job: break;
  }
  return std::move(effects_);
}

void Turn::on(const RunStarted& e) {
  state_ = State{};
  state_.run_id = e.run_id;
  state_.rules = e.rules;
  state_.plan = std::get<std::shared_ptr<const Plan>>(e.plan);
  ENSURE(state_.plan != nullptr);
  state_.purse.budgets = state_.plan->budgets;
  state_.purse.started = e.at;
  observe_before();
}

/// A new attempt: the tree is looked at first, so that what it changes can be told.
void Turn::observe_before() {
  state_.step = Step::observing_before;
  ++state_.attempt;
  state_.talk.ask(effects_,
                  ObserveTree{.key = key(), .name = state_.plan->order.role, .keep = true},
                  &Turn::seen_before);
}

void Turn::seen_before(const TreeObserved& e) {
  // What a lost attempt left behind is the work of the one that takes its place.
  if (!state_.goes_on || state_.tree_before.empty()) {
    state_.tree_before = e.digest;
    state_.head_before = e.head;
  }
  state_.goes_on = false;
  state_.step = Step::reserving;
  state_.talk.ask(effects_, AskSpending{.key = key(), .name = state_.plan->order.role},
                  &Turn::launch);
}

void Turn::launch(const SpendingReported& e) {
  state_.purse.others_today = e.others_today;
  if (const std::optional<Refusal> refusal = check(state_.purse, e.at)) {
    park(*refusal);
    return;
  }
  reserve(state_.purse, key(), e.at);
  state_.step = Step::in_flight;
  Plan plan = *state_.plan;
  plan.order.spare = spare_of(state_.purse, plan.order.role, e.at);
  state_.talk.ask(effects_, StartAttempt{launch_of(plan, state_.run_id, state_.attempt)},
                  &Turn::ended);
}

void Turn::ended(const AttemptEnded& e) { settle(e.evidence); }

void Turn::settle(const Evidence& evidence) {
  state_.evidence = evidence;
  agent::settle(state_.purse, key(), evidence);
  state_.step = Step::observing_after;
  state_.talk.ask(effects_,
                  ObserveTree{.key = key(),
                              .name = state_.plan->order.role,
                              .since = state_.tree_before,
                              .since_head = state_.head_before,
                              .keep = true},
                  &Turn::seen_after);
}

void Turn::seen_after(const TreeObserved& e) {
  const bool known = !e.digest.empty() && !state_.tree_before.empty();
  state_.changed = known ? std::optional<bool>(e.digest != state_.tree_before || !e.commits.empty())
                         : std::nullopt;
  state_.files_changed = e.changed;
  state_.commits = e.commits;
  judge();
}

void Turn::judge() {
  state_.fused = fuse({state_.evidence, transcript_of(state_.evidence),
                       dialect_of(state_.plan->order, state_.evidence), state_.changed});
  if (state_.fused->outcome != Outcome::unavailable || state_.cancelled) {
    drain();
    return;
  }
  Refusal refusal{state_.fused->reason, available_again(state_.evidence)};
  if (fall_back(state_.purse, state_.plan->order, state_.evidence, refusal)) {
    state_.fallbacks.push_back(state_.fused->reason);
    state_.fused.reset();
    observe_before();
    return;
  }
  close(state_.purse, refusal);
  park(refusal);
}

/// What a budget of this run refuses stays refused: the run is over. What a day or a quota refuses
/// is only put off.
void Turn::park(const Refusal& refusal) {
  const bool final = !refusal.until && !state_.purse.closed;
  state_.refusal = refusal;
  if (final) {
    drain();
    return;
  }
  state_.step = Step::parked;
  state_.talk.park(effects_, refusal.until, refusal.why);
}

void Turn::wake(Instant at) {
  const bool too_early = state_.refusal && state_.refusal->until && at < *state_.refusal->until;
  if (too_early) {
    state_.talk.park(effects_, state_.refusal->until, state_.refusal->why);
    return;
  }
  state_.purse.closed.reset();
  state_.refusal.reset();
  state_.fused.reset();
  observe_before();
}

void Turn::on(const RunResumed& e) {
  if (state_.step == Step::parked) return wake(e.at);
  if (state_.talk.again(turn::the_run, effects_)) return;
  if (state_.talk.lose(turn::the_run, e.attached)) return lost();
  // Who was to end it may have died before.
  if (state_.cancelled && state_.talk.in_flight() > 0) effects_.emplace_back(StopAttempts{});
}

/// The attempt in flight died with its coordinator. It costs what a launch costs, and a new one is
/// made.
void Turn::lost() {
  const Evidence evidence = lost_evidence("its coordinator died");
  if (state_.cancelled || state_.attempt >= attempts_max) return settle(evidence);
  agent::settle(state_.purse, key(), evidence);
  state_.goes_on = true;
  observe_before();
}

void Turn::on(const WorldIdle&) {
  if (state_.talk.lose(turn::the_run)) settle(lost_evidence("its end was never reported"));
}

void Turn::on(const CancelRequested&) {
  state_.cancelled = true;
  if (state_.talk.in_flight() > 0) {
    effects_.emplace_back(StopAttempts{});
    return;
  }
  const bool nothing_ran = state_.step == Step::observing_before ||
                           state_.step == Step::reserving || state_.step == Step::parked;
  if (nothing_ran) drain();
}

void Turn::drain() {
  state_.step = Step::draining;
  state_.talk.drain(effects_);
}

void Turn::conclude() {
  if (!state_.fused) {
    const bool no_budget = state_.refusal && !state_.cancelled;
    effects_.emplace_back(
        Conclude{no_budget ? core::Outcome::out_of_budget : core::Outcome::cancelled,
                 no_budget ? state_.refusal->why : "cancelled"});
    return;
  }
  const std::string why = std::string(to_text(state_.fused->outcome)) + ": " + state_.fused->reason;
  effects_.emplace_back(Conclude{outcome_of_run(state_), why});
}

Effects decide(State& state, const Event& event) { return Turn(state).hear(event); }

Launch dispatch(AttemptKey key, Order order, std::vector<std::pair<std::string, std::string>> env,
                const std::string& run_id, const std::string& workspace) {
  Launch launch;
  launch.key = key;
  launch.name = order.role;
  launch.env = std::move(env);
  if (order.spare > 0 && order.spare <= order.spares.size()) {
    // What is configured for the first choice, its key and its address, is not for this one.
    const Spare spare = order.spares[order.spare - 1];
    order.argv = spare.argv;
    order.dialect = spare.dialect;
    order.pass_env = spare.pass_env;
    order.sealed = spare.sealed;
    launch.env = spare.env;
  }
  launch.env.emplace_back("ASSAY_RUN_ID", run_id);
  launch.env.emplace_back("ASSAY_ROLE", order.role);
  launch.env.emplace_back("ASSAY_ATTEMPT", std::to_string(key.attempt));
  launch.env.emplace_back("ASSAY_WORKSPACE", workspace);
  launch.agent = std::make_shared<const Order>(std::move(order));
  return launch;
}

Launch launch_of(const Plan& plan, const std::string& run_id, std::uint32_t number) {
  Launch launch = dispatch({0, number}, plan.order, plan.env, run_id, plan.workspace);
  launch.cwd = plan.cwd;
  launch.timeout = plan.timeout;
  return launch;
}

}  // namespace assay::core::agent
