// SPDX-License-Identifier: MIT
// What can go wrong in the simulated world, how often, and how often it did.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace assay::sim {

enum class FaultKind : std::uint8_t {
  late_completion,       ///< reported after the world had said that nothing is in flight
  duplicate_completion,  ///< reported twice
  lost_completion,       ///< never reported
  reordered_completion,  ///< reported after one that ended later
  unknown_completion,    ///< of an attempt nobody has in flight
  spawn_failure,
  append_error_before,  ///< the disk refuses; nothing is durable
  append_error_after,   ///< durable, but the coordinator is told that it is not
  crash_before_append,
  crash_after_append,  ///< durable, but never acknowledged
  crash_in_start,
  crash_in_wait,
  crash_elsewhere,
  takeover,  ///< a second coordinator resumes the run while the first is alive
  cancel,
  second_cancel,
  clock_backwards,
  unreadable_tree,
  alive_at_drain,  ///< an attempt everybody believed over is still held when the run drains
  workshop_error,  ///< a change of the repository fails
  abort,           ///< ended for good by somebody while nobody holds the run
  count_of_kinds
};

constexpr std::size_t fault_kinds = static_cast<std::size_t>(FaultKind::count_of_kinds);

constexpr std::array<std::string_view, fault_kinds> fault_names = {"late completion",
                                                                   "duplicate completion",
                                                                   "lost completion",
                                                                   "reordered completion",
                                                                   "unknown completion",
                                                                   "spawn failure",
                                                                   "append error before",
                                                                   "append error after",
                                                                   "crash before append",
                                                                   "crash after append",
                                                                   "crash in start",
                                                                   "crash in wait",
                                                                   "crash elsewhere",
                                                                   "takeover",
                                                                   "cancel",
                                                                   "second cancel",
                                                                   "clock backwards",
                                                                   "unreadable tree",
                                                                   "alive at drain",
                                                                   "workshop error",
                                                                   "abort"};

/// One number per kind: a probability in 1/1000 per opportunity, or a count.
struct ByFault {
  std::array<std::uint64_t, fault_kinds> values{};

  std::uint64_t& operator[](FaultKind kind) { return values[static_cast<std::size_t>(kind)]; }
  std::uint64_t operator[](FaultKind kind) const { return values[static_cast<std::size_t>(kind)]; }
};

}  // namespace assay::sim
