// SPDX-License-Identifier: MIT
#include "sim/agent_subject.h"

namespace assay::sim {

namespace {

using core::ExitKind;
using core::agent::Ending;
using core::agent::Transcript;
using core::agent::Trouble;
using namespace std::chrono_literals;

constexpr Instant began{std::chrono::days{20'000}};

std::shared_ptr<const core::agent::Plan> random_plan(Chance& chance) {
  auto plan = std::make_shared<core::agent::Plan>();
  plan->order.role = "dev";
  plan->order.argv = {"agent"};
  plan->order.dialect = chance.percent(80) ? core::Dialect::claude : core::Dialect::text;
  plan->workspace = plan->cwd = "/workspace";
  plan->timeout = 45min;
  core::Limits& run = plan->budgets.run;
  core::Limits& day = plan->budgets.per_day;
  if (chance.percent(40)) run.launches = 1 + chance.below(4);
  if (chance.percent(20)) run.tokens = 500 + chance.below(2'000);
  if (chance.percent(15)) run.wall = std::chrono::hours{1 + chance.below(30)};
  if (chance.percent(15)) run.micro_usd = 1'000'000;
  if (chance.percent(40)) day.launches = 1 + chance.below(3);
  plan->budgets.unknown_cost = static_cast<core::UnknownCost>(chance.below(3));
  return plan;
}

Behaviour behaving(core::Exit exit, Transcript said, Chance& chance) {
  Behaviour does;
  does.exit = std::move(exit);
  does.duration = Millis{1 + chance.below(5'000)};
  said.tokens_told = chance.percent(90);
  said.tokens.total = said.tokens_told && chance.percent(90) ? chance.below(800) : 0;
  if (chance.percent(70)) said.micro_usd = chance.below(300'000);
  if (chance.percent(5)) said.denials = {"Bash: make install"};
  does.reading.says_complete = chance.percent(40);
  const std::uint32_t touch = chance.below(100);
  does.touch = touch < 30 ? Touch::nothing : touch < 45 ? Touch::at_start : Touch::at_end;
  does.transcript = std::make_shared<const Transcript>(std::move(said));
  return does;
}

/// Quota or overload, with or without a word on how long.
Behaviour out_of_quota(Chance& chance) {
  Transcript said;
  said.ending = chance.percent(50) ? Ending::failure : Ending::none;
  said.trouble = chance.percent(50) ? Trouble::quota : Trouble::overload;
  said.limit_reached = said.trouble == Trouble::quota && chance.percent(70);
  said.errors = {"429 too many requests"};
  const std::uint32_t told = chance.below(3);
  if (told == 0) said.resets_at = began + std::chrono::hours{chance.below(40)};
  if (told == 1) said.retry_after = std::chrono::minutes{1 + chance.below(600)};
  const std::uint32_t kind = chance.below(4);
  return behaving(kind == 0   ? core::Exit{ExitKind::stalled, 143, 15, ""}
                  : kind == 1 ? core::Exit{ExitKind::exited, 0, 0, ""}
                              : core::Exit{ExitKind::exited, 1, 0, ""},
                  std::move(said), chance);
}

/// The end that matters: mostly good, else one of the ways in which agents end.
Behaviour last(Chance& chance) {
  Transcript said;
  said.final_text = chance.percent(90) ? "done" : "";
  core::Exit exit{ExitKind::exited, 0, 0, ""};
  const std::uint32_t way = chance.below(100);
  said.ending = way < 70 ? Ending::success : way < 85 ? Ending::failure : Ending::none;
  const std::uint32_t end = chance.below(100);
  if (end < 10) exit = {ExitKind::exited, 1, 0, ""};
  if (end >= 10 && end < 15) exit = {ExitKind::signaled, 137, 9, ""};
  if (end >= 15 && end < 20) exit = {ExitKind::timed_out, 143, 15, ""};
  if (end >= 20 && end < 25) exit = {ExitKind::stalled, 143, 15, ""};
  if (end >= 25 && end < 30) exit = {ExitKind::limited, 143, 15, "too many turns"};
  if (end >= 30 && end < 35 && said.ending != Ending::none) exit = {ExitKind::held, 143, 15, ""};
  if (end >= 35 && end < 38) exit = {ExitKind::unrecorded, 0, 0, "disk full"};
  // A model nobody knows is no end: the run waits until somebody has seen to it.
  constexpr Trouble ends[] = {Trouble::other, Trouble::protocol, Trouble::refused,
                              Trouble::limit, Trouble::auth,     Trouble::auth};
  if (said.ending == Ending::failure && chance.percent(50)) said.trouble = ends[chance.below(6)];
  return behaving(std::move(exit), std::move(said), chance);
}

std::vector<Behaviour> random_script(Chance& chance) {
  std::vector<Behaviour> script;
  while (script.size() < 4 && chance.percent(35)) script.push_back(out_of_quota(chance));
  script.push_back(last(chance));
  return script;
}

}  // namespace

AgentSubject::AgentSubject(std::uint64_t seed)
    : seed_(seed),
      plan_([seed] {
        Chance chance(mix(seed) ^ 0xa6e7U);
        return random_plan(chance);
      }()),
      oracle_(plan_) {
  Chance chance(mix(seed) ^ 0x5c417U);
  script_ = random_script(chance);
}

core::RunStarted AgentSubject::first() { return {began, "run", plan_}; }

Behaviour AgentSubject::behaviour(const core::Launch&, std::uint32_t ends) {
  return script_[std::min<std::size_t>(ends, script_.size() - 1)];
}

/// On some days the others leave nothing.
core::agent::Spent AgentSubject::others(Instant at) {
  const auto day = static_cast<std::uint64_t>(core::agent::day_of(at).time_since_epoch().count());
  core::agent::Spent spent;
  spent.launches = static_cast<std::int64_t>(mix(seed_ ^ mix(day)) % 3);
  return spent;
}

/// What is really started, beside what really runs: the agent as ordered, and nothing beside it.
Finding AgentSubject::on_start(const core::Launch& launch, std::span<const core::Launch> live) {
  if (!live.empty()) return "two: an agent is started beside another one";
  const bool faithful = launch.key.unit == 0 && launch.name == "dev" && launch.cwd == plan_->cwd &&
                        launch.timeout == plan_->timeout && launch.agent &&
                        *launch.agent == plan_->order;
  return faithful ? "" : "order: the agent is not started as it was ordered";
}

/// An interruption costs a launch, and time: a budget may be used up by that.
bool AgentSubject::is_comparable(const core::Machine& machine) {
  return machine.outcome != core::Outcome::out_of_budget;
}

std::vector<std::string> AgentSubject::results(const core::Machine& machine) {
  const auto& state = std::get<core::agent::State>(machine.state);
  std::string line = state.fused ? std::string(to_text(state.fused->outcome)) + " by " +
                                       std::string(state.fused->rule)
                                 : "nothing";
  line += !state.changed ? " unread" : *state.changed ? " changed" : " unchanged";
  return {line, std::string(machine.outcome ? to_text(*machine.outcome) : "no verdict")};
}

}  // namespace assay::sim
