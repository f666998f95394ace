// SPDX-License-Identifier: MIT
#include "adapters/store/postgres/home.h"

#include "adapters/store/state/run_lock.h"

#include <fmt/format.h>
#include <limits.h>
#include <unistd.h>

namespace assay::postgres {

bool Holder::is_alive(const Home& home) const {
  if (!is_here(home)) return in_time;
  if (pid == ::getpid()) return true;
  return state::Owner{pid, start, state::Owner::self().boot}.is_another_alive();
}

std::string Holder::shown(const Home& home) const {
  if (is_here(home)) return fmt::format("process {}", pid);
  return fmt::format("process {} on {} (unless it says so again, for {} s)", pid, host, seconds);
}

std::string host_name() {
  char name[HOST_NAME_MAX + 1] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "unknown";
}

std::string place_of_process() {
  char numbers[64] = {};
  if (::readlink("/proc/self/ns/pid", numbers, sizeof numbers - 1) < 0) numbers[0] = '\0';
  return state::Owner::self().boot + " " + numbers;
}

}  // namespace assay::postgres
