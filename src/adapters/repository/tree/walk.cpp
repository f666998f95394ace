// SPDX-License-Identifier: MIT
#include "adapters/repository/tree/walk.h"

#include "adapters/os/bytes.h"
#include "adapters/os/error.h"
#include "adapters/os/open_beneath.h"
#include "core/work/declared.h"
#include "core/work/guarded_paths.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <ctime>

namespace assay::tree {

using format::PathKind;
using os::Descriptor;

namespace {

constexpr std::size_t files_max = 5'000'000;
constexpr int directory_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

// The clock that file systems stamp files with.
std::int64_t now_ns() {
  struct timespec now {};
  ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

/// Something that vanished while we looked is something that is not there.
FileKind special_kind(mode_t mode) {
  if (S_ISFIFO(mode)) return FileKind::pipe;
  if (S_ISSOCK(mode)) return FileKind::socket;
  return FileKind::device;
}

const StatCache::Item* find(const StatCache::Items* items, const std::string& name) {
  if (items == nullptr) return nullptr;
  const auto found =
      std::lower_bound(items->begin(), items->end(), name,
                       [](const auto& item, const auto& wanted) { return item.name < wanted; });
  return found != items->end() && found->name == name ? &*found : nullptr;
}

}  // namespace

Walk::Walk(std::string workspace, const StatCache& known)
    : workspace_(std::move(workspace)), known_(known) {}

Walk::Walk(std::string workspace, const StatCache& known, std::vector<std::string> declared)
    : workspace_(std::move(workspace)), declared_(std::move(declared)), known_(known) {}

Result<Snapshot> Walk::run() {
  began_ns_ = now_ns();
  root_ = Descriptor(::open(workspace_.c_str(), directory_flags));
  if (!root_) return os::error_of(workspace_, errno);
  TRY(enter_repository());
  while (!pending_.empty()) {
    Pending next = std::move(pending_.back());
    pending_.pop_back();
    TRY(visit(std::move(next)));
  }
  std::sort(snapshot_.files.begin(), snapshot_.files.end(),
            [](const FileState& a, const FileState& b) { return a.path < b.path; });
  snapshot_.digest = tree_digest(snapshot_);
  return std::move(snapshot_);
}

// What is left out of the digest follows from this file, so the file itself is in.
Result<> Walk::enter_repository() {
  std::optional<Repository> found = TRY(find_repository(workspace_));
  pending_.push_back({"", found ? found->scope : nullptr});
  if (!found) return {};
  git_ = std::move(found->git);
  prefix_ = std::move(found->prefix);
  hash_ = TRY(hash_of_repository(*git_));
  if (declared_) return {};
  const auto exclude = TRY(read_file(AT_FDCWD, git_->common + "/info/exclude"));
  if (exclude) add(".git/info/exclude", FileKind::plain, {digest_of(*exclude), {}, false});
  return {};
}

void Walk::add(std::string path, FileKind kind, const Content& content, std::int64_t changed_ns) {
  snapshot_.files.push_back(
      {std::move(path), kind, content.digest, content.blob, content.has_returns, changed_ns});
}

Descriptor Walk::open_directory(const std::string& path) const {
  return Descriptor(os::open_beneath(root_.get(), path.empty() ? "." : path, directory_flags,
                                     RESOLVE_NO_SYMLINKS));
}

Result<> Walk::visit(Pending pending) {
  if (pending.path.size() >= PATH_MAX) {
    return Error{Fault::exhausted, fmt::format("{}...: too deep", pending.path.substr(0, 60))};
  }
  Descriptor fd = open_directory(pending.path);
  if (!fd && os::is_gone(errno) && !pending.path.empty()) return {};
  if (!fd) return os::error_of(pending.path.empty() ? workspace_ : pending.path, errno);
  std::vector<Name> names = TRY(list(fd.get(), pending.path));
  TRY(read_rules(fd.get(), pending, names));
  const std::string key = pending.path;
  Place place{fd.get(), key, known_.find(key), {}};
  for (const Name& entry : names) {
    if (entry.name == ".git") continue;
    if (entry.type != DT_DIR) {
      if (TRY(is_wanted(pending, entry.name, PathKind::file))) TRY(add_file(place, entry.name));
      continue;
    }
    Pending inner{pending.path + entry.name + "/", pending.scope, pending.tracked_only};
    if (!TRY(is_wanted(pending, entry.name, PathKind::directory))) {
      if (declared_) continue;
      TRY(load_tracked());
      const std::string full = prefix_ + pending.path + entry.name;
      const bool leads_on = is_seen_also(pending.path + entry.name, PathKind::directory);
      if (!leads_on && !tracked_->has_files_below(full)) continue;
      inner.tracked_only = true;
    }
    pending_.push_back(std::move(inner));
  }
  learned_ = learned_ || (place.known == nullptr ? 0 : place.known->size()) != place.items.size();
  if (!place.items.empty()) next_.set(key, std::move(place.items));
  return {};
}

Result<std::vector<Walk::Name>> Walk::list(int fd, const std::string& path) {
  struct Close {
    void operator()(DIR* stream) const { ::closedir(stream); }
  };
  const int copy = ::fcntl(fd, F_DUPFD_CLOEXEC, 0);
  const std::unique_ptr<DIR, Close> stream(copy < 0 ? nullptr : ::fdopendir(copy));
  if (!stream) return os::error_of(path, errno);
  std::vector<Name> names;
  for (;;) {
    errno = 0;
    const dirent* entry = ::readdir(stream.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    unsigned char type = entry->d_type;
    if (type == DT_UNKNOWN) {
      struct stat status {};
      if (::fstatat(fd, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0)
        type = static_cast<unsigned char>(IFTODT(status.st_mode));
    }
    names.push_back({std::string(name), type});
    if (names.size() + snapshot_.files.size() > files_max) {
      return Error{Fault::exhausted, fmt::format("{}: more than {} files", path, files_max)};
    }
  }
  if (errno != 0) return os::error_of(path, errno);
  std::sort(names.begin(), names.end(),
            [](const Name& a, const Name& b) { return a.name < b.name; });
  return names;
}

Result<> Walk::read_rules(int fd, Pending& pending, const std::vector<Name>& names) {
  const auto has = [&names](std::string_view wanted) {
    return std::any_of(names.begin(), names.end(),
                       [wanted](const Name& n) { return n.name == wanted; });
  };
  if (declared_) return {};
  if (!pending.tracked_only && has(".gitignore")) {
    const auto text = TRY(read_file(fd, ".gitignore", Links::refuse));
    const std::string base = prefix_ + pending.path;
    if (text) pending.scope = TRY(narrowed(pending.scope, base, *text));
  }
  if (pending.path.empty() || !has(".git")) return {};
  const auto git = TRY(git_directory(workspace_ + "/" + pending.path));
  if (!git) return {};
  inner_.emplace_back(prefix_ + pending.path, *git);
  snapshot_.repositories.push_back(pending.path);
  if (tracked_) tracked_->add(inner_.back().first, TRY(tracked_paths(*git)));
  return {};
}

Result<> Walk::load_tracked() {
  if (tracked_) return {};
  tracked_.emplace();
  if (git_) tracked_->add("", TRY(tracked_paths(*git_)));
  for (const auto& [prefix, git] : inner_) tracked_->add(prefix, TRY(tracked_paths(git)));
  return {};
}

bool Walk::is_seen_also(const std::string& path, PathKind kind) const {
  if (also_.empty()) return false;
  const bool on_the_way = kind == PathKind::directory && also_in_.starts_with(path + "/");
  if (on_the_way || !path.starts_with(also_in_)) return on_the_way;
  const std::string_view inner = std::string_view(path).substr(also_in_.size());
  return kind == PathKind::directory ? core::work::leads_to_protected(also_, inner)
                                     : core::work::is_protected(also_, inner);
}

Result<bool> Walk::is_wanted(const Pending& pending, const std::string& name, PathKind kind) {
  if (declared_) {
    const std::string path = pending.path + name;
    return kind == PathKind::file ? core::work::is_declared(*declared_, path)
                                  : core::work::may_hold_declared(*declared_, path);
  }
  const std::string full = prefix_ + pending.path + name;
  if (!pending.tracked_only && !is_ignored(pending.scope.get(), full, kind)) return true;
  if (kind == PathKind::directory) return false;
  TRY(load_tracked());
  const bool tracked = tracked_->has_file(full);
  // Rules decide what is seen; they are seen themselves, whatever they say.
  const bool is_rules = name == ".gitignore" && !pending.tracked_only;
  if (is_rules && !tracked) snapshot_.hidden_rules.push_back(pending.path + name);
  return tracked || is_rules || is_seen_also(pending.path + name, kind);
}

Result<> Walk::add_file(Place& place, const std::string& name) {
  struct stat status {};
  if (::fstatat(place.fd, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    if (os::is_gone(errno)) return {};
    return os::error_of(place.path + name, errno);
  }
  if (S_ISREG(status.st_mode)) return add_regular(place, name, status);
  if (S_ISLNK(status.st_mode)) return add_link(place, name, status);
  add(place.path + name, special_kind(status.st_mode), {});
  return {};
}

Result<> Walk::add_regular(Place& place, const std::string& name, const struct stat& status) {
  Look look = Look::of(status);
  const StatCache::Item* known = find(place.known, name);
  const std::uint8_t name_size = hash_ == format::GitHash::sha1 ? 20 : 32;
  std::optional<Seen> seen;
  if (known != nullptr && known->look == look && known->content.blob.size == name_size) {
    seen = Seen{.content = known->content};
  } else {
    seen = TRY(hash(place, name, look));
    if (!seen) return {};
  }
  const bool runs = (look.mode & S_IXUSR) != 0;
  add(place.path + name, runs ? FileKind::executable : FileKind::plain, seen->content,
      look.changed_ns);
  if (!seen->tells || !is_settled(look, began_ns_)) return {};
  learned_ = learned_ || known == nullptr || known->look != look;
  place.items.push_back({name, look, seen->content});
  return {};
}

/// Nothing if the file is gone. Leaves in `look` what it looked like, or, if it changed under our
/// eyes, a look that no file has.
Result<std::optional<Walk::Seen>> Walk::hash(const Place& place, const std::string& name,
                                             Look& look) {
  constexpr int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  const Descriptor fd(::openat(place.fd, name.c_str(), flags));
  if (!fd && os::is_gone(errno)) return std::optional<Seen>();
  const bool tells = !fd || write_back_.settle(fd.get(), look.changed_ns, began_ns_);
  struct stat before {};
  struct stat after {};
  if (!fd || ::fstat(fd.get(), &before) != 0) return os::error_of(place.path + name, errno);
  if (!S_ISREG(before.st_mode)) {
    return Error{Fault::io, fmt::format("{}{}: was replaced while it was read", place.path, name)};
  }
  Hasher hasher;
  // No further than its size was: a file that grows as fast as it is read would never end.
  const auto size = static_cast<std::uint64_t>(before.st_size);
  format::GitHasher named(hash_, "blob", size);
  Content content;
  const int problem = os::read_pieces(fd.get(), size, [&](std::string_view bytes) {
    hasher.update(bytes);
    named.update(bytes);
    content.has_returns = content.has_returns || bytes.find('\r') != std::string_view::npos;
    return 0;
  });
  if (problem != 0) return os::error_of(place.path + name, problem);
  look = Look::of(before);
  const bool steady = ::fstat(fd.get(), &after) == 0 && Look::of(after) == look;
  if (!steady) look.changed_ns = INT64_MAX;
  content.digest = hasher.finish();
  content.blob = named.finish_id();
  return std::optional(Seen{content, tells});
}

Result<> Walk::add_link(const Place& place, const std::string& name, const struct stat& status) {
  char target[PATH_MAX];
  const ssize_t size = ::readlinkat(place.fd, name.c_str(), target, sizeof target);
  if (size < 0 && (os::is_gone(errno) || errno == EINVAL)) return {};
  if (size < 0) return os::error_of(place.path + name, errno);
  const std::string_view text(target, static_cast<std::size_t>(size));
  add(place.path + name, FileKind::link,
      {digest_of(text), format::GitId::of(format::git_object_id(hash_, "blob", text)), false},
      Look::of(status).changed_ns);
  return {};
}

}  // namespace assay::tree
