// SPDX-License-Identifier: MIT
// Whose process is it? Pure: works on what was seen.
#pragma once

#include "adapters/os/process_table.h"

#include <cstdint>
#include <optional>
#include <span>

namespace assay::process {

/// An attempt in flight, as far as telling its processes goes.
struct Root {
  std::uint32_t serial = 0;
  pid_t session = 0;
  std::uint64_t start = 0;  ///< ticks since boot, not later than its first process
};

enum class Whose : std::uint8_t {
  stranger,  ///< none of our attempts can have started it
  one,       ///< of the attempt `serial`
  several,   ///< any of several attempts in flight can have started it
  ended,     ///< of an attempt that is over
};

struct Owner {
  Whose whose = Whose::stranger;
  std::uint32_t serial = 0;

  friend bool operator==(const Owner&, const Owner&) = default;
};

/// What there is to know about who can own a process.
struct Lineage {
  pid_t own_session = 0;          ///< of assay itself: an attempt's process can never get into it
  std::uint64_t first_start = 0;  ///< of the very first attempt, in ticks since boot
  std::span<const Root> roots;
};

/// `tag` is the serial that a child of ours wears (see mark.h), if any. The session counts first,
/// then the tag, then who was there when it was started.
Owner owner_of(const os::Seen& child, std::optional<std::uint32_t> tag, const Lineage& lineage);

}  // namespace assay::process
