// SPDX-License-Identifier: MIT
#include "sim/verify_oracle.h"

#include "base/match.h"

#include <algorithm>
#include <charconv>

namespace assay::sim {

using core::ExitKind;
using core::Outcome;
using core::verify::CommandSpec;
using core::verify::GateType;
using core::verify::Status;

VerifyOracle::VerifyOracle(std::shared_ptr<const core::verify::Plan> plan)
    : plan_(std::move(plan)) {
  rows_.resize(plan_->manifest.commands.size());
}

void VerifyOracle::wrong(const std::string& what) {
  if (finding_.empty()) finding_ = what;
}

const CommandSpec& VerifyOracle::spec(std::uint32_t unit) const {
  return plan_->manifest.commands[unit];
}

int VerifyOracle::kind_of(const CommandSpec& spec) {
  return spec.mutates_workspace ? 0 : spec.parallel_safe ? 1 : 2;
}

bool VerifyOracle::found(std::uint32_t unit, core::LintRule rule) const {
  for (const auto& [about, entry] : plan_->lint) {
    if (about == unit && plan_->lints[entry].has(rule)) return true;
  }
  return false;
}

bool VerifyOracle::masked(std::uint32_t unit) const {
  return found(unit, core::LintRule::masked) || found(unit, core::LintRule::constant);
}

VerifyOracle::Purse VerifyOracle::purse_of(const Attempt& attempt) {
  if (attempt.ending == Ending::coordinator_died) return Purse::nobody;
  if (attempt.ending == Ending::idle) return Purse::infrastructure;
  const ExitKind kind = attempt.exit.kind;
  if (kind == ExitKind::spawn_failed || kind == ExitKind::unrecorded || kind == ExitKind::lost) {
    return Purse::infrastructure;
  }
  if (kind == ExitKind::timed_out || kind == ExitKind::signaled) return Purse::transient;
  const bool said_so =
      kind == ExitKind::exited && attempt.exit.code != 0 && !attempt.reading.transient.empty();
  return said_so ? Purse::transient : Purse::none;
}

/// Whether the budgets allow another attempt after the last one.
bool VerifyOracle::has_means(const Row& row) const {
  const Purse wanted = purse_of(row.attempts.back());
  if (wanted == Purse::none || wanted == Purse::nobody) return wanted == Purse::nobody;
  std::int32_t spent = 0;
  for (std::size_t i = 0; i + 1 < row.attempts.size(); ++i)
    spent += purse_of(row.attempts[i]) == wanted ? 1 : 0;
  return spent < (wanted == Purse::infrastructure ? 1 : plan_->manifest.flaky_retry_limit);
}

bool VerifyOracle::is_open(std::uint32_t unit) const {
  const Row& row = rows_[unit];
  return !row.attempts.empty() && row.attempts.back().ending == Ending::open;
}

/// Nothing more will come of this command, unless it has not had its turn.
bool VerifyOracle::is_over(std::uint32_t unit) const {
  const Row& row = rows_[unit];
  if (detached(unit)) return true;
  if (row.attempts.empty()) return cancelled_;
  if (row.attempts.back().ending == Ending::open) return false;
  return cancelled_ || row.retry_refused || !has_means(row);
}

bool VerifyOracle::proved_something(std::uint32_t unit, const Attempt& last) const {
  const CommandSpec& about = spec(unit);
  const ExitKind kind = last.exit.kind;
  const bool never_ended = last.ending != Ending::heard || kind == ExitKind::spawn_failed ||
                           kind == ExitKind::unrecorded || kind == ExitKind::lost;
  if (never_ended || masked(unit)) return false;
  const bool test = about.gate_type == GateType::test;
  const bool stale = last.reading.tally.cached || !last.reading.cache_marker.empty();
  const bool green = kind == ExitKind::exited && last.exit.code == 0;
  if (green && stale && (test || about.must_be_effective)) return false;  // a question to a green
  if (green && last.reading.tally.failed > 0) return false;
  if (!test) return true;
  return about.allow_zero_tests || last.reading.tally.executed > 0;
}

/// Exit status 0 over failures that the output shows: as good as masked.
bool VerifyOracle::hides_failures(std::uint32_t unit) const {
  const auto& attempts = rows_[unit].attempts;
  if (attempts.empty() || attempts.back().ending != Ending::heard) return false;
  const Attempt& last = attempts.back();
  return last.exit.kind == ExitKind::exited && last.exit.code == 0 && last.reading.tally.failed > 0;
}

VerifyOracle::Said VerifyOracle::say(std::uint32_t unit) const {
  const Row& row = rows_[unit];
  Said said;
  if (row.attempts.empty()) return said;
  const Attempt& last = row.attempts.back();
  said.effective = proved_something(unit, last);
  if (last.ending != Ending::heard) return said;
  switch (last.exit.kind) {
    case ExitKind::exited:
      said.exit_code = last.exit.code;
      said.status = last.exit.code == 0 ? Status::pass : Status::fail;
      break;
    case ExitKind::signaled:
      said.exit_code = 128 + last.exit.signal;
      said.status = Status::fail;
      break;
    case ExitKind::timed_out:
    case ExitKind::cancelled:
    case ExitKind::limited:
    case ExitKind::stalled:
    case ExitKind::held:
      said.exit_code = last.exit.signal > 0 ? 128 + last.exit.signal
                       : last.exit.code > 0 ? last.exit.code
                                            : 143;
      break;
    case ExitKind::spawn_failed:
    case ExitKind::unrecorded:
    case ExitKind::lost: break;
  }
  const auto stumbled = [](const Attempt& attempt) {
    return purse_of(attempt) == Purse::transient;
  };
  const bool passed_in_the_end = said.status == Status::pass;
  said.flaky =
      passed_in_the_end && std::any_of(row.attempts.begin(), row.attempts.end() - 1, stumbled);
  if (said.flaky && plan_->policy.flaky == core::verify::FlakyPolicy::fail)
    said.status = Status::fail;
  return said;
}

bool VerifyOracle::blocks(std::uint32_t unit) const {
  if (!spec(unit).required || !is_over(unit)) return false;
  const Said said = say(unit);
  const bool must_prove = spec(unit).must_be_effective ||
                          (masked(unit) && !rows_[unit].attempts.empty()) || hides_failures(unit);
  return said.status != Status::pass || (must_prove && !said.effective);
}

/// The stage after which nothing is to run, if the policy stops and something of it or before
/// failed.
std::optional<std::int32_t> VerifyOracle::blocked_after_stage() const {
  if (!plan_->policy.stop_after_failed_stage) return std::nullopt;
  std::optional<std::int32_t> stage;
  for (std::uint32_t unit = 0; unit < rows_.size(); ++unit) {
    if (!blocks(unit)) continue;
    stage = stage ? std::min(*stage, spec(unit).stage) : spec(unit).stage;
  }
  return stage;
}

bool VerifyOracle::skipped(std::uint32_t unit) const {
  const auto stage = blocked_after_stage();
  return !cancelled_ && stage && spec(unit).stage > *stage && rows_[unit].attempts.empty();
}

Outcome VerifyOracle::expected_outcome() const {
  if (cancelled_) return Outcome::cancelled;
  bool any = false;
  bool failed = false;
  bool unknown = false;
  for (std::uint32_t unit = 0; unit < rows_.size(); ++unit) {
    if (!spec(unit).required) continue;
    any = true;
    if (skipped(unit)) continue;
    const Said said = say(unit);
    failed = failed || said.status == Status::fail;
    const bool must_prove = spec(unit).must_be_effective || masked(unit) || hides_failures(unit);
    const bool said_no = said.status == Status::fail;
    unknown =
        unknown || said.status == Status::error || (must_prove && !said.effective && !said_no);
  }
  if (!any || unknown) return Outcome::error;
  return failed ? Outcome::failed : Outcome::passed;
}

void VerifyOracle::close_all(Ending ending, const Keys& but) {
  for (std::uint32_t unit = 0; unit < rows_.size(); ++unit) {
    Row& row = rows_[unit];
    const core::AttemptKey last{unit, static_cast<std::uint32_t>(row.attempts.size())};
    const bool goes_on = std::find(but.begin(), but.end(), last) != but.end();
    if (!goes_on && !row.attempts.empty() && row.attempts.back().ending == Ending::open)
      row.attempts.back().ending = ending;
  }
}

void VerifyOracle::hear_tree(const core::TreeObserved& event) {
  if (event.key.unit >= rows_.size() || cancelled_) return;
  Row& row = rows_[event.key.unit];
  if (row.attempts.empty()) {
    row.tree_before = event.digest;
    row.tree_seen = true;
  } else if (row.attempts.back().ending != Ending::open &&
             row.attempts.size() == event.key.attempt) {
    row.may_retry_by_tree = !event.digest.empty() && event.digest == row.tree_before;
    row.retry_refused = !row.may_retry_by_tree;
  }
}

void VerifyOracle::hear(const core::Event& event) {
  match(
      event, [](const core::RunStarted&) {},
      [&](const core::RunResumed& e) {
        // What a run that is being stopped still holds is ended when it drains.
        close_all(Ending::coordinator_died, cancelled_ ? Keys{} : e.attached);
      },
      [&](const core::TreeObserved& e) { hear_tree(e); },
      [&](const core::AttemptEnded& e) {
        if (e.key.unit >= rows_.size() || e.name != spec(e.key.unit).id) return;
        Row& row = rows_[e.key.unit];
        if (row.attempts.size() != e.key.attempt || row.attempts.back().ending != Ending::open)
          return;
        row.attempts.back() = {Ending::heard, e.evidence.exit, e.evidence.reading};
      },
      [&](const core::WorldIdle&) { close_all(Ending::idle); },
      [&](const core::CancelRequested&) { cancelled_ = cancelled_ || !drained_once_; },
      [](const auto&) {});
}

/// A first attempt comes when everything before it is over: lower stages, earlier kinds, and for
/// commands that run one by one everything of its kind that was listed before it.
void VerifyOracle::check_turn(std::uint32_t unit) {
  const auto rank = [&](std::uint32_t u) { return std::pair(spec(u).stage, kind_of(spec(u))); };
  for (std::uint32_t other = 0; other < rows_.size(); ++other) {
    const bool before = rank(other) < rank(unit) ||
                        (rank(other) == rank(unit) && kind_of(spec(unit)) != 1 && other < unit);
    if (before && !is_over(other))
      wrong("order: " + spec(unit).id + " starts before " + spec(other).id + " is over");
    const bool waits = rank(other) == rank(unit) && kind_of(spec(unit)) == 1 &&
                       rows_[other].attempts.empty() && other != unit && !detached(other) &&
                       !plan_->expected_ms.empty();
    if (waits && plan_->expected_ms[other] > plan_->expected_ms[unit]) {
      wrong("order: " + spec(unit).id + " starts before " + spec(other).id +
            ", which takes longer");
    }
  }
  const auto blocked = blocked_after_stage();
  if (blocked && spec(unit).stage > *blocked)
    wrong("stop: " + spec(unit).id + " starts after a failed stage");
}

/// Mutating and serial commands run alone; parallel ones with their like, as many as there are
/// jobs.
void VerifyOracle::check_company(std::uint32_t unit) {
  std::uint32_t company = 0;
  for (std::uint32_t other = 0; other < rows_.size(); ++other) {
    if (!is_open(other) || other == unit) continue;
    ++company;
    const bool alike = kind_of(spec(other)) == 1 && kind_of(spec(unit)) == 1 &&
                       spec(other).stage == spec(unit).stage;
    if (!alike) wrong("alone: " + spec(unit).id + " starts beside " + spec(other).id);
  }
  if (company >= plan_->jobs && company > 0)
    wrong("jobs: more than " + std::to_string(plan_->jobs) + " at once");
}

void VerifyOracle::check_retry(std::uint32_t unit) {
  Row& row = rows_[unit];
  if (row.attempts.back().ending == Ending::open)
    return wrong("twice: " + spec(unit).id + " is in flight already");
  if (!has_means(row)) wrong("budget: " + spec(unit).id + " is tried again without a budget");
  if (spec(unit).mutates_workspace && !row.may_retry_by_tree) {
    wrong("tree: " + spec(unit).id + " is tried again on a tree that changed or was not looked at");
  }
  row.may_retry_by_tree = false;
}

void VerifyOracle::read_start(std::string_view name) {
  const std::size_t hash = name.rfind('#');
  std::uint32_t attempt = 0;
  std::from_chars(name.data() + hash + 1, name.data() + name.size(), attempt);
  std::uint32_t unit = 0;
  while (unit < rows_.size() && spec(unit).id != name.substr(0, hash)) ++unit;
  if (unit == rows_.size()) return wrong("manifest: a command nobody asked for is started");
  Row& row = rows_[unit];
  if (cancelled_) wrong("cancel: " + std::string(name) + " is started after the cancellation");
  if (drained_once_) wrong("drain: " + std::string(name) + " is started after the drain");
  if (detached(unit)) wrong("detached: " + spec(unit).id + " is run");
  if (attempt != row.attempts.size() + 1)
    wrong("attempt: " + std::string(name) + " is not the next attempt");
  if (row.attempts.empty()) {
    check_turn(unit);
    if (spec(unit).mutates_workspace && !row.tree_seen)
      wrong("tree: started before the tree was seen");
  } else {
    check_retry(unit);
  }
  check_company(unit);
  row.attempts.emplace_back();
}

/// The final question may be asked only when every command has come to its end, or was rightly left
/// out.
void VerifyOracle::read_drain() {
  for (std::uint32_t unit = 0; unit < rows_.size(); ++unit) {
    if (is_open(unit)) wrong("drain: " + spec(unit).id + " is still in flight");
    if (!is_over(unit) && !skipped(unit)) wrong("drain: " + spec(unit).id + " is not over");
  }
  drained_once_ = true;
}

void VerifyOracle::read_conclusion(const core::Event& event, std::string_view text) {
  const auto* drained = std::get_if<core::DrainReported>(&event);
  if (drained == nullptr || drained->alive != 0) wrong("I4 a verdict without an empty drain");
  const std::string_view outcome = text.substr(0, text.find(':'));
  const std::string_view expected = to_text(expected_outcome());
  if (outcome != expected) {
    wrong("I5 the verdict is " + std::string(outcome) + ", the evidence says " +
          std::string(expected));
  }
}

/// What had to be decided now, and must not be left out.
void VerifyOracle::check_duties(const core::Event& event, std::string_view decision) {
  const bool any_open = [&] {
    for (std::uint32_t unit = 0; unit < rows_.size(); ++unit) {
      if (is_open(unit)) return true;
    }
    return false;
  }();
  const bool stops = decision.find("stop") != std::string_view::npos;
  const auto* drained = std::get_if<core::DrainReported>(&event);
  if (std::holds_alternative<core::CancelRequested>(event) && any_open && !stops) {
    wrong("cancel: what is in flight is not stopped");
  }
  if (drained != nullptr && drained->alive != 0 && !stops)
    wrong("drain: what is alive is not stopped");
  const bool late = std::holds_alternative<core::AttemptEnded>(event) && drained_once_;
  if (late && decision.find("drain") == std::string_view::npos) {
    wrong("drain: late news does not call the provisional verdict into question");
  }
}

void VerifyOracle::read_decision(const core::Event& event, std::string_view decision) {
  std::string_view rest = decision;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find("; "), rest.size());
    const std::string_view effect = rest.substr(0, end);
    if (effect.starts_with("start ")) {
      read_start(effect.substr(6));
    } else if (effect.starts_with("conclude ")) {
      read_conclusion(event, effect.substr(9));
    } else if (effect == "drain") {
      read_drain();
    } else if (!effect.starts_with("tree ") && effect != "stop") {
      wrong("words: what is '" + std::string(effect) + "'?");
    }
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
}

