// SPDX-License-Identifier: MIT
// What comes after the work: branches are merged in the order of the list, and the merged tree is
// verified again.
#include "base/ensure.h"
#include "core/loop/review.h"
#include "core/loop/turn.h"
#include "core/verify/verdict.h"

#include <algorithm>

namespace assay::core::loop {

void Turn::jobs_settled() {
  ENSURE(!s_.jobs.empty());
  s_.cursor = 0;
  s_.batch.clear();
  if (is_group(s_)) return is_new(s_) ? look_at_ground(Step::inspecting_group) : merge_next();
  Job& job = s_.jobs.front();
  if (job.settled == Settled::exhausted) return end(Outcome::exhausted, job.failure);
  if (job.settled == Settled::breaks_out) {
    break_out(job);
    return s_.step == Step::working ? record_batch() : void();
  }
  s_.batch = {job.task};
  Review(*this).begin();
}

void Turn::merge_next() {
  s_.step = Step::merging;
  while (s_.cursor < s_.jobs.size() && !has_passed(s_.jobs[s_.cursor])) ++s_.cursor;
  if (s_.cursor >= s_.jobs.size()) return recheck();
  Job& job = s_.jobs[s_.cursor];
  const TaskState& state = task(job);
  job.head = state.left->head;
  const Work work{state.task, s_.plan->spec_dir, *state.base, *state.left};
  const std::vector<std::string> uncommitted = uncommitted_work(work);
  const bool touched = std::find(state.left->changed.begin(), state.left->changed.end(),
                                 s_.plan->spec_dir + "/tasks.md") != state.left->changed.end();
  if (uncommitted.empty() && !touched) return merge(job);
  ask(update_branch(s_, job, "chore(spec): hand over task " + name_of(s_, job.task), uncommitted),
      &Turn::handed_over);
}

void Turn::handed_over(const WorkDone& e) {
  ENSURE(s_.cursor < s_.jobs.size());
  if (e.result.status == WorkResult::Status::failed) return end(Outcome::error, e.result.detail);
  Job& job = s_.jobs[s_.cursor];
  job.head = e.result.head;
  merge(job);
}

void Turn::merge(Job& job) {
  ENSURE(!job.branch.empty());
  job.handed_over = true;
  s_.key = new_key();
  const std::string own = s_.plan->spec_dir + "/";
  ask(MergeWork{.key = s_.key,
                .workspace = s_.plan->workspace,
                .branch = job.branch,
                .head = job.head,
                .message = "Merge task " + name_of(s_, job.task) + " of " + s_.plan->spec,
                .ours = {own + "tasks.md", own + ".progress.md"}},
      &Turn::merged);
}

void Turn::merged(const WorkDone& e) {
  ENSURE(s_.cursor < s_.jobs.size());
  const WorkResult& result = e.result;
  keep_head(result);
  Job& job = s_.jobs[s_.cursor];
  TaskState& state = task(job);
  if (result.status == WorkResult::Status::failed) return end(Outcome::error, result.detail);
  ++s_.cursor;
  if (result.status == WorkResult::Status::done) {
    job.merged = true;
    return merge_next();
  }
  std::string where;
  for (const std::string& path : result.paths) where += (where.empty() ? "" : ", ") + path;
  job.settled = Settled::breaks_out;
  state.first.reset();  // none of its work is there
  state.last_failure = "its work conflicts with that of the tasks beside it (" + where +
                       "): it has to be done again on the merged tree";
  s_.remarks.push_back(name_of(s_, job.task) + " conflicts with its group in " + where +
                       ": it runs again alone");
  merge_next();
}

/// Each member has passed in its own tree. Do they still, together?
void Turn::recheck() {
  s_.step = Step::rechecking;
  auto plan = std::make_shared<verify::Plan>();
  s_.checked.clear();
  for (const Job& job : s_.jobs) {
    if (!job.merged) continue;
    Job here = Job();
    here.task = job.task;
    here.directory = s_.plan->workspace;
    const std::shared_ptr<const verify::Plan> own = checks_plan(s_, here);
    if (!own) continue;
    const auto offset = static_cast<std::uint32_t>(plan->manifest.commands.size());
    std::vector<verify::CommandSpec> commands = std::move(plan->manifest.commands);
    for (const verify::CommandSpec& spec : own->manifest.commands) {
      commands.push_back(spec);
      s_.checked.push_back(job.task);
    }
    verify::Plan together = *own;
    together.lints = plan->lints;
    together.lint = plan->lint;
    for (std::uint32_t unit = 0; unit < own->manifest.commands.size(); ++unit) {
      if (const CommandLint* lint = verify::lint_of(*own, unit))
        verify::add_lint(together, offset + unit, *lint);
    }
    together.manifest.commands = std::move(commands);
    *plan = std::move(together);
  }
  if (s_.checked.empty()) return rechecked();
  if (stops()) return;
  plan->manifest_digest = verify::digest_of(plan->manifest);
  s_.checks = {};
  const std::uint32_t base = new_key(1, static_cast<std::uint32_t>(s_.checked.size())).unit;
  emit(s_.checks.start(at_, s_.run_id, std::move(plan), base, s_.rules));
  if (s_.checks.is_over()) rechecked();
}

void Turn::rechecked() {
  for (std::size_t i = 0; i < s_.checked.size(); ++i) {
    const auto unit = static_cast<std::uint32_t>(i);
    const verify::State& ran = s_.checks.state();
    if (!verify::stands_in_the_way(ran.plan->manifest.commands[i], ran.commands[i])) continue;
    for (Job& job : s_.jobs) {
      if (job.task != s_.checked[i]) continue;
      job.settled = Settled::breaks_out;
      task(job).last_failure = "it passed alone, but not on the tree merged with its group: " +
                               verify::summary_line(ran, unit);
    }
  }
  s_.checked.clear();
  for (Job& job : s_.jobs) {
    if (job.settled == Settled::passed) s_.batch.push_back(job.task);
    if (job.settled == Settled::breaks_out) break_out(job);
    if (s_.step != Step::rechecking) return;
  }
  return s_.batch.empty() ? record_batch() : Review(*this).begin();
}

/// The task leaves its group, or waits for others: the list changes, or it runs again alone.
void Turn::break_out(Job& job) {
  TaskState& state = task(job);
  state.alone = true;
  state.base.reset();
  if (job.accepts_request && job.saying && job.saying->signals.modification) {
    const agent::ModificationKind kind = job.saying->signals.modification->kind;
    if (kind == agent::ModificationKind::split_task) return split(job);
    if (kind == agent::ModificationKind::add_prerequisite) return add_prerequisite(job);
  }
  if (job.needs_fix) recover(job);
}

}  // namespace assay::core::loop
