// SPDX-License-Identifier: MIT
// The ignore files that are in force in a directory: its own, those of the directories above it,
// and .git/info/exclude. Nothing outside the repository has a say.
#pragma once

#include "adapters/repository/tree/tracked.h"
#include "base/result.h"
#include "format/gitignore.h"

#include <memory>
#include <string>
#include <string_view>

namespace assay::tree {

struct IgnoreScope {
  std::shared_ptr<const IgnoreScope> outer;  ///< null: there is none
  std::string base;  ///< the file's directory, relative to the top; empty or ending with a slash
  format::IgnoreRules rules;
  std::size_t rules_in_force = 0;

  static constexpr std::size_t rules_max = 20'000;
};

using ScopePointer = std::shared_ptr<const IgnoreScope>;

/// `outer` with the rules of one more file. Fails when they become too many to be applied in good
/// time.
Result<ScopePointer> narrowed(ScopePointer outer, std::string base, std::string_view text);

/// The innermost file that says anything about the path decides.
bool is_ignored(const IgnoreScope* scope, std::string_view path, format::PathKind kind);

/// The repository a directory is in, seen from that directory.
struct Repository {
  GitDirectory git;
  std::string prefix;  ///< from the top to the directory; empty or ending with a slash
  ScopePointer scope;  ///< of all directories above it
};

/// Nothing if `directory` (absolute, without symbolic links) is in no repository, or in an ignored
/// part of one, or in somebody else's.
Result<std::optional<Repository>> find_repository(const std::string& directory);

}  // namespace assay::tree
