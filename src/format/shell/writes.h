// SPDX-License-Identifier: MIT
// What a command would write, as its text tells, and what it does to get around hooks of git. For
// who asks before it runs: what is known only while it runs is not seen.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::shell {

/// Begins a path that is relative to the top of the repository.
inline constexpr std::string_view top_of_repository = "$:";

struct Write {
  std::string path;     ///< as written, behind the folder it is relative to; may be a pattern
  bool below = false;   ///< everything below it, too: `rm -r`, `mv` of a folder
  bool literal = true;  ///< no: it begins with something known only while it runs
  std::string how;      ///< "rm", "redirection"
  /// Only what matches all of them as a whole path, a star being any text: `find -name`.
  std::vector<std::string> names = {};
  std::string from = {};  ///< the pattern whose files are put there: `cp x/* .`

  friend bool operator==(const Write&, const Write&) = default;
};

/// Files of a commit that come into a working tree whole: `git reset --hard REV`.
struct Arrival {
  enum class Kind : std::uint8_t {
    whole,     ///< the tree becomes that of the commit
    change,    ///< what the commit changed is done, or undone
    away,      ///< changes that are not committed are put by: `git stash`
    all_away,  ///< and files that git does not know
  };

  Kind kind = Kind::whole;
  std::string revision;
  std::string folder;  ///< where git works
  std::string how;     ///< "git reset --hard"
};

struct Deeds {
  std::vector<Write> writes;
  std::vector<Arrival> arrivals = {};
  std::vector<std::string> patches = {};  ///< files whose patch is applied
  std::vector<std::string> evasions;      ///< "git commit --no-verify"
  bool cut = false;                       ///< it does more than was followed to its end
};

/// `folder`: where the command begins.
Deeds deeds_of(std::string_view command, std::string_view folder);

}  // namespace assay::format::shell
