// SPDX-License-Identifier: MIT
// Working trees without a branch, for looking and trying. They are nobody's work: a half-made one
// is made again, and what is in them goes with them.
#pragma once

#include "base/result.h"
#include "core/ask/effect.h"

#include <optional>
#include <string>

namespace assay::git {

/// Copies are made, and thrown away, only below a folder `work` somewhere in the state directory.
bool is_place_for_copies(const std::string& directory, const std::string& state_dir);

/// The commit a copy was made of; nothing if there is none, or one that was never finished or was
/// made for another wish.
std::optional<std::string> finished_copy(const core::OpenCopy& wanted);

/// Takes away what is there and checks the commit out: its id. Not finished yet.
Result<std::string> make_copy(const core::OpenCopy& wanted);

/// From here on it is left as it is.
Result<> finish_copy(const core::OpenCopy& wanted, const std::string& commit);

/// With everything in it. What is not there is removed.
Result<> remove_copy(const std::string& workspace, const std::string& directory);

/// Makes git track files of a working tree although they are ignored. Their content is not added.
Result<> track_ignored(const std::string& directory, const std::vector<std::string>& paths);

}  // namespace assay::git
