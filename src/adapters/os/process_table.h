// SPDX-License-Identifier: MIT
// Processes as /proc shows them, and signals that cannot hit a stranger. Decides nothing.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::os {

struct Seen {
  pid_t pid = 0;
  pid_t parent = 0;
  pid_t group = 0;
  pid_t session = 0;
  std::uint64_t start = 0;  ///< ticks since boot; with the pid, names one process for ever
  char state = '?';
  std::string name{};  ///< printable, at most 15 characters

  bool is_dead() const { return state == 'Z' || state == 'X'; }
  friend bool operator==(const Seen&, const Seen&) = default;
};

/// The content of /proc/<pid>/stat; none if it is not one.
std::optional<Seen> parse_stat(std::string_view text);

/// None if there is no such process.
std::optional<Seen> look_at(pid_t pid);

/// Everything there is. Costs a read for each process of the machine.
std::vector<Seen> all_processes();

/// The children of this process, dead ones included. None if /proc could not be read, which is not
/// the same as having no children.
std::optional<std::vector<pid_t>> own_children();

/// The children of another process, of which those that end are reaped by it. None: likewise.
std::optional<std::vector<pid_t>> children_of(pid_t process);

/// Adds to `some` everything in `all` that descends from them.
void add_descendants(std::vector<Seen>& some, const std::vector<Seen>& all);

/// Signals exactly this process. False if it is gone, even if its number is in use again.
bool send_signal(const Seen& process, int signal);

}  // namespace assay::os
