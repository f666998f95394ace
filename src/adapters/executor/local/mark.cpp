// SPDX-License-Identifier: MIT
#include "adapters/executor/local/mark.h"

#include <sys/resource.h>

namespace assay::process {

std::optional<std::uint32_t> Marks::serial_of(pid_t pid) const {
  rlimit limit{};
  if (::prlimit(pid, RLIMIT_RTTIME, nullptr, &limit) != 0) return std::nullopt;
  if ((limit.rlim_cur & ~0xffff'ffffULL) != family_) return std::nullopt;
  return static_cast<std::uint32_t>(limit.rlim_cur);
}

}  // namespace assay::process
