// SPDX-License-Identifier: MIT
#include "sim/loop_plan.h"

#include <algorithm>

namespace assay::sim {

using core::loop::Plan;
using core::loop::Task;

namespace {

core::work::Hand hand(const std::string& role) {
  core::work::Hand made;
  made.order.role = role;
  made.order.argv = {role};
  made.order.dialect = core::Dialect::claude;
  made.timeout = std::chrono::minutes{45};
  return made;
}

void shape(Task& task, Chance& chance) {
  if (chance.percent(30)) task.commit.clear();
  if (chance.percent(25)) task.commands.front().is_test = true;
  if (chance.percent(10)) {
    task.files.clear();
    task.has_files = false;  // may change what it likes
  }
  if (chance.percent(8)) task.commands.clear();
}

/// A checkpoint: a file that is not there yet, or one that is.
void make_checkpoint(Task& task, Chance& chance) {
  task.verify = true;
  task.parallel = false;
  task.files.clear();
  task.has_files = false;
  task.commit.clear();
  const std::uint32_t kind = chance.below(100);
  if (kind < 35) task.commands.front().command = "check old0";
  if (kind >= 85) task.commands.clear();
  task.needs_judgement = task.commands.empty() || chance.percent(30);
}

std::shared_ptr<const core::verify::Plan> random_gates(Chance& chance) {
  auto gates = std::make_shared<core::verify::Plan>();
  gates->workspace = gates->cwd = sim_workspace;
  const std::uint32_t count = 1 + chance.below(2);
  for (std::uint32_t i = 0; i < count; ++i) {
    core::verify::CommandSpec& spec = gates->manifest.commands.emplace_back();
    spec.id = "gate" + std::to_string(i);
    spec.command = i == 0 ? "count" : "sound";
    spec.gate_type = i == 0 ? core::verify::GateType::test : core::verify::GateType::build;
    spec.must_be_effective = i == 0;
    spec.mutates_workspace = chance.percent(20);
  }
  gates->manifest_digest = digest_of(gates->manifest);
  return gates;
}

core::LoopSettings random_settings(Chance& chance) {
  core::LoopSettings settings;
  settings.max_task_iterations = 2 + static_cast<std::int32_t>(chance.below(4));
  settings.same_failure_limit = 2 + static_cast<std::int32_t>(chance.below(2));
  settings.max_global_iterations = chance.percent(8) ? 4 + static_cast<int>(chance.below(12)) : 100;
  settings.recovery_mode = chance.percent(25);
  settings.jobs = static_cast<std::int32_t>(chance.below(3));
  settings.max_group = 2 + static_cast<std::int32_t>(chance.below(4));
  settings.review = chance.percent(75);
  settings.review_every = 2 + static_cast<std::int32_t>(chance.below(4));
  settings.max_review_iterations = 2 + static_cast<std::int32_t>(chance.below(2));
  settings.review_on_silence = chance.percent(30) ? core::OnSilence::pass : core::OnSilence::fail;
  settings.allow_fewer_tests = chance.percent(30);
  settings.max_ci_cycles = 6;
  settings.ci_wait = Millis{1'500};
  settings.max_ci_failures = 2;
  return settings;
}

void add_tasks(Plan& plan, Chance& chance) {
  const std::uint32_t count = 2 + chance.below(7);
  std::uint32_t phase = 1;
  std::uint32_t number = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (number > 1 && chance.percent(25)) ++phase, number = 0;
    ++number;
    const std::string heading = "Phase " + std::to_string(phase);
    const std::string id = std::to_string(phase) + "." + std::to_string(number);
    Task task = make_task(chance.percent(95) ? id : "", heading, {"f" + std::to_string(i)});
    task.parallel = chance.percent(45);
    if (task.parallel && chance.percent(20)) task.files.emplace_back("shared");
    if (chance.percent(12)) {
      make_checkpoint(task, chance);
    } else {
      shape(task, chance);
    }
    task.checked = chance.percent(8);
    plan.verified.push_back(task.checked && chance.percent(40));
    plan.tasks.push_back(std::move(task));
  }
  if (chance.percent(12)) {
    Task& last = plan.tasks.back();
    for (Task& task : plan.tasks) {
      if (&task == &last || task.phase == last.phase) task.phase = "Phase 9: PR Lifecycle";
    }
  }
  if (chance.percent(8)) plan.until = plan.tasks[chance.below(count)].id;
}

}  // namespace

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t value = 0xcbf29ce484222325U;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return value;
}

