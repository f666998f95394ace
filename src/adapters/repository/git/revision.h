// SPDX-License-Identifier: MIT
// Commits that people name, and how far they are apart.
#pragma once

#include "base/result.h"
#include "shell/ports/repository.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::git {

/// What a word like HEAD~2, a branch, a tag or the beginning of an id names. Fault::bad_input: no
/// commit.
Result<shell::CommitFacts> find_commit(const std::string& directory, const std::string& revision);

/// The id of what a word names: `HEAD^{tree}`, `main:src`.
Result<std::string> object_named(const std::string& directory, const std::string& word);

/// The full name of a branch or tag that a word names; empty: it names none.
std::string full_name(const std::string& directory, const std::string& revision);

/// The commit both histories have in common; empty: there is none that is known here.
std::string merge_base(const std::string& directory, const std::string& one,
                       const std::string& other);

/// Files that are not as a commit has them, in what is checked out or on the way to it, sorted.
Result<std::vector<std::string>> changed_since(const std::string& directory,
                                               const std::string& commit);

/// What a file is in a commit, by its path from the top of the repository, or from the directory
/// behind `./`; nothing if there is none.
Result<std::optional<std::string>> file_in(const std::string& directory, const std::string& commit,
                                           const std::string& path);

}  // namespace assay::git
