// SPDX-License-Identifier: MIT
// Sealed gates of machines that run them time and again: each time in a new copy of what is judged,
// with a home of its own.
#pragma once

#include "core/ask/workshop.h"
#include "core/verify/plan.h"
#include "core/verify/state.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assay::core::verify {

/// Gates that run inside another machine, and are to be sealed there.
bool is_to_be_sealed(const Plan& plan);

/// Where programs look for settings and put what they keep, in a home that is not the user's.
std::vector<std::pair<std::string, std::string>> home_variables(const std::string& home);

/// The folder that one copy and its home have to themselves.
std::string sealed_place(const Plan& plan, std::uint32_t unit, std::uint32_t copies);

/// The question for a copy of the plan's workspace in that folder.
OpenCopy sealed_copy(const Plan& plan, const std::string& place, AttemptKey key);

/// The plan, in the copy that was made there; a copy that could not be made leaves gates that are
/// not run.
std::shared_ptr<const Plan> plan_in_copy(const Plan& plan, const std::string& place,
                                         const work::WorkResult& made);

/// The question what is in the copy there; `since`: how it looked before, empty: nobody knows.
InspectWork look_at_copy(const std::string& place, const std::string& since, AttemptKey key);

/// What keeps results from being about the tree that was copied. Empty: nothing does. New files are
/// by-products, unless they steer tests.
std::string spoilt_by(const work::WorkSight& after);

/// No result of these gates counts.
void spoil(State& state, const std::string& why);

/// What takes copy and home away.
std::vector<CloseWork> unsealed(const Plan& plan, const std::string& place, AttemptKey key);

}  // namespace assay::core::verify
