// SPDX-License-Identifier: MIT
// Who an event is for, and what stopping and going on mean.
#include "core/pipeline/decide.h"

#include "base/digest.h"
#include "base/ensure.h"
#include "core/pipeline/goals.h"
#include "core/pipeline/prove.h"
#include "core/pipeline/worker.h"

#include <algorithm>

namespace assay::core::pipeline {

namespace {

bool checks_run(const State& run) {
  return run.phase == Phase::baseline || run.phase == Phase::checking || run.phase == Phase::trying;
}

}  // namespace

void Turn::on(const RunStarted& e) {
  s_ = State{};
  s_.run_id = e.run_id;
  s_.rules = e.rules;
  s_.plan = std::get<std::shared_ptr<const Plan>>(e.plan);
  ENSURE(s_.plan != nullptr && !s_.plan->definition.steps.empty());
  s_.started = e.at;
  s_.purse.budgets = s_.plan->budgets;
  s_.purse.started = e.at;
  for (const work::KnownProof& each : s_.plan->proofs) s_.proving.proofs[each.about] = each.proof;
  s_.salt = digest_of(s_.run_id + std::to_string(e.at.time_since_epoch().count())).hex();
  begin();
}

bool Turn::stops() {
  if (!s_.cancelled) return false;
  park();
  return true;
}

void Turn::park() {
  if (s_.phase != Phase::parked) s_.parked_from = s_.phase;
  s_.phase = Phase::parked;
  if (s_.cancelled) return s_.talk.park(effects_, std::nullopt, "stopped by " + s_.stopped_by);
  if (!s_.strangers.empty()) return s_.talk.park(effects_, std::nullopt, s_.why);
  ENSURE(s_.refusal.has_value());
  s_.talk.park(effects_, s_.refusal->until, s_.refusal->why);
}

void Turn::on(const CancelRequested& e) {
  if (s_.phase == Phase::draining || s_.phase == Phase::concluded) return;
  s_.cancelled = true;
  s_.for_good = s_.for_good || e.for_good;
  s_.stopped_by = e.by;
  if (e.for_good) return end(core::Outcome::cancelled, Target::abort, "aborted by " + e.by);
  // Once: whoever is asked a second time to stop is killed at once.
  if (in_flight(s_) > 0) effects_.emplace_back(StopAttempts{});
  if (s_.phase == Phase::parked || s_.talk.is_patient(turn::the_run)) return park();
  const bool goals_run = s_.phase == Phase::judging_goals;
  if (!goals_run && !checks_run(s_)) return;
  Effects wanted = goals_run ? s_.goals.hear(e) : s_.checks.hear(e);
  std::erase_if(wanted,
                [](const Effect& each) { return std::holds_alternative<StopAttempts>(each); });
  emit(std::move(wanted));
  if (goals_run ? s_.goals.is_over() : s_.checks.is_over()) park();
}

void Turn::on(const RunResumed& e) {
  const bool was_parked = s_.phase == Phase::parked;
  attached_ = e.attached;
  if (was_parked) {
    if (s_.refusal && s_.refusal->until && e.at < *s_.refusal->until && !s_.cancelled) {
      s_.talk.park(effects_, s_.refusal->until, s_.refusal->why);
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
      if (was_parked && is_new(s_)) return begin();
      return was_parked ? run_baseline() : hear_checks(e);
    case Phase::checking:
      if (was_parked && is_new(s_)) return look_before_checks();
      return was_parked ? run_checks() : hear_checks(e);
    case Phase::trying:
      if (was_parked) return look_before_checks();
      return hear_checks(e);
    case Phase::mixing:
    case Phase::clearing:
      if (was_parked) return look_before_checks();
      break;
    case Phase::looking_before: return look_before_checks();
    case Phase::looking_at_files:
      // Whoever goes on after having been told of them has taken them for his own.
      if (was_parked) s_.files.settled = true;
      return look_at_files();
    case Phase::judging_goals:
      if (!is_new(s_)) return Goals(*this).check();
      if (was_parked) return look_before_checks();
      if (!s_.talk.again(turn::the_run, effects_)) Goals(*this).hear(e);
      return;
    case Phase::approving: return ask_person();
    case Phase::committing:
      if (was_parked) return is_new(s_) ? commit_now() : commit();
      break;
    case Phase::working:
      for (Job& job : s_.jobs) Worker(*this, job).resume();
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
    case Phase::draining:
    case Phase::parked:
    case Phase::concluded: return;
  }
  s_.talk.again(turn::the_run, effects_);
}

void Turn::hear_checks(const Event& event) {
  if (const auto* ended = std::get_if<AttemptEnded>(&event))
    s_.proving.tallies[s_.checks.unit_of(ended->key)] = ended->evidence.reading.tally;
  const bool was_over = s_.checks.is_over();
  emit(s_.checks.hear(event));
  if (was_over || !s_.checks.is_over()) return;
  for (const std::string& path : s_.checks.restored())
    note_issue("sealed gates had " + path + " as the base has it");
  // Cancelled checks say nothing: they are run again when the run goes on.
  if (s_.cancelled) return park();
  if (s_.phase == Phase::baseline) return baseline_over();
  if (s_.phase == Phase::checking) return checks_over();
  if (s_.phase == Phase::trying) return Prover(*this).clear_mixture();
}

/// Of sealed gates, which make copies of their own: who asks for anything else waits by name.
template <class Answer>
void Turn::on_copy(const Answer& e) {
  if (s_.phase == Phase::judging_goals) return Goals(*this).hear(e);
  if (checks_run(s_) && s_.checks.owns(e.key)) hear_checks(e);
}

void Turn::on(const TreeObserved& e) {
  if (s_.phase == Phase::judging_goals) return Goals(*this).hear(e);
  if (checks_run(s_) && s_.checks.owns(e.key)) hear_checks(e);
}

void Turn::on(const SpendingReported& e) {
  if (s_.phase == Phase::judging_goals) Goals(*this).hear(e);
}

void Turn::on(const WorkspaceInspected& e) {
  if (s_.phase == Phase::judging_goals) Goals(*this).hear(e);
}

/// Of commands and judges of goals: what else ends is waited for by name.
void Turn::on(const AttemptEnded& e) {
  if (s_.phase == Phase::judging_goals) return Goals(*this).hear(e);
  if (s_.checks.owns(e.key)) hear_checks(e);
}

void Turn::on(const WorldIdle& e) {
  const auto lost = [&](AttemptKey key) {
    return AttemptEnded{e.at, key, "", lost_evidence("its end was never reported")};
  };
  if (s_.talk.lose(turn::the_run)) return Goals(*this).program_over(lost(s_.key));
  if (s_.phase == Phase::judging_goals) return Goals(*this).hear(e);
  if (s_.phase != Phase::working) return hear_checks(e);
  for (Job& job : s_.jobs) {
    if (s_.talk.lose(number_of(job))) Worker(*this, job).ended(lost(job.key));
    if (s_.phase != Phase::working) return;
  }
  advance();
}

Effects Turn::hear(const Event& event) {
  if (const auto* ended = std::get_if<AttemptEnded>(&event)) add_salt(*ended);
  switch (s_.talk.hear(*this, s_.jobs, event, effects_)) {
    case turn::Heard::nothing: turn::tell(*this, event); break;
    case turn::Heard::drained:
      effects_.emplace_back(Conclude{s_.ending.value_or(core::Outcome::error), s_.why});
      break;
    case turn::Heard::by_job:
      if (s_.phase == Phase::working) advance();
      break;
    case turn::Heard::by_run: break;
  }
  return std::move(effects_);
}

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
  s_.why = listed(files) + ": " + why;
  s_.strangers = std::move(files);
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

turn::Asker Turn::number_of(const Job& job) const {
  ENSURE(!s_.jobs.empty() && &job >= &s_.jobs.front() && &job <= &s_.jobs.back());
  return static_cast<turn::Asker>(&job - &s_.jobs.front());
}

bool Turn::is_done(const WorkDone& e) {
  if (e.result.status == work::WorkResult::Status::done) return true;
  end(core::Outcome::error, Target::error, e.result.detail);
  return false;
}

void Turn::emit(Effects effects) {
  std::move(effects.begin(), effects.end(), std::back_inserter(effects_));
}

TaskRecord* Turn::task_of(const std::string& id) {
  const auto found = std::find_if(s_.tasks.begin(), s_.tasks.end(),
                                  [&](const TaskRecord& record) { return record.task.id == id; });
  return found == s_.tasks.end() ? nullptr : &*found;
}

Effects decide(State& state, const Event& event) {
  return Turn(state, std::visit([](const auto& e) { return e.at; }, event)).hear(event);
}

}  // namespace assay::core::pipeline
