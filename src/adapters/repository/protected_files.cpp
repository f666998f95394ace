// SPDX-License-Identifier: MIT
#include "adapters/repository/protected_files.h"

#include "adapters/repository/git/facts.h"
#include "adapters/repository/git/standing.h"
#include "adapters/repository/tree/walk.h"
#include "core/work/guarded_paths.h"

#include <algorithm>
#include <map>
#include <set>

namespace assay::tree {

namespace {

constexpr std::string_view inner_repository = "160000";
constexpr std::string_view link_mode = "120000";

/// Paths of a repository, as the globs of a workspace inside it see them.
class ProtectedFiles {
 public:
  ProtectedFiles(const git::Place& place, std::string prefix, const std::vector<std::string>& globs)
      : place_(place), prefix_(std::move(prefix)), globs_(globs) {}

  Result<std::set<std::string>> compare(const Snapshot& now, const std::string& commit);

 private:
  bool is_protected(const std::string& path, bool leads_on) const;
  Result<> look_at_committed(const Snapshot& now, const std::string& commit, GitFiles& files);
  bool is_same_repository(const format::GitEntry& entry) const;
  void note(const std::string& path) { changed_.insert(path.substr(prefix_.size())); }

  const git::Place& place_;
  std::string prefix_;  ///< from the top of the repository to the workspace
  const std::vector<std::string>& globs_;
  std::set<std::string> known_;      ///< what the commit has
  std::vector<std::string> inside_;  ///< repositories inside that it has, each with a slash
  std::set<std::string> changed_;
};

/// A link or a repository on the way to protected files decides which files those are.
bool ProtectedFiles::is_protected(const std::string& path, bool leads_on) const {
  if (!path.starts_with(prefix_) || path.starts_with(".git/")) return false;
  const std::string_view inner = std::string_view(path).substr(prefix_.size());
  return core::work::is_protected(globs_, inner) ||
         (leads_on && core::work::leads_to_protected(globs_, inner));
}

/// One that is not checked out is as good as the one that should be: it has no files.
bool ProtectedFiles::is_same_repository(const format::GitEntry& entry) const {
  const std::string directory = place_.top + "/" + entry.path;
  const git::Place inner = git::place_of(directory);
  if (!inner.is_there() || inner.top != git::real_path(directory)) return true;
  const auto dirty = git::dirty(directory);
  return git::head(directory) == entry.id && dirty && dirty->empty();
}

Result<> ProtectedFiles::look_at_committed(const Snapshot& now, const std::string& commit,
                                           GitFiles& files) {
  std::map<std::string_view, const FileState*> there;
  for (const FileState& file : now.files) there.emplace(file.path, &file);
  for (const format::GitEntry& entry : TRY(git::entries_of(place_, commit))) {
    const bool is_inner = entry.mode == inner_repository;
    if (!is_protected(entry.path, is_inner || entry.mode == link_mode)) continue;
    known_.insert(entry.path);
    const auto file = there.find(entry.path);
    bool same = false;
    if (is_inner) {
      inside_.push_back(entry.path + "/");
      same = file == there.end() && is_same_repository(entry);
    } else if (file != there.end()) {
      same = TRY(files.is(*file->second, entry));
    }
    if (!same) note(entry.path);
  }
  return {};
}

Result<std::set<std::string>> ProtectedFiles::compare(const Snapshot& now,
                                                      const std::string& commit) {
  StoredNames memory;
  const GitSettings settings = TRY(git::settings_of(place_));
  GitFiles files = TRY(GitFiles::open(place_.top, now, settings, memory));
  TRY(look_at_committed(now, commit, files));
  for (const FileState& file : now.files) {
    const bool is_link = file.kind == FileKind::link;
    if (known_.contains(file.path) || !is_protected(file.path, is_link)) continue;
    const bool inside = std::any_of(inside_.begin(), inside_.end(), [&](const std::string& folder) {
      return file.path.starts_with(folder);
    });
    if (!inside) note(file.path);
  }
  return std::move(changed_);
}

}  // namespace

Result<std::vector<std::string>> changed_protected(const std::string& workspace,
                                                   const std::string& commit,
                                                   const std::vector<std::string>& globs,
                                                   const StatCache& known) {
  const git::Place place = git::place_of(workspace);
  if (!place.is_there()) return Error{Fault::not_found, workspace + ": no git repository"};
  const std::string prefix = git::prefix_of(workspace);
  ProtectedFiles files(place, prefix, globs);
  const StatCache none;
  Walk walk(place.top, prefix.empty() ? known : none);
  walk.look_also_at(globs, prefix);
  const Snapshot now = TRY(walk.run());
  const std::set<std::string> changed = TRY(files.compare(now, commit));
  return std::vector<std::string>(changed.begin(), changed.end());
}

}  // namespace assay::tree
