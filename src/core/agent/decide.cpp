// SPDX-License-Identifier: MIT
#include "core/agent/decide.h"

#include "base/match.h"

namespace assay::core::agent {

namespace {

constexpr std::uint32_t attempts_max = 65'535;

class Decision {
 public:
  explicit Decision(State& state) : state_(state) {}

  void on(const RunStarted& e);
  void on(const RunResumed& e);
  void on(const TreeObserved& e);
  void on(const SpendingReported& e);
  void on(const WorkspaceInspected&) {}
  void on(const WorkInspected&) {}
  void on(const WorkDone&) {}
  void on(const OutputsRead&) {}
  void on(const RowsRecorded&) {}
  void on(const RowsCounted&) {}
  void on(const ApprovalGiven&) {}
  void on(const AttemptEnded& e);
  void on(const WorldIdle&);
  void on(const DrainReported& e);
  void on(const CancelRequested&);
  void on(const RunParked&) {}
  void on(const RunConcluded&) { state_.step = Step::concluded; }

  Effects take() { return std::move(effects_); }

 private:
  AttemptKey key() const { return {0, state_.attempt}; }
  void observe_before();
  void observe_after();
  void settle(const Evidence& evidence);
  void judge();
  void park(const Refusal& refusal);
  void drain();

  State& state_;
  Effects effects_;
};

void Decision::on(const RunStarted& e) {
  state_ = State{};
  state_.run_id = e.run_id;
  state_.rules = e.rules;
  state_.plan = std::get<std::shared_ptr<const Plan>>(e.plan);
  state_.purse.budgets = state_.plan->budgets;
  state_.purse.started = e.at;
  observe_before();
}

/// A new attempt: the tree is looked at first, so that what it changes can be told.
void Decision::observe_before() {
  state_.step = Step::observing_before;
  ++state_.attempt;
  effects_.emplace_back(ObserveTree{key(), state_.plan->order.role, {}, {}, true});
}

void Decision::observe_after() {
  state_.step = Step::observing_after;
  effects_.emplace_back(
      ObserveTree{key(), state_.plan->order.role, state_.tree_before, state_.head_before, true});
}

void Decision::on(const TreeObserved& e) {
  if (e.key != key()) return;
  if (state_.step == Step::observing_before) {
    // What a lost attempt left behind is the work of the one that takes its place.
    if (!state_.goes_on || state_.tree_before.empty()) {
      state_.tree_before = e.digest;
      state_.head_before = e.head;
    }
    state_.goes_on = false;
    state_.step = Step::reserving;
    effects_.emplace_back(AskSpending{key(), state_.plan->order.role});
  } else if (state_.step == Step::observing_after) {
    const bool known = !e.digest.empty() && !state_.tree_before.empty();
    state_.changed = known
                         ? std::optional<bool>(e.digest != state_.tree_before || !e.commits.empty())
                         : std::nullopt;
    state_.files_changed = e.changed;
    state_.commits = e.commits;
    judge();
  }
}

void Decision::on(const SpendingReported& e) {
  if (state_.step != Step::reserving || e.key != key()) return;
  state_.purse.others_today = e.others_today;
  if (const std::optional<Refusal> refusal = check(state_.purse, e.at)) {
    park(*refusal);
    return;
  }
  reserve(state_.purse, key(), e.at);
  state_.step = Step::in_flight;
  Plan plan = *state_.plan;
  plan.order.spare = spare_of(state_.purse, plan.order.role, e.at);
  effects_.emplace_back(StartAttempt{launch_of(plan, state_.run_id, state_.attempt)});
}

/// What a budget of this run refuses stays refused: the run is over. What a day or a quota refuses
/// is only put off.
void Decision::park(const Refusal& refusal) {
  const bool final = !refusal.until && !state_.purse.closed;
  state_.refusal = refusal;
  if (final) {
    drain();
    return;
  }
  state_.step = Step::parked;
  effects_.emplace_back(Park{refusal.until, refusal.why});
}

void Decision::on(const AttemptEnded& e) {
  const bool expected = state_.step == Step::in_flight && e.key == key();
  if (!expected) {
    ++state_.late;
    if (state_.step == Step::draining) effects_.emplace_back(Drain{});
    return;
  }
  settle(e.evidence);
}

void Decision::settle(const Evidence& evidence) {
  state_.evidence = evidence;
  agent::settle(state_.purse, key(), evidence);
  observe_after();
}

void Decision::judge() {
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

void Decision::drain() {
  state_.step = Step::draining;
  effects_.emplace_back(Drain{});
}

/// The attempt in flight died with its coordinator. It costs what a launch costs, and a new one is
/// made.
void Decision::on(const RunResumed& e) {
  switch (state_.step) {
    case Step::in_flight: {
      const Evidence lost = lost_evidence("its coordinator died");
      agent::settle(state_.purse, key(), lost);
      if (state_.cancelled || state_.attempt >= attempts_max) {
        state_.evidence = lost;
        observe_after();
      } else {
        state_.goes_on = true;
        observe_before();
      }
      break;
    }
    case Step::observing_before:
      effects_.emplace_back(ObserveTree{key(), state_.plan->order.role, {}, {}, true});
      break;
    case Step::reserving: effects_.emplace_back(AskSpending{key(), state_.plan->order.role}); break;
    case Step::observing_after: observe_after(); break;
    case Step::parked: {
      const bool too_early =
          state_.refusal && state_.refusal->until && e.at < *state_.refusal->until;
      if (too_early) {
        effects_.emplace_back(Park{state_.refusal->until, state_.refusal->why});
      } else {
        state_.purse.closed.reset();
        state_.refusal.reset();
        state_.fused.reset();
        observe_before();
      }
      break;
    }
    case Step::draining: effects_.emplace_back(Drain{}); break;
    case Step::concluded: break;
  }
}

void Decision::on(const WorldIdle&) {
  if (state_.step == Step::in_flight) {
    settle(lost_evidence("its end was never reported"));
  } else if (state_.step == Step::draining) {
    effects_.emplace_back(Drain{});
  }
}

void Decision::on(const DrainReported& e) {
  if (state_.step != Step::draining) return;
  if (e.alive != 0) {
    effects_.emplace_back(StopAttempts{});
    return;
  }
  if (!state_.fused) {
    const bool no_budget = state_.refusal && !state_.cancelled;
    effects_.emplace_back(
        Conclude{no_budget ? core::Outcome::out_of_budget : core::Outcome::cancelled,
                 no_budget ? state_.refusal->why : "cancelled"});
    return;
  }
  const std::string why = std::string(to_text(state_.fused->outcome)) + ": " + state_.fused->reason;
  // Whoever wanted it to stop has got what he wanted, whatever became of the attempt in the end.
  const bool was_stopped = state_.cancelled && (state_.fused->outcome == Outcome::unavailable ||
                                                state_.evidence.exit.kind == ExitKind::lost);
  if (was_stopped) {
    effects_.emplace_back(Conclude{core::Outcome::cancelled, why});
    return;
  }
  switch (state_.fused->outcome) {
    case Outcome::completed: effects_.emplace_back(Conclude{core::Outcome::passed, why}); break;
    case Outcome::failed:
    case Outcome::refused: effects_.emplace_back(Conclude{core::Outcome::failed, why}); break;
    case Outcome::cancelled: effects_.emplace_back(Conclude{core::Outcome::cancelled, why}); break;
    case Outcome::unavailable:
    case Outcome::timed_out:
    case Outcome::stalled:
    case Outcome::protocol_error: effects_.emplace_back(Conclude{core::Outcome::error, why}); break;
  }
}

void Decision::on(const CancelRequested&) {
  state_.cancelled = true;
  switch (state_.step) {
    case Step::in_flight: effects_.emplace_back(StopAttempts{}); break;
    case Step::observing_before:
    case Step::reserving:
    case Step::parked: drain(); break;
    case Step::observing_after:
    case Step::draining:
    case Step::concluded: break;
  }
}

}  // namespace

Effects decide(State& state, const Event& event) {
  Decision decision(state);
  match(event, [&](const auto& e) { decision.on(e); });
  return decision.take();
}

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
