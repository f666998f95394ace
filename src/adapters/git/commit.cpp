// SPDX-License-Identifier: MIT
#include "adapters/git/commit.h"

#include "adapters/git/call.h"
#include "adapters/git/facts.h"
#include "adapters/git/identity.h"
#include "adapters/git/lock.h"
#include "adapters/git/scratch_index.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace assay::git {

namespace {

bool leads_out(const std::string& path) {
  return path.starts_with("/") || ("/" + path + "/").find("/../") != std::string::npos;
}

bool exists(const std::string& directory, const std::string& path) {
  struct stat status {};
  return ::lstat((directory + "/" + path).c_str(), &status) == 0;
}

bool is_folder(const std::string& directory, const std::string& path) {
  struct stat status {};
  return ::lstat((directory + "/" + path).c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

/// One commit on its way.
class Commit {
 public:
  Commit(const CommitOrder& order, std::string index) : order_(order), scratch_(std::move(index)) {}

  Result<> run();

 private:
  Result<std::string> change(std::vector<std::string> words, std::string input,
                             std::vector<std::string> environment) const;
  Result<std::set<std::string>> ignored_of(const std::vector<std::string>& paths) const;
  Result<> choose();
  Result<> choose_in(const std::string& folder);
  Result<> stage(const std::vector<std::string>& environment) const;
  Result<std::string> changed_tree() const;

  const CommitOrder& order_;
  const std::string scratch_;
  const std::string parent_ = head(order_.directory);
  std::vector<std::string> present_;
  std::vector<std::string> gone_;
};

Result<std::string> Commit::change(std::vector<std::string> words, std::string input,
                                   std::vector<std::string> environment) const {
  Call wanted{order_.directory, std::move(words), std::move(input), std::move(environment)};
  wanted.patience = long_patience;
  wanted.changes = true;
  return tell_line(wanted);
}

Result<std::set<std::string>> Commit::ignored_of(const std::vector<std::string>& paths) const {
  // This one does not take paths literally on demand; a dot in front makes them so.
  constexpr std::string_view dot = "./";
  Call ask{order_.directory, {"check-ignore", "-z", "--stdin"}, "", {scratch_}};
  ask.environment.emplace_back("GIT_LITERAL_PATHSPECS=0");
  for (const std::string& path : paths) ask.input.append(dot).append(path).push_back('\0');
  const adapters::Answer answer = TRY(call(ask));
  if (answer.status != 0 && answer.status != 1) return failure(ask, answer);
  std::set<std::string> ignored;
  for (const std::string& path : split_zero(answer.output)) ignored.insert(path.substr(dot.size()));
  return ignored;
}

/// What is tracked in a folder, or could be.
Result<> Commit::choose_in(const std::string& folder) {
  Call list{order_.directory,
            {"ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", folder},
            "",
            {scratch_}};
  list.answer_max = 64U << 20;
  for (std::string& path : split_zero(TRY(tell(list)))) {
    if (path.ends_with("/")) continue;  // a repository of its own
    (exists(order_.directory, path) ? present_ : gone_).push_back(std::move(path));
  }
  return {};
}

/// Which of the named paths there is something to say about.
Result<> Commit::choose() {
  std::vector<std::string> paths;
  for (const std::string& path : order_.paths) {
    if (leads_out(path)) return Error{Fault::bad_input, path + ": outside the workspace"};
    if (!path.empty()) paths.push_back(path);
  }
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  const std::set<std::string> ignored = TRY(ignored_of(paths));
  for (const std::string& path : paths) {
    if (ignored.contains(path)) continue;
    if (is_folder(order_.directory, path)) {
      TRY(choose_in(path));
    } else {
      (exists(order_.directory, path) ? present_ : gone_).push_back(path);
    }
  }
  return {};
}

Result<> Commit::stage(const std::vector<std::string>& environment) const {
  if (!gone_.empty()) {
    TRY(change({"rm", "-r", "-f", "-q", "--cached", "--ignore-unmatch", "--pathspec-from-file=-",
                "--pathspec-file-nul"},
               zero_ended(gone_), environment));
  }
  if (!present_.empty()) {
    // By force: what is ignored was sorted out, and here git takes a tracked file in an ignored
    // folder for ignored.
    TRY(change({"add", "-f", "--pathspec-from-file=-", "--pathspec-file-nul"}, zero_ended(present_),
               environment));
  }
  return {};
}

/// The tree to commit; empty if it is the one that is committed already.
Result<std::string> Commit::changed_tree() const {
  const std::string tree = TRY(change({"write-tree"}, "", {scratch_}));
  if (!parent_.empty()) {
    const std::string old = TRY(tell_line({order_.directory, {"rev-parse", parent_ + "^{tree}"}}));
    return tree == old ? std::string() : tree;
  }
  const Call list{order_.directory, {"ls-files", "-z"}, "", {scratch_}};
  return TRY(tell(list)).empty() ? std::string() : tree;
}

Result<> Commit::run() {
  TRY(change({"read-tree", parent_.empty() ? "--empty" : parent_}, "", {scratch_}));
  TRY(choose());
  TRY(stage({scratch_}));
  const std::string tree = TRY(changed_tree());
  if (tree.empty()) return {};
  if (order_.confirm) TRY(order_.confirm());
  std::vector<std::string> words = {"commit-tree", tree, "-F", "-"};
  if (!parent_.empty()) words.insert(words.end(), {"-p", parent_});
  const std::string fresh =
      TRY(change(std::move(words), order_.message + "\n", identity(order_.directory)));
  // The user's index first: if we are stopped in between, the files are merely staged, and the
  // next call commits them.
  TRY(stage({}));
  const std::string old = parent_.empty() ? std::string(fresh.size(), '0') : parent_;
  const std::string subject = order_.message.substr(0, order_.message.find('\n'));
  TRY(change({"update-ref", "-m", "commit: " + subject, "HEAD", fresh, old}, "", {}));
  return {};
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
  return Commit(order, scratch.variable()).run();
}

Result<std::string> message_of_head(const std::string& directory) {
  std::string text = TRY(tell_line({directory, {"cat-file", "commit", "HEAD"}}));
  const std::size_t headers = text.find("\n\n");
  return headers == std::string::npos ? std::string() : text.substr(headers + 2);
}

}  // namespace assay::git
