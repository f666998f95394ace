// SPDX-License-Identifier: MIT
#include "adapters/repository/git/setup.h"

#include "adapters/os/directory.h"
#include "adapters/repository/git/call.h"
#include "adapters/repository/git/facts.h"
#include "adapters/repository/git/names.h"
#include "adapters/repository/git/registered.h"
#include "adapters/repository/git/standing.h"
#include "adapters/repository/tree/tracked.h"
#include "base/digest.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <set>

namespace assay::git {

namespace {

constexpr std::size_t answer_bytes_max = 256U << 20;

std::string_view part(std::string_view text, std::string_view begin) {
  return text.starts_with(begin) ? text.substr(begin.size()) : std::string_view();
}

/// Kind, mode and content in one word; empty: not there.
std::string look_of(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return {};
  if (S_ISLNK(status.st_mode)) {
    char text[PATH_MAX];
    const ssize_t size = ::readlink(path.c_str(), text, sizeof text);
    return "link " + std::string(text, size > 0 ? static_cast<std::size_t>(size) : 0);
  }
  if (!S_ISREG(status.st_mode)) return S_ISDIR(status.st_mode) ? "folder" : "special";
  const auto content = tree::read_file(AT_FDCWD, path, tree::Links::refuse);
  const char* runs = (status.st_mode & S_IXUSR) != 0 ? "program " : "file ";
  return runs + (content && *content ? digest_of(**content).hex() : std::string("unreadable"));
}

/// Lines that assay writes there itself (workshop/hide.h) are nobody's doing.
bool is_own_line(std::string_view line) {
  constexpr std::array<std::string_view, 4> own = {"/.ralph-state.json", "/.progress-task-*.md",
                                                   "/.tasks.lock", "/.git-commit.lock"};
  return std::any_of(own.begin(), own.end(), [&](auto end) { return line.ends_with(end); });
}

class Looking {
 public:
  explicit Looking(const Place& place) : place_(place) {}

  Result<Setup> run() {
    set("place", place_.own + "\n" + place_.common);
    TRY(add_references());
    TRY(add_configuration());
    add_hooks(place_.common + "/hooks");
    add_configured_hooks();
    add_worktrees();
    add_rules();
    for (const std::string& path : TRY(unwatched(place_.top))) set("unwatched " + path, "yes");
    TRY(add_staged());
    return std::move(setup_);
  }

 private:
  void set(std::string name, std::string value) {
    if (!value.empty()) setup_.facts.insert_or_assign(std::move(name), std::move(value));
  }

  Result<> add_references() {
    Call list{place_.top, {"for-each-ref", "--format=%(refname)%00%(objectname) %(symref)%00"}};
    list.answer_max = answer_bytes_max;
    const std::vector<std::string> pieces = split_zero(TRY(tell(list)));
    for (std::size_t i = 0; i + 1 < pieces.size(); i += 2) {
      std::string name = pieces[i];
      name.erase(0, name.find_first_not_of('\n') == 0 ? 0 : 1);
      std::string value = pieces[i + 1];
      while (value.ends_with(' ')) value.pop_back();
      set("ref " + name, value);
    }
    return {};
  }

  /// "local\0core.bare\nfalse\0". What assay says itself has the scope "command".
  Result<> add_configuration() {
    Call list{place_.top, {"config", "--list", "-z", "--show-scope", "--includes"}};
    list.answer_max = answer_bytes_max;
    const std::vector<std::string> pieces = split_zero(TRY(tell(list)));
    for (std::size_t i = 0; i + 1 < pieces.size(); i += 2) {
      if (pieces[i] == "command") continue;
      const std::size_t line = std::min(pieces[i + 1].find('\n'), pieces[i + 1].size());
      const std::string name = "config " + pieces[i] + " " + pieces[i + 1].substr(0, line);
      setup_.facts[name] += pieces[i + 1].substr(line) + "\n";
    }
    return {};
  }

  /// Where the user told git to look for hooks. Those among the files of the project are seen
  /// there.
  void add_configured_hooks() {
    std::string told;
    for (const std::string scope : {"system", "global", "local", "worktree"}) {
      const auto found = setup_.facts.find("config " + scope + " core.hookspath");
      if (found != setup_.facts.end()) told = found->second;
    }
    std::erase(told, '\n');
    if (told.empty()) return;
    const std::string folder = real_path(told.starts_with("/") ? told : place_.top + "/" + told);
    const bool is_inside = (folder + "/").starts_with(place_.top + "/");
    if (!is_inside || (folder + "/").starts_with(place_.common + "/")) add_hooks(folder);
  }

