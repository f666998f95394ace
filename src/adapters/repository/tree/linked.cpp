// SPDX-License-Identifier: MIT
#include "adapters/repository/tree/linked.h"

#include "adapters/files/files.h"
#include "adapters/os/bytes.h"
#include "adapters/os/descriptor.h"
#include "adapters/repository/tree/stat_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace assay::tree {

namespace {

constexpr std::uint64_t read_bytes_max = 4U << 20;
constexpr std::size_t entries_max = 20'000;

/// Whether a path of the workspace is in the snapshot: a file, or a folder that has some.
bool has(const Snapshot& snapshot, std::string_view path) {
  const auto at = std::lower_bound(
      snapshot.files.begin(), snapshot.files.end(), path,
      [](const FileState& file, std::string_view wanted) { return file.path < wanted; });
  if (at != snapshot.files.end() && at->path == path) return true;
  const std::string inside = std::string(path) + "/";
  const auto below = std::lower_bound(
      at, snapshot.files.end(), inside,
      [](const FileState& file, const std::string& wanted) { return file.path < wanted; });
  return below != snapshot.files.end() && below->path.starts_with(inside);
}

std::string look_text(const struct stat& status) {
  const Look look = Look::of(status);
  return fmt::format("{} {} {} {} {:o}", look.size, look.modified_ns, look.changed_ns, look.inode,
                     look.mode);
}

/// Of one place and everything below it.
class Target {
 public:
  explicit Target(Hasher& hasher) : hasher_(hasher) {}

  void add(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return tell("gone");
    if (S_ISDIR(status.st_mode)) return add_folder(path);
    if (S_ISREG(status.st_mode)) return add_file(path, status);
    return tell(
        fmt::format("{:o}", status.st_mode));  // what a pipe or a device gives is no content
  }

 private:
  void tell(const std::string& text) {
    hasher_.update(std::to_string(text.size()) + ":").update(text);
  }
  void add_file(const std::string& path, const struct stat& status) {
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size > read_bytes_max) return tell(look_text(status));
    const os::Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file) return tell("closed " + look_text(status));
    Hasher bytes;
    const int problem = os::read_pieces(file.get(), size, [&](std::string_view piece) {
      bytes.update(piece);
      return 0;
    });
    return tell(problem == 0 ? bytes.finish().hex() : "closed " + look_text(status));
  }
  void add_folder(const std::string& path) {
    std::vector<std::string> folders{path};
    while (!folders.empty()) {
      const std::string folder = std::move(folders.back());
      folders.pop_back();
      for (const std::string& name : files_.list(folder)) {
        const std::string each = folder + "/" + name;
        struct stat status {};
        if (++entries_ > entries_max)
          return tell(fmt::format("too much {}",
                                  std::chrono::steady_clock::now().time_since_epoch().count()));
        if (::lstat(each.c_str(), &status) != 0) continue;
        tell(each);
        if (S_ISDIR(status.st_mode)) {
          folders.push_back(each);
        } else {
          tell(look_text(status));
        }
      }
    }
  }

  Hasher& hasher_;
  files::Files files_;
  std::size_t entries_ = 0;
};

}  // namespace

std::string digest_linked(const std::string& workspace, const Snapshot& snapshot) {
  Hasher hasher;
  bool any = false;
  const std::string root = workspace + "/";
  for (const FileState& file : snapshot.files) {
    if (file.kind != FileKind::link) continue;
    char real[PATH_MAX];
    const bool leads = ::realpath((root + file.path).c_str(), real) != nullptr;
    const std::string target = leads ? real : "";
    const bool inside = target == workspace ||
                        (target.starts_with(root) && has(snapshot, target.substr(root.size())));
    if (inside) continue;
    any = true;
    hasher.update(std::to_string(file.path.size()) + ":").update(file.path);
    Target(hasher).add(leads ? target : root + file.path);
  }
  return any ? hasher.finish().hex() : std::string();
}

}  // namespace assay::tree
