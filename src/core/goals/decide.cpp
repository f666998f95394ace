// SPDX-License-Identifier: MIT
#include "core/goals/decide.h"

#include "base/match.h"
#include "core/agent/decide.h"
#include "core/verify/explain.h"
#include "core/work/test_files.h"

#include <algorithm>
#include <limits>

namespace assay::core::goals {

namespace {

/// No command has this number: what is asked about the tree is asked for the run.
constexpr std::uint32_t whole_run = std::numeric_limits<std::uint32_t>::max();
constexpr AttemptKey before{whole_run, 1};
constexpr AttemptKey after{whole_run, 2};

class Decision {
 public:
  explicit Decision(State& state) : state_(state) {}

  void on(const RunStarted& e);
  bool only_litter(const std::vector<std::string>& changed) const;
  void on(const RunResumed& e);
  void on(const TreeObserved& e);
  void on(const SpendingReported& e);
  void on(const WorkspaceInspected& e);
  void on(const WorkInspected&) {}
  void on(const WorkDone&) {}
  void on(const OutputsRead&) {}
  void on(const RowsRecorded&) {}
  void on(const RowsCounted&) {}
  void on(const ApprovalGiven&) {}
  void on(const AttemptEnded& e);
  void on(const WorldIdle& e);
  void on(const DrainReported& e);
  void on(const CancelRequested& e);
  void on(const RunParked&) {}
  void on(const RunConcluded&) { state_.step = Step::concluded; }

  Effects take() { return std::move(effects_); }