std::string name_of_task(const Task& task, core::loop::TaskKey key) {
  return task.id.empty() ? "task-" + std::to_string(key + 1) : task.id;
}

Task make_task(std::string id, std::string phase, std::vector<std::string> files) {
  Task task;
  task.id = std::move(id);
  task.title = "write " + files.front();
  task.phase = std::move(phase);
  task.block = "- [ ] " + task.id + " " + task.title + "\n";
  task.commands = {{"check " + files.front(), false, {}}};
  task.commit = "feat: " + files.front();
  task.files = std::move(files);
  task.has_files = true;
  return task;
}

std::shared_ptr<const Plan> random_loop(std::uint64_t seed) {
  Chance chance(mix(seed) ^ 0x100bU);
  auto plan = std::make_shared<Plan>();
  plan->spec = "sim";
  plan->spec_dir = sim_spec_dir;
  plan->workspace = sim_workspace;
  plan->work_dir = "/work";
  plan->settings.proof = core::work::ProofDemand::off;
  plan->log_dir = "/logs";
  plan->pinned = std::make_shared<const std::string>("tasks");
  plan->settings = random_settings(chance);
  plan->executor = hand("executor");
  plan->qa = hand("qa");
  plan->reviewer = hand("reviewer");
  if (chance.percent(50)) plan->gates = random_gates(chance);
  if (chance.percent(8)) plan->budgets.run.launches = 2 + chance.below(14);
  if (chance.percent(10)) plan->budgets.per_day.launches = 3 + chance.below(10);
  add_tasks(*plan, chance);
  return plan;
}

std::vector<Deed> random_deeds(std::uint64_t seed, std::string_view task, std::string_view role) {
  Chance chance(mix(seed ^ hash_of(task)) ^ hash_of(role));
  std::vector<Deed> deeds;
  const auto pick = [&](std::initializer_list<Deed> from) {
    return *(from.begin() + chance.below(static_cast<std::uint32_t>(from.size())));
  };
  if (role == "reviewer") {
    while (deeds.size() < 3 && chance.percent(30))
      deeds.push_back(pick({Deed::reject, Deed::reject, Deed::reject_spec, Deed::silent,
                            Deed::meddle, Deed::fail, Deed::quota, Deed::stall}));
    deeds.push_back(chance.percent(96) ? Deed::approve : Deed::reject);
    return deeds;
  }
  // What hangs on other tasks makes less trouble, so that most runs come to an end.
  const auto depth = static_cast<std::uint32_t>(std::count(task.begin(), task.end(), '.'));
  const std::uint32_t trouble = depth < 2 ? 45 : depth < 3 ? 25 : 10;
  const bool qa = role == "qa";
  while (deeds.size() < 5 && chance.percent(trouble)) {
    const bool changes_list = !qa && chance.percent(30);
    deeds.push_back(
        changes_list ? pick({Deed::split, Deed::prerequisite, Deed::followup, Deed::bad_request})
        : qa ? pick({Deed::lie, Deed::idle, Deed::fail, Deed::mute, Deed::quota, Deed::contradict,
                     Deed::tamper})
             : pick({Deed::lie, Deed::hollow, Deed::idle, Deed::fail, Deed::mute, Deed::contradict,
                     Deed::stray, Deed::tamper, Deed::tick, Deed::no_commit, Deed::wrong_commit,
                     Deed::rewrite, Deed::elsewhere, Deed::quota, Deed::stall}));
  }
  const std::uint32_t end = chance.below(100);
  deeds.push_back(end < 92   ? Deed::complete
                  : end < 94 ? Deed::tick
                  : end < 97 ? Deed::fail
                             : Deed::lie);
  return deeds;
}

}  // namespace assay::sim
