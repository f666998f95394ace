// SPDX-License-Identifier: MIT
#include "adapters/repository/git/commit.h"

#include "adapters/repository/git/call.h"
#include "adapters/repository/git/facts.h"
#include "adapters/repository/git/folders.h"
#include "adapters/repository/git/identity.h"
#include "adapters/repository/git/lock.h"
#include "adapters/repository/git/scratch_index.h"
#include "adapters/repository/git/standing.h"
#include "adapters/repository/tree/tree_files.h"
#include "adapters/repository/tree/walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace assay::git {

namespace {

constexpr std::string_view no_mode = "0";

bool leads_out(const std::string& path) {
  return path.starts_with("/") || ("/" + path + "/").find("/../") != std::string::npos;
}

std::string short_name(const std::string& commit) {
  return commit.empty() ? "no commit" : commit.substr(0, 12);
}

/// One commit on its way.
class Commit {
 public:
  Commit(const CommitOrder& order, const Place& place, std::string index)
      : order_(order), place_(place), scratch_(std::move(index)) {}

  Result<> run();

 private:
  Result<std::string> change(std::vector<std::string> words, std::string input,
                             std::vector<std::string> environment) const;
  Result<> look();
  Result<> choose();
  Result<> choose_file(const std::string& path);
  void choose_folder(const std::string& folder);
  bool is_in_other_repository(const std::string& path) const;
  const format::GitEntry* committed(const std::string& path) const;
  Result<> build();
  Result<format::GitEntry> store(tree::GitFiles& files, const tree::FileState& file);
  Result<bool> keeps_line_ends(tree::GitFiles& files, const tree::FileState& file) const;
  Result<> check_filter(const tree::GitFiles& files, const std::string& path) const;
  Result<> write_objects() const;
  std::string index_lines() const;
  Result<std::string> changed_tree() const;
  Result<> move_branch(const std::string& fresh) const;

