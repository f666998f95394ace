// SPDX-License-Identifier: MIT
#include "adapters/repository/tree/bytes.h"

#include "adapters/os/bytes.h"
#include "adapters/os/descriptor.h"
#include "adapters/os/error.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

namespace assay::tree {

namespace {

Result<> write_new(const std::string& path, std::string_view bytes) {
  constexpr int flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC;
  const os::Descriptor fd(::open(path.c_str(), flags, 0600));
  if (!fd) return os::error_of(path, errno);
  const int problem = os::write_all(fd.get(), bytes);
  if (problem == 0) return {};
  ::unlink(path.c_str());
  return os::error_of(path, problem);
}

}  // namespace

Result<> write_file(const std::string& path, std::string_view bytes) {
  const std::string fresh = fmt::format("{}.{}", path, ::getpid());
  TRY(write_new(fresh, bytes));
  if (::rename(fresh.c_str(), path.c_str()) == 0) return {};
  const int problem = errno;
  ::unlink(fresh.c_str());
  return os::error_of(path, problem);
}

}  // namespace assay::tree
