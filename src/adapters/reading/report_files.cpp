// SPDX-License-Identifier: MIT
#include "adapters/reading/report_files.h"

#include "adapters/os/bytes.h"
#include "adapters/os/descriptor.h"
#include "adapters/os/directory.h"
#include "adapters/os/error.h"
#include "adapters/os/open_beneath.h"
#include "base/digest.h"

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

using os::Descriptor;

constexpr std::size_t files_max = 10'000;
constexpr std::uint64_t bytes_max = 64U << 20;
/// File times come from the kernel's tick and may lag behind the clock by that much.
constexpr Millis tick{20};

Descriptor open_below(int root, const std::string& path, int flags) {
  return Descriptor(os::open_beneath(root, path, flags | O_NONBLOCK));
}

std::vector<std::string> entries(int root, const std::string& folder) {
  std::vector<std::string> names;
  Descriptor opened = open_below(root, folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY);
  if (!opened) return names;
  const os::Directory directory(::fdopendir(opened.release()));
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

constexpr std::string_view aside_ending = ".assay-before";

struct Split {
  std::string folder;  ///< empty: the root itself
  std::string name;
};

Split split(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {"", path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

std::string aside_name(const std::string& name) { return "." + name + std::string(aside_ending); }

Descriptor open_folder(int root, const std::string& folder) {
  return open_below(root, folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY);
}

bool exists(int folder, const std::string& name) {
  struct stat seen {};
  return ::fstatat(folder, name.c_str(), &seen, AT_SYMLINK_NOFOLLOW) == 0;
}

/// The one that was set aside goes back, unless a newer one has taken its place.
void put_back(int folder, const std::string& name) {
  const std::string aside = aside_name(name);
  if (exists(folder, name)) {
    ::unlinkat(folder, aside.c_str(), 0);
  } else {
    ::renameat(folder, aside.c_str(), folder, name.c_str());
  }
}

/// What a coordinator that died had set aside.
void recover(int root, const std::string& pattern) {
  const Split parts = split(pattern);
  for (const std::string& folder :
       parts.folder.empty() ? std::vector<std::string>{""} : expand(root, parts.folder)) {
    Descriptor opened = open_folder(root, folder);
    if (!opened) continue;
    const int number = ::dup(opened.get());
    const os::Directory directory(::fdopendir(opened.release()));
    const Descriptor kept(number);
    while (directory && kept) {
      const dirent* entry = ::readdir(directory.get());
      if (entry == nullptr) break;
      const std::string_view name = entry->d_name;
      if (name.size() <= aside_ending.size() + 1 || name.front() != '.' ||
          !name.ends_with(aside_ending))
        continue;
      const std::string plain(name.substr(1, name.size() - 1 - aside_ending.size()));
      if (::fnmatch(parts.name.c_str(), plain.c_str(), FNM_PATHNAME) == 0)
        put_back(kept.get(), plain);
    }
  }
}

Result<std::string> read_whole(int root, const std::string& path, struct stat& seen) {
  const std::string shown = "report " + path;
  const Descriptor file = open_below(root, path, O_RDONLY);
  if (!file) return Error{Fault::not_found, shown + ": " + std::strerror(errno)};
  if (::fstat(file.get(), &seen) != 0 || !S_ISREG(seen.st_mode)) {
    return Error{Fault::bad_input, shown + " is not a regular file"};
  }
  if (static_cast<std::uint64_t>(seen.st_size) > bytes_max)
    return Error{Fault::bad_input, shown + " is too large"};
  std::string bytes;
  // What cannot be read is missing, which never helps a gate.
  static_cast<void>(os::read_up_to(file.get(), static_cast<std::uint64_t>(seen.st_size), bytes));
  return bytes;
}

Instant written_at(const struct stat& seen) {
  // The change time cannot be set back; the modification time of a copied old report can.
  return std::min(instant_of(seen.st_mtim), instant_of(seen.st_ctim));
}

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// Whether a report tells when it was written: then no two runs write the same bytes.
bool tells_time(const std::string& bytes) {
  return bytes.find("timestamp=") != std::string::npos ||
         bytes.find("\"start\"") != std::string::npos ||
         bytes.find("\"Time\":") != std::string::npos ||
         bytes.find("startTime") != std::string::npos ||
         bytes.find("start-time=") != std::string::npos;
}

/// Why a file that fits is not of this attempt; empty if it is.
std::string why_old(const std::string& bytes, const struct stat& seen, Instant since,
                    const OldReport* before) {
  const Instant written = written_at(seen);
  if (written + tick < since) return "it is from " + to_text(written);
  if (before == nullptr) return "";
  if (!before->moved && before->inode == seen.st_ino &&
      before->changed_ns == nanoseconds(seen.st_ctim))
    return "it was not written";
  if (digest_of(bytes) != before->digest) return "";
  if (!before->moved) return "it says what it said before";
  constexpr Millis apart{2000};
  if (tells_time(bytes) && before->written + apart < since)
    return "it is the old one again, with the old times in it";
  return "";
}

}  // namespace

std::vector<OldReport> set_reports_aside(const std::string& cwd, const std::string& pattern,
                                         const std::function<bool(const std::string&)>& busy) {
  std::vector<OldReport> old;
  const Descriptor root(::open(cwd.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root) return old;
  recover(root.get(), pattern);
  for (const std::string& path : expand(root.get(), pattern)) {
    const Split parts = split(path);
    const Descriptor folder = open_folder(root.get(), parts.folder);
    struct stat seen {};
    if (!folder || ::fstatat(folder.get(), parts.name.c_str(), &seen, AT_SYMLINK_NOFOLLOW) != 0)
      continue;
    struct stat read {};
    const auto bytes = read_whole(root.get(), path, read);
    if (!bytes) continue;
    OldReport one{path,  digest_of(*bytes), written_at(read),
                  false, read.st_ino,       nanoseconds(read.st_ctim)};
    if (S_ISREG(seen.st_mode) && !busy(path)) {
      one.moved = ::renameat(folder.get(), parts.name.c_str(), folder.get(),
                             aside_name(parts.name).c_str()) == 0;
    }
    old.push_back(std::move(one));
  }
  return old;
}

void put_reports_back(const std::string& cwd, const std::vector<OldReport>& old) {
  if (old.empty()) return;
  const Descriptor root(::open(cwd.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root) return;
  for (const OldReport& one : old) {
    if (!one.moved) continue;
    const Split parts = split(one.name);
    if (const Descriptor folder = open_folder(root.get(), parts.folder))
      put_back(folder.get(), parts.name);
  }
}

Result<FreshReports> read_report_files(const std::string& cwd, const std::string& pattern,
                                       Instant since, const std::vector<OldReport>& old) {
  const Descriptor root(::open(cwd.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root) return os::error_of(cwd, errno);
  const auto before = [&](const std::string& path) -> const OldReport* {
    const auto found = std::find_if(old.begin(), old.end(),
                                    [&](const OldReport& one) { return one.name == path; });
    return found == old.end() ? nullptr : &*found;
  };
  FreshReports fresh;
  std::string why;
  for (const std::string& path : expand(root.get(), pattern)) {
    struct stat seen {};
    auto bytes = read_whole(root.get(), path, seen);
    if (!bytes && bytes.error().fault == Fault::not_found && before(path) != nullptr) continue;
    if (!bytes) return bytes.error();
    const std::string stale = why_old(*bytes, seen, since, before(path));
    if (stale.empty()) {
      fresh.files.push_back({path, bytes.take()});
    } else {
      fresh.old.push_back(path);
      why = "report " + path + " was not written during this attempt (" + stale + ")";
    }
  }
  for (const OldReport& one : old) {
    const bool again = std::any_of(fresh.files.begin(), fresh.files.end(),
                                   [&](const ReportFile& file) { return file.name == one.name; });
    const bool told = std::find(fresh.old.begin(), fresh.old.end(), one.name) != fresh.old.end();
    if (again || told) continue;
    fresh.old.push_back(one.name);
    why = "report " + one.name + " was not written during this attempt (it is from " +
          to_text(one.written) + ")";
  }
  if (!fresh.files.empty()) return fresh;
  return Error{Fault::not_found, why.empty() ? "report " + pattern + ": no such file" : why};
}

}  // namespace assay::reading
