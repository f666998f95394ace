// SPDX-License-Identifier: MIT
// Whose a change is: of the agent at work, of somebody else, or of nobody known.
#include "base/ensure.h"
#include "base/text/join.h"
#include "core/loop/worker.h"

#include <algorithm>

namespace assay::core::loop {

std::string listed_files(const std::vector<std::string>& paths) {
  constexpr std::size_t most = 10;
  return assay::listed(paths, most);
}

Work work_of(const State& run, const Job& job) {
  ENSURE(run.tasks[job.task].base && run.tasks[job.task].left);
  const TaskState& state = run.tasks[job.task];
  Work work{state.task, run.plan->spec_dir, *state.base, *state.left, {}};
  if (!is_new(run)) return work;
  work.bounds = {run.rules,         run.plan.get(),
                 excused(run, job), &agent::transcript_of(job.evidence),
                 job.directory,     !state.notice.empty()};
  return work;
}

/// Whether anything shows that the agent did it. In a worktree of its own nobody else works.
bool is_traced(const State& run, const Job& job, const std::string& path) {
  const TaskState& state = run.tasks[job.task];
  if (!job.branch.empty() || state.touched.contains(path)) return true;
  const agent::Transcript& said = agent::transcript_of(job.evidence);
  if (is_named(said, path)) return true;
  const std::string wanted = state.task.commit.substr(0, state.task.commit.find('\n'));
  const auto is_its = [&](const CommitSight& commit) {
    if (std::find(commit.files.begin(), commit.files.end(), path) == commit.files.end())
      return false;
    const auto names = [&](const agent::Command& command) {
      return command.command.find(commit.subject) != std::string::npos;
    };
    return commit.subject == wanted ||
           std::any_of(said.commands.begin(), said.commands.end(), names);
  };
  return state.left && std::any_of(state.left->commits.begin(), state.left->commits.end(), is_its);
}

/// Files that changed while its agent was at work, that are none of its own, and of which nothing
/// shows that the agent did it: perhaps a person did.
std::vector<std::string> unclaimed(const State& run, const Job& job) {
  const TaskState& state = run.tasks[job.task];
  if (!is_new(run) || !state.base || !state.left) return {};
  Work work{state.task, run.plan->spec_dir, *state.base, *state.left, {}};
  work.bounds.rules = run.rules;
  work.bounds.plan = run.plan.get();
  std::vector<std::string> paths = strangers_of(work);
  std::erase_if(paths, [&](const std::string& path) {
    return state.foreign.contains(path) || is_traced(run, job, path);
  });
  return paths;
}

std::set<std::string> excused(const State& run, const Job& job) {
  std::set<std::string> paths = run.tasks[job.task].foreign;
  for (std::string& path : unclaimed(run, job)) paths.insert(std::move(path));
  return paths;
}

/// Keeps what a look at its tree says about who did what.
void Worker::seen(const WorkSight& sight) {
  TaskState& state = task();
  if (job_.step == WorkStep::looking && state.base && state.watched) seen_between(sight);
  state.seen_tree = sight.tree;
  state.seen_head = sight.head;
  state.seen_branch = sight.branch;
  if (job_.step == WorkStep::looking) return;
  state.watched = true;
  const std::vector<std::string> unknown = unclaimed(s_, job_);
  for (const std::string& path : sight.changed) {
    const bool counts = !is_declared(state.task.files, path) && !state.foreign.contains(path);
    if (counts && std::find(unknown.begin(), unknown.end(), path) == unknown.end())
      state.touched.insert(path);
  }
  if (job_.waits_on.empty()) return;
  // A person was asked and went on: what is committed or gone is decided.
  std::vector<std::string> decided;
  for (const std::string& path : unknown) {
    if (std::find(sight.dirty.begin(), sight.dirty.end(), path) == sight.dirty.end())
      decided.push_back(path);
  }
  state.foreign.insert(decided.begin(), decided.end());
  if (!decided.empty())
    s_.remarks.push_back(listed_files(decided) + ": not charged to " + name_of(s_, job_.task) +
                         ", a person let it stand");
  job_.waits_on.clear();
}

/// No agent of ours was at work: whatever changed is somebody else's.
void Worker::seen_between(const WorkSight& sight) {
  ENSURE(task().base.has_value());
  TaskState& state = task();
  std::vector<std::string> fresh;
  for (const std::string& path : sight.changed) {
    const bool notes = path.starts_with(s_.plan->spec_dir + "/") &&
                       (path.ends_with("/tasks.md") || path.find("/.progress") != path.npos);
    if (notes || is_declared(state.task.files, path) || state.touched.contains(path)) continue;
    if (state.foreign.insert(path).second) fresh.push_back(path);
  }
  if (!fresh.empty())
    s_.remarks.push_back(listed_files(fresh) + ": changed between two attempts at " +
                         name_of(s_, job_.task) + ", and not by its agent: it stays as it is");
  const bool same = sight.continues && sight.branch == state.seen_branch;
  const bool spoilt =
      state.left && (!state.left->continues || state.left->branch != state.base->branch);
  if (same || spoilt) return;  // what its agent did to the history is still its own
  s_.remarks.push_back("the history was changed by somebody else between two attempts at " +
                       name_of(s_, job_.task) + ": it is the base from here on");
  state.base->head = sight.head;
  state.base->branch = sight.branch;
}

void Worker::wait_for_person(std::vector<std::string> paths) {
  ENSURE(!paths.empty());
  s_.person = "changed while " + name_of(s_, job_.task) +
              " was at work, outside its Files, and nothing shows that its agent did it: " +
              listed_files(paths) +
              "\ncommit or stash what is yours, discard what is not; then the same command line "
              "goes on";
  job_.waits_on = std::move(paths);
  hold_up(WorkStep::inspecting);
}

}  // namespace assay::core::loop
