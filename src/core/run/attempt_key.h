// SPDX-License-Identifier: MIT
// The name of everything a run asks for: who asks, and how often it was asked.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace assay::core {

/// Which attempt of which unit of work. A unit is a command of a manifest (later: a task, a
/// dispatch), counted from 0 in the order of the plan; attempts count from 1.
struct AttemptKey {
  std::uint32_t unit = 0;
  std::uint32_t attempt = 0;

  friend auto operator<=>(const AttemptKey&, const AttemptKey&) = default;
};

/// "tests#2": as decisions spell an attempt, for ever.
inline std::string attempt_text(const std::string& name, AttemptKey key) {
  return name + "#" + std::to_string(key.attempt);
}

}  // namespace assay::core
