// SPDX-License-Identifier: MIT
// Tasks that were ticked before the run began: somebody's word, which their Verify may contradict.
#include "core/loop/turn.h"
#include "core/verify/verdict.h"

#include <algorithm>

namespace assay::core::loop {

/// Ticks that were there before are somebody's word. A Verify that fails says otherwise.
void Turn::adopt() {
  s_.step = Step::adopting;
  auto plan = std::make_shared<verify::Plan>();
  plan->policy = s_.plan->policy;
  plan->workspace = s_.plan->workspace;
  plan->cwd = s_.plan->workspace;
  plan->log_dir = s_.plan->log_dir;
  s_.checked.clear();
  s_.checked_too.clear();
  for (TaskKey key = 0; key < s_.tasks.size(); ++key) {
    const TaskState& state = s_.tasks[key];
    if (!state.taken_over || state.done) continue;
    for (const TaskCommand& command : state.task.commands) {
      if (!is_new(s_) && !command.lint.findings.empty()) continue;
      auto& commands = plan->manifest.commands;
      const auto same = std::find_if(commands.begin(), commands.end(), [&](const auto& other) {
        return is_new(s_) && other.command == command.command;
      });
      if (same != commands.end()) {
        s_.checked_too[static_cast<std::size_t>(same - commands.begin())].push_back(key);
        continue;
      }
      verify::CommandSpec spec;
      spec.id =
          id_of(state.task, key) + "-ticked-" + std::to_string(s_.next_unit + s_.checked.size());
      spec.command = command.command;
      if (is_new(s_)) {
        spec.gate_type = command.is_test ? verify::GateType::test : verify::GateType::custom;
        spec.must_be_effective = command.is_test;
        if (command.lint.contains_pipeline || !command.lint.findings.empty())
          verify::add_lint(*plan, static_cast<std::uint32_t>(commands.size()), command.lint);
      }
      commands.push_back(std::move(spec));
      s_.checked.push_back(key);
      s_.checked_too.emplace_back();
    }
  }
  if (s_.checked.empty()) return adopted();
  if (stops()) return;
  if (is_new(s_)) {
    plan->environment = s_.plan->environment;
    plan->environment_digest = s_.plan->environment_digest;
    plan->isolation = s_.plan->isolation;
    seal(s_, *plan);
  }
  plan->manifest_digest = verify::digest_of(plan->manifest);
  s_.checks = {};
  const std::uint32_t base = new_key(1, static_cast<std::uint32_t>(s_.checked.size())).unit;
  emit(s_.checks.start(at_, s_.run_id, std::move(plan), base, s_.rules));
  if (s_.checks.is_over()) adopted();
}

void Turn::adopted() {
  for (std::size_t i = 0; i < s_.checked.size(); ++i) {
    const verify::State& ran = s_.checks.state();
    const bool stands =
        is_new(s_) ? verify::stands_in_the_way(ran.plan->manifest.commands[i], ran.commands[i])
                   : ran.commands[i].status != verify::Status::pass;
    if (!stands) continue;
    const bool proves_nothing = ran.commands[i].status == verify::Status::pass ||
                                ran.commands[i].status == verify::Status::error;
    const std::string how = is_new(s_) && proves_nothing ? "proves nothing" : "fails";
    std::vector<TaskKey> whose = s_.checked_too[i];
    whose.insert(whose.begin(), s_.checked[i]);
    for (const TaskKey key : whose) {
      TaskState& state = s_.tasks[key];
      if (!state.taken_over) continue;
      state.taken_over = false;
      state.last_failure = "it was ticked, but its Verify " + how + ": " +
                           verify::summary_line(ran, static_cast<std::uint32_t>(i));
      s_.remarks.push_back(name_of(s_, key) + " was ticked, but its Verify " + how +
                           ": it is done again");
    }
  }
  for (TaskKey key = 0; is_new(s_) && key < s_.tasks.size(); ++key) {
    const TaskState& state = s_.tasks[key];
    if (state.taken_over && state.task.commands.empty())
      s_.remarks.push_back(name_of(s_, key) +
                           " was ticked and has no command that could check it: taken on trust");
  }
  for (TaskState& state : s_.tasks) {
    state.done = state.done || state.taken_over;
    state.wake = s_.wakes;
  }
  s_.checked.clear();
  prepare();
}

void Turn::prepare() {
  s_.step = Step::preparing;
  ask(update("", false, true), &Turn::prepared);
}

void Turn::prepared(const WorkDone& e) {
  keep_head(e.result);
  if (is_done(e.result)) choose();
}

}  // namespace assay::core::loop
