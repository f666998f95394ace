// SPDX-License-Identifier: MIT
// What was proved of one tree is not proved of a later one: tasks that overtake others on the same
// files, and tests that were there and are gone under their names.
#include "base/text/join.h"
#include "core/evidence/renamings.h"
#include "core/loop/turn.h"
#include "core/verify/verdict.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace assay::core::loop {

namespace {

constexpr std::size_t names_told_max = 5;

/// Its Verify is about a moment that has passed: a test that has to fail first, or the last commit.
bool is_of_its_time(const Task& task) {
  const auto has = [](std::string_view text, std::string_view word) {
    return text.find(word) != std::string_view::npos;
  };
  const bool red = std::any_of(task.markers.begin(), task.markers.end(),
                               [](const std::string& marker) { return marker == "RED"; });
  const bool fails = has(task.title, "fail") || has(task.title, "Fail") || has(task.title, "RED");
  return red || fails ||
         std::any_of(task.commands.begin(), task.commands.end(), [&](const TaskCommand& each) {
           const std::string_view text = each.command;
           return has(text, "git ") || has(text, "fail") || has(text, "FAIL") ||
                  text.starts_with("!");
         });
}

/// Nothing has been done since its Verify passed, and nobody was away since.
bool is_of_this_tree(const State& run, const TaskState& state) {
  if (state.wake != run.wakes || state.in_group || state.finished != run.finished) return false;
  return run.finished == 0 || run.finished == state.before + 1;
}

}  // namespace

/// Done tasks whose Verify has passed on another tree than the one that is there at the end:
/// another task, or somebody else, has changed it since.
std::vector<TaskKey> overtaken(const State& run) {
  std::vector<TaskKey> found;
  for (TaskKey key = 0; key < run.tasks.size(); ++key) {
    const TaskState& state = run.tasks[key];
    if (!state.done || state.task.commands.empty() || is_of_its_time(state.task)) continue;
    if (!is_of_this_tree(run, state)) found.push_back(key);
  }
  return found;
}

namespace {

/// What has passed on the tree that is there: the same words need not be run again.
std::set<std::string> commands_of_this_tree(const State& run) {
  std::set<std::string> commands;
  for (const TaskState& state : run.tasks) {
    if (!state.done || !is_of_this_tree(run, state)) continue;
    for (const TaskCommand& command : state.task.commands) commands.insert(command.command);
  }
  return commands;
}

}  // namespace

void Turn::check_hold() {
  s_.step = Step::holding;
  const std::vector<TaskKey> tasks = is_new(s_) ? overtaken(s_) : std::vector<TaskKey>();
  s_.checked.clear();
  s_.checked_too.clear();
  if (tasks.empty()) return check_gates();
  if (stops()) return;
  const std::set<std::string> passed = commands_of_this_tree(s_);
  auto plan = std::make_shared<verify::Plan>();
  for (const TaskKey key : tasks) {
    Job here = Job();
    here.task = key;
    here.directory = s_.plan->workspace;
    const std::shared_ptr<const verify::Plan> own = checks_plan(s_, here);
    auto commands = std::move(plan->manifest.commands);
    verify::Plan together = *own;
    together.lints = plan->lints;
    together.lint = plan->lint;
    for (std::uint32_t unit = 0; unit < own->manifest.commands.size(); ++unit) {
      const verify::CommandSpec& spec = own->manifest.commands[unit];
      if (passed.contains(spec.command)) continue;
      const auto same = std::find_if(commands.begin(), commands.end(), [&](const auto& other) {
        return other.command == spec.command;
      });
      if (same != commands.end()) {
        s_.checked_too[static_cast<std::size_t>(same - commands.begin())].push_back(key);
        continue;
      }
      const auto at = static_cast<std::uint32_t>(commands.size());
      if (const CommandLint* lint = verify::lint_of(*own, unit))
        verify::add_lint(together, at, *lint);
      commands.push_back(spec);
      s_.checked.push_back(key);
      s_.checked_too.emplace_back();
    }
    together.manifest.commands = std::move(commands);
    *plan = std::move(together);
  }
  if (s_.checked.empty()) return check_gates();
  plan->manifest_digest = verify::digest_of(plan->manifest);
  s_.checks = {};
  const std::uint32_t base = new_key(1, static_cast<std::uint32_t>(s_.checked.size())).unit;
  emit(s_.checks.start(at_, s_.run_id, std::move(plan), base, s_.rules));
  if (s_.checks.is_over()) hold_over();
}

void Turn::hold_over() {
  const verify::State& ran = s_.checks.state();
  std::string why;
  for (std::size_t i = 0; i < s_.checked.size(); ++i) {
    if (!verify::stands_in_the_way(ran.plan->manifest.commands[i], ran.commands[i])) continue;
    std::string names = name_of(s_, s_.checked[i]);
    for (const TaskKey key : s_.checked_too[i]) names += ", " + name_of(s_, key);
    why += "\n" + names + " was done and does not hold any more: " +
           failure_of(ran, static_cast<std::uint32_t>(i));
  }
  s_.checked.clear();
  if (why.empty()) return check_gates();
  end(Outcome::failed,
      "every task was done, but not everything holds on the tree as it is at the end" + why +
          "\nmend it and run again, or change the Verify in tasks.md if it is meant to be so");
}

namespace {

/// Tests that tasks have only given another title, or put into another file.
std::vector<work::Renaming> renamed_by_tasks(const State& run) {
  std::vector<work::Renaming> all;
  for (const TaskState& state : run.tasks) {
    if (!state.left) continue;
    const auto& renamed = state.left->texts.renamed;
    all.insert(all.end(), renamed.begin(), renamed.end());
  }
  return all;
}

}  // namespace

/// Tests that passed before under names that nobody tells any more. Names may vary by themselves:
/// that counts only where files of tests were changed.
std::string names_lost(const State& run, const verify::State& ran, std::size_t unit) {
  const std::string& command = ran.plan->manifest.commands[unit].command;
  const auto before = run.names_before.find(command);
  if (run.plan->settings.allow_fewer_tests || before == run.names_before.end()) return "";
  const bool edited = std::any_of(run.tasks.begin(), run.tasks.end(), [&](const TaskState& state) {
    return state.left &&
           std::any_of(state.left->changed.begin(), state.left->changed.end(),
                       [&](const auto& path) { return fits_one(run.plan->tests, path); });
  });
  if (!edited) return "";
  std::vector<std::string> now;
  if (ran.commands[unit].notes) now = ran.commands[unit].notes->passed_tests;
  if (now.empty()) return "";
  std::vector<std::string> gone;
  std::set_difference(before->second.begin(), before->second.end(), now.begin(), now.end(),
                      std::back_inserter(gone));
  std::vector<std::string> fresh;
  std::set_difference(now.begin(), now.end(), before->second.begin(), before->second.end(),
                      std::back_inserter(fresh));
  work::Renamings renamed(renamed_by_tasks(run), std::move(fresh));
  std::erase_if(gone, [&](const std::string& name) { return renamed.tell(name); });
  if (gone.empty()) return "";
  return "`" + command + "`: passed before and not now: " + assay::listed(gone, names_told_max);
}

}  // namespace assay::core::loop
