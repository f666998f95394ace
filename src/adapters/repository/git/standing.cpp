// SPDX-License-Identifier: MIT
#include "adapters/repository/git/standing.h"

#include "adapters/repository/git/call.h"
#include "adapters/repository/git/facts.h"
#include "adapters/repository/git/refs.h"
#include "adapters/repository/tree/tracked.h"
#include "adapters/repository/tree/tree_files.h"
#include "adapters/repository/tree/walk.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace assay::git {

namespace {

constexpr std::size_t listing_max = 1U << 30;
constexpr std::size_t objects_bytes_max = 256U << 20;
constexpr std::string_view own_repository = "160000";

std::string setting(const std::string& directory, const std::string& name) {
  const auto line = tell_line({directory, {"config", "--get", name}});
  return line ? *line : "";
}

class Comparing {
 public:
  Comparing(const Comparison& wanted, tree::GitFiles& files)
      : wanted_(wanted),
        files_(files),
        rules_changed_(std::any_of(
            wanted.changed.begin(), wanted.changed.end(),
            [](const std::string& path) { return path.ends_with(".gitattributes"); })) {}

  Result<Standing> run();

 private:
  Result<> look_at_committed();
  Result<bool> is_same(const format::GitEntry& entry);
  Result<bool> is_left_out(const std::string& path);
  bool is_same_repository(const format::GitEntry& entry);
  bool is_settled_inside(const Place& inner, const std::string& folder);
  bool is_kept_by_lfs(const std::string& path);
  bool is_behind_filter(const std::string& path);
  Result<> look_at_new();
  Result<> look_at_index();
  Result<> look_at_commits();
  Result<> look_at_objects();
  const tree::FileState* find(const std::string& path) const;

