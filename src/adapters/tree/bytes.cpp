// SPDX-License-Identifier: MIT
#include "adapters/tree/bytes.h"

#include "adapters/descriptor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

namespace assay::tree {

namespace {

Result<> write_new(const std::string& path, std::string_view bytes) {
  constexpr int flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC;
  const adapters::Descriptor fd(::open(path.c_str(), flags, 0600));
  while (fd && !bytes.empty()) {
    const ssize_t written = ::write(fd.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (fd && bytes.empty()) return {};
  if (fd) ::unlink(path.c_str());
  return Error{Fault::io, fmt::format("{}: {}", path, std::strerror(errno))};
}

}  // namespace

Result<> write_file(const std::string& path, std::string_view bytes) {
  const std::string fresh = fmt::format("{}.{}", path, ::getpid());
  TRY(write_new(fresh, bytes));
  if (::rename(fresh.c_str(), path.c_str()) == 0) return {};
  const int problem = errno;
  ::unlink(fresh.c_str());
  return Error{Fault::io, fmt::format("{}: {}", path, std::strerror(problem))};
}

}  // namespace assay::tree
