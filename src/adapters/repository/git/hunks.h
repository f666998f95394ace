// SPDX-License-Identifier: MIT
// The pieces in which a file differs from what a commit has, and one of them taken back.
#pragma once

#include "base/result.h"
#include "shell/ports/repository.h"

#include <string>
#include <vector>

namespace assay::git {

/// In the order of their lines. A file that only one side has, or that is no text, is one piece
/// without lines. None: it does not differ.
Result<std::vector<shell::Hunk>> hunks_of(const std::string& directory, const std::string& commit,
                                          const std::string& path);

/// Puts the lines of the commit in the place of the piece; the rest of the file, and its mode,
/// stay.
/// As shell::Outside.
Result<std::string> patch_between(const std::string& directory, const std::string& from,
                                  const std::string& to);

Result<> take_back(const std::string& directory, const std::string& commit,
                   const shell::Hunk& hunk);

}  // namespace assay::git