  /// Who was at work elsewhere in this repository before.
  void add_worktrees() {
    const auto all = all_registered(place_.top);
    if (!all) return;
    for (const Registered& one : *all) set("worktree " + real_path(one.path), one.branch);
  }

  void add_hooks(const std::string& folder) {
    constexpr std::string_view sample = ".sample";
    const std::string look = look_of(folder);
    if (look.starts_with("link")) set("hooks", look);
    const os::Directory all(::opendir(folder.c_str()));
    while (const dirent* entry = all ? ::readdir(all.get()) : nullptr) {
      const std::string name = entry->d_name;
      if (name == "." || name == ".." || name.ends_with(sample)) continue;
      set("hook " + name, look_of(folder + "/" + name));
    }
  }

  /// ":100644 000000 <object> <object> A", then the path.
  Result<> add_staged() {
    const std::string commit = head(place_.top);
    if (commit.empty()) return {};
    Call list{place_.top, {"diff-index", "--cached", "--raw", "-z", "--no-renames", commit, "--"}};
    list.answer_max = answer_bytes_max;
    const std::vector<std::string> pieces = split_zero(TRY(tell(list)));
    for (std::size_t i = 0; i + 1 < pieces.size(); i += 2)
      set("staged " + pieces[i + 1], pieces[i]);
    return {};
  }

  void add_rules() {
    for (const std::string folder : {"info", "objects", "objects/info", "refs", "worktrees"}) {
      const std::string look = look_of(place_.common + "/" + folder);
      if (look.starts_with("link")) set("rules " + folder, look);
    }
    for (const std::string file : {"info/attributes", "info/grafts", "objects/info/alternates",
                                   "objects/info/http-alternates", "shallow"})
      set("rules " + file, look_of(place_.common + "/" + file));
    set("rules info/sparse-checkout", look_of(place_.own + "/info/sparse-checkout"));
    const std::string excludes = user_excludes(place_.top);
    if (!excludes.empty()) set("rules " + excludes, look_of(excludes));
    const auto exclude = tree::read_file(AT_FDCWD, place_.common + "/info/exclude");
    std::string_view text = exclude && *exclude ? std::string_view(**exclude) : "";
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      if (!line.empty() && line[0] != '#' && !is_own_line(line)) set("exclude " + line, "yes");
    }
  }

  const Place& place_;
  Setup setup_;
};

/// Settings of a repository that change how git talks or who commits, and lead it nowhere.
bool is_harmless(std::string_view key) {
  if (key == "init.templatedir" || key == "gc.recentobjectshook") return false;
  if (key.starts_with("branch.") && (key.ends_with(".remote") || key.ends_with(".pushremote")))
    return false;
  constexpr std::array<std::string_view, 26> sections = {
      "user.",    "author.", "committer.", "gc.",     "advice.",     "init.",  "color.",
      "branch.",  "pull.",   "rerere.",    "column.", "status.",     "log.",   "help.",
      "safe.",    "rebase.", "tag.",       "index.",  "pack.",       "fetch.", "i18n.",
      "feature.", "format.", "blame.",     "grep.",   "maintenance."};
  constexpr std::array<std::string_view, 19> keys = {
      "commit.gpgsign",       "commit.verbose",      "commit.status",        "push.default",
      "push.autosetupremote", "push.followtags",     "merge.conflictstyle",  "merge.ff",
      "merge.renames",        "diff.algorithm",      "diff.colormoved",      "diff.renames",
      "core.quotepath",       "core.abbrev",         "core.whitespace",      "core.preloadindex",
      "core.commitgraph",     "core.multipackindex", "core.logallrefupdates"};
  return std::find(keys.begin(), keys.end(), key) != keys.end() ||
         std::any_of(sections.begin(), sections.end(),
                     [&](std::string_view section) { return key.starts_with(section); });
}

class Judging {
 public:
  Judging(const Place& place, const Setup& before, const Setup& after, const std::string& since)
      : place_(place), before_(before), after_(after), since_(since) {}

  std::vector<std::string> run() {
    std::set<std::string_view> names;
    for (const Setup* side : {&before_, &after_}) {
      for (const auto& [name, value] : side->facts) names.insert(name);
    }
    for (const std::string_view name : names) {
      if (value(before_, name) != value(after_, name)) judge(name);
    }
    if (!unwatched_.empty())
      words_.push_back("git was told not to look at " + names_of(unwatched_));
    return std::move(words_);
  }

