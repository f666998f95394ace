// SPDX-License-Identifier: MIT
// Starts one program in a session of its own. Works like vfork: the child borrows our memory until
// it becomes the program, so that a start costs the same however big assay is, and tells through
// that memory what went wrong.
#pragma once

#include "adapters/executor/local/system.h"

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay::process {

/// A program to start. Nothing but its three standard descriptors is open.
struct Program {
  const char* path = nullptr;  ///< of the executable; a relative one from `cwd`
  char* const* argv = nullptr;
  char* const* envp = nullptr;
  const char* cwd = nullptr;
  int input = -1;  ///< -1: /dev/null
  int output = -1;
  int errors = -1;               ///< -1: as the output
  std::uint64_t mark = 0;        ///< see mark.h; 0: none
  int room = -1;                 ///< key of the room it runs in (os/room.h); -1: here
  int rules = -1;                ///< of Landlock, to be taken on; -1: none but those of the room
  bool keeps_privileges = true;  ///< else it gains none by what it executes
  bool sees_others = false;      ///< isolated, but among the processes of the machine
};

struct Child {
  pid_t pid = -1;  ///< also its process group and its session
  pid_t own = -1;  ///< what it is called by itself: another number in a room
  Descriptor pidfd;
};

class Spawner {
 public:
  static Result<Spawner> open();
  Spawner(Spawner&& other) noexcept;
  Spawner& operator=(Spawner&&) = delete;
  ~Spawner();

  /// Returns once the program runs. The error says which step failed: "chdir /x: No such file or
  /// directory". The child dies with the calling thread, which therefore must live as long as the
  /// process.
  Result<Child> spawn(const Program& program);

 private:
  Spawner(void* stack, std::vector<int> changed, std::string sacrifice);

  void* stack_ = nullptr;
  std::string sacrifice_;     ///< how readily the kernel ends children where memory is short
  std::vector<int> changed_;  ///< signals that are not treated in the default way by this process
};

}  // namespace assay::process
