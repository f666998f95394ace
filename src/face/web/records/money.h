// SPDX-License-Identifier: MIT
// What was spent, what may be spent, and what will probably be.
#pragma once

#include "base/record.h"

#include <cstdint>
#include <string>

namespace assay::web {

struct SpentShown {
  std::int64_t launches = 0;
  std::int64_t wall_ms = 0;
  std::int64_t tokens = 0;
  std::int64_t micro_usd = 0;
  std::int64_t unknown_cost = 0;
};
constexpr auto fields_of(Of<SpentShown>) {
  using Shown = SpentShown;
  return record<Shown>(field("launches", &Shown::launches, always, "Agents that were started."),
                       field("wall_ms", &Shown::wall_ms, always),
                       field("tokens", &Shown::tokens, always),
                       field("micro_usd", &Shown::micro_usd, always, "Millionths of a US dollar."),
                       field("unknown_cost", &Shown::unknown_cost, always,
                             "Launches that did not tell what they cost."));
}

struct LimitShown {
  std::string name;
  std::int64_t limit = 0;
  std::int64_t used = 0;
};
constexpr auto fields_of(Of<LimitShown>) {
  using Shown = LimitShown;
  return record<Shown>(
      field("name", &Shown::name, always,
            "launches, wall_ms, tokens, micro_usd; with `per_day.` in front: of a day."),
      field("limit", &Shown::limit, always), field("used", &Shown::used, always));
}

struct ForecastShown {
  std::string basis;
  std::uint64_t samples = 0;
  SpentShown likely;
  SpentShown most;
};
constexpr auto fields_of(Of<ForecastShown>) {
  using Shown = ForecastShown;
  return record<Shown>(
      field("basis", &Shown::basis, always, "What it goes by, in words."),
      field("samples", &Shown::samples, always, "So many tasks, runs or durations."),
      field("likely", &Shown::likely, always, "Still to come. Of gates: `wall_ms` alone."),
      field("most", &Shown::most, always, "If all of it takes as much as the dearest did."));
}

}  // namespace assay::web
