// SPDX-License-Identifier: MIT
#include "sim/verify_plan.h"

#include "sim/chance.h"

namespace assay::sim {

using core::ExitKind;
using core::LintRule;
using core::verify::CommandSpec;
using core::verify::GateType;
using core::verify::Plan;

namespace {

CommandSpec random_command(Chance& chance, std::uint32_t unit) {
  CommandSpec spec;
  spec.id = "c" + std::to_string(unit);
  spec.command = "run " + std::to_string(chance.below(1000));
  spec.stage = static_cast<std::int32_t>(chance.below(4)) - 1;
  spec.gate_type = chance.percent(40) ? GateType::test : static_cast<GateType>(chance.below(6));
  spec.mutates_workspace = chance.percent(25);
  spec.parallel_safe = chance.percent(60);
  spec.required = chance.percent(75);
  spec.must_be_effective =
      chance.percent(80) ? spec.required && spec.gate_type == GateType::test : chance.percent(50);
  spec.allow_zero_tests = chance.percent(15);
  if (chance.percent(30)) spec.timeout = Millis{1000 * (1 + chance.below(60))};
  if (chance.percent(20)) {
    auto extras = std::make_shared<core::verify::CommandExtras>();
    extras->env.emplace_back("K", std::to_string(chance.below(9)));
    extras->retry_on.emplace_back("flake");
    if (chance.percent(50)) extras->report = "report.xml";
    spec.extras = std::move(extras);
  }
  return spec;
}

/// Half of the plans have no findings at all, so that many runs can pass.
void add_lint(Chance& chance, Plan& plan) {
  if (chance.percent(50)) return;
  for (std::uint32_t unit = 0; unit < plan.manifest.commands.size(); ++unit) {
    if (!chance.percent(30)) continue;
    core::CommandLint lint;
    lint.contains_pipeline = chance.percent(50);
    const std::uint32_t roll = chance.below(100);
    const auto find = [&](LintRule rule) {
      lint.findings.push_back({rule, 0, "x", "because of x"});
    };
    if (roll < 25) find(LintRule::masked);
    if (roll >= 25 && roll < 40) find(LintRule::constant);
    if (roll >= 40 && roll < 55) find(LintRule::detaches);
    if (roll >= 55 && roll < 65) find(LintRule::opts_out);
    core::verify::add_lint(plan, unit, std::move(lint));
  }
}

/// How many of 1,000 spawns go wrong: most runs are healthy, some are not.
std::uint32_t sickness(std::uint64_t seed) {
  constexpr std::uint32_t levels[] = {0, 20, 60, 150, 400, 800};
  return levels[mix(seed ^ 0x51c4) % 6];
}

void fill_tests(Chance& chance, core::Tally& tally) {
  tally.executed = 1 + chance.below(500);
  tally.skipped = chance.below(3);
  tally.source = "pytest";
}

/// A test run that exits 0 and proves nothing.
void spoil_tests(Chance& chance, core::Reading& reading) {
  core::Tally& tally = reading.tally;
  switch (chance.below(6)) {
    case 0: tally.executed = 0; break;
    case 1: tally.executed = -1; break;
    case 2: tally.executed = 0, tally.skipped = 4; break;
    case 3: tally.cached = true; break;
    case 4: reading.cache_marker = "FULL TURBO"; break;
    default: tally.failed = 1 + chance.below(5); break;
  }
}

void make_sick(Chance& chance, Behaviour& does) {
  switch (chance.below(8)) {
    case 0: does.exit = {ExitKind::exited, 1, 0, ""}; break;
    case 1:
    case 2:
      does.exit = {ExitKind::exited, 1 + static_cast<int>(chance.below(100)), 0, ""};
      does.reading.transient = "connection reset by peer";
      break;
    case 3:
      does.exit = {ExitKind::timed_out, chance.percent(50) ? 0 : -1, chance.percent(50) ? 9 : 0,
                   ""};
      break;
    case 4: does.exit = {ExitKind::signaled, -1, 11, ""}; break;
    case 5: does.exit = {ExitKind::spawn_failed, -1, 0, "no more processes"}; break;
    case 6: does.exit = {ExitKind::unrecorded, -1, 0, "disk full"}; break;
    default: does.exit = {ExitKind::limited, -1, 9, "output limit"}; break;
  }
}

}  // namespace

std::shared_ptr<const Plan> random_plan(std::uint64_t seed) {
  Chance chance(seed);
  auto plan = std::make_shared<Plan>();
  const std::uint32_t commands = 1 + chance.below(12);
  for (std::uint32_t unit = 0; unit < commands; ++unit) {
    plan->manifest.commands.push_back(random_command(chance, unit));
  }
  constexpr std::int32_t limits[] = {0, 1, 1, 1, 2, 3};
  plan->manifest.flaky_retry_limit = limits[chance.below(6)];
  plan->policy.stop_after_failed_stage = chance.percent(30);
  plan->policy.flaky =
      chance.percent(30) ? core::verify::FlakyPolicy::fail : core::verify::FlakyPolicy::pass;
  plan->workspace = plan->cwd = "/workspace";
  plan->log_dir = "/logs";
  plan->jobs = 1 + chance.below(4);
  add_lint(chance, *plan);
  if (chance.percent(50)) {
    for (std::uint32_t unit = 0; unit < commands; ++unit)
      plan->expected_ms.push_back(chance.below(4) * 100);
  }
  plan->manifest_digest = digest_of(plan->manifest);
  return plan;
}

Behaviour random_behaviour(std::uint64_t seed, const CommandSpec& spec, std::uint32_t unit,
                           std::uint32_t ends) {
  Chance chance(mix(seed) ^ mix(std::uint64_t{unit} << 32 | ends));
  Behaviour does;
  does.duration = Millis{1 + chance.below(300)};
  does.exit = {ExitKind::exited, 0, 0, ""};
  const bool test = spec.gate_type == GateType::test;
  if (test) fill_tests(chance, does.reading.tally);
  if (chance.permille(sickness(seed))) make_sick(chance, does);
  if (test && chance.permille(sickness(seed) / 3)) spoil_tests(chance, does.reading);
  if (!test && chance.permille(sickness(seed) / 5)) does.reading.cache_marker = "UP-TO-DATE";
  if (spec.mutates_workspace && chance.percent(50)) {
    does.touch = chance.percent(50) ? Touch::at_start : Touch::at_end;
  }
  const bool ran = does.exit.kind != ExitKind::spawn_failed;
  if (!ran) does.touch = Touch::nothing;
  return does;
}

}  // namespace assay::sim
