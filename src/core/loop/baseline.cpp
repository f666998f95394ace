// SPDX-License-Identifier: MIT
// What the gates of the workspace said when the run began, and what has become worse since.
#include "base/ensure.h"
#include "core/loop/questions.h"
#include "core/verify/sealing.h"
#include "core/verify/verdict.h"

#include <algorithm>

namespace assay::core::loop {

/// The gates of the workspace, under other names each time they are run.
std::shared_ptr<const verify::Plan> gates_plan(const State& run) {
  ENSURE(run.plan->gates != nullptr);
  auto plan = std::make_shared<verify::Plan>(*run.plan->gates);
  const std::string prefix = "gates-" + std::to_string(run.next_unit) + "-";
  for (verify::CommandSpec& spec : plan->manifest.commands) spec.id = prefix + spec.id;
  plan->manifest_digest = verify::digest_of(plan->manifest);
  plan->name_tests = is_new(run);
  plan->keeps_outcomes = plan->keeps_outcomes || is_new(run);
  return plan;
}

/// Commands of tasks decide as gates do, and run where those do.
void seal(const State& run, verify::Plan& plan) {
  const verify::Plan* gates = run.plan->gates.get();
  if (gates == nullptr || !verify::is_to_be_sealed(*gates)) return;
  plan.sealing = gates->sealing;
  plan.guarded_by = gates->guarded_by;
  plan.supplies = gates->supplies;
  plan.programs = gates->programs;
}

/// What each gate says at this moment.
std::vector<GateBefore> gates_now(const State& run, const verify::State& now,
                                  const std::map<std::uint32_t, std::int64_t>& failures) {
  std::vector<GateBefore> gates;
  for (std::size_t i = 0; i < now.commands.size(); ++i) {
    const verify::CommandState& command = now.commands[i];
    GateBefore& gate = gates.emplace_back();
    gate.id = run.plan->gates->manifest.commands[i].id;
    gate.status = command.status;
    gate.tests = command.tests_executed;
    gate.exit_code = command.exit_code;
    const auto failed = failures.find(static_cast<std::uint32_t>(i));
    if (failed != failures.end() && command.tests_executed >= 0) gate.failed = failed->second;
    const auto named = [&] {
      return static_cast<std::int64_t>(command.notes->failed_tests.size());
    };
    if (command.notes && gate.failed > 0 && named() == gate.failed)
      gate.failing = command.notes->failed_tests;
  }
  return gates;
}

/// Gates that stand in for the Verify of a task, and fail as they failed when the run began.
std::set<std::uint32_t> known_failures(const State& run, const Job& job) {
  std::set<std::uint32_t> known;
  const verify::State& ran = job.checks.state();
  if (!is_new(run) || !ran.plan || !run.tasks[job.task].task.commands.empty()) return known;
  const std::vector<GateBefore> gates = gates_now(run, ran, job.failures);
  for (std::uint32_t i = 0; i < gates.size() && i < run.baseline.size(); ++i) {
    const bool stands = verify::stands_in_the_way(ran.plan->manifest.commands[i], ran.commands[i]);
    if (stands && run.baseline[i].status != verify::Status::pass &&
        regression_of(run, run.baseline[i], gates[i]).empty())
      known.insert(i);
  }
  return known;
}

/// Why nothing could be told from these gates at the end; empty: something could.
std::string void_baseline(const State& run) {
  const verify::State& ran = run.checks.state();
  // A spec that writes the tests, or the program that runs them, begins without them.
  const auto is_to_come = [&](const auto& fits) {
    return std::any_of(run.tasks.begin(), run.tasks.end(), [&](const TaskState& state) {
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
        is_to_come([&](const std::string& path) { return fits_one(run.plan->tests, path); });
    const bool program_comes = is_missing && is_to_come([&](const std::string& path) {
                                 return spec.command.find(path) != std::string::npos;
                               });
    if (says_no || tests_come || program_comes) continue;
    why += "\n" + run.plan->gates->manifest.commands[i].id + ": " +
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

/// As many failures as before are other ones; empty: they are not, or have no names.
static std::string another_failure(const GateBefore& before, const GateBefore& now) {
  if (before.failing.empty() || now.failing.empty()) return "";
  for (const std::string& test : now.failing) {
    if (!std::binary_search(before.failing.begin(), before.failing.end(), test)) return test;
  }
  return "";
}

/// What is worse than when the run began; empty: nothing.
std::string regression_of(const State& run, const GateBefore& before, const GateBefore& now) {
  const bool passes = now.status == verify::Status::pass;
  if (before.status == verify::Status::pass && !passes)
    return "regression: " + now.id + " passed when the run began";
  if (now.tests < before.tests && !run.plan->settings.allow_fewer_tests)
    return "regression: " + now.id + " ran " + std::to_string(before.tests) +
           " tests when the run began, now " + std::to_string(now.tests);
  if (passes) return "";
  if (now.status == verify::Status::error || before.status == verify::Status::error)
    return now.id + " proves nothing";
  if (before.failed >= 0 && now.failed > before.failed)
    return "regression: " + now.id + " had " + std::to_string(before.failed) +
           " failing tests when the run began, now " + std::to_string(now.failed);
  if (const std::string other = another_failure(before, now); !other.empty())
    return "regression: " + now.id + ": " + other + " fails, and did not when the run began";
  if (before.failed >= 0 && now.failed < 0) return now.id + " no longer tells how many tests fail";
  if (before.failed < 0 && now.exit_code != before.exit_code)
    return now.id + " fails in another way than when the run began (exit " +
           std::to_string(before.exit_code) + ", now " + std::to_string(now.exit_code) + ")";
  return "";
}

}  // namespace assay::core::loop
