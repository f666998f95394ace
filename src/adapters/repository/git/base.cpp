// SPDX-License-Identifier: MIT
#include "adapters/repository/git/base.h"

#include "adapters/repository/git/call.h"
#include "adapters/repository/git/facts.h"
#include "adapters/repository/git/revision.h"

namespace assay::git {

namespace {

/// Empty: there is no such commit.
std::string commit_of(const std::string& directory, const std::string& ref) {
  const auto line = tell_line(
      {directory, {"rev-parse", "--quiet", "--verify", "--end-of-options", ref + "^{commit}"}});
  return line && is_commit(*line) ? *line : "";
}

/// Where the branch that is checked out left the default branch.
std::string fork_point(const std::string& directory) {
  const std::string name = default_branch(directory);
  const std::string here = head(directory);
  if (name.empty() || here.empty()) return "";
  std::string tip = commit_of(directory, "refs/remotes/origin/" + name);
  if (tip.empty()) tip = commit_of(directory, "refs/heads/" + name);
  if (tip.empty()) return "";
  return merge_base(directory, here, tip);
}

}  // namespace

Result<std::optional<Base>> base_of(const std::string& directory, const std::string& ref) {
  if (!is_repository(directory)) {
    if (!ref.empty()) return Error{Fault::not_found, directory + " is no git repository"};
    return std::optional<Base>();
  }
  const std::string commit = ref.empty() ? fork_point(directory) : commit_of(directory, ref);
  if (commit.empty() && !ref.empty())
    return Error{Fault::not_found, "there is no commit '" + ref + "'"};
  if (commit.empty()) return std::optional<Base>();
  std::string prefix = prefix_of(directory);
  if (prefix.ends_with('/')) prefix.pop_back();
  const std::string name = prefix.empty() ? commit + "^{tree}" : commit + ":" + prefix;
  const auto tree =
      tell_line({directory, {"rev-parse", "--quiet", "--verify", "--end-of-options", name}});
  return std::optional(Base{commit, tree && is_commit(*tree) ? *tree : ""});
}

}  // namespace assay::git
