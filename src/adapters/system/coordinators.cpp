// SPDX-License-Identifier: MIT
#include "adapters/system/coordinators.h"

#include "adapters/os/error.h"

#include <signal.h>

#include <cerrno>

namespace assay::system {

Result<> Coordinators::ask_to_stop(int process) {
  // 0 and negative numbers would mean whole groups of processes.
  ENSURE(process > 0);
  if (::kill(process, SIGTERM) == 0 || errno == ESRCH) return {};
  return os::error_of("process " + std::to_string(process) + " could not be asked to stop", errno);
}

}  // namespace assay::system
