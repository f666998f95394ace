// SPDX-License-Identifier: MIT
// Why an agent that says it is done is sent back, in words a model can act on: which gate, which
// test, expected and got, where, and the command that shows more.
#pragma once

#include "core/verify/state.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

inline constexpr std::size_t reason_characters_max = 4000;

/// Gates that keep the agent from stopping, in the order of the manifest: required ones that did
/// not pass or proved nothing, without those that fail as before.
std::vector<std::uint32_t> gates_in_the_way(const core::verify::State& state);

/// Gates whose failing tests all failed before; none that a list of known failures was asked about
/// and did not excuse.
std::vector<std::uint32_t> gates_as_before(const core::verify::State& state);

/// About a run that did not pass; `why` is its verdict's, `act` what is to be done again: "stop".
std::string block_reason(const core::verify::State& state, std::string_view why,
                         std::string_view act);

/// Any text for a model: no escape sequences, secrets masked, at most as long as a reason may be.
std::string for_model(std::string_view text);

}  // namespace assay::format
