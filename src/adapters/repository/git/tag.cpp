// SPDX-License-Identifier: MIT
#include "adapters/repository/git/tag.h"

#include "adapters/repository/git/call.h"
#include "adapters/repository/git/facts.h"

#include <fmt/format.h>

namespace assay::git {

using core::work::WorkResult;

namespace {

/// What it stands for; empty: there is no such tag.
std::string target_of(const std::string& workspace, const std::string& ref) {
  for (const char* peeled : {"^{commit}", ""}) {
    const auto found = tell_line(
        {workspace, {"rev-parse", "--quiet", "--verify", "--end-of-options", ref + peeled}});
    if (found && is_commit(*found)) return *found;
  }
  return {};
}

std::string said_of(const core::TagCommit& wanted, const std::string& target) {
  if (target == wanted.commit) return {};
  return fmt::format("tag {} exists already and points to {}", wanted.tag, target);
}

/// What is to be said about it.
Result<std::string> attempt(const core::TagCommit& wanted) {
  const std::string ref = "refs/tags/" + wanted.tag;
  if (!is_commit(wanted.commit))
    return Error{Fault::bad_input, "'" + wanted.commit + "' is no commit"};
  // Not a word that starts with a dash: people could not type it.
  if (wanted.tag.starts_with("-"))
    return Error{Fault::bad_input, "'" + wanted.tag + "' is no name for a tag"};
  TRY(tell({wanted.workspace, {"check-ref-format", ref}}));
  std::string target = target_of(wanted.workspace, ref);
  if (!target.empty()) return said_of(wanted, target);
  TRY(tell({wanted.workspace, {"cat-file", "-e", wanted.commit + "^{commit}"}}));
  Call make{wanted.workspace,
            {"update-ref", ref, wanted.commit, std::string(wanted.commit.size(), '0')}};
  make.changes = true;
  const auto made = tell(make);
  if (made) return std::string();
  target = target_of(wanted.workspace, ref);  // somebody was faster
  if (!target.empty()) return said_of(wanted, target);
  return made.error();
}

}  // namespace

WorkResult tag(const core::TagCommit& wanted) {
  const auto said = attempt(wanted);
  const std::string now = head(wanted.workspace);
  if (!said) return {WorkResult::Status::failed, said.error().what, now, {}};
  return {WorkResult::Status::done, *said, now, {}};
}

}  // namespace assay::git
