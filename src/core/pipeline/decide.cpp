// SPDX-License-Identifier: MIT
// Who an event is for, and what stopping and going on mean.
#include "core/pipeline/decide.h"

#include "base/digest.h"
#include "base/match.h"
#include "core/pipeline/turn.h"

#include <algorithm>

namespace assay::core::pipeline {

void Turn::on(const RunStarted& e) {
  s_ = State{};
  s_.run_id = e.run_id;
  s_.rules = e.rules;
  s_.plan = std::get<std::shared_ptr<const Plan>>(e.plan);
  s_.started = e.at;
  s_.purse.budgets = s_.plan->budgets;
  s_.purse.started = e.at;
  s_.salt = digest_of(s_.run_id + std::to_string(e.at.time_since_epoch().count())).hex();
  begin();
}

// --- stopping and going on

bool Turn::stops() {
  if (!s_.cancelled) return false;
  park();
  return true;
}

void Turn::park() {
  if (s_.phase != Phase::parked) s_.parked_from = s_.phase;
  s_.phase = Phase::parked;
  if (s_.cancelled) {
    effects_.emplace_back(Park{std::nullopt, "stopped by " + s_.stopped_by});
  } else if (!s_.strangers.empty()) {
    effects_.emplace_back(Park{std::nullopt, s_.why});
  } else {
    effects_.emplace_back(Park{s_.refusal->until, s_.refusal->why});
  }
}

void Turn::on(const CancelRequested& e) {
  if (s_.phase == Phase::draining || s_.phase == Phase::concluded) return;
  s_.cancelled = true;
  s_.for_good = s_.for_good || e.for_good;
  s_.stopped_by = e.by;
  if (e.for_good) return end(core::Outcome::cancelled, Target::abort, "aborted by " + e.by);
  // Once: whoever is asked a second time to stop is killed at once.
  if (in_flight(s_) > 0) effects_.emplace_back(StopAttempts{});
  if (s_.phase == Phase::parked || s_.phase == Phase::approving) return park();
  if (s_.phase != Phase::baseline && s_.phase != Phase::checking) return;
  Effects wanted = s_.checks.hear(e);
  std::erase_if(wanted,
                [](const Effect& each) { return std::holds_alternative<StopAttempts>(each); });
  emit(std::move(wanted));
  if (s_.checks.is_over()) park();
}

void Turn::on(const RunResumed& e) {
  const bool was_parked = s_.phase == Phase::parked;
  if (was_parked) {
    if (s_.refusal && s_.refusal->until && e.at < *s_.refusal->until && !s_.cancelled) {
      effects_.emplace_back(Park{s_.refusal->until, s_.refusal->why});
      return;
    }
    s_.cancelled = false;
    s_.stopped_by.clear();
    s_.purse.closed.reset();
    s_.refusal.reset();
    s_.strangers.clear();
    s_.phase = s_.parked_from;
  }
  switch (s_.phase) {
    // While nobody was there somebody may have changed the tree.
    case Phase::baseline:
      if (was_parked && is_new()) return begin();
      return was_parked ? run_baseline() : hear_checks(e);
    case Phase::checking:
      if (was_parked && is_new()) return look_before_checks();
      return was_parked ? run_checks() : hear_checks(e);
    case Phase::looking_before: return look_before_checks();
    case Phase::looking_at_files:
      // Whoever goes on after having been told of them has taken them for his own.
      if (was_parked) s_.files_settled = true;
      return look_at_files();
    case Phase::judging_goals: return is_new() ? look_before_checks() : check_goals();
    case Phase::approving: return ask_person();
    case Phase::committing:
      if (was_parked) return is_new() ? commit_now() : commit();
      break;
    case Phase::working:
      for (Job& job : s_.jobs) resume(job);
      return advance();
    case Phase::looking:
    case Phase::tagging:
    case Phase::opening_baseline:
    case Phase::closing_baseline:
    case Phase::reading_plan:
    case Phase::looking_after:
    case Phase::restoring:
    case Phase::recording:
    case Phase::counting:
    case Phase::bundling: break;
    case Phase::draining: effects_.emplace_back(Drain{}); return;
    case Phase::parked:
    case Phase::concluded: return;
  }
  if (s_.asked) effects_.push_back(*s_.asked);
}

void Turn::on(const DrainReported& e) {
  if (s_.phase != Phase::draining) return;
  if (e.alive != 0) {
    effects_.emplace_back(StopAttempts{});
    return;
  }
  effects_.emplace_back(Conclude{s_.ending.value_or(core::Outcome::error), s_.why});
}

// --- routing

void Turn::hear_checks(const Event& event) {
  const bool was_over = s_.checks.is_over();
  emit(s_.checks.hear(event));
  if (was_over || !s_.checks.is_over()) return;
  // Cancelled checks say nothing: they are run again when the run goes on.
  if (s_.cancelled) return park();
  if (s_.phase == Phase::baseline) return baseline_over();
  if (s_.phase == Phase::checking) return checks_over();
}

void Turn::on(const TreeObserved& e) {
  const bool checks_run = s_.phase == Phase::baseline || s_.phase == Phase::checking;
  if (checks_run && s_.checks.owns(e.key)) hear_checks(e);
}

void Turn::on(const SpendingReported& e) {
  Job* job = job_of(e.key);
  if (s_.phase != Phase::working || job == nullptr || job->step != JobStep::reserving) return;
  s_.purse.others_today = e.others_today;
  launch(*job);
  advance();
}

void Turn::on(const WorkInspected& e) {
  if (e.key == s_.key && s_.phase == Phase::looking) {
    s_.asked.reset();
    if (!e.sight.problem.empty()) return end(core::Outcome::error, Target::error, e.sight.problem);
    s_.baseline_tree = e.sight.tree;
    s_.baseline_head = e.sight.head;
    s_.baseline_branch = e.sight.branch;
    s_.baseline_repository = e.sight.repository;
    return tagged();
  }
  if (e.key == s_.key && s_.phase == Phase::looking_after) {
    s_.asked.reset();
    return tree_known(e.sight);
  }
  if (e.key == s_.key && s_.phase == Phase::closing_baseline) {
    s_.asked.reset();
    return judge_baseline(e.sight);
  }
  if (e.key == s_.key && s_.phase == Phase::looking_before) {
    s_.asked.reset();
    return workspace_seen(e.sight);
  }
  Job* job = job_of(e.key);
  if (s_.phase != Phase::working || job == nullptr) return;
  if (job->step != JobStep::looking && job->step != JobStep::inspecting) return;
  job->asked.reset();
  inspected(*job, e.sight);
  if (s_.phase == Phase::working) advance();
}

void Turn::on(const OutputsRead& e) {
  if (e.key == s_.key && s_.phase == Phase::reading_plan) {
    s_.asked.reset();
    return plan_read(e.outputs);
  }
  if (e.key == s_.key && s_.phase == Phase::looking_at_files) {
    s_.asked.reset();
    return files_seen(e.outputs);
  }
  Job* job = job_of(e.key);
  if (s_.phase != Phase::working || job == nullptr) return;
  if (job->step != JobStep::scanning && job->step != JobStep::reading) return;
  job->asked.reset();
  outputs_read(*job, e.outputs);
  if (s_.phase == Phase::working) advance();
}

void Turn::on(const WorkDone& e) {
  const bool failed = e.result.status != work::WorkResult::Status::done;
  if (Job* job = s_.phase == Phase::working ? job_of(e.key) : nullptr; job != nullptr) {
    job->asked.reset();
    if (job->step == JobStep::opening) {
      if (failed) return end(core::Outcome::error, Target::error, e.result.detail);
      look(*job, JobStep::looking);
    } else if (job->step == JobStep::adopting) {
      adopted(*job, e.result);
    } else if (job->step == JobStep::closing) {
      job->step = job->status ? JobStep::settled : JobStep::waiting;
    }
    if (s_.phase == Phase::working) advance();
    return;
  }
  if (e.key != s_.key) return;
  s_.asked.reset();
  if (s_.phase == Phase::bundling) {
    if (failed) note_issue("the evidence bundle could not be written: " + e.result.detail);
    return leave(failed ? Outcome::failed : Outcome::pass, failed ? e.result.detail : "written");
  }
  if (s_.phase == Phase::committing) {
    if (failed) return leave(Outcome::failed, e.result.detail);
    s_.commit = e.result.head;
    return leave(Outcome::pass, "committed " + e.result.head.substr(0, 12));
  }
  // Without the copy or the tag there is nothing to go on with; a copy that stays behind harms
  // nobody.
  if (failed && s_.phase != Phase::closing_baseline)
    return end(core::Outcome::error, Target::error, e.result.detail);
  if (s_.phase == Phase::tagging) return is_new() ? begin_baseline() : enter_step(s_.step);
  if (s_.phase == Phase::opening_baseline) return run_baseline();
  if (s_.phase == Phase::closing_baseline) return run_checks();
  if (s_.phase == Phase::restoring) return restored();
}

void Turn::on(const RowsRecorded& e) {
  if (s_.phase != Phase::recording || e.key != s_.key) return;
  s_.asked.reset();
  s_.rows.clear();
  s_.telemetry.clear();
  ask_numbers();
}

void Turn::on(const RowsCounted& e) {
  if (s_.phase != Phase::counting || e.key != s_.key) return;
  s_.asked.reset();
  s_.numbers = e.numbers;
  s_.numbers.resize(s_.questions.size());
  decide_gate();
}

void Turn::on(const ApprovalGiven& e) {
  if (s_.phase != Phase::approving || e.key != s_.key) return;
  answered(e, false);
}

void Turn::on(const AttemptEnded& e) {
  add_salt(e);
  if (s_.phase == Phase::draining) {
    effects_.emplace_back(Drain{});
    return;
  }
  if (s_.phase == Phase::judging_goals && e.key == s_.key) return goals_over(e);
  if (s_.checks.owns(e.key)) return hear_checks(e);
  Job* job = job_of(e.key);
  if (s_.phase == Phase::working && job != nullptr && job->step == JobStep::executing) {
    ended(*job, e);
    if (s_.phase == Phase::working) advance();
  }
}

void Turn::on(const WorldIdle& e) {
  const Evidence lost = lost_evidence("its end was never reported");
  if (s_.phase == Phase::judging_goals) return goals_over({e.at, s_.key, "", lost});
  if (s_.phase == Phase::draining) {
    effects_.emplace_back(Drain{});
    return;
  }
  if (s_.phase != Phase::working) return hear_checks(e);
  for (Job& job : s_.jobs) {
    if (job.step == JobStep::executing) ended(job, {e.at, job.key, "", lost});
    if (s_.phase != Phase::working) return;
  }
  advance();
}

// --- shared

/// Times and bytes that nobody can tell before they are there.
void Turn::add_salt(const AttemptEnded& e) {
  const auto number = [](auto time) { return std::to_string(time.count()) + " "; };
  s_.salt = digest_of(s_.salt + number(e.at.time_since_epoch()) +
                      number(e.evidence.started.time_since_epoch()) + number(e.evidence.duration) +
                      number(e.evidence.usage.user) + std::to_string(e.evidence.usage.max_rss_kib) +
                      e.evidence.output.stream.hex())
                .hex();
}

/// The coordinator goes away until somebody has seen to these files.
void Turn::wait_for_person(std::vector<std::string> files, const std::string& why) {
  std::string names;
  constexpr std::size_t named_max = 5;
  for (std::size_t i = 0; i < files.size() && i < named_max; ++i)
    names += (i == 0 ? "" : ", ") + files[i];
  if (files.size() > named_max)
    names += " and " + std::to_string(files.size() - named_max) + " more";
  s_.strangers = std::move(files);
  s_.why = names + ": " + why;
  park();
}

void Turn::note_issue(std::string issue) {
  const auto known = std::find(s_.known_issues.begin(), s_.known_issues.end(), issue);
  if (known == s_.known_issues.end()) s_.known_issues.push_back(std::move(issue));
}

void Turn::note_contradiction(std::string claim) {
  const auto known = std::find(s_.contradicted.begin(), s_.contradicted.end(), claim);
  if (known == s_.contradicted.end()) s_.contradicted.push_back(std::move(claim));
}

AttemptKey Turn::new_key(std::uint32_t attempt, std::uint32_t units) {
  const AttemptKey key{s_.next_unit, attempt};
  s_.next_unit += units;
  return key;
}

void Turn::ask(Job& job, Effect effect) {
  job.asked = effect;
  effects_.push_back(std::move(effect));
}

void Turn::ask(Effect effect) {
  s_.asked = effect;
  effects_.push_back(std::move(effect));
}

void Turn::emit(Effects effects) {
  std::move(effects.begin(), effects.end(), std::back_inserter(effects_));
}

Job* Turn::job_of(AttemptKey key) {
  const auto found =
      std::find_if(s_.jobs.begin(), s_.jobs.end(), [&](const Job& job) { return job.key == key; });
  return found == s_.jobs.end() ? nullptr : &*found;
}

TaskRecord* Turn::task_of(const std::string& id) {
  const auto found = std::find_if(s_.tasks.begin(), s_.tasks.end(),
                                  [&](const TaskRecord& record) { return record.task.id == id; });
  return found == s_.tasks.end() ? nullptr : &*found;
}

Effects decide(State& state, const Event& event) {
  Turn turn(state, std::visit([](const auto& e) { return e.at; }, event));
  match(event, [&](const auto& e) { turn.on(e); });
  return turn.take();
}

}  // namespace assay::core::pipeline