 private:
  static std::string_view value(const Setup& setup, std::string_view name) {
    const auto found = setup.facts.find(name);
    return found == setup.facts.end() ? std::string_view() : std::string_view(found->second);
  }

  void judge(std::string_view name) {
    const std::string_view old = value(before_, name);
    const std::string_view now = value(after_, name);
    const std::string change = old.empty() ? "added" : now.empty() ? "removed" : "changed";
    if (name == "place") words_.push_back("its .git leads to another repository");
    if (const auto ref = part(name, "ref "); !ref.empty()) judge_reference(ref, old, now);
    if (const auto key = part(name, "config "); !key.empty()) judge_setting(key, change, now);
    if (name == "hooks") words_.emplace_back("the folder of hooks is another one");
    if (const auto hook = part(name, "hook "); !hook.empty())
      words_.push_back(fmt::format("hook {} {}", hook, change));
    if (const auto rules = part(name, "rules "); !rules.empty()) {
      // A clone that was cut may be completed.
      if (rules != "shallow" || !now.empty())
        words_.push_back(fmt::format(
            "{} {}", rules.starts_with("/") ? std::string(rules) : ".git/" + std::string(rules),
            change));
    }
    if (const auto line = part(name, "exclude "); !line.empty())
      words_.push_back(fmt::format("rule '{}' in .git/info/exclude {}", line, change));
    if (const auto path = part(name, "unwatched "); !path.empty() && old.empty())
      unwatched_.emplace_back(path);
  }

  /// "local core.hookspath". An included file, or a value added to others, shows in the value.
  void judge_setting(std::string_view key, const std::string& change, std::string_view now) {
    const std::size_t space = key.find(' ');
    const std::string_view scope = key.substr(0, space);
    const std::string_view name = key.substr(space + 1);
    if (is_harmless(name)) return;
    if (name.starts_with("remote.") && is_new_remote(name)) return;
    if (name.starts_with("branch.") && leads_to_known_remote(now)) return;
    if (name == "core.hookspath" && is_tracked_hooks(now)) return;
    words_.push_back(
        fmt::format("{} setting {} {}", scope == "worktree" ? "local" : scope, name, change));
  }

  /// A remote of a name that was not known leads nobody astray.
  bool is_new_remote(std::string_view key) const {
    const std::string remote(key.substr(0, key.rfind('.') + 1));
    for (const std::string scope : {"local", "global", "system", "worktree"}) {
      const std::string begin = "config " + scope + " " + remote;
      const auto first = before_.facts.lower_bound(begin);
      if (first != before_.facts.end() && first->first.starts_with(begin)) return false;
    }
    return true;
  }

  /// `git push -u` and `git switch` note where a branch belongs: to a remote of the user's.
  bool leads_to_known_remote(std::string_view value) const {
    std::string remote(value);
    std::erase(remote, '\n');
    if (remote.empty() || remote == ".") return true;
    for (const std::string scope : {"local", "global", "system", "worktree"}) {
      if (before_.facts.contains("config " + scope + " remote." + remote + ".url")) return true;
    }
    return false;
  }

  /// Package managers switch on the hooks that a project keeps among its files: husky.
  bool is_tracked_hooks(std::string_view value) const {
    std::string folder(value);
    std::erase(folder, '\n');
    if (folder != ".husky" && folder != ".husky/_") return false;
    const auto listed = tell({place_.top, {"ls-tree", "-r", "--name-only", since_, ".husky"}});
    return is_commit(since_) && listed && !listed->empty();
  }

  void judge_reference(std::string_view name, std::string_view old, std::string_view now) {
    constexpr std::string_view branches = "refs/heads/";
    // assay's own, those of git's tools, and what only stands for another repository's.
    for (const std::string_view free :
         {"refs/heads/assay/", "refs/assay/", "refs/bisect/", "refs/rewritten/", "refs/worktree/",
          "refs/prefetch/", "refs/original/"}) {
      if (name.starts_with(free)) return;
    }
    const bool is_new = old.empty();
    if (name.starts_with("refs/replace/")) return say("replacement of an object", name, "changed");
    if (name.starts_with("refs/remotes/")) return judge_remote(name, old, now);
    if (name == "refs/stash") return judge_stash(old, now);
    if (is_new) return;
    if (!name.starts_with(branches) && !name.starts_with("refs/tags/"))
      return judge_other(name, old, now);
    if (name.starts_with(branches)) {
      const std::string branch(name.substr(branches.size()));
      const bool is_symbolic = now.find(' ') != std::string_view::npos;
      if (branch == current_branch(place_.top) && !is_symbolic) return;
      const bool forward =
          !now.empty() && is_ancestor(place_.top, std::string(old), std::string(now));
      if (forward && !is_symbolic && is_checked_out(branch)) return;
      return say("branch", branch, now.empty() ? "removed" : "moved");
    }
    say("tag", name.substr(std::string_view("refs/tags/").size()),
        now.empty() ? "removed" : "moved");
  }

