// SPDX-License-Identifier: MIT
// What the oracle of pipelines makes of everything the repository, the tables and people are asked,
// and of what agents have really written.
#include "sim/pipeline_oracle.h"

#include <algorithm>
#include <set>

namespace assay::sim {

using core::pipeline::Contract;
using core::pipeline::StepKind;

namespace {

bool is_in(const std::string& path, std::string place) {
  if (place.ends_with('/')) place.pop_back();
  return path == place || path.starts_with(place + "/");
}

bool is_in(const std::string& path, const std::vector<std::string>& places) {
  return std::any_of(places.begin(), places.end(),
                     [&](const std::string& place) { return is_in(path, place); });
}

std::string vote_word(core::agent::Vote vote) {
  return vote == core::agent::Vote::approve          ? "approve"
         : vote == core::agent::Vote::needs_revision ? "needs_revision"
                                                     : "blocker";
}

}  // namespace

/// What is asked a second time under the same key must be the same.
void PipelineOracle::same(core::AttemptKey key, std::string what) {
  const auto [before, fresh] = wanted_.emplace(key, what);
  if (!fresh && before->second != what)
    note("twice: asked for '" + before->second + "', then for '" + what + "'");
}

PipelineOracle::Task* PipelineOracle::task(const std::string& id) {
  const auto found = std::find_if(tasks_.begin(), tasks_.end(),
                                  [&](const Task& each) { return each.task.id == id; });
  return found == tasks_.end() ? nullptr : &*found;
}

std::vector<std::string> PipelineOracle::files_of(const std::string& id) const {
  for (const Task& each : tasks_) {
    if (each.task.id == id) return each.files;
  }
  return {};
}

std::vector<std::string> PipelineOracle::own_files(const Job& job,
                                                   const std::string& instance) const {
  std::vector<std::string> paths;
  for (const core::pipeline::Output& output : visit_.step->dispatch.outputs) {
    const std::string scope(to_text(visit_.step->scope));
    paths.push_back(plan_->feature_dir + "/" +
                    core::pipeline::fill(output.path, {plan_->slug, job.task, instance, job.focus,
                                                       scope, std::to_string(visit_.round)}));
  }
  return paths;
}

// --- looking

void PipelineOracle::inspected(const core::InspectWork& wanted) {
  same(wanted.key, "look " + wanted.name + " since " + wanted.since);
  looks_[wanted.key] = wanted.name;
  if (wanted.name == "baseline" || wanted.name == "verified" || wanted.name == "after-baseline" ||
      wanted.name == "before-checks")
    return;
  note(walk_to(wanted.name));
}

void PipelineOracle::read(const core::ReadOutputs& wanted, const BenchFiles* files) {
  same(wanted.key, "read " + wanted.name);
  Judgement& judgement = readings_[wanted.key] = {};
  judgement.instance = wanted.name;
  if (wanted.name == "accepted") return;
  if (wanted.name == "plan") {
    judgement.fine = files != nullptr;
    return;
  }
  if (Finding finding = walk_to(wanted.name); !finding.empty()) return note(finding);
  const BenchFiles nothing;
  judge(judgement, files == nullptr ? nothing : *files);
}

/// Its files are those that its last attempt wrote itself, whatever else lies there.
void PipelineOracle::judge(Judgement& judgement, const BenchFiles& files) const {
  const Job& job = visit_.jobs.at(judgement.instance);
  const std::vector<std::string> own = own_files(job, judgement.instance);
  judgement.fine = true;
  bool told = false;
  for (std::size_t i = 0; i < own.size(); ++i) {
    bool any = false;
    for (const auto& [path, file] : files) {
      if (!is_in(path, own[i])) continue;
      const Contract contract = visit_.step->dispatch.outputs[i].contract;
      const bool agreed =
          contract == Contract::text || (file.meaning && file.meaning->contract == contract);
      if (agreed && file.meaning) {
        judgement.concerns.insert(judgement.concerns.end(), file.meaning->concerns.begin(),
                                  file.meaning->concerns.end());
      }
      if (file.by != job.key) continue;
      any = true;
      judgement.fine =
          judgement.fine && agreed && (!file.meaning || file.meaning->problems.empty());
      if (!agreed || !file.meaning) continue;
      if (file.meaning->status && !told) judgement.status = *file.meaning->status;
      told = told || file.meaning->status.has_value();
      if (file.meaning->review) {
        judgement.votes.push_back(*file.meaning->review);
        judgement.blocker =
            judgement.blocker || file.meaning->review->effective() == core::agent::Vote::blocker;
      }
      for (const core::agent::Concern& concern : file.meaning->concerns)
        judgement.blocker = judgement.blocker || concern.severity == core::agent::Severity::blocker;
    }
    judgement.fine = judgement.fine && any;
  }
}

/// In the workspace itself an agent may touch nothing but its own: nobody sorts that out later.
bool PipelineOracle::keeps_to_its_files(const Job& job, const std::string& instance) const {
  const std::vector<std::string> own = own_files(job, instance);
  for (const core::AttemptKey key : job.keys) {
    const auto writes = writes_.find(key);
    if (writes == writes_.end()) continue;
    for (const std::string& path : writes->second) {
      const bool feature = is_in(path, plan_->feature_dir);
      if (!is_in(path, own) && (feature || job.task.empty())) return false;
    }
  }
  return true;
}

// --- work that stays

/// Source files that an agent of a task has changed, for good.
void PipelineOracle::change(const Job& job, const std::set<std::string>& paths) {
  Task* own = task(job.task);
  if (own == nullptr) return;
  for (const std::string& path : paths) {
    if (is_in(path, plan_->feature_dir)) continue;
    own->changed.insert(path);
    touched_.insert(path);
    if (!is_in(path, own->files)) own->outside.insert(path);
  }
}

void PipelineOracle::change_in_workspace(const Job& job) {
  if (job.directory != plan_->workspace) return;
  for (const core::AttemptKey key : job.keys) change(job, writes_[key]);
}

void PipelineOracle::spoil(Job& job, core::ExitKind exit) {
  change_in_workspace(job);
  // In the workspace what it has left is still there when it is tried again.
  if (job.directory != plan_->workspace) job.keys.clear();
  // What could not be started will not be there the next time; without a blocker the run waits.
  const bool hopeless = exit == core::ExitKind::spawn_failed;
  job.ended.reset();
  const auto retries = static_cast<std::uint32_t>(visit_.step->dispatch.retries);
  if (++job.bad > retries || visit_.blocker || hopeless) job.over = Status::error;
}

void PipelineOracle::take_over(Job& job, const std::set<std::string>& paths) {
  change(job, paths);
  job.keys.clear();
  job.fine = false;
  job.over = job.judgement.status;
  if (Task* own = task(job.task); own != nullptr && visit_.step->kind == StepKind::tasks)
    own->verified = false;
  for (const core::agent::Review& review : job.judgement.votes) {
    visit_.votes.push_back(review);
    visit_.voters.push_back(job.focus);
  }
  for (const core::pipeline::Output& output : visit_.step->dispatch.outputs) {
    const bool plans = output.contract == Contract::plan || output.contract == Contract::impl_task;
    if (plans && visit_.step->kind == StepKind::agents) take_plan(bench_.workspace());
  }
}

void PipelineOracle::take_plan(const BenchFiles& files) {
  std::vector<Task> tasks;
  const auto add = [&](const core::agent::PlannedTask& planned) {
    Task fresh;
    if (const Task* old = task(planned.id)) fresh = *old;
    fresh.task = planned;
    tasks.push_back(std::move(fresh));
  };
  for (const auto& [path, file] : files) {
    if (!file.meaning || !file.meaning->plan) continue;
    for (const core::agent::PlannedTask& planned : file.meaning->plan->tasks) add(planned);
  }
  for (const auto& [path, file] : files) {
    if (!file.meaning || !file.meaning->task) continue;
    const core::agent::TaskFile& told = *file.meaning->task;
    if (file.meaning->contract == Contract::impl_task) add(told.task);
    for (Task& each : tasks) {
      if (each.task.id != told.task.id) continue;
      each.files.clear();
      for (const core::agent::FileToModify& one : told.files_to_modify) {
        each.files.push_back(one.path);
        if (one.risk == core::agent::Risk::red) each.task.size = core::agent::TaskSize::large;
      }
    }
  }
  if (tasks.empty()) return;
  for (const Task& old : tasks_) {
    const bool stays = std::any_of(tasks.begin(), tasks.end(),
                                   [&](const Task& each) { return each.task.id == old.task.id; });
    if (!stays) dropped_.insert(old.changed.begin(), old.changed.end());
  }
  tasks_ = std::move(tasks);
  plan_known_ = true;
}

// --- what is asked of the repository

void PipelineOracle::copied(const core::OpenCopy& wanted) {
  same(wanted.key, "copy " + wanted.directory + " of " + wanted.commit);
  works_[wanted.key] = "copy";
  if (wanted.directory == plan_->workspace) note("place: a copy in the workspace");
  if (wanted.commit != baseline_head_) note("baseline: a copy of another commit");
}

void PipelineOracle::adopting(const core::AdoptWork& wanted, const BenchFiles* copy) {
  same(wanted.key, "adopt " + wanted.directory);
  const auto found = std::find_if(visit_.jobs.begin(), visit_.jobs.end(), [&](const auto& entry) {
    return entry.second.directory == wanted.directory;
  });
  if (found == visit_.jobs.end()) return note("adopt: nobody works in " + wanted.directory);
  adoptions_[wanted.key] = found->first;
  Job& job = found->second;
  if (!job.fine && !job.over) note("adopt: " + found->first + " has not done what it was to do");
  if (copy == nullptr) return;
  if (wanted.paths.empty()) note("adopt: everything " + found->first + " has changed");
  const std::vector<std::string> own = own_files(job, found->first);
  for (const std::string& path : wanted.paths) {
    const bool mine = std::find(own.begin(), own.end(), path) != own.end();
    const bool source = !is_in(path, plan_->feature_dir) && !job.task.empty();
    if (!mine && !source) note("adopt: " + path + " is none of the files of " + found->first);
  }
}

void PipelineOracle::restoring(const core::RestoreFiles& wanted) {
  same(wanted.key, "restore " + std::to_string(wanted.paths.size()));
  works_[wanted.key] = "restore";
  if (wanted.commit != baseline_head_) note("baseline: restored from another commit");
  std::set<std::string> mine;
  std::set<std::string> theirs = dropped_;
  for (const Task& each : tasks_) {
    const bool reverts = std::count(visit_.subjects.begin(), visit_.subjects.end(), each.task.id);
    (reverts ? mine : theirs).insert(each.changed.begin(), each.changed.end());
  }
  for (const std::string& path : wanted.paths) {
    if (!mine.contains(path) || theirs.contains(path))
      note("restore: " + path + " is not the work of what failed alone");
  }
}

void PipelineOracle::bundling(const core::WriteBundle& wanted) {
  same(wanted.key, "bundle " + std::string(shown_word(wanted.bundle->confidence)));
  works_[wanted.key] = "bundle";
  note(walk_to(StepKind::bundle));
  const bool low = wanted.bundle->confidence == core::pipeline::Confidence::low;
  if (!low && is_low()) note("bundle: its confidence is too high");
  if (low && !is_low() && !regresses()) note("bundle: its confidence is too low");
}

void PipelineOracle::committing(const core::CommitWork& wanted) {
  same(wanted.key, "commit " + std::to_string(wanted.paths.size()));
  works_[wanted.key] = "commit";
  if (Finding finding = walk_to(StepKind::commit); !finding.empty()) return note(finding);
  if (is_low()) note("commit: nobody can stand for it");
  for (const auto& [scope, votes] : last_votes_) {
    const bool all = std::all_of(votes.begin(), votes.end(), [](const auto& vote) {
      return vote.effective() == core::agent::Vote::approve;
    });
    if (!all && visit_.step->confidence == core::pipeline::Confidence::high)
      note("commit: not everybody approved");
  }
  for (const std::string& path : plan_->dirty) {
    if (is_in(path, wanted.paths)) note("commit: " + path + " was there before");
  }
}

/// What is committed is what the last checks have seen, byte for byte.
void PipelineOracle::committed(const std::string& before) {
  if (bench_.head() == before) return;
  commits_.insert(bench_.head());
  if (commits_.size() > 1) note("commit: a second one");
  if (!checked_tree_ || !one_tree_) return note("commit: nobody has checked that tree");
  if (!checks_pass() && !goals_reached_) note("commit: the last checks did not pass");
  const auto text = [](const BenchFiles& files, const std::string& path) {
    const auto found = files.find(path);
    return found == files.end() ? std::string("(none)") : found->second.text;
  };
  const BenchFiles& old = bench_.committed(before);
  const BenchFiles& fresh = bench_.committed(bench_.head());
  BenchFiles all = without(fresh, plan_->feature_dir);
  all.insert(old.begin(), old.end());
  all.insert(checked_tree_->begin(), checked_tree_->end());
  for (const auto& [path, file] : all) {
    if (is_in(path, plan_->feature_dir)) continue;
    const std::string now = text(fresh, path);
    const bool foreign = is_in(path, plan_->dirty);
    const bool stays = now == text(old, path);
    if (foreign ? !stays : now != text(*checked_tree_, path) && (touched_.contains(path) || !stays))
      note("commit: " + path + " is '" + now + "', the checks saw '" + text(*checked_tree_, path) +
           "'");
  }
}

// --- people and tables

void PipelineOracle::asked(const core::AskApproval& wanted) {
  questions_[wanted.key] = wanted.question.gate_id;
  if (Finding finding = walk_to(StepKind::approval, wanted.question.gate_id); !finding.empty())
    return note(finding);
  if (wanted.ordinal != answers_[wanted.question.gate_id])
    note("answer: one to " + wanted.question.gate_id + " is lost");
  if (wanted.question.options != options()) note("answer: other options than there are");
}

/// A row says what has happened, and says it once.
Finding PipelineOracle::check_row(const core::pipeline::CheckRow& row) const {
  const std::string what = row.phase + " " + row.check_name + " of " + row.task_id;
  for (const core::pipeline::CheckRow& other : table_) {
    if (other.task_id == row.task_id && other.phase == row.phase &&
        other.check_name == row.check_name && other.round == row.round)
      return "rows: " + what + " is recorded twice";
  }
  if (row.round != evidence_round()) return "rows: " + what + " is of another round";
  if (row.phase == "review") {
    for (std::size_t i = 0; i < visit_.votes.size(); ++i) {
      if (!row.check_name.ends_with("-" + visit_.voters[i])) continue;
      const core::agent::Vote vote = visit_.votes[i].effective();
      const bool right =
          row.verdict == vote_word(vote) && row.passed == (vote == core::agent::Vote::approve);
      return right ? "" : "rows: " + what + " is not how he voted";
    }
    return "rows: " + what + ": nobody voted so";
  }
  if (row.check_name == "work-check") {
    const auto own = std::find_if(tasks_.begin(), tasks_.end(),
                                  [&](const Task& each) { return each.task.id == row.task_id; });
    const bool faulty = own != tasks_.end() && has_faults(*own);
    return faulty && !row.passed ? "" : "rows: " + what + " is not what it changed";
  }
  std::string id = row.phase == "baseline" ? row.check_name.substr(9) : row.check_name;
  if (id == "tests") id = "test";
  const Checks& checks = row.phase == "baseline" ? baseline_ : after_;
  const auto check = checks.find(id);
  const bool right = check != checks.end() && check->second.passed == row.passed;
  return right ? "" : "rows: " + what + " is not what was observed";
}

Finding PipelineOracle::hear_rows(const core::RecordRows& e) {
  for (const core::pipeline::CheckRow& row : e.checks) {
    if (Finding finding = check_row(row); !finding.empty()) return finding;
    table_.push_back(row);
  }
  for (const core::pipeline::TelemetryRow& row : e.telemetry) {
    const auto job = visit_.jobs.find(row.instance);
    if (job == visit_.jobs.end() || row.step != visit_.step->id)
      return "rows: a dispatch of " + row.instance + " in " + row.step;
    if (row.status == "DONE" && job->second.over != Status::done)
      return "rows: " + row.instance + " is not done";
  }
  return "";
}

std::int64_t PipelineOracle::in_table(const std::string& query, const std::string& subject,
                                      std::int64_t round) const {
  std::set<std::string> names;
  for (const core::pipeline::CheckRow& row : table_) {
    if (row.task_id != subject) continue;
    const bool this_round = row.round == round;
    const bool baseline = row.phase == "baseline";
    const bool after = row.phase == "after" && this_round;
    const bool review = row.phase == "review" && this_round;
    const bool was_good = std::any_of(table_.begin(), table_.end(), [&](const auto& other) {
      return other.task_id == subject && other.phase == "baseline" && other.passed &&
             other.check_name == "baseline-" + row.check_name;
    });
    const bool fits = query == "baseline_checks"    ? baseline
                      : query == "checks_passed"    ? after && row.passed
                      : query == "checks_failed"    ? after && !row.passed
                      : query == "regressions"      ? after && !row.passed && was_good
                      : query == "review_submitted" ? review && !row.verdict.empty()
                      : query == "review_blockers"  ? review && row.verdict == "blocker"
                      : query == "review_approvals" ? review && row.verdict == "approve"
                      : query == "review_criticals"
                          ? review && (row.severity == "Critical" || row.severity == "Blocker")
                          : false;
    if (fits) names.insert(row.check_name);
  }
  return static_cast<std::int64_t>(names.size());
}

std::vector<std::optional<std::int64_t>> PipelineOracle::count(
    std::span<const core::pipeline::RowQuestion> questions) {
  note(walk_to(questions));
  std::vector<std::optional<std::int64_t>> numbers;
  for (const core::pipeline::RowQuestion& question : questions) {
    numbers.emplace_back(in_table(question.name, question.task_id, question.round));
    if (!ending_ && question.round != evidence_round()) note("rows: another round is counted");
  }
  return numbers;
}

}  // namespace assay::sim
