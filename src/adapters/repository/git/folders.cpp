// SPDX-License-Identifier: MIT
#include "adapters/repository/git/folders.h"

#include "adapters/os/error.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace assay::git {

namespace {

namespace fs = std::filesystem;

void make_writable(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) return;
  ::chmod(path.c_str(), 0700);
  std::error_code ignored;
  for (fs::recursive_directory_iterator at(path, ignored), end; !ignored && at != end;
       at.increment(ignored)) {
    std::error_code same;
    if (at->is_directory(same) && !at->is_symlink(same)) ::chmod(at->path().c_str(), 0700);
  }
}

}  // namespace

bool is_there(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

Result<> make_parents(const std::string& path) {
  for (std::size_t end = path.find('/', 1); end != std::string::npos;
       end = path.find('/', end + 1)) {
    const std::string parent = path.substr(0, end);
    if (::mkdir(parent.c_str(), 0700) != 0 && errno != EEXIST) return os::error_of(parent, errno);
  }
  return {};
}

Result<> remove_tree(const std::string& path) {
  std::error_code problem;
  fs::remove_all(path, problem);
  if (!problem) return {};
  make_writable(path);
  fs::remove_all(path, problem);
  if (!problem) return {};
  return Error{Fault::io, fmt::format("{}: {}", path, problem.message())};
}

}  // namespace assay::git
