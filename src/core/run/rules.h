// SPDX-License-Identifier: MIT
// A run is decided by the rules of the release that started it, for ever: its journal must lead to
// the same decisions when it is replayed, resumed or explained by a later release. A rule that
// changed asks for these words.
#pragma once

#include <cstdint>

namespace assay::core {

/// Each is what its release decided by; later ones are greater.
enum class Rules : std::uint8_t {
  v0_1 = 1,  ///< journals that name no rules
  v0_2 = 2,
};

constexpr Rules rules_now = Rules::v0_2;

}  // namespace assay::core
