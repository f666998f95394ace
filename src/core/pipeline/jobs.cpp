// SPDX-License-Identifier: MIT
// One agent of a step: a place, a tree to work in, its inputs, the work, what it wrote.
#include "base/ensure.h"
#include "core/agent/decide.h"
#include "core/pipeline/worker.h"
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
    if (job.step == JobStep::waiting && may_start(s_, job)) Worker(*this, job).start();
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
  // A job that still waits depends on one that failed: it will never be started.
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
    Worker(*this, job).adopt();
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
void Worker::start() {
  const std::size_t left =
      static_cast<std::size_t>(std::count_if(s_.jobs.begin(), s_.jobs.end(), [](const Job& each) {
        return each.step != JobStep::settled;
      }));
  const bool again = job_.directory == s_.plan->workspace && !job_.base.tree.empty();
  job_.in_copy = !job_.alone && (job_.task.empty() || left > 1);
  job_.key = turn_.new_key();
  job_.directory = s_.plan->workspace;
  // What an earlier attempt has left there is still to be told from what was there before it.
  if (again && !job_.in_copy) return scan(JobStep::scanning);
  if (!job_.in_copy) return look(JobStep::looking);
  job_.directory = s_.plan->work_dir + "/" + turn_.step().id + "-" + std::to_string(round_of(s_)) +
                   "-" + job_.instance;
  job_.step = JobStep::opening;
  ask(OpenCopy{.key = job_.key,
               .workspace = s_.plan->workspace,
               .directory = job_.directory,
               .commit = s_.origin.head,
               .with_changes = true,
               .supplies = s_.plan->supplies},
      &Worker::opened);
}

void Worker::opened(const WorkDone& e) {
  ENSURE(job_.step == JobStep::opening);
  if (turn_.is_done(e)) look(JobStep::looking);
}

void Worker::look(JobStep to) {
  job_.step = to;
  job_.key = turn_.new_key();
  InspectWork look{
      .key = job_.key, .name = job_.instance, .directory = job_.directory, .files_only = true};
  if (to == JobStep::inspecting) {
    look.since = job_.base.tree;
    look.since_head = job_.base.head;
  }
  ask(std::move(look), to == JobStep::looking ? &Worker::looked : &Worker::inspected);
}

void Worker::looked(const WorkInspected& e) {
  ENSURE(job_.step == JobStep::looking);
  if (!e.sight.problem.empty())
    return turn_.end(core::Outcome::error, Target::error, e.sight.problem);
  job_.base = e.sight;
  scan(JobStep::scanning);
}

void Worker::inspected(const WorkInspected& e) {
  ENSURE(job_.step == JobStep::inspecting);
  if (!e.sight.problem.empty())
    return fail(ErrorClass::transient, "its tree could not be read: " + e.sight.problem);
  job_.changed = e.sight.changed;
  scan(JobStep::reading);
}

void Worker::scan(JobStep to) {
  job_.step = to;
  job_.key = turn_.new_key();
  ReadOutputs read{
      job_.key,           job_.instance, job_.directory, s_.plan->feature_dir, outputs_of(s_, job_),
      inputs_of(s_, job_)};
  for (Output& output : read.outputs) {
    if (const auto log = job_.logs.find(output.path); log != job_.logs.end())
      output.begins = log->second;
  }
  ask(std::move(read), to == JobStep::scanning ? &Worker::scanned : &Worker::outputs_read);
}

void Worker::scanned(const OutputsRead& e) {
  ENSURE(job_.step == JobStep::scanning);
  job_.before = e.outputs;
  for (const Artifact& artifact : e.outputs.artifacts) {
    if (artifact.whole) job_.logs.try_emplace(artifact.path, *artifact.whole);
  }
  if (!e.outputs.missing.empty())
    return fail(ErrorClass::deterministic,
                "its input " + e.outputs.missing.front() + " is not there");
  dispatch();
}

void Worker::outputs_read(const OutputsRead& e) {
  ENSURE(job_.step == JobStep::reading);
  job_.after = e.outputs;
  judge();
}

void Worker::close() {
  if (!job_.in_copy) {
    job_.step = job_.status ? JobStep::settled : JobStep::waiting;
    return;
  }
  job_.step = JobStep::closing;
  job_.key = turn_.new_key();
  CloseWork close{
      .key = job_.key, .workspace = s_.plan->workspace, .directory = job_.directory, .branch = ""};
  if (!job_.rejected.empty()) {
    close.keep = std::move(job_.rejected);
    close.keep_in = rejected_dir(s_, job_);
    job_.rejected.clear();
  }
  ask(std::move(close), &Worker::closed);
}

void Worker::closed(const WorkDone&) {
  job_.step = job_.status ? JobStep::settled : JobStep::waiting;
}

void Worker::hold_up() { job_.step = JobStep::held_up; }

/// After a blocker nobody starts, however far the preparations were.
void Worker::call_off() {
  job_.status = CompletionStatus::error;
  job_.failure = "not started because of a blocker";
  close();
}

void Worker::resume() {
  if (s_.talk.again(turn_.number_of(job_), turn_.effects())) return;
  const bool was_at_work = s_.talk.lose(turn_.number_of(job_), turn_.attached());
  if (was_at_work) {
    agent::settle(s_.purse, job_.key, lost_evidence("its coordinator died"));
    note_cost(lost_evidence("its coordinator died"));
  }
  // What it has left behind is looked at anew, so that nothing old is taken for new.
  if (was_at_work || job_.step == JobStep::held_up) scan(JobStep::scanning);
}

}  // namespace assay::core::pipeline