  const CommitOrder& order_;
  const Place& place_;
  const std::string scratch_;
  const std::string parent_ = head(order_.directory);
  const std::string branch_ = current_branch(order_.directory);
  tree::Snapshot snapshot_;  ///< of the whole working tree
  std::map<std::string, format::GitEntry> committed_;
  std::map<std::string, tree::FileState> present_;
  std::set<std::string> gone_;
  std::vector<format::GitEntry> entries_;                     ///< what changes; mode 0: goes
  std::vector<std::string> as_they_are_;                      ///< files to be stored byte by byte
  std::vector<std::pair<std::string, std::string>> written_;  ///< name and bytes of the rest
};

Result<std::string> Commit::change(std::vector<std::string> words, std::string input,
                                   std::vector<std::string> environment) const {
  Call wanted{place_.top, std::move(words), std::move(input), std::move(environment)};
  wanted.patience = long_patience;
  wanted.changes = true;
  return tell_line(wanted);
}

const format::GitEntry* Commit::committed(const std::string& path) const {
  const auto found = committed_.find(path);
  return found == committed_.end() ? nullptr : &found->second;
}

Result<> Commit::look() {
  const bool is_top = real_path(order_.directory) == place_.top;
  if (order_.snapshot != nullptr && is_top) {
    snapshot_ = *order_.snapshot;
  } else {
    const tree::StatCache nothing_known;
    snapshot_ = TRY(tree::Walk(place_.top, nothing_known).run());
  }
  for (format::GitEntry& entry : TRY(entries_of(place_, parent_)))
    committed_.emplace(entry.path, std::move(entry));
  return {};
}

bool Commit::is_in_other_repository(const std::string& path) const {
  for (std::size_t slash = path.find('/'); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    if (is_there(place_.top + "/" + path.substr(0, slash) + "/.git")) return true;
  }
  return false;
}

void Commit::choose_folder(const std::string& folder) {
  const std::string begin = folder == "." ? "" : folder + "/";
  for (const tree::FileState& file : snapshot_.files) {
    if (file.path.starts_with(begin)) present_.emplace(file.path, file);
  }
  for (auto entry = committed_.lower_bound(begin);
       entry != committed_.end() && entry->first.starts_with(begin); ++entry)
    gone_.insert(entry->first);
}

/// What is ignored is no part of the snapshot, but may be committed all the same.
Result<> Commit::choose_file(const std::string& path) {
  const auto found = std::lower_bound(
      snapshot_.files.begin(), snapshot_.files.end(), path,
      [](const tree::FileState& file, const std::string& name) { return file.path < name; });
  if (found != snapshot_.files.end() && found->path == path) {
    present_.emplace(path, *found);
    return {};
  }
  const tree::TreeFiles here = TRY(tree::TreeFiles::open(place_.top));
  const std::string obstacle = here.obstacle(path);
  const auto in_the_way = obstacle.empty() ? std::nullopt : TRY(here.look(obstacle));
  if (in_the_way && in_the_way->kind == tree::FileKind::link)
    return Error{Fault::bad_input, path + ": is beyond a symbolic link"};
  if (committed(path) == nullptr) return {};
  gone_.insert(path);
  return {};
}

/// Which of the named paths there is something to say about.
Result<> Commit::choose() {
  const std::string real = real_path(order_.directory);
  const std::string prefix =
      real.size() > place_.top.size() ? real.substr(place_.top.size() + 1) + "/" : "";
  for (const std::string& path : order_.paths) {
    if (leads_out(path)) return Error{Fault::bad_input, path + ": outside the workspace"};
    if (path.empty()) continue;
    std::string plain =
        path == "." ? prefix.substr(0, prefix.find_last_not_of('/') + 1) : prefix + path;
    while (plain.ends_with("/")) plain.pop_back();
    TRY(choose_file(plain));
    choose_folder(plain.empty() ? "." : plain);
  }
  // Committed files that the snapshot does not have: gone, or there and ignored.
  const tree::TreeFiles here = TRY(tree::TreeFiles::open(place_.top));
  for (auto path = gone_.begin(); path != gone_.end();) {
    const bool is_file = committed(*path)->mode != "160000";
    const auto file = is_file && !present_.contains(*path) ? TRY(here.look(*path)) : std::nullopt;
    if (file) present_.emplace(*path, *file);
    path = !is_file || present_.contains(*path) ? gone_.erase(path) : std::next(path);
  }
  std::vector<std::string> fresh;
  for (const auto& [path, file] : present_) {
    if (committed(path) == nullptr) fresh.push_back(path);
  }
  const std::set<std::string> hidden = TRY(hidden_by_user(place_.top, fresh));
  std::erase_if(present_, [&](const auto& one) {
    const bool is_new = committed(one.first) == nullptr;
    return one.first.starts_with(".git/") || tree::mode_of(one.second.kind).empty() ||
           hidden.contains(one.first) || (is_new && is_in_other_repository(one.first));
  });
  return {};
}

/// A file that a program of the repository's configuration stands for cannot be stored without it:
/// its bytes may be a secret.
Result<> Commit::check_filter(const tree::GitFiles& files, const std::string& path) const {
  const format::StoredAs stored = files.stored_as(path);
  if (stored.filter.empty() || stored.filter == "lfs") return {};
  for (const std::string way : {"clean", "process"}) {
    const auto program =
        tell_line({place_.top, {"config", "--get", "filter." + stored.filter + "." + way}});
    if (!program || program->empty()) continue;
    return Error{Fault::bad_input,
                 fmt::format("{}: is stored by the filter '{}', which assay does not run; "
                             "commit it yourself",
                             path, stored.filter)};
  }
  return {};
}

/// Where content decides what is text, a file that was stored with \r\n stays so.
Result<bool> Commit::keeps_line_ends(tree::GitFiles& files, const tree::FileState& file) const {
  const format::GitEntry* old = committed(file.path);
  const format::StoredAs stored = files.stored_as(file.path);
  if (old == nullptr || stored.text == format::StoredAs::Text::yes || stored.eol) return false;
  if (file.kind == tree::FileKind::link || TRY(files.names_of(file)).size() == 1) return false;
  Call show{place_.top, {"cat-file", "blob", old->id}};
  show.answer_max = 256U << 20;
  const auto text = tell(show);
  return text && text->find("\r\n") != std::string::npos;
}

Result<format::GitEntry> Commit::store(tree::GitFiles& files, const tree::FileState& file) {
  const format::GitEntry* old = committed(file.path);
  if (old != nullptr && TRY(files.is(file, *old))) return *old;
  TRY(check_filter(files, file.path));
  const bool keeps = TRY(keeps_line_ends(files, file));
  tree::GitFiles::Stored stored = TRY(files.to_store(file, keeps));
  format::GitEntry entry{file.path, tree::mode_of(file.kind), stored.id};
  if (!files.settings().modes && entry.mode == "100755")
    entry.mode = old == nullptr ? "100644" : old->mode;
  // Line by line is how git takes names of files: one with a line break is stored from memory.
  if (stored.bytes) {
    written_.emplace_back(stored.id, std::move(*stored.bytes));
  } else {
    as_they_are_.push_back(file.path);
  }
  return entry;
}

Result<> Commit::build() {
  tree::StoredNames memory;
  const tree::GitSettings settings = TRY(settings_of(place_));
  tree::GitFiles files = TRY(tree::GitFiles::open(place_.top, snapshot_, settings, memory));
  for (const std::string& path : gone_) entries_.push_back({path, std::string(no_mode), ""});
  for (const auto& [path, file] : present_) {
    format::GitEntry entry = TRY(store(files, file));
    const format::GitEntry* old = committed(path);
    if (old != nullptr && *old == entry) continue;
    entries_.push_back(std::move(entry));
  }
  return write_objects();
}

Result<> Commit::write_objects() const {
  const auto moved = [](const std::string& path) {
    return Error{Fault::conflict, path + ": changed while it was committed"};
  };
  std::string list;
  std::vector<std::string> listed;
  for (const std::string& path : as_they_are_) {
    if (path.find('\n') != std::string::npos) {
      const auto name = TRY(change({"hash-object", "-w", "--no-filters", "--", path}, "", {}));
      const auto entry = std::find_if(entries_.begin(), entries_.end(),
                                      [&](const auto& one) { return one.path == path; });
      if (entry == entries_.end() || entry->id != name) return moved(path);
      continue;
    }
    list += path + "\n";
    listed.push_back(path);
  }
  if (!listed.empty()) {
    std::string names =
        TRY(change({"hash-object", "-w", "--no-filters", "--stdin-paths"}, list, {})) + "\n";
    std::size_t at = 0;
    for (const std::string& path : listed) {
      const std::size_t end = std::min(names.find('\n', at), names.size());
      const std::string name = names.substr(at, end - at);
      at = end + 1;
      const auto entry = std::find_if(entries_.begin(), entries_.end(),
                                      [&](const auto& one) { return one.path == path; });
      if (entry == entries_.end() || entry->id != name) return moved(path);
    }
  }
  for (const auto& [id, bytes] : written_) {
    const std::string name = TRY(change({"hash-object", "-w", "-t", "blob", "--stdin"}, bytes, {}));
    if (name != id) return moved(id);
  }
  return {};
}

/// "100644 <object>\tpath" each with a zero byte; what goes has the mode 0.
std::string Commit::index_lines() const {
  std::string lines;
  for (const format::GitEntry& entry : entries_) {
    const bool goes = entry.mode == no_mode;
    lines += entry.mode + " " + (goes ? std::string(parent_.size(), '0') : entry.id) + "\t" +
             entry.path + '\0';
  }
  return lines;
}

/// The tree to commit; empty if it is the one that is committed already.
Result<std::string> Commit::changed_tree() const {
  if (entries_.empty()) return std::string();
  TRY(change({"read-tree", parent_.empty() ? "--empty" : parent_}, "", {scratch_}));
  TRY(change({"update-index", "--replace", "-z", "--index-info"}, index_lines(), {scratch_}));
  std::string tree = TRY(change({"write-tree"}, "", {scratch_}));
  if (!parent_.empty() && tree == TRY(tell_line({place_.top, {"rev-parse", parent_ + "^{tree}"}})))
    return std::string();
  return tree;
}

Result<> Commit::move_branch(const std::string& fresh) const {
  const std::string old = parent_.empty() ? std::string(fresh.size(), '0') : parent_;
  const std::string subject = order_.message.substr(0, order_.message.find('\n'));
  if (current_branch(order_.directory) != branch_)
    return Error{Fault::conflict, "another branch was checked out meanwhile"};
  const std::string note = "commit: " + subject;
  if (branch_.empty()) {
    TRY(change({"update-ref", "--no-deref", "-m", note, "HEAD", fresh, old}, "", {}));
  } else {
    TRY(change({"update-ref", "--no-deref", "-m", note, "refs/heads/" + branch_, fresh, old}, "",
               {}));
  }
  // Entries that only look changed; what differs is none of its business.
  static_cast<void>(static_cast<bool>(change({"update-index", "-q", "--refresh"}, "", {})));
  return {};
}

Result<> Commit::run() {
  if (order_.parent && (order_.parent->commit != parent_ || order_.parent->branch != branch_)) {
    const auto place = [](const std::string& commit, const std::string& branch) {
      return short_name(commit) + (branch.empty() ? " on no branch" : " on branch " + branch);
    };
    return Error{
        Fault::conflict,
        fmt::format("checked out is {}, but what was verified continues {}: "
                    "nothing was committed",
                    place(parent_, branch_), place(order_.parent->commit, order_.parent->branch))};
  }
  TRY(look());
  TRY(choose());
  TRY(build());
  const std::string tree = TRY(changed_tree());
  if (tree.empty()) return {};
  if (order_.confirm) TRY(order_.confirm());
  std::vector<std::string> words = {"commit-tree", tree, "-F", "-"};
  if (!parent_.empty()) words.insert(words.end(), {"-p", parent_});
  const std::string fresh =
      TRY(change(std::move(words), order_.message + "\n", identity(order_.directory)));
  // The user's index first: if we are stopped in between, the files are merely staged, and the
  // next call commits them.
  TRY(change({"update-index", "--replace", "-z", "--index-info"}, index_lines(), {}));
  return move_branch(fresh);
}

}  // namespace

Result<> commit(const CommitOrder& order) {
  const Place place = place_of(order.directory);
  if (!place.is_there()) return Error{Fault::bad_input, order.directory + ": no git repository"};
  const std::string busy = in_progress(place);
  if (!busy.empty()) {
    return Error{Fault::conflict,
                 fmt::format("{}: {} is in progress, nothing was committed", place.top, busy)};
  }
  TRY(settle_locks(place));
  const ScratchIndex scratch(order.scratch + "/commit-index");
  return Commit(order, place, scratch.variable()).run();
}

Result<std::string> message_of_head(const std::string& directory) {
  std::string text = TRY(tell_line({directory, {"cat-file", "commit", "HEAD"}}));
  const std::size_t headers = text.find("\n\n");
  return headers == std::string::npos ? std::string() : text.substr(headers + 2);
}

std::string parent_of(const std::string& directory, const std::string& commit) {
  const auto line = tell_line(
      {directory, {"rev-parse", "--quiet", "--verify", "--end-of-options", commit + "^1"}});
  return line && is_commit(*line) ? *line : "";
}

}  // namespace assay::git
