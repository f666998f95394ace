// SPDX-License-Identifier: MIT
#include "adapters/workshop/unseen.h"

#include "adapters/os/descriptor.h"
#include "adapters/os/directory.h"
#include "adapters/os/error.h"
#include "adapters/os/open_beneath.h"
#include "base/text/escape.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <set>

namespace assay::workshop {

namespace {

constexpr std::size_t unseen_max = 2'000'000;
constexpr int unseen_folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

UnseenKind kind_of_entry(mode_t mode) {
  if (S_ISREG(mode)) return UnseenKind::file;
  if (S_ISLNK(mode)) return UnseenKind::link;
  return S_ISDIR(mode) ? UnseenKind::folder : UnseenKind::other;
}

class UnseenSearch {
 public:
  UnseenSearch(const std::string& directory, const tree::Snapshot& seen)
      : directory_(directory), root_(::open(directory.c_str(), unseen_folder_flags)) {
    for (const tree::FileState& file : seen.files) {
      files_.insert(file.path);
      for (std::size_t end = file.path.find('/'); end != std::string::npos;
           end = file.path.find('/', end + 1))
        folders_.insert(std::string_view(file.path).substr(0, end));
    }
  }

  Result<std::vector<Unseen>> run() {
    if (!root_) return os::error_of(directory_, errno);
    pending_.emplace_back();
    while (!pending_.empty()) {
      const std::string next = std::move(pending_.back());
      pending_.pop_back();
      TRY(visit(next));
    }
    std::sort(found_.begin(), found_.end(),
              [](const Unseen& a, const Unseen& b) { return a.path < b.path; });
    return std::move(found_);
  }

 private:
  Error exhausted(const std::string& path, const char* why) const {
    return {Fault::exhausted, printable(directory_ + "/" + path) + ": " + why};
  }

  /// `path` is empty, or ends with a slash.
  Result<> visit(const std::string& path) {
    if (path.size() >= PATH_MAX) return exhausted(path.substr(0, 60) + "...", "too deep");
    const int opened = os::open_beneath(root_.get(), path.empty() ? "." : path, unseen_folder_flags,
                                        RESOLVE_NO_SYMLINKS);
    if (opened < 0 && os::is_gone(errno)) return {};
    if (opened < 0) return os::error_of(printable(directory_ + "/" + path), errno);
    const os::Directory stream(::fdopendir(opened));
    if (!stream) return os::error_of(printable(directory_ + "/" + path), errno);
    while (const dirent* entry = ::readdir(stream.get())) {
      const std::string name = entry->d_name;
      if (name == "." || name == ".." || name == ".git") continue;
      struct stat status {};
      if (::fstatat(::dirfd(stream.get()), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        continue;
      TRY(meet(path + name, kind_of_entry(status.st_mode)));
    }
    return {};
  }

  Result<> meet(std::string path, UnseenKind kind) {
    const bool is_folder = kind == UnseenKind::folder;
    if (is_folder) pending_.push_back(path + "/");
    if (is_folder ? folders_.contains(path) : files_.contains(path)) return {};
    if (found_.size() >= unseen_max) return exhausted("", "has too many files that git ignores");
    found_.push_back({std::move(path), kind});
    return {};
  }

  const std::string& directory_;
  os::Descriptor root_;
  std::set<std::string_view> files_;
  std::set<std::string_view> folders_;
  std::vector<std::string> pending_;
  std::vector<Unseen> found_;
};

}  // namespace

Result<std::vector<Unseen>> find_unseen(const std::string& directory, const tree::Snapshot& seen) {
  return UnseenSearch(directory, seen).run();
}

bool is_listed(const format::IgnoreRules& rules, std::string_view path) {
  using format::IgnoreMatch;
  for (std::size_t end = path.find('/'); end != std::string_view::npos;
       end = path.find('/', end + 1)) {
    if (rules.match(path.substr(0, end), format::PathKind::directory) == IgnoreMatch::ignored)
      return true;
  }
  return rules.match(path, format::PathKind::file) == IgnoreMatch::ignored;
}

}  // namespace assay::workshop
