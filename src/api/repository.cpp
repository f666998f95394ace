// SPDX-License-Identifier: MIT
#include "api/repository.h"

namespace assay::api {

Reply<shell::RepositoryFacts> check_repository(const Site& site) {
  shell::RepositoryFacts git = site.outside.repository(site.place.workspace);
  if (!git.is_repository)
    return Error{
        Fault::bad_input,
        site.place.workspace + " is not a git repository: run `git init` and commit what is there"};
  if (git.head.empty())
    return Error{Fault::bad_input, "the repository has no commit yet: commit what is there first"};
  if (!git.busy.empty())
    return Error{Fault::bad_input, "git is in the middle of " + git.busy + ": finish or abort it"};
  return git;
}

Reply<std::vector<std::string>> check_clean(const shell::RepositoryFacts& git,
                                            const std::string& own, bool allow_dirty) {
  std::vector<std::string> dirty = git.dirty;
  std::erase_if(dirty, [&](const std::string& path) { return path.starts_with(own); });
  if (dirty.empty() || allow_dirty) return dirty;
  return Problem{.code = Code::dirty_tree,
                 .field = "allow_dirty",
                 .what = "the working tree is not clean: commit or stash these",
                 .items = std::move(dirty)};
}

bool is_on_default_branch(const shell::RepositoryFacts& git) {
  return !git.branch.empty() && git.branch == git.default_branch;
}

}  // namespace assay::api
