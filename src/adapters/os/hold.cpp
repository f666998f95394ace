// SPDX-License-Identifier: MIT
#include "adapters/os/hold.h"

#include "adapters/os/error.h"

#include <fcntl.h>

#include <cerrno>

namespace assay::os {

Result<Descriptor> hold(const std::string& path, int how) {
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file) return error_of(path, errno);
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  int held = -1;
  do {
    held = ::fcntl(file.get(), how, &lock);
  } while (held != 0 && errno == EINTR);
  if (held == 0) return file;
  if (errno == EAGAIN || errno == EACCES) return Error{Fault::conflict, path + ": is held"};
  return error_of(path, errno);
}

}  // namespace assay::os
