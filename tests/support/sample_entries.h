// SPDX-License-Identifier: MIT
// Entries of a small run, for tests that need something to store.
#pragma once

#include "core/plans.h"
#include "shell/ports/journal.h"

#include <memory>
#include <optional>
#include <string>

namespace assay::support {

inline Instant moment(int second) {
  return Instant{std::chrono::sys_days{std::chrono::year{2026} / 11 / 15}} +
         std::chrono::seconds{second};
}

inline shell::Entry started(const std::string& run_id, int commands = 2) {
  core::verify::Plan plan;
  plan.workspace = "/w";
  plan.cwd = "/w";
  for (int i = 0; i < commands; ++i) {
    core::verify::CommandSpec spec;
    spec.id = "c" + std::to_string(i);
    spec.command = "make check-" + std::to_string(i);
    plan.manifest.commands.push_back(spec);
  }
  plan.manifest_digest = digest_of(plan.manifest);
  const auto shared = std::make_shared<const core::verify::Plan>(std::move(plan));
  return {core::RunStarted{moment(0), run_id, shared}, "start c0#1"};
}

inline shell::Entry ended(std::uint32_t unit, std::uint32_t attempt = 1, int code = 0) {
  core::AttemptEnded event;
  event.at = moment(10 + static_cast<int>(unit));
  event.key = {unit, attempt};
  event.name = "c" + std::to_string(unit);
  event.evidence.exit = {core::ExitKind::exited, code, 0, ""};
  event.evidence.started = moment(1);
  event.evidence.duration = Millis{100 + unit};
  event.evidence.reading.tally.executed = 3;
  return {event, "start c" + std::to_string(unit + 1) + "#1"};
}

/// A run of one agent.
inline shell::Entry agent_started(const std::string& run_id) {
  auto plan = std::make_shared<core::agent::Plan>();
  plan->order.role = "dev";
  plan->order.argv = {"agent"};
  plan->workspace = plan->cwd = "/w";
  return {core::RunStarted{moment(0), run_id, plan}, "tree dev#1"};
}

inline shell::Entry agent_ended(std::uint32_t attempt, std::int64_t tokens,
                                std::optional<std::int64_t> micro_usd) {
  core::agent::Transcript said;
  said.ending = core::agent::Ending::success;
  said.tokens.total = tokens;
  said.micro_usd = micro_usd;
  core::AttemptEnded event{moment(10), {0, attempt}, "dev", {}};
  event.evidence.exit = {core::ExitKind::exited, 0, 0, ""};
  event.evidence.started = moment(1);
  event.evidence.duration = Millis{2'000};
  event.evidence.transcript = std::make_shared<const core::agent::Transcript>(std::move(said));
  return {event, "tree dev#" + std::to_string(attempt)};
}

inline shell::Entry parked() { return {core::RunParked{moment(20), moment(60), "quota"}, ""}; }

inline shell::Entry concluded(core::Outcome outcome) {
  return {core::RunConcluded{moment(100), outcome, std::string(64, 'a')}, ""};
}

}  // namespace assay::support