  /// Notes and what else the user keeps may grow, and may follow another repository.
  void judge_other(std::string_view name, std::string_view old, std::string_view now) {
    const bool grows = !now.empty() && now.find(' ') == std::string_view::npos &&
                       is_ancestor(place_.top, std::string(old), std::string(now));
    if (!grows && !is_fetched(now)) say("reference", name, now.empty() ? "removed" : "moved");
  }

  bool is_fetched(std::string_view commit) const {
    const auto fetched = tree::read_file(AT_FDCWD, place_.own + "/FETCH_HEAD");
    return !commit.empty() && fetched && *fetched && (*fetched)->find(commit) != std::string::npos;
  }

  void say(std::string_view what, std::string_view name, std::string_view change) {
    words_.push_back(fmt::format("{} {} {}", what, name, change));
  }

  /// Somebody may be at work in another working tree of the repository, if it was there before.
  bool is_checked_out(const std::string& branch) const {
    const auto all = all_registered(place_.top);
    return all && std::any_of(all->begin(), all->end(), [&](const Registered& one) {
             const std::string path = real_path(one.path);
             return one.branch == branch && path != place_.top &&
                    value(before_, "worktree " + path) == branch;
           });
  }

  /// Fetching and pushing move it to where the other side is, and git notes that.
  void judge_remote(std::string_view name, std::string_view old, std::string_view now) {
    if (old.empty() || now.empty() || now.find(' ') != std::string_view::npos) return;
    if (is_fetched(now)) return;
    // "refs/remotes/origin/feature/x": what was pushed from the branch of that name, or from the
    // one that is worked on to where it belongs.
    std::string branch(name.substr(std::string_view("refs/remotes/").size()));
    branch.erase(0, branch.find('/') + 1);
    if (tip_of(place_.top, branch) == now) return;
    const std::string current = current_branch(place_.top);
    const std::string belongs = "config local branch." + current + ".merge";
    if (tip_of(place_.top, current) == now &&
        value(before_, belongs) == "\nrefs/heads/" + branch + "\n")
      return;
    say("reference", name, "moved");
  }

  /// What was put aside before must still be there, below what was put aside since.
  void judge_stash(std::string_view old, std::string_view now) {
    if (old.empty()) return;
    const auto log = tree::read_file(AT_FDCWD, place_.common + "/logs/refs/stash");
    const bool kept = !now.empty() && log && *log &&
                      (*log)->find(" " + std::string(old) + " ") != std::string::npos;
    if (!kept) words_.emplace_back("work that was stashed before is gone");
  }

  const Place& place_;
  const Setup& before_;
  const Setup& after_;
  const std::string& since_;
  std::vector<std::string> words_;
  std::vector<std::string> unwatched_;
};

}  // namespace

std::string Setup::to_text() const {
  std::string text;
  for (const auto& [name, value] : facts)
    text.append(name).append(1, '\0').append(value).append(1, '\0');
  return text;
}

Setup Setup::parse(std::string_view text) {
  const std::vector<std::string> pieces = split_zero(text);
  Setup setup;
  for (std::size_t i = 0; i + 1 < pieces.size(); i += 2) setup.facts[pieces[i]] = pieces[i + 1];
  return setup;
}

Result<Setup> setup_of(const Place& place) { return Looking(place).run(); }

std::vector<std::string> staged_since(const Setup& before, const Setup& after) {
  constexpr std::string_view kind = "staged ";
  std::vector<std::string> paths;
  for (const auto& [name, value] : after.facts) {
    if (!name.starts_with(kind)) continue;
    const auto old = before.facts.find(name);
    if (old == before.facts.end() || old->second != value)
      paths.push_back(name.substr(kind.size()));
  }
  return paths;
}

std::vector<std::string> reached(const Place& place, const Setup& before, const Setup& after,
                                 const std::string& since) {
  return Judging(place, before, after, since).run();
}

}  // namespace assay::git
