// SPDX-License-Identifier: MIT
#include "adapters/repository/git/base.h"

#include "adapters/repository/git/call.h"
#include "adapters/repository/git/facts.h"
#include "adapters/repository/git/revision.h"

namespace assay::git {

namespace {

/// Empty: there is no such commit.
std::string commit_of(const std::string& directory, const std::string& ref) {
  const auto id = object_named(directory, ref + "^{commit}");
  return id && is_commit(*id) ? *id : "";
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

Result<shell::BaseFacts> base_of(const std::string& directory, const std::string& ref) {
  if (!is_repository(directory)) {
    if (!ref.empty()) return Error{Fault::not_found, directory + " is no git repository"};
    return shell::BaseFacts{};
  }
  const std::string commit = ref.empty() ? fork_point(directory) : commit_of(directory, ref);
  if (commit.empty() && !ref.empty())
    return Error{Fault::not_found, "there is no commit '" + ref + "'"};
  if (commit.empty()) return shell::BaseFacts{};
  std::string prefix = prefix_of(directory);
  if (prefix.ends_with('/')) prefix.pop_back();
  const auto tree =
      object_named(directory, prefix.empty() ? commit + "^{tree}" : commit + ":" + prefix);
  return shell::BaseFacts{commit, tree && is_commit(*tree) ? *tree : ""};
}

}  // namespace assay::git
