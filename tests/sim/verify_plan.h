// SPDX-License-Identifier: MIT
// Random verify runs: a plan, and how each of its commands behaves each time it is run.
#pragma once

#include "core/verify/plan.h"
#include "sim/subject.h"

#include <cstdint>
#include <memory>

namespace assay::sim {

std::shared_ptr<const core::verify::Plan> random_plan(std::uint64_t seed);

/// What the command does when it is run after `ends` recorded ends. Same arguments, same answer.
Behaviour random_behaviour(std::uint64_t seed, const core::verify::CommandSpec& spec,
                           std::uint32_t unit, std::uint32_t ends);

}  // namespace assay::sim
