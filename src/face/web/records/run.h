// SPDX-License-Identifier: MIT
// A run as lists and streams tell of it.
#pragma once

#include "api/run_state.h"
#include "base/record.h"
#include "face/shown/records.h"
#include "face/web/records/money.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::web {

using shown::OrNull;

/// A run as every list shows it.
struct RunShown {
  std::string workspace;
  std::string run_id;
  std::string machine;
  std::string name;
  api::RunState state{};
  std::string started_at;
  OrNull<std::string> ended_at;
  std::int64_t duration_ms = 0;
  std::uint64_t events = 0;
  std::uint64_t coordinators = 0;
  bool alive = false;
  std::string waits_for;
  OrNull<std::string> waits_until;
  SpentShown spent;
};
constexpr auto fields_of(Of<RunShown>) {
  using Shown = RunShown;
  return record<Shown>(
      field("workspace", &Shown::workspace, always, "Id of the workspace."),
      field("run_id", &Shown::run_id, always),
      field("machine", &Shown::machine, always, "verify, agent, goals, loop or pipeline."),
      field("name", &Shown::name, always,
            "The spec, the feature, the phase or the role; empty: it has none."),
      field("state", &Shown::state, always,
            "waiting: for a person. parked: for a time. interrupted: its coordinator died. "
            "running: somebody coordinates it. The others: how it ended."),
      field("started_at", &Shown::started_at, always), field("ended_at", &Shown::ended_at, always),
      field("duration_ms", &Shown::duration_ms, always, "Until its end, or until now."),
      field("events", &Shown::events, always, "Number of its last event."),
      field("coordinators", &Shown::coordinators, always, "How many it has had."),
      field("alive", &Shown::alive, always, "A coordinator holds it at this moment."),
      field("waits_for", &Shown::waits_for, always, "In words; empty: for nothing."),
      field("waits_until", &Shown::waits_until, always), field("spent", &Shown::spent, always));
}

struct TallyShown {
  std::string day;
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
};
constexpr auto fields_of(Of<TallyShown>) {
  using Shown = TallyShown;
  return record<Shown>(field("day", &Shown::day, always,
                             "On which they began, 2026-11-15, UTC; empty: of all days."),
                       field("passed", &Shown::passed, always),
                       field("failed", &Shown::failed, always,
                             "failed, error, exhausted, out_of_budget or interrupted."));
}

struct RunsShown {
  std::vector<RunShown> runs;
  TallyShown tally;
  std::vector<TallyShown> days;
  std::uint64_t matching = 0;
  OrNull<std::string> next;
};
constexpr auto fields_of(Of<RunsShown>) {
  using Shown = RunsShown;
  return record<Shown>(
      field("runs", &Shown::runs, always, "Newest first."),
      field("tally", &Shown::tally, always, "Of all that match, how many passed."),
      field("days", &Shown::days, always,
            "The same by day, oldest first; the last 30 days on which a run began."),
      field("matching", &Shown::matching, always, "On all pages."),
      field("next", &Shown::next, always, "Cursor of the next page; null: this is the last."));
}

/// What a stream says whenever it may have changed.
struct RunChangedShown {
  std::string workspace;
  std::string run_id;
  std::string machine;
  api::RunState state{};
  std::uint64_t events = 0;
};
constexpr auto fields_of(Of<RunChangedShown>) {
  using Shown = RunChangedShown;
  return record<Shown>(
      field("workspace", &Shown::workspace, always), field("run_id", &Shown::run_id, always),
      field("machine", &Shown::machine, always), field("state", &Shown::state, always),
      field("events", &Shown::events, always));
}

}  // namespace assay::web
