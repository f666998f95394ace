// SPDX-License-Identifier: MIT
#include "adapters/repository/git/checkout.h"

#include "adapters/repository/git/call.h"
#include "adapters/repository/git/facts.h"
#include "adapters/repository/git/standing.h"
#include "adapters/repository/tree/bytes.h"
#include "adapters/repository/tree/tracked.h"
#include "adapters/repository/tree/tree_files.h"
#include "adapters/repository/tree/walk.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <set>

namespace assay::git {

namespace {

/// Whether there is anything to be unpacked: a look at the rules, which are few.
bool has_filters(const std::string& top, const tree::Snapshot& snapshot) {
  return std::any_of(snapshot.files.begin(), snapshot.files.end(), [&](const auto& file) {
    if (!file.path.ends_with(".gitattributes")) return false;
    const auto text = tree::read_file(AT_FDCWD, top + "/" + file.path, tree::Links::refuse);
    return text && *text && (*text)->find("filter") != std::string::npos;
  });
}

/// "oid sha256:<64 digits>" of a pointer; empty: it is none.
std::string oid_of(const std::string& pointer) {
  constexpr std::string_view mark = "\noid sha256:";
  const std::size_t at = pointer.find(mark);
  if (!tree::is_lfs_pointer(pointer) || at == std::string::npos) return {};
  std::string oid = pointer.substr(at + mark.size(), 64);
  const bool is_name =
      oid.size() == 64 && oid.find_first_not_of("0123456789abcdef") == std::string::npos;
  return is_name ? oid : "";
}

/// Writes over the file, mode and all as it is.
Result<> replace_content(const std::string& path, const std::string& bytes) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  TRY(tree::write_file(path, bytes));
  ::chmod(path.c_str(), status.st_mode & 07777);
  return {};
}

/// What Git LFS keeps of a pointer, if it is there and is what it should be.
Result<> unpack_lfs(const Place& place, const std::string& path) {
  const auto pointer = tree::read_file(AT_FDCWD, path, tree::Links::refuse);
  const std::string oid = pointer && *pointer ? oid_of(**pointer) : "";
  if (oid.empty()) return {};
  const auto bytes = tree::read_file(
      AT_FDCWD,
      place.common + "/lfs/objects/" + oid.substr(0, 2) + "/" + oid.substr(2, 2) + "/" + oid,
      tree::Links::refuse);
  if (!bytes || !*bytes || digest_of(**bytes).hex() != oid) return {};
  return replace_content(path, **bytes);
}

std::map<std::string, format::GitEntry> by_path(std::vector<format::GitEntry> entries) {
  std::map<std::string, format::GitEntry> all;
  for (format::GitEntry& entry : entries) all.emplace(entry.path, std::move(entry));
  return all;
}

}  // namespace

Result<> check_out(const std::string& directory, const std::string& commit,
                   const std::string& source) {
  Call read{directory, {"read-tree", "--reset", "-u", commit}};
  read.patience = long_patience;
  read.changes = true;
  TRY(tell(read));
  return unpack(directory, commit, source, {});
}

Result<> unpack(const std::string& directory, const std::string& commit, const std::string& source,
                const std::vector<std::string>& paths) {
  const Place place = place_of(directory);
  const tree::StatCache nothing_known;
  const tree::Snapshot snapshot = TRY(tree::Walk(place.top, nothing_known).run());
  if (!has_filters(place.top, snapshot)) return {};
  tree::StoredNames memory;
  const tree::GitSettings settings = TRY(settings_of(place));
  const tree::GitFiles files = TRY(tree::GitFiles::open(place.top, snapshot, settings, memory));
  const std::set<std::string> asked(paths.begin(), paths.end());
  const auto wanted = by_path(TRY(entries_of(place, commit)));
  const auto there = source.empty() ? std::map<std::string, format::GitEntry>()
                                    : by_path(TRY(entries_of(place_of(source), head(source))));
  const tree::TreeFiles here = TRY(tree::TreeFiles::open(place.top));
  for (const auto& [path, entry] : wanted) {
    if (!entry.mode.starts_with("100") || (!asked.empty() && !asked.contains(path))) continue;
    const std::string filter = files.stored_as(path).filter;
    if (filter.empty()) continue;
    const auto same = there.find(path);
    if (same != there.end() && same->second == entry) {
      const tree::TreeFiles from = TRY(tree::TreeFiles::open(source));
      const auto file = TRY(from.look(path));
      const bool is_file = file && tree::mode_of(file->kind) == entry.mode;
      if (is_file && here.take(from, *file, tree::Durable::yes)) continue;
    }
    if (filter == "lfs") TRY(unpack_lfs(place, place.top + "/" + path));
  }
  return {};
}

}  // namespace assay::git
