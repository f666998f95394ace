// SPDX-License-Identifier: MIT
#include "adapters/scan/listing.h"

#include "adapters/directory.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <climits>

namespace assay::scan {

using adapters::Descriptor;
using format::PathKind;

namespace {

constexpr std::size_t files_max = 5'000'000;

/// What the file system says where the listing does not.
unsigned char type_of(int folder, const dirent& entry) {
  if (entry.d_type != DT_UNKNOWN) return entry.d_type;
  struct stat status {};
  if (::fstatat(folder, entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) return DT_UNKNOWN;
  return static_cast<unsigned char>(IFTODT(status.st_mode));
}

}  // namespace

Result<std::vector<std::string>> Listing::run() {
  repository_ = TRY(tree::find_repository(workspace_));
  pending_.push_back({"", repository_ ? repository_->scope : nullptr, false});
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
  const adapters::Directory stream(::fdopendir(folder.release()));
  if (!stream) return Error{Fault::exhausted, place + ": cannot be listed"};
  while (const dirent* entry = ::readdir(stream.get())) {
    const std::string name = entry->d_name;
    if (name == "." || name == ".." || name == ".git") continue;
    const unsigned char type = type_of(fd, *entry);
    if (type == DT_DIR) {
      TRY(add_folder(pending, name));
    } else if (type == DT_REG && TRY(is_wanted(pending, name, PathKind::file))) {
      files_.push_back(pending.path + name);
      if (files_.size() > files_max) {
        return Error{Fault::exhausted, fmt::format("more than {} files", files_max)};
      }
    }
  }
  return {};
}

Result<> Listing::add_folder(const Pending& pending, const std::string& name) {
  Pending inner{pending.path + name + "/", pending.scope, pending.tracked_only};
  if (!TRY(is_wanted(pending, name, PathKind::directory))) {
    TRY(load_tracked());
    if (!tracked_->has_files_below(repository_->prefix + pending.path + name)) return {};
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
