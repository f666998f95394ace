// SPDX-License-Identifier: MIT
#include "adapters/os/error.h"
#include "adapters/repository/git/call.h"
#include "adapters/repository/git/facts.h"
#include "adapters/repository/git/folders.h"
#include "adapters/repository/git/lock.h"
#include "adapters/repository/git/registered.h"
#include "adapters/repository/git/worktree.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>

namespace assay::git {

using core::work::WorkResult;

namespace {

/// Locks that agents take by name; they say nothing.
bool is_lock(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  return name == ".tasks.lock" || name == ".git-commit.lock";
}

class Close {
 public:
  explicit Close(const core::CloseWork& wanted)
      : wanted_(wanted), place_(place_of(wanted.workspace)) {}

  WorkResult run();
  Result<std::string> loss() const;

 private:
  Result<std::string> attempt();
  Result<> change(std::vector<std::string> words) const;
  Result<std::size_t> unreachable(const std::string& commit) const;
  Result<std::string> why_keep_directory() const;
  Result<std::string> why_keep_branch(const std::string& tip) const;
  Result<> remove_directory() const;
  std::string remains() const { return wanted_.directory + ".removing"; }

  const core::CloseWork& wanted_;
  const Place place_;
};

Result<> Close::change(std::vector<std::string> words) const {
  Call call{wanted_.workspace, std::move(words)};
  call.changes = true;
  TRY(tell(call));
  return {};
}

/// How many commits would be lost without the branch.
Result<std::size_t> Close::unreachable(const std::string& commit) const {
  Call count{wanted_.workspace, {"rev-list", "--count", commit, "--not"}};
  const std::string checked_out = head(wanted_.workspace);
  if (!checked_out.empty()) count.words.push_back(checked_out);
  count.words.insert(count.words.end(), {"--exclude=" + wanted_.branch, "--branches"});
  const std::string text = TRY(tell_line(count));
  std::size_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc()) return Error{Fault::io, "git rev-list: an answer that is no number"};
  return number;
}

/// Empty: nothing is lost with it.
Result<std::string> Close::why_keep_directory() const {
  if (!is_there(wanted_.directory)) return std::string();
  if (!is_linked(wanted_.directory, place_)) return std::string("that is no worktree any more");
  const Place own = place_of(wanted_.directory);
  if (is_half_made(wanted_.directory)) return std::string();
  if (is_there(own.own + "/locked")) return std::string("that is locked");
  if (is_there(own.own + "/modules")) return std::string("with submodules");
  const std::string busy = in_progress(own);
  if (!busy.empty()) return "with " + busy + " in progress";
  std::vector<std::string> paths = TRY(dirty(wanted_.directory));
  std::erase_if(paths, is_lock);
  if (!paths.empty()) return fmt::format("with {} uncommitted files", paths.size());
  const std::string tip = head(wanted_.directory);
  if (tip.empty() || current_branch(wanted_.directory) == wanted_.branch) return std::string();
  const std::size_t lost = TRY(unreachable(tip));
  return lost == 0 ? std::string() : fmt::format("with {} commits", lost);
}

Result<std::string> Close::why_keep_branch(const std::string& tip) const {
  const std::size_t lost = TRY(unreachable(tip));
  if (lost > 0) return fmt::format("with {} commit{}", lost, lost == 1 ? "" : "s");
  for (const Registered& one : TRY(all_registered(wanted_.workspace))) {
    if (one.branch == wanted_.branch && settled_path(one.path) != settled_path(wanted_.directory))
      return "that is checked out in " + one.path;
  }
  return std::string();
}

/// Renamed first: what has that name was looked at, and its removal can be taken up again.
Result<> Close::remove_directory() const {
  if (is_there(wanted_.directory)) {
    TRY(remove_tree(remains()));
    if (::rename(wanted_.directory.c_str(), remains().c_str()) != 0)
      return os::error_of(wanted_.directory, errno);
  }
  // Only this one: pruning would also forget worktrees of the user's that are merely away.
  if (TRY(registered(wanted_.workspace, wanted_.directory)))
    TRY(change({"worktree", "remove", "--force", "--force", "--", wanted_.directory}));
  return remove_tree(remains());
}

/// What is kept.
Result<std::string> Close::attempt() {
  if (!place_.is_there()) return Error{Fault::bad_input, wanted_.workspace + ": no git repository"};
  TRY(settle_locks(place_));
  if (is_linked(wanted_.directory, place_)) TRY(settle_locks(place_of(wanted_.directory)));
  const std::string tip = tip_of(wanted_.workspace, wanted_.branch);
  const std::string kept = TRY(loss());
  if (!kept.empty()) return "kept: " + kept;
  TRY(remove_directory());
  if (!tip.empty()) TRY(change({"update-ref", "-d", "refs/heads/" + wanted_.branch, tip}));
  return std::string();
}

Result<std::string> Close::loss() const {
  const std::string tip = tip_of(wanted_.workspace, wanted_.branch);
  const std::string branch = tip.empty() ? "" : TRY(why_keep_branch(tip));
  const std::string directory = TRY(why_keep_directory());
  if (branch.empty() && directory.empty()) return std::string();
  std::string kept;
  if (!tip.empty()) kept += "branch " + wanted_.branch + (branch.empty() ? "" : " " + branch);
  if (is_there(wanted_.directory)) {
    kept += (tip.empty() ? "directory " : ", directory ") + wanted_.directory +
            (directory.empty() ? "" : " " + directory);
  }
  return kept;
}

WorkResult Close::run() {
  const auto kept = attempt();
  const std::string now = head(wanted_.workspace);
  if (!kept) return {WorkResult::Status::failed, kept.error().what, now, {}};
  return {WorkResult::Status::done, *kept, now, {}};
}

}  // namespace

WorkResult close(const core::CloseWork& wanted) { return Close(wanted).run(); }

Result<std::string> loss_of(const core::CloseWork& wanted) {
  if (!is_repository(wanted.workspace))
    return Error{Fault::bad_input, wanted.workspace + ": no git repository"};
  return Close(wanted).loss();
}

}  // namespace assay::git
