// SPDX-License-Identifier: MIT
// What is started and what the journal says, held against what the oracle knows.
#include "sim/pipeline_oracle.h"

#include "base/match.h"
#include "sim/describe.h"

#include <algorithm>
#include <limits>

namespace assay::sim {

using core::pipeline::StepKind;

namespace {

bool mentions(const std::string& decision, std::string_view effect) {
  return decision.starts_with(effect) ||
         decision.find("; " + std::string(effect)) != std::string::npos;
}

std::string value(const core::Launch& launch, const std::string& name) {
  for (const auto& [key, text] : launch.agent->values) {
    if (key == name) return text;
  }
  return "";
}

bool ended_well(const core::Evidence& evidence) {
  return evidence.exit.kind == core::ExitKind::exited && evidence.transcript &&
         evidence.transcript->ending == core::agent::Ending::success;
}

bool is_for_later(const core::Evidence& evidence) {
  return evidence.transcript && evidence.transcript->limit_reached &&
         evidence.transcript->ending != core::agent::Ending::success;
}

bool is_goals(const core::Launch& launch) { return launch.name.starts_with("goals-"); }

bool is_baseline(const core::Launch& launch) { return launch.name.starts_with("baseline"); }

bool overlap(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  if (a.empty() || b.empty()) return true;  // may touch any
  return std::any_of(a.begin(), a.end(), [&](const std::string& path) {
    return std::find(b.begin(), b.end(), path) != b.end();
  });
}

}  // namespace

PipelineOracle::PipelineOracle(std::shared_ptr<const core::pipeline::Plan> plan,
                               const Workbench& bench)
    : plan_(std::move(plan)), bench_(bench) {
  const auto& steps = plan_->definition.steps;
  enter({core::pipeline::Target::step, plan_->from.empty() ? steps.front().id : plan_->from, "",
         std::nullopt});
  const bool verifies = std::any_of(steps.begin(), steps.end(),
                                    [](const auto& step) { return step.kind == StepKind::verify; });
  if (verifies && !plan_->gates) ending_ = Ending{core::Outcome::error, "nothing can be proved"};
}

void PipelineOracle::note(std::string what) {
  if (pending_.empty()) pending_ = std::move(what);
}

// --- what is started

Finding PipelineOracle::on_start(const core::Launch& launch, std::span<const core::Launch> live) {
  if (!pending_.empty()) return pending_;
  if (over_) return "";  // of a coordinator that was replaced and does not know it yet
  started_.insert_or_assign(launch.key, launch);
  open_.insert(launch.key);
  for (const core::Launch& other : live) {
    if (other.cwd == launch.cwd && (launch.agent || other.agent))
      return "place: " + launch.name + " and " + other.name + " work in the same directory";
  }
  if (!baseline_head_) return "baseline: " + launch.name + " starts before it is recorded";
  return launch.agent ? check_agent(launch, live) : check_command(launch);
}

Finding PipelineOracle::check_agent(const core::Launch& launch,
                                    std::span<const core::Launch> live) {
  const std::string instance = variable(launch, "ASSAY_INSTANCE");
  if (!ending_ && visit_.blocker) return "blocker: " + launch.name + " starts after it";
  if (quota_) return "quota: " + launch.name + " starts although it is used up";
  if (plan_->budgets.run.launches && agents_ >= *plan_->budgets.run.launches)
    return "budget: launches";
  ++agents_;
  if (Finding finding = walk_to(instance); !finding.empty()) return finding;
  Job& job = visit_.jobs.at(instance);
  if (job.open || job.ended || job.fine) return "again: " + launch.name + " is at work already";
  if (job.over || job.bad > static_cast<std::uint32_t>(visit_.step->dispatch.retries))
    return "retries: one attempt too many of " + launch.name;
  if (Finding finding = check_together(job, launch, live); !finding.empty()) return finding;
  if (Finding finding = check_sealed(launch, instance); !finding.empty()) return finding;
  job.directory = launch.cwd;
  job.key = launch.key;
  job.keys.insert(launch.key);
  job.open = true;
  return check_words(launch, instance);
}

Finding PipelineOracle::check_together(const Job& job, const core::Launch& launch,
                                       std::span<const core::Launch> live) {
  const auto limit = std::min(
      {visit_.step->dispatch.concurrency, plan_->concurrency, plan_->definition.concurrency});
  std::int32_t agents = 1;
  for (const core::Launch& other : live) agents += other.agent ? 1 : 0;
  if (agents > limit) return "many: " + std::to_string(agents) + " agents at once";
  if (job.task.empty())
    return launch.cwd == plan_->workspace && !job.alone ? "place: " + launch.name + " has no copy"
                                                        : "";
  // Whoever only looks at the work of a task is in nobody's way.
  if (visit_.step->kind != StepKind::tasks) return "";
  const Task* own = task(job.task);
  for (const std::string& needed : own->task.depends_on) {
    for (const auto& [instance, other] : visit_.jobs) {
      if (other.task == needed && other.over != Status::done)
        return "order: " + job.task + " is begun before " + needed + " is done";
    }
  }
  for (const core::Launch& other : live) {
    const Task* theirs = task(variable(other, "ASSAY_TASK_ID"));
    if (theirs != nullptr && overlap(own->files, theirs->files))
      return "overlap: " + job.task + " and " + theirs->task.id + " have files in common";
  }
  return "";
}

Finding PipelineOracle::check_words(const core::Launch& launch, const std::string& instance) const {
  const Job& job = visit_.jobs.at(instance);
  std::string outputs;
  for (const std::string& path : own_files(job, instance))
    outputs += (outputs.empty() ? "" : "\n") + path;
  const std::pair<std::string, std::string> words[] = {
      {"ASSAY_STEP", visit_.step->id},
      {"ASSAY_ROUND", std::to_string(visit_.round)},
      {"ASSAY_MODE", visit_.mode},
      {"ASSAY_TASK_ID", job.task},
      {"ASSAY_OUTPUTS", outputs}};
  for (const auto& [name, wanted] : words) {
    if (variable(launch, name) != wanted)
      return "step: " + name + " of " + launch.name + " is '" + variable(launch, name) +
             "', not '" + wanted + "'";
  }
  return "";
}

/// Nobody votes who could have read how others vote.
Finding PipelineOracle::check_sealed(const core::Launch& launch,
                                     const std::string& instance) const {
  // Whose work could not be taken over does it again in the workspace, when all others are done.
  const bool alone = visit_.jobs.at(instance).alone;
  if (visit_.step->kind != StepKind::review || alone) return "";
  const BenchFiles* files = bench_.at(launch.cwd);
  for (const auto& [other, job] : visit_.jobs) {
    if (other == instance || files == nullptr) continue;
    for (const auto& [path, file] : *files) {
      const bool theirs = file.meaning && file.meaning->review &&
                          (job.keys.contains(file.by) || (job.over && file.by == job.key));
      if (theirs) return "sealed: " + launch.name + " can read " + path;
    }
  }
  const std::string inputs = value(launch, "inputs");
  for (const auto& [other, job] : visit_.jobs) {
    if (other == instance) continue;
    for (const std::string& path : own_files(job, other)) {
      const bool verdict = path.find("verdict") != std::string::npos;
      if (verdict && inputs.find(path + "\n") != std::string::npos && job.over)
        return "sealed: " + launch.name + " is given " + path;
    }
  }
  return "";
}

Finding PipelineOracle::check_command(const core::Launch& launch) {
  const BenchFiles source = without(bench_.workspace(), plan_->feature_dir);
  if (is_goals(launch)) {
    checked_tree_ = source;
    one_tree_ = true;
    return walk_to_goals();
  }
  const bool before = is_baseline(launch);
  if (Finding finding = before ? "" : walk_to(StepKind::verify); !finding.empty()) return finding;
  const std::string id = launch.command.substr(4);
  Checks& checks = before ? baseline_ : after_;
  // "after-2-build" and "after-2-test" are of one run.
  std::string& run = before ? baseline_run_ : after_run_;
  const std::string this_run = launch.name.substr(0, launch.name.size() - id.size());
  if (run != this_run) checks.clear();
  run = this_run;
  if (checks.empty() && !before) {
    checked_tree_ = source;
    one_tree_ = true;
  }
  checks[id] = {};
  one_tree_ = one_tree_ && (before || same_text(source, *checked_tree_));
  if (!before) return "";
  if (agents_ > 0) return "baseline: " + launch.name + " runs after an agent has been at work";
  const bool real = same_text(source, baseline_files_);
  return real ? "" : "baseline: " + launch.name + " does not run on it";
}

// --- what is heard

Finding PipelineOracle::hear_end(const Stored& stored, const core::AttemptEnded& e) {
  const std::string& decision = stored.entry.decision;
  if (e.name.empty() || !open_.contains(e.key)) {
    const bool nothing = decision.empty() || decision == "drain";
    return nothing ? "" : "late: an end that is no news leads to '" + decision + "'";
  }
  open_.erase(e.key);
  const core::Launch& launch = started_.at(e.key);
  if (launch.agent) {
    hear_agent(launch, e.evidence);
  } else if (is_goals(launch)) {
    const bool exited = e.evidence.exit.kind == core::ExitKind::exited;
    if (!cancelled_) visit_.goals = exited ? e.evidence.exit.code : 3;
    goals_reached_ = visit_.goals == 0;
  } else {
    const std::int64_t tests =
        launch.reading.count_tests ? e.evidence.reading.tally.executed : std::int64_t{-1};
    Checks& checks = is_baseline(launch) ? baseline_ : after_;
    Check& check = checks[launch.command.substr(4)];
    check.over = true;
    check.tests = tests;
    check.passed = e.evidence.exit.kind == core::ExitKind::exited && e.evidence.exit.code == 0 &&
                   (!launch.reading.count_tests || tests > 0);
  }
  return "";
}

/// A command whose end was lost may be started once more.
Finding PipelineOracle::walk_to_goals() {
  if (visit_.step->kind == StepKind::goals && !visit_.checked) visit_.goals.reset();
  return walk_to(StepKind::goals);
}

/// Tasks that nobody can read have goals that nobody can check.
Finding PipelineOracle::hear_goals(const core::GoalsPlanned& e) {
  blind_ = e.plan == nullptr;
  if (e.plan || cancelled_ || ending_) return "";
  checked_tree_ = without(bench_.workspace(), plan_->feature_dir);
  one_tree_ = true;
  goals_reached_ = false;
  if (Finding finding = walk_to_goals(); !finding.empty()) return finding;
  visit_.goals = 3;
  return "";
}

/// A tree that could not be read before or after is not known to be the same.
void PipelineOracle::hear_goals(const core::TreeObserved& e) {
  if (e.key.unit != std::numeric_limits<std::uint32_t>::max()) return;
  blind_ = blind_ || e.digest.empty();
  if (!blind_ || !visit_.goals) return;
  visit_.goals = 3;
  goals_reached_ = false;
}

void PipelineOracle::hear_agent(const core::Launch& launch, const core::Evidence& evidence) {
  const auto job = visit_.jobs.find(variable(launch, "ASSAY_INSTANCE"));
  if (ending_ || job == visit_.jobs.end() || job->second.key != launch.key) return;
  job->second.open = false;
  // What is stopped with the run is neither good nor bad: it is begun anew.
  if (!cancelled_ || visit_.blocker) job->second.ended = evidence;
}

Finding PipelineOracle::hear_reading(const Stored& stored, const core::OutputsRead& e) {
  const auto found = readings_.find(e.key);
  if (found == readings_.end()) return "";
  const Judgement& judgement = found->second;
  if (judgement.instance == "accepted") return "";
  if (judgement.instance == "plan") {
    excused_ = excused_ || !judgement.fine;
    return "";
  }
  const auto entry = visit_.jobs.find(judgement.instance);
  if (ending_ || entry == visit_.jobs.end()) return "";
  Job& job = entry->second;
  if (!job.ended) {
    if (!e.outputs.missing.empty()) job.over = Status::error;
    return "";
  }
  job.judgement = judgement;
  const core::Evidence evidence = *job.ended;
  job.ended.reset();
  if (is_for_later(evidence) && evidence.exit.kind != core::ExitKind::cancelled) {
    quota_ = true;
    return "";
  }
  // What cannot be started is somebody's business, and the run waits for it.
  if (evidence.exit.kind == core::ExitKind::spawn_failed && !visit_.blocker) {
    quota_ = true;
    return "";
  }
  const bool at_home = job.directory == plan_->workspace;
  // A blocker holds whatever else is wrong with it.
  const bool good = ended_well(evidence) && (judgement.fine || judgement.blocker) &&
                    judgement.status != Status::error;
  if (good && judgement.blocker) {
    visit_.blocker = true;
    if (!open_.empty() && !mentions(stored.entry.decision, "stop"))
      return "blocker: what is in flight is not stopped";
  }
  if (!good || (at_home && !keeps_to_its_files(job, judgement.instance))) {
    spoil(job, evidence.exit.kind);
  } else if (at_home) {
    std::set<std::string> paths;
    for (const core::AttemptKey key : job.keys)
      paths.insert(writes_[key].begin(), writes_[key].end());
    take_over(job, paths);
  } else {
    job.fine = true;
  }
  return "";
}

Finding PipelineOracle::hear_look(const core::WorkInspected& e) {
  const auto name = looks_.find(e.key);
  if (name == looks_.end()) return "";
  if (name->second == "baseline") {
    excused_ = excused_ || !e.sight.problem.empty();
    if (e.sight.problem.empty()) {
      baseline_head_ = e.sight.head;
      baseline_files_ = without(bench_.workspace(), plan_->feature_dir);
    }
    return "";
  }
  if (name->second == "before-checks") {
    excused_ = excused_ || !e.sight.problem.empty();
    return "";
  }
  if (name->second == "after-baseline") {
    excused_ = excused_ || !e.sight.problem.empty();
    for (const auto& spec : plan_->gates->manifest.commands) {
      if (spec.required && !baseline_[spec.id].passed)
        ending_ = Ending{core::Outcome::error, "the baseline does not pass"};
    }
    return "";
  }
  if (name->second == "verified") {
    excused_ = excused_ || !e.sight.problem.empty();
    visit_.checked = true;
    if (visit_.goals) {
      for (Task& each : tasks_)
        each.failed = !(each.verified = visit_.goals == 0 && !has_faults(each));
      return "";
    }
    for (const std::string& id : visit_.subjects) {
      task(id)->failed = !checks_pass() || regresses() || has_faults(*task(id));
      task(id)->verified = !task(id)->failed;
    }
    return "";
  }
  if (e.sight.problem.empty()) return "";
  const auto job = visit_.jobs.find(name->second);
  const bool after = job != visit_.jobs.end() && job->second.ended;
  if (after) spoil(job->second, core::ExitKind::exited);
  excused_ = excused_ || !after;
  return "";
}

Finding PipelineOracle::hear_done(const core::WorkDone& e) {
  using WorkStatus = core::work::WorkResult::Status;
  const bool done = e.result.status == WorkStatus::done;
  if (const auto whose = adoptions_.find(e.key); whose != adoptions_.end()) {
    const auto entry = visit_.jobs.find(whose->second);
    if (entry == visit_.jobs.end() || !entry->second.fine) return "";
    Job& job = entry->second;
    excused_ = excused_ || e.result.status == WorkStatus::failed;
    if (done) take_over(job, {e.result.paths.begin(), e.result.paths.end()});
    if (e.result.status != WorkStatus::conflict) return "";
    raced_ = true;
    job.fine = false;
    job.alone = true;
    job.keys.clear();
    return "";
  }
  const auto work = works_.find(e.key);
  const std::string what = work == works_.end() ? "tag" : work->second;
  if (what == "close") return "";
  if (what == "bundle") {
    visit_.bundled = done;
  } else if (what == "commit") {
    visit_.committed = done;
  } else {
    excused_ = excused_ || !done;
  }
  if (what != "restore" || !done) return "";
  visit_.restored = true;
  for (const std::string& id : visit_.subjects) {
    task(id)->changed.clear();
    task(id)->outside.clear();
  }
  return "";
}

Finding PipelineOracle::hear_answer(const core::ApprovalGiven& e) {
  const auto gate = questions_.find(e.key);
  if (gate == questions_.end() || gate->second != visit_.step->question.gate_id) return "";
  const std::vector<core::pipeline::Option> left = options();
  const bool possible = e.gate_id == gate->second &&
                        std::any_of(left.begin(), left.end(),
                                    [&](const auto& option) { return option.id == e.option; });
  if (!possible) return "";
  visit_.option = e.option;
  ++answers_[e.gate_id];
  return "";
}

Finding PipelineOracle::hear_cancel(const Stored& stored, const core::CancelRequested& e) {
  const std::string& decision = stored.entry.decision;
  cancelled_ = true;
  aborted_ = aborted_ || (e.for_good && !over_);
  if (decision.find("stop; stop") != std::string::npos)
    return "cancel: asked to stop twice, which kills at once";
  const bool alive = !open_.empty() && !over_ && !e.for_good && !mentions(decision, "stop");
  return alive ? "cancel: what is in flight is not stopped" : "";
}

void PipelineOracle::lose_everything(const std::optional<core::Evidence>& evidence) {
  for (auto& [instance, job] : visit_.jobs) {
    if (!job.open) continue;
    job.open = false;
    if (evidence && (!cancelled_ || visit_.blocker)) job.ended = evidence;
  }
  for (const core::AttemptKey key : open_) {
    const core::Launch& launch = started_.at(key);
    if (is_goals(launch) && evidence && !cancelled_) visit_.goals = 3;
    if (!launch.agent && !is_goals(launch))
      (is_baseline(launch) ? baseline_ : after_)[launch.command.substr(4)].over = true;
  }
  open_.clear();
}

Finding PipelineOracle::on_entry(const Stored& stored) {
  const std::string& decision = stored.entry.decision;
  const bool was_over = over_;
  const bool was_cancelled = cancelled_;
  Finding finding = match(
      stored.entry.event, [&](const core::AttemptEnded& e) { return hear_end(stored, e); },
      [&](const core::OutputsRead& e) { return hear_reading(stored, e); },
      [&](const core::WorkInspected& e) { return hear_look(e); },
      [&](const core::WorkDone& e) { return hear_done(e); },
      [&](const core::GoalsPlanned& e) { return hear_goals(e); },
      [&](const core::TreeObserved& e) -> Finding {
        hear_goals(e);
        return "";
      },
      [&](const core::RowsCounted&) -> Finding {
        visit_.counted = true;
        return "";
      },
      [&](const core::ApprovalGiven& e) { return hear_answer(e); },
      [&](const core::CancelRequested& e) { return hear_cancel(stored, e); },
      [&](const core::RunResumed&) -> Finding {
        lose_everything(std::nullopt);
        if (parked_ && !mentions(decision, "park ")) cancelled_ = quota_ = false;
        parked_ = false;
        return "";
      },
      [&](const core::WorldIdle&) -> Finding {
        lose_everything(core::lost_evidence("idle"));
        return "";
      },
      [&](const core::RunParked& e) -> Finding {
        parked_ = true;
        const bool strangers = e.reason.find("by nobody this run knows; stash") != e.reason.npos;
        for (const std::string& path : touched_) {
          if (strangers && (", " + e.reason + ":").find(", " + path + ",") != std::string::npos)
            return "parked: " + path + " is the work of a task";
        }
        return open_.empty() ? "" : "parked: with something in flight";
      },
      [&](const core::RunConcluded& e) { return hear_verdict(e); },
      [](const auto&) -> Finding { return ""; });
  for (const core::RecordRows& rows : stored.entry.rows) {
    if (finding.empty()) finding = hear_rows(rows);
  }
  parked_ = parked_ || mentions(decision, "park ");
  over_ = over_ || mentions(decision, "drain") || mentions(decision, "conclude ");
  if (finding.empty() && mentions(decision, "start ")) {
    if (was_over) return "end: something is started after the end";
    if (was_cancelled && cancelled_) return "cancel: something is started after the cancellation";
  }
  return finding.empty() ? pending_ : finding;
}

Finding PipelineOracle::hear_verdict(const core::RunConcluded& e) {
  if (!pending_.empty()) return pending_;
  if (aborted_) return e.outcome == core::Outcome::cancelled ? "" : "verdict: aborted, but not so";
  if (e.outcome == core::Outcome::out_of_budget)
    return plan_->budgets.run.launches ? "" : "verdict: out of a budget that there is not";
  if (excused_ && e.outcome == core::Outcome::error) return "";
  if (Finding finding = walk_to_end(); !finding.empty()) return finding;
  if (e.outcome == ending_->outcome) return "";
  return "verdict: " + std::string(to_text(e.outcome)) + ", but the way leads to " +
         std::string(to_text(ending_->outcome)) + " (" + ending_->why + ")";
}

Finding PipelineOracle::at_end(const core::Machine& machine) {
  if (!pending_.empty()) return pending_;
  const auto* state = std::get_if<core::pipeline::State>(&machine.state);
  if (state == nullptr) return "the machine has no state";
  if (baseline_head_ && state->origin.head != *baseline_head_)
    return "baseline: it is another one at the end";
  for (const auto& [loop, used] : state->loops) {
    if (used > find_loop(plan_->definition, loop)->budget) return "loop: " + loop + " is overdrawn";
  }
  if (!commits_.empty() && !state->commit.empty() && !commits_.contains(state->commit))
    return "commit: it is another one at the end";
  return "";
}

}  // namespace assay::sim
