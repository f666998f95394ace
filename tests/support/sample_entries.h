// SPDX-License-Identifier: MIT
// Entries of a small run, for tests that need something to store.
#pragma once

#include "shell/ports.h"

#include <memory>
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

inline shell::Entry concluded(core::Outcome outcome) {
  return {core::RunConcluded{moment(100), outcome, std::string(64, 'a')}, ""};
}

}  // namespace assay::support
