// SPDX-License-Identifier: MIT
#include "adapters/repository/git/revision.h"

#include "adapters/repository/git/call.h"
#include "adapters/repository/git/facts.h"
#include "base/text/escape.h"

#include <algorithm>

namespace assay::git {

namespace {

/// "160000 commit <object>\tpath"
Result<std::vector<std::string>> submodules_of(const std::string& directory,
                                               const std::string& commit) {
  Call list{directory, {"ls-tree", "-r", "-z", "--full-tree", commit}};
  list.answer_max = 512U << 20;
  std::vector<std::string> found;
  for (const std::string& line : split_zero(TRY(tell(list)))) {
    if (line.starts_with("160000 ")) found.push_back(line.substr(line.find('\t') + 1));
  }
  return found;
}

}  // namespace

Result<std::string> object_named(const std::string& directory, const std::string& word) {
  return tell_line({directory, {"rev-parse", "--verify", "--quiet", "--end-of-options", word}});
}

Result<shell::CommitFacts> find_commit(const std::string& directory, const std::string& revision) {
  if (!is_repository(directory)) return Error{Fault::bad_input, directory + ": no git repository"};
  const Error unknown{Fault::bad_input, "names no commit of this repository"};
  const bool plain = !revision.empty() && revision.find('\0') == std::string::npos;
  const auto id =
      plain ? object_named(directory, revision + "^{commit}") : Result<std::string>(unknown);
  if (!id || !is_commit(*id)) return unknown;
  shell::CommitFacts facts;
  facts.id = *id;
  facts.tree = TRY(object_named(directory, *id + "^{tree}"));
  facts.submodules = TRY(submodules_of(directory, *id));
  return facts;
}

std::string full_name(const std::string& directory, const std::string& revision) {
  const auto name = tell_line(
      {directory,
       {"rev-parse", "--symbolic-full-name", "--verify", "--quiet", "--end-of-options", revision}});
  return name && name->starts_with("refs/") ? *name : "";
}

std::string merge_base(const std::string& directory, const std::string& one,
                       const std::string& other) {
  if (!is_commit(one) || !is_commit(other)) return "";
  const auto base = tell_line({directory, {"merge-base", one, other}});
  return base && is_commit(*base) ? *base : "";
}

Result<std::vector<std::string>> changed_since(const std::string& directory,
                                               const std::string& commit) {
  std::vector<std::string> changed = TRY(dirty(directory));
  const std::string now = head(directory);
  if (!now.empty() && now != commit) {
    Call compare{directory, {"diff-tree", "-r", "-z", "--name-only", "--no-renames", commit, now}};
    compare.answer_max = 512U << 20;
    for (std::string& path : split_zero(TRY(tell(compare)))) changed.push_back(std::move(path));
  }
  std::sort(changed.begin(), changed.end());
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  return changed;
}

Result<std::optional<std::string>> file_in(const std::string& directory, const std::string& commit,
                                           const std::string& path) {
  Call show{directory, {"cat-file", "blob", commit + ":" + path}};
  show.answer_max = 64U << 20;
  const os::Answer answer = TRY(call(show));
  if (answer.too_long) return failure(show, answer);
  if (answer.status != 0) return std::optional<std::string>();
  return std::optional(answer.output);
}

}  // namespace assay::git