 private:
  void observe(AttemptKey key, const std::string& since);
  void inspect();
  void run_commands(Instant at);
  void forward(const Event& event);
  void go_on(Effects effects);
  void take_over_results();
  AttemptKey question_key() const;
  std::uint32_t questions() const;
  const Judge& judge() const;
  std::uint32_t asked_check() const;
  void ask_next();
  void reserve();
  void vote(const CheckResult& result);
  void settle(const Evidence& evidence);
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
  state_.semantic = semantic_checks(*state_.plan->checks);
  for (const Check& check : *state_.plan->checks) state_.results.push_back(unchecked(check));
  observe(before, {});
}

void Decision::observe(AttemptKey key, const std::string& since) {
  state_.step = key == before ? Step::observing_before : Step::observing_after;
  effects_.emplace_back(ObserveTree{key, "workspace", since, {}, true});
}

void Decision::inspect() {
  state_.step = Step::inspecting;
  effects_.emplace_back(InspectWorkspace{state_.plan->checks, never_evidence(*state_.plan)});
}

void Decision::on(const TreeObserved& e) {
  if (e.key == before && state_.step == Step::observing_before) {
    state_.tree_before = e.digest;
    inspect();
  } else if (e.key == after && state_.step == Step::observing_after) {
    state_.read_only =
        !e.digest.empty() && (e.digest == state_.tree_before || only_litter(e.changed));
    state_.disturbed = e.changed;
    drain();
  } else {
    forward(e);
  }
}

/// What interpreters leave beside the sources they run is nobody's change.
bool Decision::only_litter(const std::vector<std::string>& changed) const {
  return state_.rules >= Rules::v0_2 && !changed.empty() &&
         std::all_of(changed.begin(), changed.end(), is_tool_litter);
}

void Decision::on(const WorkspaceInspected& e) {
  if (state_.step != Step::inspecting) return;
  // One for each check, or it is no answer.
  if (e.results.size() == state_.results.size()) state_.results = e.results;
  run_commands(e.at);
}

void Decision::run_commands(Instant at) {
  if (!state_.plan->commands) {
    // Nobody wanted them run. What they would have told is open, like all that nobody looked at.
    const std::vector<Check>& checks = *state_.plan->checks;
    for (std::size_t i = 0; i < checks.size(); ++i) {
      if (std::holds_alternative<Command>(checks[i].form))
        state_.results[i] = {CheckStatus::gap, "not run", {}, 0};
    }
    ask_next();
    return;
  }
  state_.step = Step::running;
  go_on(state_.commands.start(at, state_.run_id, state_.plan->commands, 0, state_.rules));
}

void Decision::forward(const Event& event) {
  if (state_.step != Step::running) {
    if (state_.step == Step::draining) effects_.emplace_back(Drain{});
    return;
  }
  go_on(state_.commands.hear(event));
}

void Decision::go_on(Effects effects) {
  std::move(effects.begin(), effects.end(), std::back_inserter(effects_));
  if (!state_.commands.is_over()) return;
  take_over_results();
  ask_next();
}

/// Questions have numbers after those of the commands: all of the first judge, then of the next.
AttemptKey Decision::question_key() const {
  const auto commands = state_.plan->commands ? state_.plan->commands->manifest.commands.size() : 0;
  return {static_cast<std::uint32_t>(commands) + state_.question, state_.asked};
}

std::uint32_t Decision::questions() const {
  std::size_t all = 0;
  for (const Judge& each : state_.plan->judges) all += each.questions.size();
  return static_cast<std::uint32_t>(all);
}

const Judge& Decision::judge() const {
  return state_.plan->judges[state_.question / state_.plan->judges.front().questions.size()];
}

std::uint32_t Decision::asked_check() const {
  return state_.semantic[state_.question % state_.semantic.size()];
}

void Decision::ask_next() {
  if (state_.cancelled || state_.question >= questions()) {
    observe(after, state_.tree_before);
    return;
  }
  state_.asked = 0;
  reserve();
}

void Decision::reserve() {
  ++state_.asked;
  state_.step = Step::reserving;
  effects_.emplace_back(AskSpending{question_key(), judge().order.role});
}

void Decision::on(const SpendingReported& e) {
  if (state_.step != Step::reserving || e.key != question_key()) return;
  state_.purse.others_today = e.others_today;
  if (const auto refusal = agent::check(state_.purse, e.at)) {
    // Nobody is asked any more: what is left stays open.
    while (state_.question < questions()) {
      vote({CheckStatus::could_not_check,
            judge().order.role + " was not asked: " + refusal->why,
            {},
            0});
      ++state_.question;
    }
    observe(after, state_.tree_before);
    return;
  }
  agent::reserve(state_.purse, e.key, e.at);
  state_.step = Step::judging;
  agent::Order order = judge().order;
  order.spare = agent::spare_of(state_.purse, order.role, e.at);
  order.prompt = judge().questions[state_.question % judge().questions.size()];
  Launch launch =
      agent::dispatch(e.key, std::move(order), judge().env, state_.run_id, state_.plan->workspace);
  launch.cwd = judge().cwd;
  launch.timeout = judge().timeout;
  launch.reading.judgement = true;
  launch.reading.criterion = (*state_.plan->checks)[asked_check()].item;
  launch.reading.never_evidence = never_evidence(*state_.plan);
  launch.env.emplace_back("ASSAY_TASK_ID",
                          state_.plan->tasks[(*state_.plan->checks)[asked_check()].task].id);
  effects_.emplace_back(StartAttempt{std::move(launch)});
}

void Decision::on(const AttemptEnded& e) {
  if (state_.step == Step::judging && e.key == question_key()) {
    settle(e.evidence);
  } else {
    forward(e);
  }
}

void Decision::settle(const Evidence& evidence) {
  agent::settle(state_.purse, question_key(), evidence);
  const agent::Fused fused =
      agent::fuse({evidence, agent::transcript_of(evidence),
                   agent::dialect_of(judge().order, evidence), std::nullopt});
  if (fused.outcome == agent::Outcome::unavailable) {
    agent::Refusal refusal{fused.reason, {}};
    if (agent::fall_back(state_.purse, judge().order, evidence, refusal)) return reserve();
    agent::close(state_.purse, {fused.reason, {}});
  }
  vote(vote_of(judge().order.role, fused, evidence.reading.judgement));
  ++state_.question;
  ask_next();
}

void Decision::vote(const CheckResult& result) {
  const std::uint32_t check = asked_check();
  state_.voted.resize(state_.results.size());
  state_.results[check] = state_.voted[check] ? joined(state_.results[check], result) : result;
  state_.voted[check] = true;
}

void Decision::take_over_results() {
  const std::vector<Check>& checks = *state_.plan->checks;
  const CommandList commands = commands_of(checks);
  for (std::size_t i = 0; i < checks.size(); ++i) {
    if (!commands.units[i]) continue;
    state_.results[i] = result_of(std::get<Command>(checks[i].form),
                                  state_.commands.state().commands[*commands.units[i]]);
  }
}

void Decision::drain() {
  state_.step = Step::draining;
  effects_.emplace_back(Drain{});
}

void Decision::on(const RunResumed& e) {
  switch (state_.step) {
    case Step::observing_before: observe(before, {}); break;
    case Step::inspecting: inspect(); break;
    case Step::running: forward(e); break;
    case Step::reserving:
      effects_.emplace_back(AskSpending{question_key(), judge().order.role});
      break;
    case Step::judging:
      agent::settle(state_.purse, question_key(), lost_evidence("its coordinator died"));
      reserve();
      break;
    case Step::observing_after: observe(after, state_.tree_before); break;
    case Step::draining: effects_.emplace_back(Drain{}); break;
    case Step::concluded: break;
  }
}

void Decision::on(const WorldIdle& e) {
  if (state_.step != Step::judging) return forward(e);
  settle(lost_evidence("its end was never reported"));
}

void Decision::on(const DrainReported& e) {
  if (state_.step != Step::draining) return;
  if (e.alive != 0) {
    effects_.emplace_back(StopAttempts{});
    return;
  }
  const Report report = report_of(state_);
  const std::string why = std::to_string(report.tasks_passed) + " of " +
                          std::to_string(report.tasks.size()) + " tasks passed, " +
                          std::to_string(report.gaps.size()) + " gaps";
  effects_.emplace_back(Conclude{outcome_of(state_, report), why});
}

void Decision::on(const CancelRequested& e) {
  state_.cancelled = true;
  if (state_.step == Step::running) {
    forward(e);
  } else if (state_.step == Step::judging) {
    effects_.emplace_back(StopAttempts{});
  } else if (state_.step == Step::reserving) {
    observe(after, state_.tree_before);
  } else if (state_.step == Step::observing_before || state_.step == Step::inspecting) {
    drain();
  }
}

}  // namespace

Effects decide(State& state, const Event& event) {
  Decision decision(state);
  match(event, [&](const auto& e) { decision.on(e); });
  return decision.take();
}

std::string explain(const State& state, const Event& event, const Effects& effects) {
  if (std::holds_alternative<RunStarted>(event))
    return "the tree is looked at first, to prove afterwards that verifying changed nothing";
  if (const auto* seen = std::get_if<WorkspaceInspected>(&event)) {
    std::size_t met = 0;
    for (const CheckResult& result : seen->results) met += result.status == CheckStatus::ok ? 1 : 0;
    return std::to_string(met) + " of " + std::to_string(seen->results.size()) +
           " checks hold without running anything";
  }
  if (const auto* tree = std::get_if<TreeObserved>(&event); tree != nullptr && tree->key == after)
    return state.read_only ? "the workspace is what it was"
                           : "the workspace has changed: what was found proves nothing";
  if (std::holds_alternative<DrainReported>(event)) return "every check has its result";
  if (const auto* ended = std::get_if<AttemptEnded>(&event);
      ended != nullptr && ended->evidence.transcript)
    return "its answer counts as far as the places it names bear it out";
  const bool inner = state.step == Step::running || std::holds_alternative<AttemptEnded>(event);
  return inner && state.commands.state().plan
             ? verify::explain(state.commands.state(), event, effects)
             : "";
}

Report report_of(const State& state) {
  Report report =
      compile_report(state.plan->phase, state.plan->tasks, *state.plan->checks, state.results);
  if (state.read_only || state.cancelled) return report;
  std::string actual = state.disturbed.empty() ? "the workspace could not be read" : "changed:";
  for (std::size_t i = 0; i < state.disturbed.size() && i < 10; ++i)
    actual += " " + state.disturbed[i];
  if (state.disturbed.size() > 10)
    actual += " and " + std::to_string(state.disturbed.size() - 10) + " more";
  report.gaps.push_back({"workspace", "read_only", "verification changes nothing",
                         "the workspace is byte for byte what it was", actual, "", 0, true});
  report.status = Status::error;
  return report;
}

Outcome outcome_of(const State& state, const Report& report) {
  if (state.cancelled) return Outcome::cancelled;
  switch (report.status) {
    case Status::passed: return Outcome::passed;
    case Status::gaps_found: return Outcome::failed;
    case Status::error: return Outcome::error;
  }
  return Outcome::error;
}

}  // namespace assay::core::goals
