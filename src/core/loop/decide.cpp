// SPDX-License-Identifier: MIT
// Who an event is for, and what stopping and going on mean.
#include "core/loop/decide.h"

#include "base/ensure.h"
#include "core/loop/pull.h"
#include "core/loop/review.h"
#include "core/loop/worker.h"
#include "core/verify/sealing.h"

#include <algorithm>

namespace assay::core::loop {

void Turn::on(const RunStarted& e) {
  s_ = State{};
  s_.run_id = e.run_id;
  s_.rules = e.rules;
  s_.plan = std::get<std::shared_ptr<const Plan>>(e.plan);
  ENSURE(s_.plan != nullptr && s_.plan->pinned != nullptr);
  s_.started = e.at;
  s_.purse.budgets = s_.plan->budgets;
  s_.purse.started = e.at;
  for (const work::KnownProof& each : s_.plan->proofs) s_.proofs[each.about] = each.proof;
  for (std::size_t i = 0; i < s_.plan->tasks.size(); ++i) {
    TaskState& state = s_.tasks.emplace_back();
    state.task = s_.plan->tasks[i];
    state.taken_over = state.task.checked;
    state.done = state.task.checked && i < s_.plan->verified.size() && s_.plan->verified[i];
    s_.order.push_back(static_cast<TaskKey>(i));
    s_.pull_request.wanted = s_.pull_request.wanted || is_pull_request_phase(state.task.phase);
  }
  for (const std::string& each : s_.plan->weaker)
    s_.remarks.push_back("asks less than the last run: " + each);
  if (s_.plan->gates) {
    const verify::Plan& gates = *s_.plan->gates;
    constexpr std::size_t digits = 12;
    if (verify::is_to_be_sealed(gates))
      s_.remarks.push_back("sealed: gates run in copies, with protected files as " +
                           gates.guarded_by.substr(0, digits) + " has them");
    for (const std::string& each : gates.sealing.open) s_.remarks.push_back(each);
    for (const std::string& each : s_.plan->gates->trusted.ignored)
      s_.remarks.push_back("not heard, gates are from " + s_.plan->gates->trusted.ref + ": " +
                           each);
  }
  begin_baseline();
}

/// True if nothing new may be started: the run waits, or it is over.
bool Turn::stops() {
  if (!s_.cancelled) return false;
  park();
  return true;
}

void Turn::park() {
  if (s_.for_good) return end(Outcome::cancelled, "cancelled by " + s_.stopped_by);
  if (s_.step != Step::parked) s_.parked_from = s_.step;
  s_.step = Step::parked;
  if (s_.cancelled) return s_.talk.park(effects_, std::nullopt, "stopped by " + s_.stopped_by);
  if (!s_.person.empty()) return s_.talk.park(effects_, std::nullopt, s_.person);
  ENSURE(s_.refusal.has_value());
  s_.talk.park(effects_, s_.refusal->until, s_.refusal->why);
}

void Turn::on(const CancelRequested& e) {
  if (s_.step == Step::draining || s_.step == Step::concluded) return;
  s_.cancelled = true;
  s_.for_good = s_.for_good || e.for_good;
  s_.stopped_by = e.by;
  if (e.for_good) return end(Outcome::cancelled, "cancelled by " + e.by);
  // Once: whoever is asked a second time to stop is killed at once.
  if (in_flight(s_) > 0) effects_.emplace_back(StopAttempts{});
  const auto is_ended_by = [&](verify::Embedded& checks) {
    const bool was_over = checks.is_over();
    Effects wanted = checks.hear(e);
    std::erase_if(wanted,
                  [](const Effect& each) { return std::holds_alternative<StopAttempts>(each); });
    emit(std::move(wanted));
    return !was_over && checks.is_over();
  };
  if (s_.step == Step::parked || s_.talk.is_patient(turn::the_run)) return park();
  if (s_.step == Step::working) {
    bool stopped = false;
    for (Job& job : s_.jobs) {
      if (!is_ended_by(job.checks)) continue;
      Worker(*this, job).checks_over();
      stopped = true;
    }
    return stopped ? advance() : void();
  }
  const bool checks_run = s_.step == Step::baseline || s_.step == Step::adopting ||
                          s_.step == Step::rechecking || s_.step == Step::gates ||
                          s_.step == Step::holding;
  if (checks_run && is_ended_by(s_.checks)) checks_over();
  // What else waits for an answer gets it, and stops there.
}

void Turn::wake() {
  s_.cancelled = false;
  s_.stopped_by.clear();
  s_.purse.closed.reset();
  s_.refusal.reset();
  s_.person.clear();
  s_.step = s_.parked_from;
}

void Turn::on(const RunResumed& e) {
  const bool was_parked = s_.step == Step::parked;
  attached_ = e.attached;
  ++s_.wakes;
  if (was_parked) {
    if (s_.refusal && s_.refusal->until && e.at < *s_.refusal->until && !s_.cancelled) {
      s_.talk.park(effects_, s_.refusal->until, s_.refusal->why);
      return;
    }
    wake();
  }
  switch (s_.step) {
    case Step::baseline:
      if (was_parked) return begin_baseline();
      return hear_checks(e);
    case Step::adopting:
      if (was_parked) return adopt();
      return hear_checks(e);
    case Step::rechecking:
      if (was_parked) return recheck();
      return hear_checks(e);
    case Step::gates:
      if (was_parked) return check_gates();
      return hear_checks(e);
    case Step::holding:
      if (was_parked) return check_hold();
      return hear_checks(e);
    case Step::inspecting_group:
      if (was_parked) return look_at_ground(s_.step);
      s_.talk.again(turn::the_run, effects_);
      return;
    case Step::working:
      if (s_.jobs.empty()) return choose();
      for (Job& job : s_.jobs) Worker(*this, job).resume();
      return advance();
    case Step::reserving_review:
    case Step::reviewing:
      if (s_.talk.goes_on(turn::the_run, e.attached)) return;
      if (s_.talk.lose(turn::the_run))
        agent::settle(s_.purse, s_.key, lost_evidence("its coordinator died"));
      return Review(*this).reserve();
    case Step::pull_request:
      if (s_.talk.again(turn::the_run, effects_)) return;
      return Pull(*this).resume();
    case Step::preparing:
    case Step::merging:
    case Step::closing:
    case Step::looking_review:
    case Step::inspecting_review:
    case Step::looking_baseline:
    case Step::inspecting_baseline:
    case Step::looking_group:
    case Step::looking_gates:
    case Step::inspecting_gates:
    case Step::recording:
    case Step::finishing:
      if (s_.talk.again(turn::the_run, effects_)) return;
      if (s_.ending && s_.step == Step::closing) close_next();
      return;
    case Step::draining:
    case Step::parked:
    case Step::concluded: return;
  }
}

void Turn::hear_checks(const Event& event) {
  if (const auto* ended = std::get_if<AttemptEnded>(&event)) {
    const Tally& tally = ended->evidence.reading.tally;
    if (tally.known()) s_.failures[s_.checks.unit_of(ended->key)] = tally.failed;
  }
  const bool was_over = s_.checks.is_over();
  emit(s_.checks.hear(event));
  if (!was_over && s_.checks.is_over()) {
    tell_restored(s_.checks);
    checks_over();
  }
}

void Turn::tell_restored(const verify::Embedded& checks) {
  for (const std::string& path : checks.restored()) {
    std::string remark = "sealed gates had " + path + " as the base has it";
    if (std::find(s_.remarks.begin(), s_.remarks.end(), remark) == s_.remarks.end())
      s_.remarks.push_back(std::move(remark));
  }
}

void Turn::checks_over() {
  // Cancelled commands say nothing: they are run again when the run goes on.
  if (s_.cancelled) return park();
  if (s_.step == Step::baseline) return baseline_over();
  if (s_.step == Step::adopting) return adopted();
  if (s_.step == Step::rechecking) return rechecked();
  if (s_.step == Step::gates) return gates_over();
  if (s_.step == Step::holding) return hold_over();
}

/// An event for the commands that a job runs.
void Worker::hear_checks(const Event& event) {
  if (const auto* ended = std::get_if<AttemptEnded>(&event)) {
    ENSURE(job_.checks.state().plan != nullptr);
    const Tally& tally = ended->evidence.reading.tally;
    const std::uint32_t unit = job_.checks.unit_of(ended->key);
    if (tally.known()) job_.failures[unit] = tally.failed;
    job_.tallies[unit] = tally;
  }
  const bool was_over = job_.checks.is_over();
  turn_.emit(job_.checks.hear(event));
  if (!was_over && job_.checks.is_over()) {
    turn_.tell_restored(job_.checks);
    checks_over();
  }
  if (s_.step == Step::working) turn_.advance();
}

void Turn::on(const TreeObserved& e) {
  const bool over = s_.step == Step::finishing || s_.step == Step::draining;
  if (!over && s_.checks.owns(e.key)) return hear_checks(e);
  if (s_.step != Step::working) return;
  for (Job& job : s_.jobs) {
    if (job.checks.owns(e.key)) return Worker(*this, job).hear_checks(e);
  }
}

/// Of sealed gates, which make copies of their own: who asks for anything else waits by name.
template <class Answer>
void Turn::on_copy(const Answer& e) {
  const bool over = s_.step == Step::finishing || s_.step == Step::draining ||
                    s_.step == Step::concluded || (s_.step == Step::closing && s_.ending);
  if (over) return;
  if (s_.checks.owns(e.key)) return hear_checks(e);
  for (Job& job : s_.jobs) {
    if (job.checks.owns(e.key)) return Worker(*this, job).hear_checks(e);
  }
}

/// Of commands: what else ends is waited for by name.
void Turn::on(const AttemptEnded& e) {
  const bool leaves = s_.step == Step::closing && s_.ending;
  if (s_.step == Step::finishing || leaves) return;  // whatever it was, it comes too late
  if (s_.checks.owns(e.key)) return hear_checks(e);
  for (Job& job : s_.jobs) {
    if (job.checks.owns(e.key)) return Worker(*this, job).hear_checks(e);
  }
}

void Turn::on(const WorldIdle& e) {
  const auto lost = [&](AttemptKey key) {
    return AttemptEnded{e.at, key, "", lost_evidence("its end was never reported")};
  };
  if (s_.talk.lose(turn::the_run))
    return s_.step == Step::reviewing ? Review(*this).ended(lost(s_.key))
                                      : Pull(*this).gh_ended(lost(s_.key));
  if (s_.step != Step::working) return hear_checks(e);
  for (Job& job : s_.jobs) {
    if (s_.talk.lose(number_of(job))) {
      Worker(*this, job).ended(lost(job.key));
    } else if (job.checks.in_flight() > 0) {
      emit(job.checks.hear(e));
      if (job.checks.is_over()) Worker(*this, job).checks_over();
    }
    if (s_.step != Step::working) return;
  }
  advance();
}

Effects Turn::hear(const Event& event) {
  switch (s_.talk.hear(*this, s_.jobs, event, effects_)) {
    case turn::Heard::nothing: turn::tell(*this, event); break;
    case turn::Heard::drained: drained(); break;
    case turn::Heard::by_job:
      if (s_.step == Step::working) advance();
      break;
    case turn::Heard::by_run: break;
  }
  return std::move(effects_);
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

void Turn::ask(UpdateSpec wanted, void (Turn::*then)(const WorkDone&)) {
  s_.key = new_key();
  wanted.key = s_.key;
  s_.talk.ask(effects_, std::move(wanted), then);
}

bool Turn::is_done(const WorkResult& result) {
  if (result.status != WorkResult::Status::failed) return true;
  end(Outcome::error, result.detail);
  return false;
}

void Turn::keep_head(const WorkResult& result) {
  if (!result.head.empty()) s_.head = result.head;
}

void Turn::emit(Effects effects) {
  std::move(effects.begin(), effects.end(), std::back_inserter(effects_));
}

Effects decide(State& state, const Event& event) {
  return Turn(state, std::visit([](const auto& e) { return e.at; }, event)).hear(event);
}

}  // namespace assay::core::loop
