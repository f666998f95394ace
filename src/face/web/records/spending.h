// SPDX-License-Identifier: MIT
// What agents cost, day by day.
#pragma once

#include "base/record.h"
#include "face/web/records/money.h"
#include "face/web/records/run.h"

#include <string>
#include <vector>

namespace assay::web {

struct DayShown {
  std::string day;
  std::string workspace;
  SpentShown spent;
};
constexpr auto fields_of(Of<DayShown>) {
  using Shown = DayShown;
  return record<Shown>(field("day", &Shown::day, always, "2026-11-15, UTC."),
                       field("workspace", &Shown::workspace, always),
                       field("spent", &Shown::spent, always));
}

struct SpendingShown {
  std::vector<DayShown> days;
  std::vector<LimitShown> limits;
  std::vector<RunShown> dearest;
  SpentShown to_come;
  std::uint64_t to_come_of = 0;
};
constexpr auto fields_of(Of<SpendingShown>) {
  using Shown = SpendingShown;
  return record<Shown>(
      field("days", &Shown::days, always, "Oldest first, one per day and workspace that spent."),
      field("limits", &Shown::limits, always,
            "Budgets of a day that the workspace has, with what was used today; empty if none was "
            "named."),
      field("dearest", &Shown::dearest, always, "Runs of these days that cost most, at most 20."),
      field("to_come", &Shown::to_come, always,
            "What runs that are not over will probably still take, where it can be told."),
      field("to_come_of", &Shown::to_come_of, always, "Of so many runs."));
}

}  // namespace assay::web
