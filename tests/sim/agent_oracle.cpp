// SPDX-License-Identifier: MIT
#include "sim/agent_oracle.h"

#include "base/match.h"

#include <algorithm>

namespace assay::sim {

using core::agent::Fused;
using core::agent::Outcome;

namespace {

bool mentions(const std::string& decision, std::string_view effect) {
  return decision.starts_with(effect) ||
         decision.find("; " + std::string(effect)) != std::string::npos;
}

std::optional<Instant> reset_of(const core::Evidence& evidence) {
  if (!evidence.transcript) return std::nullopt;
  if (evidence.transcript->resets_at) return evidence.transcript->resets_at;
  if (!evidence.transcript->retry_after) return std::nullopt;
  return evidence.started + evidence.duration + *evidence.transcript->retry_after;
}

}  // namespace

/// One launch more must be within every budget, nothing may be alive, and no quota may be closed.
Finding AgentOracle::check_start(Instant at, const std::string& decision) {
  const std::string number = std::to_string(attempt_ + 1);
  if (open_) return "two: an attempt is started while another one is alive";
  if (cancelled_) return "cancel: an attempt is started after the cancellation";
  if (parked_ || closed_) return "parked: an attempt is started while the run is parked";
  if (closed_until_ && at < *closed_until_) return "early: started before the quota is over";
  const core::Limits& run = plan_->budgets.run;
  const core::Limits& day = plan_->budgets.per_day;
  if (run.launches && starts_ >= *run.launches) return "budget: launches";
  if (run.tokens && spent_.tokens >= *run.tokens) return "budget: tokens";
  if (run.wall && at - began_ >= *run.wall) return "budget: wall";
  const bool unknown = run.micro_usd && spent_.of_unknown_cost > 0 &&
                       plan_->budgets.unknown_cost == core::UnknownCost::refuse;
  if (unknown) return "budget: unknown cost";
  const Instant today = core::agent::day_of(at);
  if (day.launches && starts_of_day_[today] + others_.launches >= *day.launches)
    return "budget: launches of the day";
  ++starts_;
  ++starts_of_day_[today];
  open_ = true;
  evidence_.reset();
  fused_.reset();
  after_.reset();
  // Numbers may be left out (an attempt that was never started has one), but never go back.
  const std::size_t hash = decision.find('#');
  const auto started = static_cast<std::uint32_t>(std::stoul(decision.substr(hash + 1)));
  if (started <= attempt_) return "number: attempt " + number + " is started a second time";
  attempt_ = started;
  return "";
}

void AgentOracle::book(const core::Evidence& evidence) {
  open_ = false;
  evidence_ = evidence;
  after_.reset();
  spent_ += core::agent::spent_by(evidence);
}

void AgentOracle::lose() {
  core::Evidence lost;
  lost.exit = {core::ExitKind::lost, -1, 0, ""};
  book(lost);
}

Finding AgentOracle::check_end(const core::AttemptEnded& e, const std::string& decision) {
  const bool news = open_ && e.key == core::AttemptKey{0, attempt_};
  if (!news) {
    const bool harmless = decision.empty() || decision == "drain";
    return harmless ? "" : "late: news of an attempt that is over leads to: " + decision;
  }
  book(e.evidence);
  return mentions(decision, "tree ") ? "" : "tree: nobody looks at what the attempt left";
}

void AgentOracle::see(const core::TreeObserved& e) {
  if (e.key.unit != 0) return;
  if (!evidence_ || fused_ || e.key.attempt != attempt_) {
    // What a lost attempt left behind is the work of the one that takes its place.
    if (!goes_on_ || before_.empty()) before_ = e.digest;
    goes_on_ = false;
    return;
  }
  static const core::agent::Transcript none;
  std::optional<bool> changed;
  if (!e.digest.empty() && !before_.empty()) changed = e.digest != before_;
  const core::agent::Transcript& said = evidence_->transcript ? *evidence_->transcript : none;
  fused_ = core::agent::fuse({*evidence_, said, plan_->order.dialect, changed});
  if (fused_->outcome != Outcome::unavailable || cancelled_) return;
  closed_ = true;
  closed_until_ = reset_of(*evidence_);
}

Finding AgentOracle::check_resumed(const core::RunResumed& e, const std::string& decision) {
  const bool too_early = parked_ && closed_until_ && e.at < *closed_until_;
  if (too_early != mentions(decision, "park "))
    return too_early ? "early: a parked run goes on before its time" : "early: parks for no reason";
  if (!too_early && parked_) {
    parked_ = closed_ = false;
    closed_until_.reset();
    fused_.reset();
    evidence_.reset();
  }
  if (!open_) return "";
  const core::AttemptKey current{0, attempt_};
  if (std::find(e.attached.begin(), e.attached.end(), current) != e.attached.end()) {
    if (cancelled_ && !mentions(decision, "stop"))
      return "cancel: a job that goes on is not stopped";
    return mentions(decision, "tree ") ? "two: what goes on is begun anew" : "";
  }
  lose();
  if (!cancelled_) evidence_.reset();  // it is made anew
  goes_on_ = !cancelled_;
  return "";
}

core::Outcome AgentOracle::expected() const {
  if (!fused_)
    return refused_ && !cancelled_ ? core::Outcome::out_of_budget : core::Outcome::cancelled;
  const bool lost = evidence_->exit.kind == core::ExitKind::lost;
  if (cancelled_ && (lost || fused_->outcome == Outcome::unavailable))
    return core::Outcome::cancelled;
  switch (fused_->outcome) {
    case Outcome::completed: return core::Outcome::passed;
    case Outcome::failed:
    case Outcome::refused: return core::Outcome::failed;
    case Outcome::cancelled: return core::Outcome::cancelled;
    case Outcome::unavailable:
    case Outcome::timed_out:
    case Outcome::stalled:
    case Outcome::protocol_error: return core::Outcome::error;
  }
  return core::Outcome::error;
}

Finding AgentOracle::check_verdict(const core::RunConcluded& e) const {
  if (!drained_) return "drain: a verdict without a look at what is alive";
  if (open_) return "drain: a verdict while the attempt has no end";
  const bool proven = fused_ && fused_->outcome == Outcome::completed;
  if (e.outcome == core::Outcome::passed && !proven)
    return "proof: passed, but nothing was completed";
  if (e.outcome == expected()) return "";
  return "verdict: " + std::string(to_text(e.outcome)) + " instead of " +
         std::string(to_text(expected()));
}

Finding AgentOracle::on_entry(const shell::Entry& entry) {
  const std::string& decision = entry.decision;
  Finding finding = match(
      entry.event,
      [&](const core::RunStarted& e) -> Finding {
        began_ = e.at;
        return "";
      },
      [&](const core::RunResumed& e) { return check_resumed(e, decision); },
      [&](const core::TreeObserved& e) -> Finding {
        see(e);
        return "";
      },
      [&](const core::SpendingReported& e) -> Finding {
        others_ = e.others_today;
        refused_ = mentions(decision, "drain");
        if (mentions(decision, "start ")) return check_start(e.at, decision);
        return "";
      },
      [](const core::WorkspaceInspected&) -> Finding { return "nobody inspects anything here"; },
      [](const core::WorkInspected&) -> Finding { return "nobody works on a repository here"; },
      [](const core::WorkDone&) -> Finding { return "nobody works on a repository here"; },
      [](const core::OutputsRead&) -> Finding { return "nobody reads outputs here"; },
      [](const core::RowsRecorded&) -> Finding { return "nobody records rows here"; },
      [](const core::RowsCounted&) -> Finding { return "nobody counts rows here"; },
      [](const core::ApprovalGiven&) -> Finding { return "nobody is asked here"; },
      [](const core::EvidenceRecalled&) -> Finding { return "nothing is recalled here"; },
      [](const core::GoalsPlanned&) -> Finding { return "nobody checks goals here"; },
      [](const core::Woken&) -> Finding { return "nobody waits for a time here"; },
      [&](const core::AttemptEnded& e) { return check_end(e, decision); },
      [&](const core::WorldIdle&) -> Finding {
        if (open_) lose();
        return "";
      },
      [&](const core::DrainReported& e) -> Finding {
        drained_ = e.alive == 0;
        return "";
      },
      [&](const core::CancelRequested&) -> Finding {
        cancelled_ = true;
        const bool stops = mentions(decision, "stop") || mentions(decision, "drain");
        return open_ && !stops ? "cancel: what is in flight is not stopped" : "";
      },
      [&](const core::RunParked& e) -> Finding {
        if (open_) return "parked: with an attempt in flight";
        parked_ = true;
        closed_until_ = e.until;
        return "";
      },
      [&](const core::RunConcluded& e) { return check_verdict(e); });
  const bool starts_elsewhere =
      mentions(decision, "start ") && !std::holds_alternative<core::SpendingReported>(entry.event);
  if (finding.empty() && starts_elsewhere) finding = "budget: started without asking";
  if (!std::holds_alternative<core::DrainReported>(entry.event)) drained_ = false;
  return finding;
}

Finding AgentOracle::at_end(const core::Machine& machine) const {
  const auto* state = std::get_if<core::agent::State>(&machine.state);
  if (state == nullptr) return "the machine has no state";
  if (state->step == core::agent::Step::in_flight || !state->purse.reserved.empty())
    return "books: something is still held";
  if (state->purse.spent != spent_)
    return "books: " + std::to_string(state->purse.spent.launches) + " launches instead of " +
           std::to_string(spent_.launches);
  if (spent_.launches != starts_) return "books: not every launch is settled";
  return "";
}

}  // namespace assay::sim