  const Comparison& wanted_;
  tree::GitFiles& files_;
  std::vector<format::GitEntry> committed_;
  std::vector<std::string> repositories_;  ///< inside, each ending with a slash
  std::optional<std::vector<std::string>> unwatched_;
  std::set<std::string> dirty_;
  std::set<std::string> incomparable_;  ///< only a program of the user's can tell
  std::set<std::string> touched_;       ///< by commits since
  const bool rules_changed_;            ///< which file a filter stands for may be new
  std::map<std::string, bool> programs_;
  Standing standing_;
};

const tree::FileState* Comparing::find(const std::string& path) const {
  const auto& all = wanted_.snapshot.files;
  const auto found = std::lower_bound(
      all.begin(), all.end(), path,
      [](const tree::FileState& file, const std::string& name) { return file.path < name; });
  return found != all.end() && found->path == path ? &*found : nullptr;
}

/// A commit of a repository inside is compared by what that has checked out. One that is not there
/// is as good as the one that should be.
bool Comparing::is_same_repository(const format::GitEntry& entry) {
  const std::string directory = wanted_.place.top + "/" + entry.path;
  const Place inner = place_of(directory);
  if (!inner.is_there() || inner.top != real_path(directory)) return true;
  repositories_.push_back(entry.path + "/");
  return head(directory) == entry.id && is_settled_inside(inner, entry.path + "/");
}

/// What was changed in a repository inside has to be committed there.
bool Comparing::is_settled_inside(const Place& inner, const std::string& folder) {
  std::set<std::string> changed;
  for (const std::string& path : wanted_.changed) {
    if (path.starts_with(folder)) changed.insert(path.substr(folder.size()));
  }
  if (changed.empty()) return true;
  const tree::StatCache nothing_known;
  const auto snapshot = tree::Walk(inner.top, nothing_known).run();
  if (!snapshot) return false;
  tree::StoredNames memory;
  const auto standing = compare({inner, *snapshot, head(inner.top)}, memory);
  return standing && std::none_of(standing->dirty.begin(), standing->dirty.end(),
                                  [&](const std::string& path) { return changed.contains(path); });
}

/// A pointer stands for a file only if something has kept that.
bool Comparing::is_kept_by_lfs(const std::string& path) {
  const tree::FileState* file = find(path);
  if (files_.stored_as(path).filter != "lfs" || file == nullptr) return true;
  for (const std::string way : {"filter.lfs.clean", "filter.lfs.process"}) {
    if (!setting(wanted_.place.top, way).empty()) return true;
  }
  const std::string name = file->content.hex();
  return ::access((wanted_.place.common + "/lfs/objects/" + name.substr(0, 2) + "/" +
                   name.substr(2, 2) + "/" + name)
                      .c_str(),
                  F_OK) == 0;
}

/// A sparse checkout leaves files out; they are missed only if they were there before.
Result<bool> Comparing::is_left_out(const std::string& path) {
  if (!unwatched_) {
    unwatched_ = TRY(unwatched(wanted_.place.top));
    std::sort(unwatched_->begin(), unwatched_->end());
  }
  const auto& changed = wanted_.changed;
  return std::binary_search(unwatched_->begin(), unwatched_->end(), path) &&
         !std::binary_search(changed.begin(), changed.end(), path);
}

Result<bool> Comparing::is_same(const format::GitEntry& entry) {
  if (entry.mode == own_repository) return is_same_repository(entry);
  if (const tree::FileState* file = find(entry.path)) return files_.is(*file, entry);
  // Ignored, and unknown to the index: only the commit knows of it.
  const tree::TreeFiles here = TRY(tree::TreeFiles::open(wanted_.place.top));
  if (const auto file = TRY(here.look(entry.path))) return files_.is(*file, entry);
  return is_left_out(entry.path);
}

Result<> Comparing::look_at_committed() {
  committed_ = TRY(entries_of(wanted_.place, wanted_.head));
  std::sort(committed_.begin(), committed_.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  for (const format::GitEntry& entry : committed_) {
    if (TRY(is_same(entry))) continue;
    (is_behind_filter(entry.path) ? incomparable_ : dirty_).insert(entry.path);
  }
  return {};
}

/// What a program of the user's stores for a file cannot be told from the file. That holds only for
/// files that were so marked before, and if there is such a program.
bool Comparing::is_behind_filter(const std::string& path) {
  const format::StoredAs stored = files_.stored_as(path);
  const bool is_marked = stored.encoding || (!stored.filter.empty() && stored.filter != "lfs");
  if (!is_marked || rules_changed_) return false;
  if (stored.encoding) return true;
  const auto known = programs_.find(stored.filter);
  if (known != programs_.end()) return known->second;
  bool has_program = false;
  for (const std::string way : {".clean", ".process"})
    has_program =
        has_program || !setting(wanted_.place.top, "filter." + stored.filter + way).empty();
  programs_.emplace(stored.filter, has_program);
  return has_program;
}

/// What nobody committed, unless the user's own ignore rules hide it.
Result<> Comparing::look_at_new() {
  std::vector<std::string> fresh;
  for (const tree::FileState& file : wanted_.snapshot.files) {
    if (file.path.starts_with(".git/") || tree::mode_of(file.kind).empty()) continue;
    const bool is_committed = std::binary_search(
        committed_.begin(), committed_.end(), format::GitEntry{file.path, "", ""},
        [](const auto& a, const auto& b) { return a.path < b.path; });
    const bool is_inner =
        std::any_of(repositories_.begin(), repositories_.end(),
                    [&](const std::string& folder) { return file.path.starts_with(folder); });
    if (!is_committed && !is_inner) fresh.push_back(file.path);
  }
  for (const std::string& folder : wanted_.snapshot.repositories) {
    const bool is_known =
        std::find(repositories_.begin(), repositories_.end(), folder) != repositories_.end();
    if (!is_known) dirty_.insert(folder);
  }
  const std::set<std::string> hidden = TRY(hidden_by_user(wanted_.place.top, fresh));
  for (std::string& path : fresh) {
    if (!hidden.contains(path)) dirty_.insert(std::move(path));
  }
  return {};
}

/// What is staged would be in the next commit, whatever the files say.
Result<> Comparing::look_at_index() {
  Call list{wanted_.place.top, {"ls-files", "--cached", "-z"}};
  if (!wanted_.head.empty()) {
    list.words = {
        "diff-index", "--cached", "-z", "--name-only", "--no-renames", "--ignore-submodules=dirty",
        wanted_.head, "--"};
  }
  list.answer_max = listing_max;
  for (std::string& path : split_zero(TRY(tell(list)))) dirty_.insert(std::move(path));
  return {};
}

/// ":100644 160000 <object> <object> M", then the path.
Result<> Comparing::look_at_commits() {
  if (!wanted_.since || *wanted_.since == wanted_.head || wanted_.head.empty()) return {};
  std::vector<std::pair<std::string, std::string>> touched;
  if (wanted_.since->empty()) {
    for (const format::GitEntry& entry : committed_)
      touched.emplace_back(":000000 " + entry.mode, entry.path);
  } else {
    Call list{wanted_.place.top,
              {"diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-ext-diff", *wanted_.since,
               wanted_.head}};
    list.answer_max = listing_max;
    const auto answer = tell(list);
    // What a commit was that is gone nobody can say; that it is gone is said elsewhere.
    const std::vector<std::string> pieces =
        answer ? split_zero(*answer) : std::vector<std::string>();
    for (std::size_t i = 0; i + 1 < pieces.size(); i += 2)
      touched.emplace_back(pieces[i], pieces[i + 1]);
  }
  for (const auto& [modes, path] : touched) {
    const bool becomes_repository =
        modes.substr(8, 6) == own_repository && modes.substr(1, 6) != own_repository;
    touched_.insert(path);
    if (becomes_repository || dirty_.contains(path) || !is_kept_by_lfs(path))
      standing_.differs.push_back(path);
  }
  return look_at_objects();
}

/// "<id> <type> <size>\n", the bytes, "\n". Git does not check what it reads; others do, later.
Result<> Comparing::look_at_objects() {
  Call list{wanted_.place.top, {"rev-list", "--objects", "--no-object-names", wanted_.head}};
  if (!wanted_.since->empty()) list.words.push_back("^" + *wanted_.since);
  list.answer_max = listing_max;
  const auto names = tell(list);
  if (!names) {
    standing_.forged.emplace_back("objects of the commits cannot be read");
    return {};
  }
  Call read{wanted_.place.top, {"cat-file", "--batch", "--buffer"}, *names};
  read.answer_max = objects_bytes_max;
  const os::Answer answer = TRY(call(read));
  if (answer.too_long) return {};
  std::string_view rest = answer.output;
  while (!rest.empty()) {
    const std::size_t line = std::min(rest.find('\n'), rest.size());
    const std::string head(rest.substr(0, line));
    const std::size_t type = head.find(' ');
    const std::size_t size_at = head.rfind(' ');
    std::size_t size = 0;
    std::from_chars(head.data() + size_at + 1, head.data() + head.size(), size);
    if (type == std::string::npos || size_at <= type || line + 1 + size > rest.size()) {
      standing_.forged.push_back("object " + head.substr(0, type) + " cannot be read");
      rest.remove_prefix(std::min(line + 1, rest.size()));
      continue;
    }
    const std::string id = head.substr(0, type);
    const std::string_view bytes = rest.substr(line + 1, size);
    if (format::git_object_id(files_.settings().hash, head.substr(type + 1, size_at - type - 1),
                              bytes) != id)
      standing_.forged.push_back("object " + id + " is not what its name says");
    rest.remove_prefix(std::min(line + 1 + size + 1, rest.size()));
  }
  if (answer.status != 0) standing_.forged.emplace_back("objects of the commits cannot be read");
  return {};
}

Result<Standing> Comparing::run() {
  TRY(look_at_committed());
  TRY(look_at_new());
  TRY(look_at_index());
  TRY(look_at_commits());
  // Changed, and not committed since: that much is plain.
  for (const std::string& path : incomparable_) {
    const bool changed = std::binary_search(wanted_.changed.begin(), wanted_.changed.end(), path);
    if (changed && !touched_.contains(path)) dirty_.insert(path);
  }
  standing_.dirty.assign(dirty_.begin(), dirty_.end());
  std::sort(standing_.differs.begin(), standing_.differs.end());
  return std::move(standing_);
}

}  // namespace

Result<std::vector<format::GitEntry>> entries_of(const Place& place, const std::string& commit) {
  if (commit.empty()) return std::vector<format::GitEntry>();
  Call list{place.top, {"ls-tree", "-r", "-z", "--full-tree", commit}};
  list.answer_max = listing_max;
  list.patience = long_patience;
  return format::parse_tree_list(TRY(tell(list)));
}

Result<tree::GitSettings> settings_of(const Place& place) {
  tree::GitSettings settings;
  settings.hash = TRY(tree::hash_of_repository({place.own, place.common}));
  const std::string line_ends = setting(place.top, "core.autocrlf");
  settings.line_ends = line_ends == "input" || line_ends == "true" || line_ends == "yes" ||
                       line_ends == "on" || line_ends == "1";
  const auto modes = tell_line({place.top, {"config", "--type=bool", "--get", "core.fileMode"}});
  settings.modes = !modes || *modes != "false";
  return settings;
}

std::string user_excludes(const std::string& directory) {
  const auto configured =
      tell_line({directory, {"config", "--type=path", "--get", "core.excludesFile"}});
  std::string path = configured ? *configured : "";
  if (path.empty()) {
    const char* folder = ::getenv("XDG_CONFIG_HOME");
    const char* home = ::getenv("HOME");
    if (folder != nullptr && *folder != '\0') {
      path = std::string(folder) + "/git/ignore";
    } else if (home != nullptr) {
      path = std::string(home) + "/.config/git/ignore";
    }
  }
  return path.starts_with("/") && ::access(path.c_str(), R_OK) == 0 ? path : "";
}

Result<std::set<std::string>> hidden_by_user(const std::string& top,
                                             const std::vector<std::string>& paths) {
  constexpr std::string_view dot = "./";  // check-ignore takes no path literally without it
  std::set<std::string> hidden;
  const std::string excludes = paths.empty() ? "" : user_excludes(top);
  if (excludes.empty()) return hidden;
  Call ask{top,
           {"-c", "core.excludesFile=" + excludes, "check-ignore", "--no-index", "-z", "--stdin"},
           "",
           {"GIT_LITERAL_PATHSPECS=0"}};
  for (const std::string& path : paths) ask.input.append(dot).append(path).push_back('\0');
  ask.answer_max = listing_max;
  const os::Answer answer = TRY(call(ask));
  if (answer.status != 0 && answer.status != 1) return failure(ask, answer);
  for (const std::string& path : split_zero(answer.output)) hidden.insert(path.substr(dot.size()));
  return hidden;
}

Result<Standing> compare(const Comparison& wanted, tree::StoredNames& memory) {
  const tree::GitSettings settings = TRY(settings_of(wanted.place));
  tree::GitFiles files =
      TRY(tree::GitFiles::open(wanted.place.top, wanted.snapshot, settings, memory));
  return Comparing(wanted, files).run();
}

}  // namespace assay::git
