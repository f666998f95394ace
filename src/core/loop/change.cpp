// SPDX-License-Identifier: MIT
// The list grows: by what an agent asks for within its limits, and by fix tasks. It never shrinks.
#include "base/ensure.h"
#include "core/loop/turn.h"
#include "core/work/guarded_paths.h"

#include <algorithm>

namespace assay::core::loop {

namespace {

constexpr std::size_t title_bytes = 50;

std::size_t dots(std::string_view id) {
  return static_cast<std::size_t>(std::count(id.begin(), id.end(), '.'));
}

std::string first_line(const std::string& text, std::size_t most) {
  std::string line = text.substr(0, text.find('\n'));
  if (line.size() > most) {
    line.resize(most);
    // Not in the middle of a character.
    while (!line.empty() && (static_cast<unsigned char>(line.back()) & 0xC0U) == 0x80U)
      line.pop_back();
    if (!line.empty() && (static_cast<unsigned char>(line.back()) & 0x80U) != 0) line.pop_back();
  }
  return line;
}

/// "fix(auth): ..." of a commit like "feat(auth): ..."; "recovery" if it names no scope.
std::string scope_of(const Task& task) {
  const std::size_t open = task.commit.find('(');
  const std::size_t close = task.commit.find(')', open);
  const std::size_t colon = task.commit.find(':');
  if (open == std::string::npos || close == std::string::npos || close > colon) return "recovery";
  return task.commit.substr(open + 1, close - open - 1);
}

std::string type_name(agent::ModificationKind kind) {
  switch (kind) {
    case agent::ModificationKind::split_task: return "SPLIT_TASK";
    case agent::ModificationKind::add_prerequisite: return "ADD_PREREQUISITE";
    case agent::ModificationKind::add_followup: return "ADD_FOLLOWUP";
  }
  return "";
}

std::string ids_of(const std::vector<Task>& tasks) {
  std::string ids;
  for (const Task& task : tasks) ids += (ids.empty() ? "" : ", ") + task.id;
  return ids;
}

std::string flat(const std::string& text) {
  std::string line = text;
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r' || c == '`'; }, ' ');
  return line;
}

/// How a proposed task reaches beyond the one it was proposed for; empty: it does not.
std::string reach_of(const Task& proposed, const Task& original, const Plan& plan) {
  const auto quoted = [](const std::string& text) { return "`" + text + "`"; };
  const bool limited = original.has_files || !original.files.empty();
  for (const std::string& path : proposed.files) {
    const bool is_glob = path.find_first_of("*?") != std::string::npos;
    const auto& own = original.files;
    const bool within = std::find(own.begin(), own.end(), path) != own.end() ||
                        (!is_glob && is_declared(own, path));
    if (within) continue;
    if (limited)
      return "task " + proposed.id + " wants to change " + quoted(path) +
             ", which is not in the Files of task " + original.id;
    const bool decides = fits_one(plan.tests, path) || fits_one(plan.setup, path) ||
                         fits_one(plan.tests, path + "/x") || fits_one(plan.guarded, path) ||
                         work::is_protected(plan.protected_globs, path) || path == plan.spec_dir ||
                         path.starts_with(plan.spec_dir + "/") || is_glob;
    if (decides)
      return "task " + proposed.id + " wants to change " + quoted(path) +
             ", which decides whether work passes";
  }
  if (proposed.files.empty() && !original.files.empty() && !proposed.has_files)
    return "task " + proposed.id + " names no Files, and task " + original.id + " does";
  if (proposed.unchanged && !original.unchanged)
    return "task " + proposed.id + " declares `Proof: unchanged`, and task " + original.id +
           " does not";
  if (proposed.verify && !original.verify)
    return "task " + proposed.id + " is a [VERIFY] task, which may change what it likes";
  return "";
}

}  // namespace

/// Why the list may not be changed like this; empty: it may.
std::string objection_to(const State& run, const agent::ModificationRequest& request,
                         const Job& job) {
  const LoopSettings& settings = run.plan->settings;
  const TaskState& state = run.tasks[job.task];
  const std::string name = name_of(run, job.task);
  if (request.original_task_id != state.task.id)
    return "it is about task " + request.original_task_id + ", but this is task " + name;
  if (state.modifications.size() >= static_cast<std::size_t>(settings.max_modifications_per_task))
    return "Max modifications (" + std::to_string(settings.max_modifications_per_task) +
           ") reached for task " + name;
  const auto deepest = static_cast<std::size_t>(settings.max_modification_depth) + 1;
  if (state.depth >= static_cast<std::uint32_t>(settings.max_modification_depth))
    return "task " + name + " is itself " + std::to_string(state.depth) + " modifications deep";
  const Saying& said = *job.saying;
  if (!said.proposal_problems.empty()) return said.proposal_problems.front();
  if (said.proposed.empty()) return "it proposes no task";
  if (request.kind != agent::ModificationKind::split_task && said.proposed.size() != 1)
    return type_name(request.kind) + " adds exactly one task";
  std::vector<std::string> ids;
  for (const TaskState& each : run.tasks) ids.push_back(each.task.id);
  for (const Task& proposed : said.proposed) {
    if (std::string why = is_new(run) ? reach_of(proposed, state.task, *run.plan) : "";
        !why.empty())
      return why;
    if (dots(proposed.id) > deepest) return "task id " + proposed.id + " is too deep";
    if (std::find(ids.begin(), ids.end(), proposed.id) != ids.end())
      return "there is a task " + proposed.id + " already";
    ids.push_back(proposed.id);
    if (proposed.checked) return "task " + proposed.id + " is ticked already";
    if (proposed.commands.empty() && !run.plan->gates)
      return "the Verify of task " + proposed.id + " is no command";
    for (const TaskCommand& command : proposed.commands) {
      for (const LintFinding& finding : command.lint.findings) {
        if (is_new(run) || finding.rule != LintRule::opts_out)
          return "the Verify of task " + proposed.id + " proves nothing: " + finding.why;
      }
    }
  }
  return "";
}

TaskKey Turn::insert(TaskKey anchor, bool before, Task added, std::uint32_t depth) {
  const auto key = static_cast<TaskKey>(s_.tasks.size());
  s_.insertions.push_back({anchor, before, added.block});
  s_.list_changed = true;
  // After the anchor and everything that hangs on it, as the file has it.
  const auto hangs_on_anchor = [&](TaskKey other) {
    while (other >= s_.plan->tasks.size() && other != anchor)
      other = s_.insertions[other - s_.plan->tasks.size()].anchor;
    return other == anchor;
  };
  auto place = s_.order.begin() + position(s_, anchor);
  if (!before) {
    ++place;
    while (place != s_.order.end() && hangs_on_anchor(*place)) ++place;
  }
  s_.order.insert(place, key);
  TaskState& state = s_.tasks.emplace_back();
  added.phase = s_.tasks[anchor].task.phase;
  state.task = std::move(added);
  state.depth = depth;
  return key;
}

void Turn::split(Job& job) {
  ENSURE(job.saying && job.saying->signals.modification);
  const std::vector<Task> parts = job.saying->proposed;
  const agent::ModificationRequest& request = *job.saying->signals.modification;
  std::vector<TaskKey> keys;
  for (const Task& part : parts) {
    const std::uint32_t depth = task(job).depth + 1;
    keys.push_back(insert(job.task, false, part, depth));
    s_.tasks.back().is_part = true;
  }
  TaskState& state = task(job);
  state.waits_for = keys;
  state.next = Next::check;
  state.modifications.push_back({parts.front().id, "SPLIT_TASK", request.reasoning});
  note(ProgressEntry::Section::log, "Split task " + name_of(s_, job.task) + " into " +
                                        std::to_string(parts.size()) + " sub-tasks: [" +
                                        ids_of(parts) + "]. Reason: " + flat(request.reasoning));
}

void Turn::add_prerequisite(Job& job) {
  ENSURE(job.saying && job.saying->signals.modification);
  const Task wanted = job.saying->proposed.front();
  const agent::ModificationRequest& request = *job.saying->signals.modification;
  const TaskKey key = insert(job.task, true, wanted, task(job).depth + 1);
  TaskState& state = task(job);
  state.waits_for = {key};
  state.next = Next::dispatch;
  state.modifications.push_back({wanted.id, "ADD_PREREQUISITE", request.reasoning});
  note(ProgressEntry::Section::log, "Added prerequisite " + wanted.id + " before " +
                                        name_of(s_, job.task) +
                                        ". Reason: " + flat(request.reasoning));
}

void Turn::add_followups(Job& job) {
  const Task wanted = job.saying->proposed.front();
  const agent::ModificationRequest& request = *job.saying->signals.modification;
  insert(job.task, false, wanted, task(job).depth + 1);
  task(job).modifications.push_back({wanted.id, "ADD_FOLLOWUP", request.reasoning});
  note(ProgressEntry::Section::log, "Added followup " + wanted.id + " after " +
                                        name_of(s_, job.task) +
                                        ". Reason: " + flat(request.reasoning));
}

std::string Turn::new_child_id(TaskKey parent) {
  const Task& task = s_.tasks[parent].task;
  const std::string stem = task.id.empty() ? "T" + std::to_string(parent + 1) : task.id;
  const auto taken = [&](const std::string& id) {
    return std::any_of(s_.tasks.begin(), s_.tasks.end(),
                       [&](const TaskState& each) { return each.task.id == id; });
  };
  std::string id;
  do {
    id = stem + "." + std::to_string(++s_.tasks[parent].children);
  } while (taken(id));
  return id;
}

/// Why no further fix may be tried; empty: one may.
std::string recovery_objection(const State& run, const Job& job) {
  const LoopSettings& settings = run.plan->settings;
  const TaskState& state = run.tasks[job.task];
  const std::string name = name_of(run, job.task);
  if (state.fix_ids.size() >= static_cast<std::size_t>(settings.max_fix_tasks_per_original)) {
    std::string ids;
    for (const std::string& id : state.fix_ids) ids += (ids.empty() ? "" : ", ") + id;
    return "ERROR: Max fix attempts (" + std::to_string(settings.max_fix_tasks_per_original) +
           ") reached for task " + name + " (" + ids + ")";
  }
  if (state.depth >= static_cast<std::uint32_t>(settings.max_fix_task_depth))
    return "ERROR: Max fix task depth (" + std::to_string(settings.max_fix_task_depth) +
           ") exceeded for task " + name;
  return "";
}

void Turn::recover(Job& job) {
  ENSURE(job.needs_fix);
  const std::string objection = recovery_objection(s_, job);
  if (!objection.empty()) {
    TaskState& failed = task(job);
    if (!failed.fix_ids.empty())
      note(ProgressEntry::Section::fix_history, "- Task " + name_of(s_, job.task) + ": " +
                                                    std::to_string(failed.fix_ids.size()) +
                                                    " fixes attempted - Final: FAIL (max limit)");
    if (!is_group(s_)) return end(Outcome::exhausted, objection + ": " + failed.last_failure);
    // What the others of its group have proved is recorded first.
    job.settled = Settled::exhausted;
    job.failure = objection + ": " + failed.last_failure;
    return;
  }
  const TaskKey fix = insert_fix(job.task, task(job).last_failure, false);
  TaskState& original = task(job);
  original.fix_ids.push_back(s_.tasks[fix].task.id);
  original.waits_for = {fix};
  original.next = Next::dispatch;
}

TaskKey Turn::insert_fix(TaskKey original, std::string problem, bool from_review) {
  const Task from = s_.tasks[original].task;
  const std::string name = name_of(s_, original);
  const std::size_t text = problem.find_first_not_of(" \t\r\n-*#>");
  const std::string plain =
      text == std::string::npos ? "no reason was given" : problem.substr(text);
  const std::string summary = flat(first_line(plain, title_bytes));
  Task fix;
  fix.id = new_child_id(original);
  fix.markers = {"FIX " + name};
  fix.fixes = from.id;
  fix.title = "Fix: " + summary;
  fix.files = from.files;
  fix.has_files = from.has_files;
  fix.commands = from.commands;
  fix.verify_text = from.verify_text;
  fix.unchanged = from.unchanged;
  fix.done_when = from_review ? "Reviewer finding \"" + summary + "\" addressed"
                              : "The error is gone: " + summary;
  fix.commit = from_review ? "fix(" + scope_of(from) + "): address review finding from task " + name
                           : "fix(" + scope_of(from) + "): address error from task " + name;
  fix.has_do = fix.has_done_when = fix.has_verify = fix.has_commit = true;
  std::string files;
  for (const std::string& path : from.files) files += (files.empty() ? "`" : ", `") + path + "`";
  const std::string steps =
      from_review ? "    1. Review the finding details\n    2. Implement the suggested fix\n"
                    "    3. Verify alignment with design.md\n"
                  : "    1. Find the cause of the error\n    2. Implement the smallest fix\n"
                    "    3. Verify that the error is gone\n";
  fix.block = "- [ ] " + fix.id + " [FIX " + name + "] " + fix.title + "\n  - **Do**: " +
              (from_review ? "Address reviewer finding: " : "Address the error: ") +
              flat(first_line(plain, 400)) + "\n" + steps +
              "  - **Files**: " + (files.empty() ? "none" : files) +
              "\n  - **Done when**: " + fix.done_when + "\n  - **Verify**: " + from.verify_text +
              "\n  - **Commit**: `" + fix.commit + "`\n";
  const TaskKey key = insert(original, false, std::move(fix), s_.tasks[original].depth + 1);
  s_.tasks[key].fixes = original;
  s_.tasks[key].last_failure = std::move(problem);
  return key;
}

}  // namespace assay::core::loop
