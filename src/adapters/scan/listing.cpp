// SPDX-License-Identifier: MIT
#include "adapters/scan/listing.h"

#include "adapters/os/directory.h"
#include "adapters/os/open_beneath.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <climits>

namespace assay::scan {

using format::PathKind;
using os::Descriptor;

namespace {

constexpr std::size_t files_max = 5'000'000;

/// Folders that tools fill and people do not write in, where git ignores them.
bool is_for_tools(std::string_view name) {
  constexpr std::string_view names =
      " node_modules bower_components vendor build dist out target bin obj debug release venv env "
      "__pycache__"
      " site-packages coverage htmlcov logs tmp temp cache deps _build cmake-build-debug "
      "cmake-build-release"
      " Pods DerivedData ";
  return name.starts_with(".") || name.ends_with(".egg-info") ||
         names.find(" " + std::string(name) + " ") != std::string_view::npos;
}

/// What compilers and editors leave beside sources.
bool is_by_product(std::string_view name) {
  constexpr std::string_view endings =
      " pyc pyo o a so obj lib dll exe class jar log swp tmp bak orig rej d gcda gcno lock map "
      "wasm ";
  const std::size_t dot = name.find_last_of('.');
  if (name.starts_with(".") || name.ends_with("~")) return true;
  return dot != std::string_view::npos &&
         endings.find(" " + std::string(name.substr(dot + 1)) + " ") != std::string_view::npos;
}

/// What the file system says where the listing does not.
unsigned char type_of(int folder, const dirent& entry) {
  if (entry.d_type != DT_UNKNOWN) return entry.d_type;
  struct stat status {};
  if (::fstatat(folder, entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) return DT_UNKNOWN;
  return static_cast<unsigned char>(IFTODT(status.st_mode));
}

bool is_repository(int folder, const std::string& name) {
  struct stat status {};
  return ::fstatat(folder, (name + "/.git").c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
}

}  // namespace

Result<bool> is_trackable(const std::string& workspace, const std::string& path) {
  const auto repository = TRY(tree::find_repository(workspace));
  if (!repository) return true;
  const Descriptor root(::open(workspace.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!root) return Error{Fault::io, workspace + ": cannot be opened"};
  tree::ScopePointer scope = repository->scope;
  bool ignored = false;
  std::string parent;  // relative; empty or ending with a slash
  for (std::size_t begin = 0; begin < path.size() && !ignored;) {
    const Descriptor folder(os::open_beneath(root.get(), parent.empty() ? std::string(".") : parent,
                                             O_RDONLY | O_DIRECTORY));
    if (!folder) break;  // nothing there: nobody ignores it
    if (const auto text = TRY(tree::read_file(folder.get(), ".gitignore", tree::Links::refuse)))
      scope = TRY(tree::narrowed(scope, repository->prefix + parent, *text));
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const bool last = end >= path.size();
    const std::string name = path.substr(begin, end - begin);
    if (!name.empty() && name != ".") {
      // What lies in a repository of its own is none of this one's files.
      if (!last && is_repository(folder.get(), name)) {
        tree::Tracked known;
        known.add("", TRY(tree::tracked_paths(repository->git)));
        return known.has_file(repository->prefix + parent + name) ||
               known.has_file(repository->prefix + path);
      }
      ignored = tree::is_ignored(scope.get(), repository->prefix + parent + name,
                                 last ? PathKind::file : PathKind::directory);
      parent += name + "/";
    }
    begin = end + 1;
  }
  if (!ignored) return true;
  tree::Tracked tracked;
  tracked.add("", TRY(tree::tracked_paths(repository->git)));
  const std::string full = repository->prefix + path;
  return tracked.has_file(full) || (path.ends_with("/") && tracked.has_files_below(full));
}

Result<std::vector<std::string>> Listing::run() {
  repository_ = TRY(tree::find_repository(workspace_));
  pending_.push_back({"", repository_ ? repository_->scope : nullptr, false, false});
  while (!pending_.empty()) {
    Pending next = std::move(pending_.back());
    pending_.pop_back();
    TRY(visit(std::move(next)));
  }
  std::sort(files_.begin(), files_.end());
  return std::move(files_);
}

Result<> Listing::visit(Pending pending) {
  const std::string place = pending.path.empty() ? "." : pending.path;
  if (place.size() > PATH_MAX) {
    unreadable_.push_back(pending.path);
    return {};
  }
  Descriptor folder(root_.open_folder(place));
  if (!folder) {
    // What vanished meanwhile is not there; anything else is not known.
    if (errno == EMFILE || errno == ENFILE) return Error{Fault::exhausted, "too many open files"};
    if (errno != ENOENT && errno != ENOTDIR) unreadable_.push_back(pending.path);
    return {};
  }
  if (repository_ && !pending.tracked_only) TRY(read_rules(folder.get(), pending));
  const int fd = folder.get();
  const os::Directory stream(::fdopendir(folder.release()));
  if (!stream) return Error{Fault::exhausted, place + ": cannot be listed"};
  while (const dirent* entry = ::readdir(stream.get())) {
    const std::string name = entry->d_name;
    if (name == "." || name == ".." || name == ".git") continue;
    const unsigned char type = type_of(fd, *entry);
    if (type == DT_DIR) {
      TRY(add_folder(pending, name));
      continue;
    }
    if (type != DT_REG && type != DT_LNK) continue;
    if (TRY(is_wanted(pending, name, PathKind::file))) {
      (type == DT_REG ? files_ : links_).push_back(pending.path + name);
    } else if (type == DT_REG && !pending.of_tools && !is_by_product(name)) {
      ignored_.push_back(pending.path + name);
    }
    if (files_.size() + ignored_.size() + links_.size() > files_max) {
      return Error{Fault::exhausted, fmt::format("more than {} files", files_max)};
    }
  }
  return {};
}

std::vector<std::string> Listing::take_ignored() {
  std::sort(ignored_.begin(), ignored_.end());
  return std::move(ignored_);
}

Result<> Listing::add_folder(const Pending& pending, const std::string& name) {
  Pending inner{pending.path + name + "/", pending.scope, pending.tracked_only, pending.of_tools};
  if (!TRY(is_wanted(pending, name, PathKind::directory))) {
    TRY(load_tracked());
    inner.of_tools = inner.of_tools || is_for_tools(name);
    const bool tracked = tracked_->has_files_below(repository_->prefix + pending.path + name);
    if (!tracked && inner.of_tools) return {};
    inner.tracked_only = true;
  }
  pending_.push_back(std::move(inner));
  return {};
}

Result<> Listing::read_rules(int folder, Pending& pending) {
  const auto text = TRY(tree::read_file(folder, ".gitignore", tree::Links::refuse));
  if (!text) return {};
  pending.scope = TRY(tree::narrowed(pending.scope, repository_->prefix + pending.path, *text));
  return {};
}

Result<bool> Listing::is_wanted(const Pending& pending, const std::string& name, PathKind kind) {
  if (!repository_) return true;
  const std::string full = repository_->prefix + pending.path + name;
  if (!pending.tracked_only && !tree::is_ignored(pending.scope.get(), full, kind)) return true;
  if (kind == PathKind::directory) return false;
  TRY(load_tracked());
  return tracked_->has_file(full);
}

Result<> Listing::load_tracked() {
  if (tracked_) return {};
  tracked_.emplace();
  tracked_->add("", TRY(tree::tracked_paths(repository_->git)));
  return {};
}

}  // namespace assay::scan
