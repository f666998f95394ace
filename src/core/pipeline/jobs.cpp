// SPDX-License-Identifier: MIT
// One agent of a step: a place, a tree to work in, its inputs, the work, what it wrote.
#include "base/ensure.h"
#include "core/agent/decide.h"
#include "core/pipeline/turn.h"
#include "core/work/declared.h"

#include <algorithm>

namespace assay::core::pipeline {

using agent::CompletionStatus;

namespace {

bool is_active(const Job& job) {
  return job.step != JobStep::waiting && job.step != JobStep::settled &&
         job.step != JobStep::held_up && job.step != JobStep::sealed;
}

bool is_to_come(const Job& job) {
  return job.step == JobStep::waiting || job.step == JobStep::held_up;
}

/// A task that names no files may touch any.
bool overlap(const TaskRecord& a, const TaskRecord& b) {
  if (a.files.empty() || b.files.empty()) return true;
  const auto meets = [](const TaskRecord& one, const TaskRecord& other) {
    return std::any_of(one.files.begin(), one.files.end(), [&](const std::string& path) {
      return work::is_declared(other.files, path);
    });
  };
  return meets(a, b) || meets(b, a);
}

}  // namespace

void Turn::advance() {
  for (Job& job : s_.jobs) {
    if (job.step == JobStep::waiting && may_start(s_, job)) start(job);
    if (s_.phase != Phase::working) return;
  }
  if (std::any_of(s_.jobs.begin(), s_.jobs.end(), is_active)) return;
  if (s_.blocked || std::none_of(s_.jobs.begin(), s_.jobs.end(), is_to_come)) {
    if (unseal()) return;
  }
  if (s_.blocked) return jobs_settled();
  if (s_.cancelled) return park();
  if (s_.refusal) {
    // What a budget of this run refuses stays refused. What a day or a quota refuses is put off.
    const bool final = !s_.refusal->until && !s_.purse.closed;
    return final ? end(core::Outcome::out_of_budget, Target::error, s_.refusal->why) : park();
  }
  // Who waits for one that failed will never have a turn.
  for (Job& job : s_.jobs) {
    if (job.step != JobStep::waiting) continue;
    job.status = CompletionStatus::error;
    job.failure = "not started: what came before it was not done";
    job.step = JobStep::settled;
  }
  jobs_settled();
}

/// Everybody has voted, or nobody will any more. False: there was nothing under seal.
bool Turn::unseal() {
  bool any = false;
  for (Job& job : s_.jobs) {
    if (job.step != JobStep::sealed) continue;
    any = true;
    adopt(job);
  }
  return any;
}

/// A condition of the gate counts those who are done, and too few of them can be.
bool is_lost(const State& run) {
  const auto lost = std::count_if(run.jobs.begin(), run.jobs.end(), [](const Job& job) {
    return job.step == JobStep::settled && job.status != CompletionStatus::done;
  });
  const auto left = static_cast<std::int64_t>(run.jobs.size()) - lost;
  return std::any_of(current_step(run).gate.begin(), current_step(run).gate.end(),
                     [&](const Condition& condition) {
                       const bool counts = condition.subject == Subject::status &&
                                           condition.status == CompletionStatus::done &&
                                           condition.comparison == Comparison::at_least;
                       return counts &&
                              (condition.bound.all ? lost > 0 : left < condition.bound.standard);
                     });
}

/// Its wave has begun and has a place, those it depends on are done, and nobody is at work on its
/// files.
bool may_start_task(const State& run, const Job& job) {
  const TaskRecord& record = record_of(run, job);
  std::int64_t beside = 0;
  for (const Job& other : run.jobs) {
    if (&other == &job) continue;
    const TaskRecord& theirs = record_of(run, other);
    const bool needed = theirs.wave < record.wave ||
                        std::find(record.task.depends_on.begin(), record.task.depends_on.end(),
                                  other.task) != record.task.depends_on.end();
    const bool done = other.step == JobStep::settled && other.status == CompletionStatus::done;
    if (needed && !done) return false;
    if (!is_active(other)) continue;
    ++beside;
    if (overlap(record, theirs)) return false;
  }
  return record.wave >= run.waves.size() ||
         beside < std::max<std::int64_t>(1, run.waves[record.wave]);
}

/// A place, and nothing that speaks against it.
bool may_start(const State& run, const Job& job) {
  if (run.cancelled || run.refusal || run.blocked || run.ending || is_lost(run)) return false;
  const auto limit = std::min({current_step(run).dispatch.concurrency, run.plan->concurrency,
                               run.plan->definition.concurrency});
  const auto active = std::count_if(run.jobs.begin(), run.jobs.end(), is_active);
  if (active >= std::max(1, limit)) return false;
  if (job.alone && active > 0) return false;
  if (std::any_of(run.jobs.begin(), run.jobs.end(),
                  [](const Job& other) { return other.alone && is_active(other); }))
    return false;
  return current_step(run).kind != StepKind::tasks || may_start_task(run, job);
}

const TaskRecord& record_of(const State& run, const Job& job) {
  const auto found = std::find_if(run.tasks.begin(), run.tasks.end(),
                                  [&](const TaskRecord& each) { return each.task.id == job.task; });
  ENSURE(found != run.tasks.end());
  return *found;
}

/// Side by side everybody works in a copy; a task alone works in the workspace itself.
void Turn::start(Job& job) {
  const std::size_t left =
      static_cast<std::size_t>(std::count_if(s_.jobs.begin(), s_.jobs.end(), [](const Job& each) {
        return each.step != JobStep::settled;
      }));
  const bool again = job.directory == s_.plan->workspace && !job.base.tree.empty();
  job.in_copy = !job.alone && (job.task.empty() || left > 1);
  job.key = new_key();
  job.directory = s_.plan->workspace;
  // What an earlier attempt has left there is still to be told from what was there before it.
  if (again && !job.in_copy) return scan(job, JobStep::scanning);
  if (!job.in_copy) return look(job, JobStep::looking);
  job.directory =
      s_.plan->work_dir + "/" + step().id + "-" + std::to_string(round_of(s_)) + "-" + job.instance;
  job.step = JobStep::opening;
  ask(job,
      OpenCopy{.key = job.key,
               .workspace = s_.plan->workspace,
               .directory = job.directory,
               .commit = s_.baseline_head,
               .with_changes = true,
               .supplies = s_.plan->supplies},
      &Turn::opened);
}

void Turn::opened(Job& job, const WorkDone& e) {
  ENSURE(job.step == JobStep::opening);
  if (is_done(e)) look(job, JobStep::looking);
}

void Turn::look(Job& job, JobStep to) {
  job.step = to;
  job.key = new_key();
  InspectWork look{
      .key = job.key, .name = job.instance, .directory = job.directory, .files_only = true};
  if (to == JobStep::inspecting) {
    look.since = job.base.tree;
    look.since_head = job.base.head;
  }
  ask(job, std::move(look), to == JobStep::looking ? &Turn::looked : &Turn::inspected);
}

void Turn::looked(Job& job, const WorkInspected& e) {
  ENSURE(job.step == JobStep::looking);
  if (!e.sight.problem.empty()) return end(core::Outcome::error, Target::error, e.sight.problem);
  job.base = e.sight;
  scan(job, JobStep::scanning);
}

void Turn::inspected(Job& job, const WorkInspected& e) {
  ENSURE(job.step == JobStep::inspecting);
  if (!e.sight.problem.empty())
    return fail(job, ErrorClass::transient, "its tree could not be read: " + e.sight.problem);
  job.changed = e.sight.changed;
  scan(job, JobStep::reading);
}

void Turn::scan(Job& job, JobStep to) {
  job.step = to;
  job.key = new_key();
  ReadOutputs read{
      job.key,           job.instance, job.directory, s_.plan->feature_dir, outputs_of(s_, job),
      inputs_of(s_, job)};
  for (Output& output : read.outputs) {
    if (const auto log = job.logs.find(output.path); log != job.logs.end())
      output.begins = log->second;
  }
  ask(job, std::move(read), to == JobStep::scanning ? &Turn::scanned : &Turn::outputs_read);
}

void Turn::scanned(Job& job, const OutputsRead& e) {
  ENSURE(job.step == JobStep::scanning);
  job.before = e.outputs;
  for (const Artifact& artifact : e.outputs.artifacts) {
    if (artifact.whole) job.logs.try_emplace(artifact.path, *artifact.whole);
  }
  if (!e.outputs.missing.empty())
    return fail(job, ErrorClass::deterministic,
                "its input " + e.outputs.missing.front() + " is not there");
  dispatch(job);
}

void Turn::outputs_read(Job& job, const OutputsRead& e) {
  ENSURE(job.step == JobStep::reading);
  job.after = e.outputs;
  judge(job);
}

void Turn::close(Job& job) {
  if (!job.in_copy) {
    job.step = job.status ? JobStep::settled : JobStep::waiting;
    return;
  }
  job.step = JobStep::closing;
  job.key = new_key();
  CloseWork close{
      .key = job.key, .workspace = s_.plan->workspace, .directory = job.directory, .branch = ""};
  if (!job.rejected.empty()) {
    close.keep = std::move(job.rejected);
    close.keep_in = rejected_dir(s_, job);
    job.rejected.clear();
  }
  ask(job, std::move(close), &Turn::closed);
}

void Turn::closed(Job& job, const WorkDone&) {
  job.step = job.status ? JobStep::settled : JobStep::waiting;
}

void Turn::hold_up(Job& job) { job.step = JobStep::held_up; }

/// After a blocker nobody starts, however far the preparations were.
void Turn::call_off(Job& job) {
  job.status = CompletionStatus::error;
  job.failure = "not started because of a blocker";
  close(job);
}

void Turn::resume(Job& job) {
  if (s_.talk.again(number_of(job), effects_)) return;
  const bool was_at_work = s_.talk.lose(number_of(job), attached_);
  if (was_at_work) {
    agent::settle(s_.purse, job.key, lost_evidence("its coordinator died"));
    note_cost(job, lost_evidence("its coordinator died"));
  }
  // What it has left behind is looked at anew, so that nothing old is taken for new.
  if (was_at_work || job.step == JobStep::held_up) scan(job, JobStep::scanning);
}

}  // namespace assay::core::pipeline
