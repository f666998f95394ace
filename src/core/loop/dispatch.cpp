// SPDX-License-Identifier: MIT
// An agent is started for a task: a launch is reserved, its order filled in.
#include "base/ensure.h"
#include "core/agent/decide.h"
#include "core/loop/worker.h"

namespace assay::core::loop {

namespace {

std::string lines_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + "\n";
  return text;
}

std::string commands_text(const Task& task) {
  std::string text;
  for (const TaskCommand& command : task.commands)
    text += (text.empty() ? "" : " && ") + command.command;
  return text;
}

}  // namespace

const Hand& hand_of(const State& run, const Job& job) {
  const std::optional<Hand>& hand = job.role == Role::qa ? run.plan->qa : run.plan->executor;
  ENSURE(hand.has_value());
  return *hand;
}

void Worker::dispatch() {
  if (s_.cancelled || s_.refusal) return hold_up(WorkStep::reserving);
  TaskState& state = task();
  job_.role = state.task.verify ? Role::qa : Role::executor;
  ++state.spawns;
  job_.key = turn_.new_key(state.spawns);
  job_.step = WorkStep::reserving;
  ask(AskSpending{.key = job_.key, .name = id_of(state.task, job_.task) + "-" + to_text(job_.role)},
      &Worker::launch);
}

void Worker::launch(const SpendingReported& e) {
  ENSURE(job_.step == WorkStep::reserving && e.key == job_.key);
  s_.purse.others_today = e.others_today;
  if (s_.cancelled) return hold_up(WorkStep::reserving);
  if (auto refusal = agent::check(s_.purse, turn_.at())) {
    s_.refusal = std::move(refusal);
    return hold_up(WorkStep::reserving);
  }
  agent::reserve(s_.purse, job_.key, turn_.at());
  task().watched = false;
  const TaskState& state = task();
  const Hand& hand = hand_of(s_, job_);
  const std::string id = state.task.id.empty() ? std::to_string(job_.index) : state.task.id;
  Launch wanted = turn_.launch_of(
      hand, job_.key, id_of(state.task, job_.task) + "-" + to_text(job_.role), job_.directory);
  wanted.env.emplace_back("ASSAY_TASK_ID", id);
  wanted.env.emplace_back("ASSAY_TASK_INDEX", std::to_string(job_.index));
  agent::Order order = *wanted.agent;
  const std::string notes =
      s_.plan->spec_dir + "/.progress-task-" + std::to_string(job_.index) + ".md";
  order.values.insert(order.values.end(), {{"task_id", id},
                                           {"task_index", std::to_string(job_.index)},
                                           {"attempt", std::to_string(job_.key.attempt)},
                                           {"task", state.task.block},
                                           {"progress_file", notes},
                                           {"last_failure", state.last_failure},
                                           {"files", lines_of(state.task.files)},
                                           {"verify_command", commands_text(state.task)},
                                           {"commit_message", state.task.commit},
                                           {"notice", state.notice}});
  order.files.emplace_back("progress", job_.directory + "/" + s_.plan->spec_dir + "/.progress.md");
  wanted.agent = std::make_shared<const agent::Order>(std::move(order));
  job_.step = WorkStep::executing;
  job_.saying.reset();
  job_.accepts_request = false;
  ask(StartAttempt{std::move(wanted)}, &Worker::ended);
}

/// What every agent of the loop gets, whatever its role.
Launch Turn::launch_of(const Hand& hand, AttemptKey key, const std::string& name,
                       const std::string& directory) const {
  agent::Order order = hand.order;
  order.spare = agent::spare_of(s_.purse, order.role, at_);
  order.values = {{"workspace", directory},
                  {"spec_name", s_.plan->spec},
                  {"spec_dir", s_.plan->spec_dir},
                  {"task_total", std::to_string(s_.order.size())}};
  Launch launch = agent::dispatch(key, std::move(order), hand.env, s_.run_id, directory);
  launch.name = name;
  launch.cwd = directory;
  launch.timeout = hand.timeout;
  launch.reading.signals = true;
  launch.env.emplace_back("ASSAY_SPEC_DIR", s_.plan->spec_dir);
  return launch;
}

void Worker::ended(const AttemptEnded& e) {
  ENSURE(job_.step == WorkStep::executing);
  agent::settle(s_.purse, job_.key, e.evidence);
  job_.evidence = e.evidence;
  job_.saying = e.evidence.reading.saying;
  if (s_.cancelled && !is_new(s_)) return hold_up(WorkStep::reserving);
  look(WorkStep::inspecting);
}

}  // namespace assay::core::loop