Finding VerifyOracle::on_entry(const shell::Entry& entry) {
  if (const auto* started = std::get_if<core::RunStarted>(&entry.event)) {
    const auto& plan = std::get<std::shared_ptr<const core::verify::Plan>>(started->plan);
    if (digest_of(plan->manifest) != plan_->manifest_digest) wrong("I4 the manifest is another");
  }
  hear(entry.event);
  read_decision(entry.event, entry.decision);
  check_duties(entry.event, entry.decision);
  return finding_;
}

Finding VerifyOracle::at_end(const core::verify::State& state) const {
  const auto differs = [&](std::uint32_t unit, const char* what) {
    return "row: " + spec(unit).id + " has another " + what + " than the evidence";
  };
  if (state.commands.size() != rows_.size()) return "row: not one result per command";
  std::uint64_t attempts = 0;
  for (std::uint32_t unit = 0; unit < rows_.size(); ++unit) {
    const core::verify::CommandState& row = state.commands[unit];
    const Said said = say(unit);
    attempts += row.attempts;
    if (row.step != core::verify::Step::finished) return differs(unit, "end");
    if (row.status != said.status) return differs(unit, "status");
    if (row.attempts != rows_[unit].attempts.size()) return differs(unit, "number of attempts");
    if (row.exit_code != said.exit_code) return differs(unit, "exit code");
    if (row.effective != said.effective) return differs(unit, "effectiveness");
    if (said.flaky != row.failed_before && said.status == Status::pass)
      return differs(unit, "flakiness");
    if ((row.reason == core::verify::Reason::skipped) != skipped(unit))
      return differs(unit, "reason");
  }
  const bool counted =
      state.spawned == attempts && state.completed == attempts && state.in_flight == 0;
  return counted ? "" : "I4 spawned, completed and in flight do not add up";
}

}  // namespace assay::sim
