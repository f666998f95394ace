// SPDX-License-Identifier: MIT
#include "adapters/reading/report_files.h"

#include "adapters/descriptor.h"
#include "adapters/directory.h"
#include "adapters/open_beneath.h"

#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

namespace assay::reading {

namespace {

using adapters::Descriptor;

constexpr std::size_t files_max = 10'000;
constexpr std::uint64_t bytes_max = 64U << 20;
/// File times come from the kernel's tick and may lag behind the clock by that much.
constexpr Millis tick{20};

Descriptor open_below(int root, const std::string& path, int flags) {
  return Descriptor(adapters::open_beneath(root, path, flags | O_NONBLOCK));
}

std::vector<std::string> entries(int root, const std::string& folder) {
  std::vector<std::string> names;
  Descriptor opened = open_below(root, folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY);
  if (!opened) return names;
  const adapters::Directory directory(::fdopendir(opened.release()));
  if (!directory) return names;
  while (const dirent* entry = ::readdir(directory.get())) {
    if (entry->d_name[0] != '.') names.emplace_back(entry->d_name);
    if (names.size() >= files_max) break;
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Every path that fits, part by part.
std::vector<std::string> expand(int root, const std::string& pattern) {
  std::vector<std::string> found{""};
  std::size_t at = 0;
  while (at < pattern.size()) {
    const std::size_t slash = std::min(pattern.find('/', at), pattern.size());
    const std::string part = pattern.substr(at, slash - at);
    at = slash + 1;
    if (part.empty() || part == ".") continue;
    const bool wild = part.find_first_of("*?[") != std::string::npos;
    std::vector<std::string> next;
    for (const std::string& folder : found) {
      const std::string prefix = folder.empty() ? "" : folder + "/";
      if (!wild) next.push_back(prefix + part);
      for (const std::string& name : wild ? entries(root, folder) : std::vector<std::string>{}) {
        if (::fnmatch(part.c_str(), name.c_str(), FNM_PATHNAME) == 0) next.push_back(prefix + name);
      }
      if (next.size() > files_max) break;
    }
    found = std::move(next);
  }
  return found;
}

Instant instant_of(const timespec& time) {
  return Instant{std::chrono::floor<Millis>(std::chrono::seconds{time.tv_sec} +
                                            std::chrono::nanoseconds{time.tv_nsec})};
}

Result<std::string> read_fresh(int root, const std::string& path, Instant since) {
  const std::string shown = "report " + path;
  const Descriptor file = open_below(root, path, O_RDONLY);
  if (!file) return Error{Fault::not_found, shown + ": " + std::strerror(errno)};
  struct stat seen {};
  if (::fstat(file.get(), &seen) != 0 || !S_ISREG(seen.st_mode)) {
    return Error{Fault::bad_input, shown + " is not a regular file"};
  }
  if (static_cast<std::uint64_t>(seen.st_size) > bytes_max)
    return Error{Fault::bad_input, shown + " is too large"};
  // The change time cannot be set back; the modification time of a copied old report can.
  const Instant written = std::min(instant_of(seen.st_mtim), instant_of(seen.st_ctim));
  if (written + tick < since) {
    return Error{Fault::bad_input, shown + " was not written during this attempt (it is from " +
                                       to_text(written) + ")"};
  }
  std::string bytes(static_cast<std::size_t>(seen.st_size), '\0');
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t count = ::read(file.get(), bytes.data() + filled, bytes.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    filled += static_cast<std::size_t>(count);
  }
  bytes.resize(filled);
  return bytes;
}

}  // namespace

Result<std::vector<ReportFile>> read_report_files(const std::string& cwd,
                                                  const std::string& pattern, Instant since) {
  const Descriptor root(::open(cwd.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root) return Error{Fault::io, cwd + ": " + std::strerror(errno)};
  const std::vector<std::string> paths = expand(root.get(), pattern);
  if (paths.empty()) return Error{Fault::not_found, "report " + pattern + ": no such file"};
  std::vector<ReportFile> files;
  for (const std::string& path : paths)
    files.push_back({path, TRY(read_fresh(root.get(), path, since))});
  return files;
}

}  // namespace assay::reading
