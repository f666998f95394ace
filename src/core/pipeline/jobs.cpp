// SPDX-License-Identifier: MIT
// One agent of a step: a tree to work in, its inputs, the work, and what it wrote held against its
// contract. Only what it was to write is taken over.
#include "core/agent/decide.h"
#include "core/pipeline/turn.h"
#include "core/work/declared.h"
#include "core/work/test_files.h"

#include <algorithm>

namespace assay::core::pipeline {

namespace {

using agent::CompletionStatus;

bool is_active(const Job& job) {
  return job.step != JobStep::waiting && job.step != JobStep::settled &&
         job.step != JobStep::held_up && job.step != JobStep::sealed;
}

bool is_to_come(const Job& job) {
  return job.step == JobStep::waiting || job.step == JobStep::held_up;
}

std::string lines_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + "\n";
  return text;
}

std::string status_word(CompletionStatus status) {
  switch (status) {
    case CompletionStatus::done: return "DONE";
    case CompletionStatus::needs_revision: return "NEEDS_REVISION";
    case CompletionStatus::error: return "ERROR";
  }
  return "ERROR";
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

/// It was there before the attempt, and was not written again.
bool is_stale(const Job& job, const Artifact& artifact) {
  return std::any_of(
      job.before.artifacts.begin(), job.before.artifacts.end(), [&](const Artifact& old) {
        return old.path == artifact.path && old.exists && old.stamp == artifact.stamp;
      });
}

/// A stamp ends in the digest of the content; the rest of it differs in every place.
std::string content_of(const std::string& stamp) { return stamp.substr(stamp.rfind('-') + 1); }

ErrorClass class_of(agent::Outcome outcome, const Evidence& evidence) {
  // A program that is not there will not be there the next time, and who refused will refuse.
  const bool final =
      evidence.exit.kind == ExitKind::spawn_failed || outcome == agent::Outcome::refused;
  return final ? ErrorClass::deterministic : ErrorClass::transient;
}

}  // namespace

void Turn::advance() {
  for (Job& job : s_.jobs) {
    if (job.step == JobStep::waiting && may_start(job)) start(job);
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
bool Turn::is_lost() const {
  const auto lost = std::count_if(s_.jobs.begin(), s_.jobs.end(), [](const Job& job) {
    return job.step == JobStep::settled && job.status != CompletionStatus::done;
  });
  const auto left = static_cast<std::int64_t>(s_.jobs.size()) - lost;
  return std::any_of(step().gate.begin(), step().gate.end(), [&](const Condition& condition) {
    const bool counts = condition.subject == Subject::status &&
                        condition.status == CompletionStatus::done &&
                        condition.comparison == Comparison::at_least;
    return counts && (condition.bound.all ? lost > 0 : left < condition.bound.standard);
  });
}

/// Its wave has begun and has a place, those it depends on are done, and nobody is at work on its
/// files.
bool Turn::may_start_task(const Job& job) const {
  const TaskRecord& record = record_of(job);
  std::int64_t beside = 0;
  for (const Job& other : s_.jobs) {
    if (&other == &job) continue;
    const TaskRecord& theirs = record_of(other);
    const bool needed = theirs.wave < record.wave ||
                        std::find(record.task.depends_on.begin(), record.task.depends_on.end(),
                                  other.task) != record.task.depends_on.end();
    const bool done = other.step == JobStep::settled && other.status == CompletionStatus::done;
    if (needed && !done) return false;
    if (!is_active(other)) continue;
    ++beside;
    if (overlap(record, theirs)) return false;
  }
  return record.wave >= s_.waves.size() ||
         beside < std::max<std::int64_t>(1, s_.waves[record.wave]);
}

/// A place, and nothing that speaks against it.
bool Turn::may_start(const Job& job) const {
  if (s_.cancelled || s_.refusal || s_.blocked || s_.ending || is_lost()) return false;
  const auto limit = std::min(
      {step().dispatch.concurrency, s_.plan->concurrency, s_.plan->definition.concurrency});
  const auto active = std::count_if(s_.jobs.begin(), s_.jobs.end(), is_active);
  if (active >= std::max(1, limit)) return false;
  if (job.alone && active > 0) return false;
  if (std::any_of(s_.jobs.begin(), s_.jobs.end(),
                  [](const Job& other) { return other.alone && is_active(other); }))
    return false;
  return step().kind != StepKind::tasks || may_start_task(job);
}

const TaskRecord& Turn::record_of(const Job& job) const {
  return *std::find_if(s_.tasks.begin(), s_.tasks.end(),
                       [&](const TaskRecord& each) { return each.task.id == job.task; });
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
               .with_changes = true},
      &Turn::opened);
}

void Turn::opened(Job& job, const WorkDone& e) {
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

std::vector<Output> Turn::outputs_of(const Job& job) const {
  std::vector<Output> outputs = step().dispatch.outputs;
  const std::string round = std::to_string(round_of(s_));
  const std::string scope(to_text(step().scope));
  for (Output& output : outputs)
    output.path =
        fill(output.path, {s_.plan->slug, job.task, job.instance, job.focus, scope, round});
  return outputs;
}

std::vector<Input> Turn::inputs_of(const Job& job) const {
  std::vector<Input> inputs = step().dispatch.inputs;
  const std::string round = std::to_string(round_of(s_));
  const std::string scope(to_text(step().scope));
  for (Input& input : inputs)
    input.path = fill(input.path, {s_.plan->slug, job.task, job.instance, job.focus, scope, round});
  return inputs;
}

void Turn::scan(Job& job, JobStep to) {
  job.step = to;
  job.key = new_key();
  ReadOutputs read{job.key,         job.instance,  job.directory, s_.plan->feature_dir,
                   outputs_of(job), inputs_of(job)};
  for (Output& output : read.outputs) {
    if (const auto log = job.logs.find(output.path); log != job.logs.end())
      output.begins = log->second;
  }
  ask(job, std::move(read), to == JobStep::scanning ? &Turn::scanned : &Turn::outputs_read);
}

void Turn::looked(Job& job, const WorkInspected& e) {
  if (!e.sight.problem.empty()) return end(core::Outcome::error, Target::error, e.sight.problem);
  job.base = e.sight;
  scan(job, JobStep::scanning);
}

void Turn::inspected(Job& job, const WorkInspected& e) {
  if (!e.sight.problem.empty())
    return fail(job, ErrorClass::transient, "its tree could not be read: " + e.sight.problem);
  job.changed = e.sight.changed;
  scan(job, JobStep::reading);
}

void Turn::scanned(Job& job, const OutputsRead& e) {
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
  job.after = e.outputs;
  judge(job);
}

void Turn::dispatch(Job& job) {
  if (s_.blocked) return call_off(job);
  if (s_.cancelled || s_.refusal) return hold_up(job);
  ++job.spawns;
  job.key = new_key(job.spawns);
  job.step = JobStep::reserving;
  ask(job, AskSpending{.key = job.key, .name = step().id + "-" + job.instance}, &Turn::launch);
}

void Turn::launch(Job& job, const SpendingReported& e) {
  s_.purse.others_today = e.others_today;
  if (s_.blocked) return call_off(job);
  if (s_.cancelled) return hold_up(job);
  if (auto refusal = agent::check(s_.purse, at_)) {
    s_.refusal = std::move(refusal);
    return hold_up(job);
  }
  agent::reserve(s_.purse, job.key, at_);
  const Step& now = step();
  const Hand& hand = s_.plan->hands.at(now.dispatch.role);
  const std::string round = std::to_string(round_of(s_));
  std::vector<std::string> outputs;
  for (const Output& output : outputs_of(job)) outputs.push_back(feature_path(output.path));
  std::vector<std::string> inputs;
  for (const std::string& path : job.before.inputs) inputs.push_back(feature_path(path));
  const TaskRecord* record = job.task.empty() ? nullptr : task_of(job.task);
  agent::Order order = hand.order;
  order.spare = agent::spare_of(s_.purse, order.role, at_);
  std::string complaint = job.complaint;
  if (!s_.feedback.empty()) complaint += (complaint.empty() ? "" : "\n") + s_.feedback;
  // A template of the project's own may not know the word.
  if (!s_.wish.empty() && order.prompt.find("{{wish}}") == std::string::npos)
    complaint += (complaint.empty() ? "" : "\n") + s_.wish;
  order.values = {{"workspace", job.directory},
                  {"step", now.id},
                  {"instance", job.instance},
                  {"focus", job.focus},
                  {"scope", std::string(to_text(now.scope))},
                  {"round", round},
                  {"feature_dir", s_.plan->feature_dir},
                  {"inputs", lines_of(inputs)},
                  {"outputs", lines_of(outputs)},
                  {"request", s_.plan->request},
                  {"complaint", complaint},
                  {"wish", s_.wish},
                  {"instructions", now.dispatch.instructions},
                  {"mode", s_.mode},
                  {"task_id", job.task},
                  {"files", record != nullptr ? lines_of(record->files) : ""},
                  {"attempt", std::to_string(job.spawns)}};
  if (!job.task.empty() && !now.task_files.empty())
    order.files.emplace_back(
        "task", job.directory + "/" + feature_path(now.task_files + job.task + ".yaml"));
  Launch wanted = agent::dispatch(job.key, std::move(order), hand.env, s_.run_id, job.directory);
  wanted.name = now.id + "-" + round + "-" + job.instance;
  wanted.cwd = job.directory;
  wanted.timeout = hand.timeout;
  const std::pair<std::string, std::string> variables[] = {
      {"ASSAY_TASK_ID", job.task},
      {"ASSAY_TASK_INDEX", ""},
      {"ASSAY_SPEC_DIR", s_.plan->feature_dir},
      {"ASSAY_STEP", now.id},
      {"ASSAY_INSTANCE", job.instance},
      {"ASSAY_ROUND", round},
      {"ASSAY_FEATURE_DIR", s_.plan->feature_dir},
      {"ASSAY_MODE", s_.mode}};
  for (const auto& variable : variables) wanted.env.push_back(variable);
  std::string listed = lines_of(outputs);
  if (!listed.empty()) listed.pop_back();
  wanted.env.emplace_back("ASSAY_OUTPUTS", listed);
  job.step = JobStep::executing;
  ask(job, StartAttempt{std::move(wanted)}, &Turn::ended);
}

void Turn::ended(Job& job, const AttemptEnded& e) {
  agent::settle(s_.purse, job.key, e.evidence);
  note_cost(job, e.evidence);
  job.evidence = e.evidence;
  if (s_.cancelled && !s_.blocked) return hold_up(job);
  look(job, JobStep::inspecting);
}

/// Everything that is wrong with what it wrote, file by file; empty: nothing.
std::vector<std::string> Turn::contract_violations(const Job& job) const {
  std::vector<std::string> found;
  for (const Output& output : outputs_of(job)) {
    bool any = false;
    for (const Artifact& artifact : job.after.artifacts) {
      const bool of_this =
          output.folder() ? artifact.path.starts_with(output.path) : artifact.path == output.path;
      if (!of_this || !artifact.exists) continue;
      const bool stale = is_stale(job, artifact);
      if (stale && output.folder()) continue;
      any = true;
      if (stale) {
        found.push_back(artifact.path +
                        " was not written: what is there is older than this attempt");
        continue;
      }
      found.insert(found.end(), artifact.problems.begin(), artifact.problems.end());
    }
    if (!any) found.push_back(output.path + " was not written");
  }
  return found;
}

/// What is wrong with what it wrote, the first of it; empty: nothing.
std::string Turn::contract_violation(const Job& job) const {
  for (const Output& output : outputs_of(job)) {
    bool any = false;
    for (const Artifact& artifact : job.after.artifacts) {
      const bool of_this =
          output.folder() ? artifact.path.starts_with(output.path) : artifact.path == output.path;
      if (!of_this || !artifact.exists) continue;
      const bool stale = is_stale(job, artifact);
      if (stale && output.folder()) continue;
      if (stale)
        return artifact.path + " was not written: what is there is older than this attempt";
      if (!artifact.problems.empty()) return artifact.problems.front();
      any = true;
    }
    if (!any) return output.path + " was not written";
  }
  return "";
}

/// What is wrong, all of it at once, and where to look at it.
std::string Turn::reject(Job& job) const {
  constexpr std::size_t named_max = 40;
  const std::vector<std::string> problems = contract_violations(job);
  if (problems.empty()) return "";
  std::string text;
  for (std::size_t i = 0; i < problems.size() && i < named_max; ++i)
    text += (i == 0 ? "" : "; ") + problems[i];
  if (problems.size() > named_max)
    text += "; and " + std::to_string(problems.size() - named_max) + " more";
  job.rejected.clear();
  for (const Artifact& artifact : job.after.artifacts) {
    if (artifact.exists && !artifact.problems.empty() && !is_stale(job, artifact))
      job.rejected.push_back(feature_path(artifact.path));
  }
  if (!job.rejected.empty() && job.in_copy)
    text += " (the rejected files are kept in " + rejected_dir(job) + ")";
  return text;
}

std::string Turn::rejected_dir(const Job& job) const {
  const std::string& work = s_.plan->work_dir;
  return work.substr(0, work.rfind('/')) + "/rejected/" + step().id + "-" +
         std::to_string(round_of(s_)) + "-" + job.instance + "-" + std::to_string(job.spawns);
}

bool Turn::has_blocker(const Job& job) const {
  return std::any_of(
      job.after.artifacts.begin(), job.after.artifacts.end(), [&](const Artifact& a) {
        if (!a.exists || is_stale(job, a)) return false;
        return (a.review && a.review->effective() == agent::Vote::blocker) ||
               std::any_of(a.concerns.begin(), a.concerns.end(), [](const agent::Concern& concern) {
                 return concern.severity == agent::Severity::blocker;
               });
      });
}

void Turn::judge(Job& job) {
  const Hand& hand = s_.plan->hands.at(step().dispatch.role);
  const agent::Fused fused =
      agent::fuse({job.evidence, agent::transcript_of(job.evidence),
                   agent::dialect_of(hand.order, job.evidence), std::nullopt});
  if (fused.outcome == agent::Outcome::unavailable) {
    agent::Refusal refusal{fused.reason, agent::available_again(job.evidence)};
    if (agent::fall_back(s_.purse, hand.order, job.evidence, refusal)) return dispatch(job);
    agent::close(s_.purse, refusal);
    s_.refusal = refusal;
    return hold_up(job);
  }
  // Neither a program that is not there nor a login that is not accepted gets better by asking
  // again: somebody has to see to it, and then the run goes on.
  const bool absent = job.evidence.exit.kind == ExitKind::spawn_failed;
  if (is_new() && !s_.blocked && (absent || fused.rule == "bad credentials")) {
    const std::string program = hand.order.argv.empty() ? "" : hand.order.argv.front();
    const agent::Refusal refusal{
        step().dispatch.role + " (" + program + "): " + fused.reason +
            (absent ? "; install it or name another one under `agents:`" : "; log in") +
            ", then go on with `assay pipeline resume`",
        std::nullopt};
    agent::close(s_.purse, refusal);
    s_.refusal = refusal;
    return hold_up(job);
  }
  if (fused.outcome == agent::Outcome::cancelled && s_.blocked)
    return fail(job, ErrorClass::security, "ended because of a blocker");
  if (fused.outcome != agent::Outcome::completed)
    return fail(job, class_of(fused.outcome, job.evidence),
                std::string(to_text(fused.outcome)) + ": " + fused.reason);
  std::string violation = is_new() ? reject(job) : contract_violation(job);
  // A blocker holds whatever else is wrong with it: nobody is asked to think it over.
  if (!violation.empty() && !has_blocker(job)) return object(job, std::move(violation));
  job.rejected.clear();
  const auto says =
      std::find_if(job.after.artifacts.begin(), job.after.artifacts.end(),
                   [](const Artifact& artifact) { return artifact.status.has_value(); });
  const CompletionStatus status =
      says == job.after.artifacts.end() ? CompletionStatus::done : *says->status;
  if (status == CompletionStatus::error)
    return fail(job, ErrorClass::transient, "it says ERROR: " + says->summary);
  if (has_blocker(job)) {
    // Whatever the others are doing, it is over.
    s_.blocked = true;
    if (in_flight(s_) > 0) effects_.emplace_back(StopAttempts{});
  }
  job.status = status;
  // A copy that is made from now on must not show how this one voted.
  if (step().kind == StepKind::review && job.in_copy) {
    job.step = JobStep::sealed;
    return;
  }
  adopt(job);
}

/// Of its changes, those that are its business: a task's files, and what it was to write.
void Turn::adopt(Job& job) {
  std::vector<std::string> own;
  for (const Output& output : outputs_of(job)) own.push_back(feature_path(output.path));
  std::vector<std::string> paths = own;
  for (const std::string& path : job.changed) {
    const bool feature = path.starts_with(s_.plan->feature_dir + "/");
    const bool written = work::is_declared(own, path);
    if (feature && !written && !job.in_copy)
      return object(job, "changed " + path + ", which is not its file");
    if (job.task.empty() || written || feature) continue;
    if (is_new() && is_tool_litter(path)) continue;
    paths.push_back(path);
  }
  if (!job.task.empty()) {
    note_changes(job);
  } else if (!job.in_copy) {
    for (const std::string& path : job.changed) {
      if (is_new() && is_tool_litter(path)) continue;
      if (!work::is_declared(own, path))
        return object(job, "changed " + path + ", which it had no business with");
    }
  }
  if (!job.in_copy) return settle(job, *job.status);
  job.step = JobStep::adopting;
  job.key = new_key();
  ask(job,
      AdoptWork{.key = job.key,
                .workspace = s_.plan->workspace,
                .directory = job.directory,
                .since = job.base.tree,
                .paths = std::move(paths)},
      &Turn::adopted);
}

/// What a task is answerable for: what it changed in the workspace, or what is taken over from it.
void Turn::note_changes(const Job& job) {
  TaskRecord* record = task_of(job.task);
  for (const std::string& path : job.changed) {
    if (path.starts_with(s_.plan->feature_dir + "/")) continue;
    if (is_new() && is_tool_litter(path)) continue;
    record->changed.insert(path);
    const bool noted =
        std::find(record->outside.begin(), record->outside.end(), path) != record->outside.end();
    if (!noted && !work::is_declared(record->files, path)) record->outside.push_back(path);
  }
}

void Turn::adopted(Job& job, const WorkDone& e) {
  const work::WorkResult& result = e.result;
  if (result.status == work::WorkResult::Status::failed)
    return end(core::Outcome::error, Target::error, result.detail);
  if (result.status == work::WorkResult::Status::done) return settle(job, *job.status);
  job.status.reset();
  job.alone = true;
  job.complaint =
      "its work conflicts with that of tasks beside it: do it again on the tree as it is now";
  close(job);
}

void Turn::settle(Job& job, CompletionStatus status) {
  job.status = status;
  note_dispatch(job, status);
  if (TaskRecord* record = job.task.empty() ? nullptr : task_of(job.task);
      record != nullptr && step().kind == StepKind::tasks) {
    record->implemented = status == CompletionStatus::done;
    record->verified = false;
    record->claims.clear();
    for (const Artifact& artifact : job.after.artifacts) {
      if (s_.mode == "revert" || artifact.contract != Contract::implementation_report) continue;
      record->claims = artifact.changes;
      record->claims_documents = artifact.task_type == "documentation";
    }
  }
  if (step().kind == StepKind::review) {
    for (const Artifact& artifact : job.after.artifacts) {
      if (!artifact.review) continue;
      s_.votes.push_back({std::string(to_text(step().scope)), job.instance, job.focus,
                          evidence_round(), *artifact.review});
    }
  }
  for (const Output& output : outputs_of(job)) {
    // What is no longer in a folder of its own was taken away by it.
    if (!output.folder()) continue;
    std::erase_if(s_.accepted, [&](const auto& entry) {
      return entry.first.starts_with(output.path) &&
             std::none_of(job.after.artifacts.begin(), job.after.artifacts.end(),
                          [&](const Artifact& a) { return a.exists && a.path == entry.first; });
    });
  }
  for (const Artifact& artifact : job.after.artifacts) {
    if (!artifact.exists || is_stale(job, artifact)) continue;
    s_.accepted.insert_or_assign(artifact.path, Accepted{step().id, content_of(artifact.stamp)});
  }
  close(job);
}

/// The first time it is told what is wrong, and may mend it.
void Turn::object(Job& job, std::string why) {
  ++job.violations;
  fail(job, job.violations > 1 ? ErrorClass::deterministic : ErrorClass::transient, std::move(why));
}

void Turn::fail(Job& job, ErrorClass error, std::string why) {
  // What failed twice in the very same way is not transient.
  if (error == ErrorClass::transient && why == job.complaint) error = ErrorClass::deterministic;
  job.complaint = std::string(to_text(error)) + ": " + why;
  note_dispatch(job, CompletionStatus::error);
  // In the workspace itself nothing is thrown away: the next attempt goes on from it.
  if (!job.in_copy && !job.task.empty()) note_changes(job);
  ++job.failures;
  job.status.reset();
  job.complaint = why;
  const bool over = error != ErrorClass::transient || s_.blocked ||
                    job.failures > static_cast<std::uint32_t>(step().dispatch.retries);
  if (over) {
    job.status = CompletionStatus::error;
    job.failure = std::move(why);
    note_issue(job.instance + " (step " + step().id + ") ended in an error: " + job.failure);
  }
  close(job);
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
    close.keep_in = rejected_dir(job);
    job.rejected.clear();
  }
  ask(job, std::move(close), &Turn::closed);
}

void Turn::closed(Job& job, const WorkDone&) {
  job.step = job.status ? JobStep::settled : JobStep::waiting;
}

void Turn::note_dispatch(const Job& job, CompletionStatus status) {
  TelemetryRow row;
  row.step = step().id;
  row.agent = step().dispatch.role;
  row.instance = job.instance;
  row.started_at = assay::to_text(job.evidence.started);
  row.completed_at = assay::to_text(job.evidence.started + job.evidence.duration);
  row.status = status_word(status);
  row.dispatch_count = std::max<std::uint32_t>(1, job.spawns);
  row.retry_count = job.failures;
  row.notes = status == CompletionStatus::error ? job.complaint : "";
  s_.telemetry.push_back(row);
  s_.dispatches.push_back(std::move(row));
}

void Turn::note_cost(const Job& job, const Evidence& evidence) {
  auto found = std::find_if(s_.costs.begin(), s_.costs.end(), [&](const BundleCost& each) {
    return each.step == step().id && each.instance == job.instance;
  });
  if (found == s_.costs.end())
    found = s_.costs.insert(s_.costs.end(), {step().id, job.instance, 0, 0, 0, 0, 0});
  ++found->launches;
  found->lost += evidence.exit.kind == ExitKind::lost ? 1 : 0;
  const agent::Transcript& said = agent::transcript_of(evidence);
  if (said.tokens_told) found->tokens += said.tokens.total;
  found->micro_usd += said.micro_usd.value_or(0);
  found->untold += said.micro_usd ? 0 : 1;
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
  const bool was_at_work = s_.talk.lose(number_of(job));
  if (was_at_work) {
    agent::settle(s_.purse, job.key, lost_evidence("its coordinator died"));
    note_cost(job, lost_evidence("its coordinator died"));
  }
  // What it has left behind is looked at anew, so that nothing old is taken for new.
  if (was_at_work || job.step == JobStep::held_up) scan(job, JobStep::scanning);
}

}  // namespace assay::core::pipeline
