// SPDX-License-Identifier: MIT
#include "adapters/executor/local/system.h"

#include <time.h>
#include <unistd.h>

namespace assay::process {

namespace {

Nanos read_clock(clockid_t clock) {
  timespec now{};
  ENSURE(::clock_gettime(clock, &now) == 0);
  return std::chrono::seconds{now.tv_sec} + Nanos{now.tv_nsec};
}

}  // namespace

Nanos since_boot() { return read_clock(CLOCK_BOOTTIME); }

std::uint64_t to_ticks(Nanos since_boot) {
  static const auto per_second = static_cast<std::int64_t>(::sysconf(_SC_CLK_TCK));
  return static_cast<std::uint64_t>(since_boot.count() / (1'000'000'000 / per_second));
}

Instant wall_clock() { return Instant{std::chrono::floor<Millis>(read_clock(CLOCK_REALTIME))}; }

}  // namespace assay::process
