// SPDX-License-Identifier: MIT
// What HEAD is, read from git's own files: asking git takes a process each time, and this is asked
// before and after everything.
#pragma once

#include "adapters/repository/git/place.h"

#include <optional>
#include <string>

namespace assay::git {

struct Head {
  std::string branch;  ///< without refs/heads/; empty: detached, or on something else
  std::string commit;  ///< what it is at; empty: no commit yet
};

/// Nothing if the files do not say it plainly (another way to store refs, refs to refs): then git
/// has to be asked.
std::optional<Head> read_head(const Place& place);

}  // namespace assay::git
