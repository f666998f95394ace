// SPDX-License-Identifier: MIT
// One call of git that does what its words say and nothing else. Hooks, file system monitors,
// external diffs, text conversions, pagers, editors, signing, prompts, background maintenance and
// every network transport are off; variables that point git elsewhere are removed; the working tree
// is the one that was named, whatever core.worktree or core.bare say; replaced objects and grafts,
// with which history can be made to look different, do not count.
//
// The repository's own configuration, and the user's, are not read (neutral.h), but by the few
// words that run nothing and look at no file of a working tree: filters, drivers and attributes
// that somebody put there are neither obeyed nor run. Files that a filter stands for (Git LFS,
// git-crypt) are handled by their bytes: tree/git_files.h.
#pragma once

#include "adapters/os/ask.h"
#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::git {

/// For calls whose work grows with the tree.
constexpr Millis long_patience{600'000};

struct Call {
  std::string directory;
  std::vector<std::string> words;
  std::string input = {};
  std::vector<std::string> environment = {};  ///< NAME=value, on top
  Millis patience{60'000};
  std::size_t answer_max = 8U << 20;
  bool changes = false;  ///< false: git takes no locks, not even for its own comfort
};

/// Whatever comes of it; an error only if git could not be run.
Result<os::Answer> call(const Call& call);

/// What it prints. An exit status that is not 0 is an error that has git's own first words.
Result<std::string> tell(const Call& call);

/// Its output without the line ending.
Result<std::string> tell_line(const Call& call);

/// Why a call did not do what it should: "git worktree: fatal: ...".
Error failure(const Call& call, const os::Answer& answer);

/// The pieces between zero bytes; what follows the last one is dropped, for it may be cut.
std::vector<std::string> split_zero(std::string_view text);

/// The other way round: each path with a zero byte after it.
std::string zero_ended(const std::vector<std::string>& paths);

/// 40 or 64 hex digits.
bool is_commit(std::string_view text);

}  // namespace assay::git
