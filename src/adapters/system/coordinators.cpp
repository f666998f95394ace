// SPDX-License-Identifier: MIT
#include "adapters/system/coordinators.h"

#include <signal.h>

#include <cerrno>
#include <cstring>

namespace assay::system {

Result<> Coordinators::ask_to_stop(int process) {
  // 0 and negative numbers would mean whole groups of processes.
  ENSURE(process > 0);
  if (::kill(process, SIGTERM) == 0 || errno == ESRCH) return {};
  return Error{Fault::io, "process " + std::to_string(process) +
                              " could not be asked to stop: " + std::strerror(errno)};
}

bool Coordinators::is_running(int process) {
  return process > 0 && (::kill(process, 0) == 0 || errno == EPERM);
}

}  // namespace assay::system
