// SPDX-License-Identifier: MIT
#include "sim/verify_subject.h"

#include "sim/verify_plan.h"

namespace assay::sim {

using core::verify::CommandSpec;

VerifySubject::VerifySubject(std::uint64_t seed)
    : seed_(seed), plan_(random_plan(seed)), oracle_(plan_) {}

core::RunStarted VerifySubject::first() { return {Instant{}, "run", plan_}; }

Behaviour VerifySubject::behaviour(const core::Launch& launch, std::uint32_t ends) {
  return random_behaviour(seed_, plan_->manifest.commands[launch.key.unit], launch.key.unit, ends);
}

/// What is really started, beside what really runs: the command of the manifest, word for word, in
/// the right company.
Finding VerifySubject::on_start(const core::Launch& launch, std::span<const core::Launch> live) {
  if (launch.key.unit >= plan_->manifest.commands.size()) return "manifest: no such command";
  const CommandSpec& spec = plan_->manifest.commands[launch.key.unit];
  const core::verify::CommandExtras none;
  const core::verify::CommandExtras& extras = spec.extras ? *spec.extras : none;
  const Millis limit = spec.timeout.count() > 0 ? spec.timeout : plan_->policy.default_timeout;
  const bool faithful =
      launch.name == spec.id && launch.command == spec.command && launch.cwd == plan_->cwd &&
      launch.env == extras.env && launch.timeout == limit &&
      launch.reading.report == extras.report && launch.reading.retry_on == extras.retry_on &&
      launch.reading.count_tests == (spec.gate_type == core::verify::GateType::test);
  if (!faithful) return "manifest: " + spec.id + " is not started as it was asked for";
  for (const core::Launch& other : live) {
    const CommandSpec& beside = plan_->manifest.commands[other.key.unit];
    if (other.key.unit == launch.key.unit) return "twice: " + spec.id + " has two attempts alive";
    const bool alike = VerifyOracle::kind_of(spec) == 1 && VerifyOracle::kind_of(beside) == 1;
    if (!alike || beside.stage != spec.stage)
      return "alone: " + spec.id + " runs beside " + beside.id;
  }
  return live.size() < plan_->jobs ? "" : "jobs: more processes than jobs";
}

Finding VerifySubject::at_end(const core::Machine& machine) {
  const auto* state = std::get_if<core::verify::State>(&machine.state);
  return state == nullptr ? "the machine has no state" : oracle_.at_end(*state);
}

std::vector<std::string> VerifySubject::results(const core::Machine& machine) {
  const auto& state = std::get<core::verify::State>(machine.state);
  std::vector<std::string> lines;
  for (const core::verify::CommandState& row : state.commands) {
    lines.push_back(std::string(to_text(row.status)) + " " + std::string(to_text(row.reason)) +
                    " " + std::to_string(row.exit_code) + " " + std::to_string(row.tests_executed) +
                    (row.effective ? " effective" : ""));
  }
  lines.emplace_back(machine.outcome ? to_text(*machine.outcome) : "no verdict");
  return lines;
}

}  // namespace assay::sim
