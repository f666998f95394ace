// SPDX-License-Identifier: MIT
#include "core/goals/decide.h"

#include "base/ensure.h"
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

/// The tree by git's name. What assay itself writes about the phase is no part of it, unless git
/// tracks it.
ObserveTree look_at(const State& state, AttemptKey key) {
  ObserveTree look{.key = key, .name = "workspace", .keep = true, .named = true};
  if (const std::string report = report_inside(*state.plan); !report.empty())
    look.without.push_back({.path = report, .digest = ""});
  return look;
}

/// New files too: who checks a phase leaves nothing behind but what git ignores.
std::vector<std::string> what_changed(const TreeObserved& e) {
  std::vector<std::string> files = e.changed;
  for (const ByProduct& each : e.created) files.push_back(each.path);
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

/// One event's turn of the machine.
class Turn {
 public:
  explicit Turn(State& state) : state_(state) {}

  Effects hear(const Event& event);

  void on(const RunStarted& e);
  void on(const RunResumed& e);
  void on(const TreeObserved& e);
  void on(const AttemptEnded& e) { forward(e); }
  void on(const WorkDone& e) { forward(e); }       // of sealed commands, which make a copy
  void on(const WorkInspected& e) { forward(e); }  // likewise
  void on(const WorldIdle& e);
  void on(const CancelRequested& e);
  void on(const RunConcluded&) { state_.step = Step::concluded; }

 private:
  void look_before();
  void seen_before(const TreeObserved& e);
  void look_after();
  void seen_after(const TreeObserved& e);
  void inspected(const WorkspaceInspected& e);
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
  void leave_open(const std::string& why);
  void launch(const SpendingReported& e);
  void vote(const CheckResult& result);
  void ended(const AttemptEnded& e) { settle(e.evidence); }
  void settle(const Evidence& evidence);
  void drain();
  void conclude();

  State& state_;
  Effects effects_;
};

Effects Turn::hear(const Event& event) {
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
  ENSURE(state_.plan != nullptr && state_.plan->checks != nullptr);
  state_.purse.budgets = state_.plan->budgets;
  state_.purse.started = e.at;
  state_.semantic = semantic_checks(*state_.plan->checks);
  for (const Check& check : *state_.plan->checks) state_.results.push_back(unchecked(check));
  look_before();
}

void Turn::look_before() {
  state_.step = Step::observing_before;
  state_.talk.ask(effects_, look_at(state_, before), &Turn::seen_before);
}

void Turn::seen_before(const TreeObserved& e) {
  state_.tree = {e.tree, e.digest};
  state_.step = Step::inspecting;
  state_.talk.ask(effects_,
                  InspectWorkspace{.checks = state_.plan->checks,
                                   .never_evidence = never_evidence(*state_.plan)},
                  &Turn::inspected);
}

void Turn::look_after() {
  state_.step = Step::observing_after;
  ObserveTree look = look_at(state_, after);
  look.since = state_.tree.digest;
  state_.talk.ask(effects_, std::move(look), &Turn::seen_after);
}

void Turn::seen_after(const TreeObserved& e) {
  state_.disturbed = what_changed(e);
  const bool litter = state_.rules >= Rules::v0_2 && !state_.disturbed.empty() &&
                      std::all_of(state_.disturbed.begin(), state_.disturbed.end(), is_tool_litter);
  // A look with a name leaves new files out of its digest: they are among what changed.
  const bool same = e.digest == state_.tree.digest && state_.disturbed.empty();
  state_.read_only = !e.digest.empty() && (same || litter);
  drain();
}

void Turn::on(const TreeObserved& e) {
  // A look that nobody waits for any more came back: is anything else still to come?
  if (state_.talk.is_draining()) {
    effects_.emplace_back(Drain{});
    return;
  }
  forward(e);
}

void Turn::inspected(const WorkspaceInspected& e) {
  // One for each check, or it is no answer.
  if (e.results.size() == state_.results.size()) state_.results = e.results;
  run_commands(e.at);
}

void Turn::run_commands(Instant at) {
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
  go_on(state_.commands.start(at, state_.run_id, state_.plan->commands, state_.base, state_.rules));
}

void Turn::forward(const Event& event) {
  if (state_.step == Step::running) go_on(state_.commands.hear(event));
}

void Turn::go_on(Effects effects) {
  std::move(effects.begin(), effects.end(), std::back_inserter(effects_));
  if (!state_.commands.is_over()) return;
  take_over_results();
  ask_next();
}

/// Questions have numbers after those of the commands: all of the first judge, then of the next.
AttemptKey Turn::question_key() const {
  const auto commands = state_.plan->commands ? state_.plan->commands->manifest.commands.size() : 0;
  return {state_.base + static_cast<std::uint32_t>(commands) + state_.question, state_.asked};
}

std::uint32_t Turn::questions() const {
  std::size_t all = 0;
  for (const Judge& each : state_.plan->judges) all += each.questions.size();
  return static_cast<std::uint32_t>(all);
}

const Judge& Turn::judge() const {
  ENSURE(state_.question < questions());
  ENSURE(!state_.plan->judges.front().questions.empty());
  return state_.plan->judges[state_.question / state_.plan->judges.front().questions.size()];
}

std::uint32_t Turn::asked_check() const {
  ENSURE(!state_.semantic.empty());
  return state_.semantic[state_.question % state_.semantic.size()];
}

void Turn::ask_next() {
  if (state_.cancelled || state_.question >= questions()) {
    look_after();
    return;
  }
  state_.asked = 0;
  reserve();
}

void Turn::reserve() {
  ++state_.asked;
  state_.step = Step::reserving;
  state_.talk.ask(effects_, AskSpending{.key = question_key(), .name = judge().order.role},
                  &Turn::launch);
}

/// Nobody is asked any more: what is left stays open.
void Turn::leave_open(const std::string& why) {
  while (state_.question < questions()) {
    vote({.status = CheckStatus::could_not_check,
          .actual = judge().order.role + " was not asked: " + why,
          .path = {},
          .line = 0});
    ++state_.question;
  }
  look_after();
}

void Turn::launch(const SpendingReported& e) {
  state_.purse.others_today = e.others_today;
  if (const auto refusal = agent::check(state_.purse, e.at)) return leave_open(refusal->why);
  agent::reserve(state_.purse, e.key, e.at);
  state_.step = Step::judging;
  agent::Order order = judge().order;
  order.spare = agent::spare_of(state_.purse, order.role, e.at);
  order.prompt = judge().questions[state_.question % judge().questions.size()];
  Launch wanted =
      agent::dispatch(e.key, std::move(order), judge().env, state_.run_id, state_.plan->workspace);
  wanted.cwd = judge().cwd;
  wanted.timeout = judge().timeout;
  wanted.reading.judgement = true;
  wanted.reading.criterion = (*state_.plan->checks)[asked_check()].item;
  wanted.reading.never_evidence = never_evidence(*state_.plan);
  wanted.env.emplace_back("ASSAY_TASK_ID",
                          state_.plan->tasks[(*state_.plan->checks)[asked_check()].task].id);
  state_.talk.ask(effects_, StartAttempt{std::move(wanted)}, &Turn::ended);
}

void Turn::settle(const Evidence& evidence) {
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

void Turn::vote(const CheckResult& result) {
  const std::uint32_t check = asked_check();
  ENSURE(check < state_.results.size());
  state_.voted.resize(state_.results.size());
  state_.results[check] = state_.voted[check] ? joined(state_.results[check], result) : result;
  state_.voted[check] = true;
}

void Turn::take_over_results() {
  const std::vector<Check>& checks = *state_.plan->checks;
  const CommandList commands = commands_of(checks);
  ENSURE(commands.units.size() == checks.size() && state_.results.size() == checks.size());
  const auto& ran = state_.commands.state().commands;
  for (std::size_t i = 0; i < checks.size(); ++i) {
    // Sealed commands that were stopped before they had a copy have no results at all.
    if (!commands.units[i] || *commands.units[i] >= ran.size()) continue;
    state_.results[i] =
        result_of(std::get<Command>(checks[i].form), ran[*commands.units[i]], state_.plan->hollow);
  }
}

void Turn::drain() {
  state_.step = Step::draining;
  state_.talk.drain(effects_);
}

void Turn::conclude() {
  const Report report = report_of(state_);
  const std::string why = std::to_string(report.tasks_passed) + " of " +
                          std::to_string(report.tasks.size()) + " tasks passed, " +
                          std::to_string(report.gaps.size()) + " gaps";
  effects_.emplace_back(Conclude{outcome_of(state_, report), why});
}

void Turn::on(const RunResumed& e) {
  if (state_.talk.again(turn::the_run, effects_)) return;
  if (state_.talk.goes_on(turn::the_run, e.attached)) {
    // Who was to end it may have died before.
    if (state_.cancelled) effects_.emplace_back(StopAttempts{});
    return;
  }
  if (!state_.talk.lose(turn::the_run)) return forward(e);
  agent::settle(state_.purse, question_key(), lost_evidence("its coordinator died"));
  reserve();
}

void Turn::on(const WorldIdle& e) {
  if (!state_.talk.lose(turn::the_run)) return forward(e);
  settle(lost_evidence("its end was never reported"));
}

void Turn::on(const CancelRequested& e) {
  state_.cancelled = true;
  switch (state_.step) {
    case Step::running: return forward(e);
    case Step::judging: effects_.emplace_back(StopAttempts{}); return;
    case Step::reserving: return look_after();
    case Step::observing_before:
    case Step::inspecting: return drain();
    case Step::observing_after:
    case Step::draining:
    case Step::concluded: return;
  }
}

Effects decide(State& state, const Event& event) { return Turn(state).hear(event); }

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
