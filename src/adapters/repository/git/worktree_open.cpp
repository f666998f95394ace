// SPDX-License-Identifier: MIT
#include "adapters/os/error.h"
#include "adapters/repository/git/call.h"
#include "adapters/repository/git/checkout.h"
#include "adapters/repository/git/facts.h"
#include "adapters/repository/git/folders.h"
#include "adapters/repository/git/lock.h"
#include "adapters/repository/git/registered.h"
#include "adapters/repository/git/worktree.h"
#include "adapters/repository/tree/tracked.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace assay::git {

using core::work::WorkResult;

namespace {

class Open {
 public:
  explicit Open(const core::OpenWork& wanted)
      : wanted_(wanted), place_(place_of(wanted.workspace)) {}

  WorkResult run();

 private:
  Result<> attempt();
  Result<> check() const;
  Result<> change(std::vector<std::string> words) const;
  bool is_ready() const;
  void revive() const;
  Result<> clear();
  Result<> move_aside();
  Result<> add() const;
  Result<> fill(const std::string& commit) const;

  const core::OpenWork& wanted_;
  const Place place_;
  std::string moved_;
};

Result<> Open::change(std::vector<std::string> words) const {
  Call call{wanted_.workspace, std::move(words)};
  call.patience = long_patience;
  call.changes = true;
  TRY(tell(call));
  return {};
}

Result<> Open::check() const {
  if (!place_.is_there()) return Error{Fault::bad_input, wanted_.workspace + ": no git repository"};
  if (place_.top != real_path(wanted_.workspace)) {
    return Error{Fault::bad_input, fmt::format("{}: is not the top of its repository, {}",
                                               wanted_.workspace, place_.top)};
  }
  if (!is_commit(wanted_.from))
    return Error{Fault::bad_input, "'" + wanted_.from + "' is no commit"};
  TRY(tell({wanted_.workspace, {"check-ref-format", "refs/heads/" + wanted_.branch}}));
  return {};
}

bool Open::is_ready() const {
  return is_linked(wanted_.directory, place_) && !is_half_made(wanted_.directory) &&
         current_branch(wanted_.directory) == wanted_.branch && !head(wanted_.directory).empty();
}

/// A branch that was deleted under a worktree that has it checked out: the worktree's own log still
/// knows where it was.
void Open::revive() const {
  if (!is_linked(wanted_.directory, place_)) return;
  if (current_branch(wanted_.directory) != wanted_.branch) return;
  const auto log = tree::read_file(AT_FDCWD, place_of(wanted_.directory).own + "/logs/HEAD");
  if (!log || !*log || (*log)->empty() || !head(wanted_.directory).empty()) return;
  const std::string text = (*log)->substr(0, (*log)->size() - 1);
  const std::string line = text.substr(text.rfind('\n') + 1);  // "<old> <new> name ..."
  const std::size_t space = std::min(line.find(' '), line.size() - 1) + 1;
  const std::string last = line.substr(space, line.find(' ', space) - space);
  if (!is_commit(last)) return;
  static_cast<void>(
      static_cast<bool>(change({"update-ref", "refs/heads/" + wanted_.branch, last})));
}

Result<> Open::move_aside() {
  for (int number = 1; number <= 1'000; ++number) {
    const std::string aside = fmt::format("{}.kept-{}", wanted_.directory, number);
    if (is_there(aside)) continue;
    moved_ = aside;
    // If git cannot make sense of it any more, its files are worth keeping all the same.
    if (is_linked(wanted_.directory, place_) &&
        change({"worktree", "move", "--force", "--force", "--", wanted_.directory, aside}))
      return {};
    if (::rename(wanted_.directory.c_str(), aside.c_str()) == 0) return {};
    return os::error_of(wanted_.directory, errno);
  }
  return Error{Fault::exhausted, wanted_.directory + ": too many of its kind were kept"};
}

/// Makes room: nothing at the place, and git knows of nothing there.
Result<> Open::clear() {
  const bool there = is_there(wanted_.directory);
  const auto known = TRY(registered(wanted_.workspace, wanted_.directory));
  if (there && is_linked(wanted_.directory, place_) && is_half_made(wanted_.directory))
    return change({"worktree", "remove", "--force", "--force", "--", wanted_.directory});
  if (there && ::rmdir(wanted_.directory.c_str()) != 0) TRY(move_aside());
  // Only this one: pruning would also forget worktrees of the user's that are merely away.
  if (known && !is_linked(moved_, place_))
    return change({"worktree", "remove", "--force", "--force", "--", wanted_.directory});
  return {};
}

Result<> Open::add() const {
  TRY(make_parents(wanted_.directory));
  const std::string tip = tip_of(wanted_.workspace, wanted_.branch);
  // Locked until its files are there, by the word that git itself uses for what is half made.
  std::vector<std::string> words = {"worktree", "add",      "-q",          "--no-checkout",
                                    "--lock",   "--reason", "initializing"};
  // What was moved aside may have this very branch checked out, or be in the middle of its rebase.
  if (!moved_.empty()) words.emplace_back("--force");
  if (tip.empty()) {
    words.insert(words.end(),
                 {"--no-track", "-b", wanted_.branch, "--", wanted_.directory, wanted_.from});
    TRY(change(std::move(words)));
    return fill(wanted_.from);
  }
  const bool has_nothing_new = is_ancestor(wanted_.workspace, tip, wanted_.from);
  if (has_nothing_new && tip != wanted_.from)
    TRY(change({"update-ref", "-m", "assay: start again", "refs/heads/" + wanted_.branch,
                wanted_.from, tip}));
  words.insert(words.end(), {"--", wanted_.directory, wanted_.branch});
  TRY(change(std::move(words)));
  return fill(has_nothing_new ? wanted_.from : tip);
}

Result<> Open::fill(const std::string& commit) const {
  TRY(check_out(wanted_.directory, commit, wanted_.workspace));
  ::unlink((place_of(wanted_.directory).own + "/locked").c_str());
  return {};
}

Result<> Open::attempt() {
  TRY(check());
  TRY(settle_locks(place_));
  revive();
  if (is_ready()) return {};
  // Writes the .git file again if only that is missing.
  if (is_there(wanted_.directory) && TRY(registered(wanted_.workspace, wanted_.directory)) &&
      change({"worktree", "repair", "--", wanted_.directory}) && is_ready()) {
    return {};
  }
  TRY(clear());
  TRY(add());
  if (!is_ready()) return Error{Fault::io, wanted_.directory + ": could not be made"};
  return {};
}

WorkResult Open::run() {
  const auto made = attempt();
  if (!made) return {WorkResult::Status::failed, made.error().what, "", {}};
  return {WorkResult::Status::done,
          moved_.empty() ? "" : "kept: directory " + moved_,
          head(wanted_.directory),
          {}};
}

}  // namespace

WorkResult open(const core::OpenWork& wanted) { return Open(wanted).run(); }

}  // namespace assay::git
