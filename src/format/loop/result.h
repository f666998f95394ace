// SPDX-License-Identifier: MIT
// A loop run as other programs read it.
#pragma once

#include "core/ask/event.h"
#include "core/loop/state.h"

#include <optional>
#include <string>
#include <string_view>

namespace assay::format {

/// How a run stands, as far as its journal tells.
struct LoopStanding {
  const core::loop::State& state;
  std::optional<core::Outcome> outcome;
  std::optional<core::RunParked> parked;
  bool alive = false;
};

/// DONE, STOPPED (after --until), FAILED, ERROR, EXHAUSTED, CANCELLED, OUT_OF_BUDGET, WAITING,
/// RUNNING or INTERRUPTED (its coordinator died).
std::string_view status_of(const LoopStanding& standing);

/// Why it stands as it stands, as long as that is not plain.
std::string reason_of(const LoopStanding& standing);

/// What a person would do next: one line.
std::string next_step(const LoopStanding& standing);

std::string loop_json(const LoopStanding& standing);

/// Of a spec that has never been run: status NONE.
std::string no_loop_json(std::string_view spec_dir, std::size_t done, std::size_t total);

}  // namespace assay::format
