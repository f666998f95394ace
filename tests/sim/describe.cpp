// SPDX-License-Identifier: MIT
#include "sim/describe.h"

#include "base/match.h"

namespace assay::sim {

namespace {

std::string text(core::AttemptKey key) {
  return std::to_string(key.unit) + "#" + std::to_string(key.attempt);
}

std::string_view text(core::ExitKind kind) {
  switch (kind) {
    case core::ExitKind::exited: return "exited";
    case core::ExitKind::signaled: return "signaled";
    case core::ExitKind::timed_out: return "timed out";
    case core::ExitKind::cancelled: return "cancelled";
    case core::ExitKind::limited: return "limited";
    case core::ExitKind::spawn_failed: return "spawn failed";
    case core::ExitKind::lost: return "lost";
    case core::ExitKind::unrecorded: return "unrecorded";
    case core::ExitKind::stalled: return "stalled";
    case core::ExitKind::held: return "held";
  }
  return "?";
}

std::string end_text(const core::AttemptEnded& e) {
  const core::Tally& tally = e.evidence.reading.tally;
  std::string line = "ended " + text(e.key) + " '" + e.name + "' " +
                     sim::describe(e.evidence.exit) + " in " +
                     std::to_string(e.evidence.duration.count()) + "ms";
  line += " tests=" + std::to_string(tally.executed) + "/" + std::to_string(tally.failed) + "/" +
          std::to_string(tally.skipped) + (tally.cached ? " cached" : "");
  if (!e.evidence.reading.cache_marker.empty()) line += " marker";
  if (!e.evidence.reading.transient.empty()) line += " transient";
  if (const auto& said = e.evidence.transcript) {
    line += " says=" + std::to_string(static_cast<int>(said->ending)) +
            " trouble=" + std::to_string(static_cast<int>(said->trouble)) +
            " tokens=" + std::to_string(said->tokens.total);
    if (said->resets_at) line += " resets " + to_text(*said->resets_at);
  }
  return line;
}

}  // namespace

std::string describe(const core::Exit& exit) {
  return std::string(text(exit.kind)) + " code=" + std::to_string(exit.code) +
         " signal=" + std::to_string(exit.signal);
}

std::string describe(const core::Event& event) {
  return match(
      event, [](const core::RunStarted& e) { return "run started: " + e.run_id; },
      [](const core::RunResumed& e) {
        std::string text = "run resumed at " + to_text(e.at);
        for (const core::AttemptKey key : e.attached)
          text += " with " + std::to_string(key.unit) + "#" + std::to_string(key.attempt);
        return text;
      },
      [](const core::TreeObserved& e) {
        return "tree " + text(e.key) + " " +
               (e.digest.empty() ? "unreadable" : e.digest.substr(0, 8));
      },
      [](const core::SpendingReported& e) {
        return "spending " + text(e.key) + " at " + to_text(e.at) + " others " +
               std::to_string(e.others_today.launches);
      },
      [](const core::WorkspaceInspected& e) {
        return "workspace inspected: " + std::to_string(e.results.size());
      },
      [](const core::WorkInspected& e) {
        return "work " + text(e.key) + " tree " + e.sight.tree + " head " + e.sight.head;
      },
      [](const core::WorkDone& e) {
        return "work " + text(e.key) + " status " +
               std::to_string(static_cast<int>(e.result.status)) + " " + e.result.detail;
      },
      [](const core::OutputsRead& e) { return "outputs " + text(e.key); },
      [](const core::RowsRecorded& e) { return "rows recorded " + text(e.key); },
      [](const core::RowsCounted& e) { return "rows counted " + text(e.key); },
      [](const core::ApprovalGiven& e) { return "approval " + e.gate_id + " " + e.option; },
      [](const core::EvidenceRecalled& e) {
        return "recalled " + std::to_string(e.results.size()) + " " + text(e.key);
      },
      [](const core::GoalsPlanned& e) { return "goals planned " + text(e.key) + " " + e.problem; },
      [](const core::Woken& e) { return "woken " + text(e.key) + " at " + to_text(e.at); },
      [](const core::AttemptEnded& e) { return end_text(e); },
      [](const core::WorldIdle&) { return std::string("world idle"); },
      [](const core::DrainReported& e) { return "drain reported " + std::to_string(e.alive); },
      [](const core::CancelRequested& e) { return "cancel requested by " + e.by; },
      [](const core::RunParked& e) {
        return "run parked until " + (e.until ? to_text(*e.until) : "resumed") + ": " + e.reason;
      },
      [](const core::RunConcluded& e) {
        return "run concluded: " + std::string(to_text(e.outcome)) + " " + e.trace;
      });
}

std::string variable(const core::Launch& launch, std::string_view name) {
  for (auto each = launch.env.rbegin(); each != launch.env.rend(); ++each) {
    if (each->first == name) return each->second;
  }
  return "";
}

}  // namespace assay::sim
