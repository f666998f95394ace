// SPDX-License-Identifier: MIT
#include "api/loop_plan.h"

#include "api/protection.h"
#include "api/verify.h"
#include "api/workspace.h"
#include "base/text/escape.h"
#include "core/work/test_files.h"
#include "format/spec/guarded.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::api {

namespace {

/// Files that a task has to name before it may touch them.
void add_guarded(core::loop::Plan& plan, const core::verify::Manifest& gates) {
  for (const std::string_view glob : core::test_file_globs()) plan.tests.emplace_back(glob);
  plan.setup = format::test_setup();
  plan.guarded = format::gate_files();
  const auto take = [&](const std::string& command) {
    for (std::string& script : format::scripts_of(command)) {
      auto& all = plan.guarded;
      if (std::find(all.begin(), all.end(), script) == all.end()) all.push_back(std::move(script));
    }
  };
  for (const core::verify::CommandSpec& spec : gates.commands) take(spec.command);
  for (const core::loop::Task& task : plan.tasks) {
    for (const core::loop::TaskCommand& command : task.commands) take(command.command);
  }
}

/// What a workspace without this agent can do instead.
std::string replacement(const std::string& role) {
  if (role == "executor") return "";
  return fmt::format("another agent may do it: \"*\": {{use: executor}} in agents:{}",
                     role == "reviewer" ? "; or loop: {review: false}" : "");
}

Reply<std::optional<core::loop::Hand>> add_hand(LoopDraft& draft, const std::string& role,
                                                const format::Config& config, const Site& site) {
  const auto known = core::agent::resolve(config.agents, role);
  if (!known)
    return Problem{.code = Code::role_missing,
                   .field = "agents." + role,
                   .value = role,
                   .what = known.error().what,
                   .hint = replacement(role)};
  if (!has_program(site, *known))
    return Problem{.code = Code::program_missing,
                   .field = "agents." + role,
                   .value = role,
                   .what = fmt::format("nothing was run: the program of role {} is not there: {}",
                                       role, printable(known->argv.front())),
                   .hint = replacement(role)};
  RoleAgent chosen = TRY(resolve_agent(site, config, role));
  core::loop::Hand hand{core::agent::order_of(chosen.agent), chosen.agent.timeout, {}};
  hand.order.prompt = std::move(chosen.prompt);
  draft.agents.push_back(std::move(chosen.agent));
  return std::optional<core::loop::Hand>(std::move(hand));
}

/// Only who will have something to do is needed.
Reply<> add_hands(LoopDraft& draft, const format::Config& config, const Site& site) {
  core::loop::Plan& plan = draft.plan;
  const bool verifies = std::any_of(plan.tasks.begin(), plan.tasks.end(),
                                    [](const auto& task) { return task.verify && !task.checked; });
  plan.executor = TRY(add_hand(draft, "executor", config, site));
  if (verifies) plan.qa = TRY(add_hand(draft, "qa", config, site));
  if (plan.settings.review) plan.reviewer = TRY(add_hand(draft, "reviewer", config, site));
  return {};
}

core::LoopSettings settings_of(const format::Config& config, const LoopRequest& request) {
  core::LoopSettings settings = config.loop;
  if (request.max_task_iterations) settings.max_task_iterations = *request.max_task_iterations;
  if (request.max_global_iterations)
    settings.max_global_iterations = *request.max_global_iterations;
  if (request.jobs) settings.jobs = *request.jobs;
  settings.recovery_mode = settings.recovery_mode || request.recovery_mode;
  return settings;
}

}  // namespace

Reply<LoopDraft> draft_loop(const LoopRequest& request, const Spec& spec,
                            const std::optional<Run>& last, const format::Config& config,
                            const Site& site) {
  LoopDraft draft;
  core::loop::Plan& plan = draft.plan;
  plan.workspace = site.place.workspace;
  plan.spec = spec.name;
  plan.spec_dir = spec.relative;
  plan.pinned = std::make_shared<const std::string>(spec.text);
  plan.tasks = spec.reading.tasks;
  // What passed when an unfinished run began is no failure from before this one.
  if (last && last->outcome() != core::Outcome::passed)
    plan.before = last->as<core::loop::State>().baseline;
  add_guarded(plan, config.verify.manifest);
  const std::string& known = config.verify.policy.known_failures;
  if (!known.empty()) plan.guarded.push_back(known);
  plan.own_tests = config.verify.tests;
  for (const std::string& glob : plan.own_tests) plan.tests.push_back(glob);
  plan.settings = settings_of(config, request);
  plan.until = request.until;
  plan.budgets = config.budgets;
  plan.policy = config.verify.policy;
  TRY(add_hands(draft, config, site));
  plan.gates = TRY(plan_gates(config, site));
  plan.supplies = TRY(supplies_of(config, site));
  TRY(add_protected(plan, config, site));
  plan.notify = config.notify;
  return draft;
}

}  // namespace assay::api
