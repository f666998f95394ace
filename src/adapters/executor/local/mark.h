// SPDX-License-Identifier: MIT
// A name tag that every process of an attempt inherits, through setsid, double forks and `env -i`
// alike: the soft limit of real-time CPU (RLIMIT_RTTIME), set to a number nobody ever reaches. Only
// root's real-time tasks feel that limit at all. Losing the tag takes intent; then session and
// start time still tell whose process it is.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>

namespace assay::process {

/// The tags of one coordinator, one for each of its attempts.
class Marks {
 public:
  /// `salt` tells coordinators apart; 30 bits of it are used.
  explicit Marks(std::uint64_t salt) : family_(is_mark | (salt & 0x3fff'ffff) << 32) {}

  std::uint64_t mark(std::uint32_t serial) const { return family_ | serial; }

  /// The attempt whose tag `pid` wears; none if it wears none of ours, or may not be looked at.
  std::optional<std::uint32_t> serial_of(pid_t pid) const;

 private:
  static constexpr std::uint64_t is_mark = 1ULL << 62;

  std::uint64_t family_;
};

}  // namespace assay::process
