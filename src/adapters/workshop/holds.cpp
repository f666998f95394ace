// SPDX-License-Identifier: MIT
#include "adapters/workshop/holds.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace assay::workshop {

void Holds::take(const std::string& directory) {
  os::Descriptor& held = held_[directory];
  if (held) return;
  held = os::Descriptor(
      ::open(path_of(directory).c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (held) ::flock(held.get(), LOCK_SH | LOCK_NB);
}

void Holds::drop(const std::string& directory) {
  ::unlink(path_of(directory).c_str());
  held_.erase(directory);
}

bool Holds::is_held(const std::string& directory) {
  const os::Descriptor file(::open(path_of(directory).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  return file && ::flock(file.get(), LOCK_EX | LOCK_NB) != 0;
}

}  // namespace assay::workshop
