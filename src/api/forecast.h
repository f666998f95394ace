// SPDX-License-Identifier: MIT
// What a run that is not over will probably still take. It is an estimate and says from what; where
// there is nothing to go by, there is none.
#pragma once

#include "api/archive.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::api {

struct Forecast {
  std::string basis;          ///< in words
  std::size_t samples = 0;    ///< so many tasks, runs or durations it is made from
  core::agent::Spent likely;  ///< still to come
  core::agent::Spent most;    ///< if everything takes as much as the dearest of them
};

/// From the tasks that a loop has finished, from runs of the same kind that passed before
/// (`others`, newest first), or from the durations of gates.
std::optional<Forecast> forecast(const RunView& view, const std::vector<ListedRun>& others,
                                 Instant now);

}  // namespace assay::api
