// SPDX-License-Identifier: MIT
#include "adapters/repository/tree/name.h"

#include "adapters/repository/tree/git_files.h"
#include "adapters/repository/tree/ignore_scope.h"
#include "adapters/repository/tree/tracked.h"

#include <fcntl.h>

#include <algorithm>
#include <map>
#include <optional>

namespace assay::tree {

using format::GitHash;
using format::GitId;
using format::NamedFile;
using format::StoredAs;

namespace {

constexpr std::uint32_t repository_mode = 0160000;

bool is_below(std::string_view path, std::string_view folder) { return path.starts_with(folder); }

/// The commit that a repository has checked out, read from its files; empty: none, or unknown.
Result<std::string> head_of(const GitDirectory& git) {
  const auto line = [](const std::optional<std::string>& text) {
    std::string first = text ? text->substr(0, text->find('\n')) : "";
    while (!first.empty() && (first.back() == '\r' || first.back() == ' ')) first.pop_back();
    return first;
  };
  const std::string head = line(TRY(read_file(AT_FDCWD, git.own + "/HEAD")));
  constexpr std::string_view mark = "ref: ";
  if (!head.starts_with(mark)) return head;
  const std::string ref = head.substr(mark.size());
  if (ref.find("..") != std::string::npos || ref.starts_with("/")) return std::string();
  const std::string loose = line(TRY(read_file(AT_FDCWD, git.common + "/" + ref)));
  if (!loose.empty()) return loose;
  const auto packed = TRY(read_file(AT_FDCWD, git.common + "/packed-refs"));
  const std::size_t at = packed ? packed->find(" " + ref + "\n") : std::string::npos;
  if (at == std::string::npos) return std::string();
  const std::size_t begin = packed->rfind('\n', at) + 1;
  return packed->substr(begin, at - begin);
}

bool is_object_name(std::string_view text, GitHash hash) {
  return text.size() == (hash == GitHash::sha1 ? 40U : 64U) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// One tree on the way to its name.
class Naming {
 public:
  Naming(const std::string& workspace, const Snapshot& snapshot)
      : workspace_(workspace), snapshot_(snapshot) {}

  Result<TreeName> run();

 private:
  Result<> enter_repository();
  Result<> read_attributes();
  Result<> add_repositories();
  Result<> add_unpopulated();
  Result<> read_index();
  Result<> add(const FileState& file);
  Result<GitId> converted(const FileState& file, const StoredAs& how);
  Result<bool> is_stored_as_it_is(const FileState& file);
  bool is_in_other_repository(std::string_view path) const;

  const std::string& workspace_;
  const Snapshot& snapshot_;
  std::optional<GitDirectory> git_;
  std::string prefix_;  ///< from the top of the repository to the workspace
  GitSettings settings_;
  StoredNames memory_;
  std::optional<GitFiles> files_;  ///< none: no attributes have a say
  bool changes_all_ = false;       ///< an attribute concerns more than line ends
  std::optional<format::GitIndex> index_;
  std::vector<NamedFile> named_;
  std::vector<std::pair<std::string, GitId>> repositories_;
  TreeName name_;
};

Result<> Naming::enter_repository() {
  const auto found = TRY(find_repository(workspace_));
  if (!found) return {};
  git_ = found->git;
  prefix_ = found->prefix;
  settings_.hash = TRY(hash_of_repository(*git_));
  return {};
}

Result<> Naming::read_attributes() {
  const bool any =
      std::any_of(snapshot_.files.begin(), snapshot_.files.end(), [](const FileState& file) {
        return file.path == ".gitattributes" || file.path.ends_with("/.gitattributes");
      });
  if (!any) return {};
  files_.emplace(TRY(GitFiles::open(workspace_, snapshot_, settings_, memory_)));
  changes_all_ = files_->changes_more_than_line_ends();
  return {};
}

/// Folders with a repository of their own are one entry each: the commit they have checked out.
Result<> Naming::add_repositories() {
  for (const std::string& folder : snapshot_.repositories) {
    const auto git = TRY(git_directory(workspace_ + "/" + folder));
    const std::string head = git ? TRY(head_of(*git)) : "";
    if (!is_object_name(head, settings_.hash)) continue;
    repositories_.emplace_back(folder.substr(0, folder.size() - 1), GitId::of(head));
  }
  return {};
}

/// A submodule whose folder is empty stays what the index says it is.
Result<> Naming::add_unpopulated() {
  const bool has_submodules =
      std::any_of(snapshot_.files.begin(), snapshot_.files.end(),
                  [](const FileState& file) { return file.path == ".gitmodules"; });
  if (!has_submodules || !git_) return {};
  TRY(read_index());
  for (std::size_t i = 0; i < index_->paths.size(); ++i) {
    const std::string& path = index_->paths[i];
    if (index_->modes[i] != repository_mode || !path.starts_with(prefix_)) continue;
    const std::string inner = path.substr(prefix_.size());
    const bool known = std::any_of(repositories_.begin(), repositories_.end(),
                                   [&](const auto& one) { return one.first == inner; });
    const os::Descriptor folder(
        ::open((workspace_ + "/" + inner).c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!known && folder) repositories_.emplace_back(inner, GitId::of(index_->ids[i]));
  }
  return {};
}

Result<> Naming::read_index() {
  if (index_) return {};
  index_.emplace();
  if (git_) *index_ = TRY(index_of(*git_));
  return {};
}

bool Naming::is_in_other_repository(std::string_view path) const {
  return std::any_of(snapshot_.repositories.begin(), snapshot_.repositories.end(),
                     [&](const std::string& folder) { return is_below(path, folder); });
}

/// Where content decides, git does not convert what it holds with \r\n already.
Result<bool> Naming::is_stored_as_it_is(const FileState& file) {
  TRY(read_index());
  const auto at = std::lower_bound(index_->paths.begin(), index_->paths.end(), prefix_ + file.path);
  if (at == index_->paths.end() || *at != prefix_ + file.path) return false;
  return index_->ids[static_cast<std::size_t>(at - index_->paths.begin())] == file.blob.hex();
}

Result<GitId> Naming::converted(const FileState& file, const StoredAs& how) {
  if (how.encoding || (!how.filter.empty() && how.filter != "lfs")) {
    name_.by_bytes.push_back(file.path);
    return file.blob;
  }
  const bool by_content = how.text != StoredAs::Text::yes && !how.eol;
  const bool keeps = by_content && how.has_line_ends() && TRY(is_stored_as_it_is(file));
  return GitId::of(TRY(files_->to_store(file, keeps, GitFiles::Ids::any)).id);
}

Result<> Naming::add(const FileState& file) {
  const std::string_view path = file.path;
  if (path.starts_with(".git/") || is_in_other_repository(path)) return {};
  const auto& hidden = snapshot_.hidden_rules;
  if (std::find(hidden.begin(), hidden.end(), path) != hidden.end()) return {};
  std::string_view mode;
  switch (file.kind) {
    case FileKind::plain: mode = "100644"; break;
    case FileKind::executable: mode = "100755"; break;
    case FileKind::link: mode = "120000"; break;
    case FileKind::pipe:
    case FileKind::socket:
    case FileKind::device: return {};
  }
  GitId id = file.blob;
  const bool may_differ = files_ && mode != "120000" && (changes_all_ || file.has_returns);
  if (may_differ) id = TRY(converted(file, files_->stored_as(file.path)));
  named_.push_back({path, mode, id});
  return {};
}

Result<TreeName> Naming::run() {
  TRY(enter_repository());
  TRY(read_attributes());
  TRY(add_repositories());
  TRY(add_unpopulated());
  named_.reserve(snapshot_.files.size() + repositories_.size());
  for (const FileState& file : snapshot_.files) TRY(add(file));
  for (const auto& [path, id] : repositories_) named_.push_back({path, "160000", id});
  if (!repositories_.empty()) {
    std::sort(named_.begin(), named_.end(),
              [](const NamedFile& a, const NamedFile& b) { return a.path < b.path; });
  }
  name_.id = format::tree_id(settings_.hash, named_).hex();
  return std::move(name_);
}

}  // namespace

Result<TreeName> name_of(const std::string& workspace, const Snapshot& snapshot) {
  return Naming(workspace, snapshot).run();
}

}  // namespace assay::tree
