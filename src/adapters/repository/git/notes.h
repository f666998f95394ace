// SPDX-License-Identifier: MIT
// One note of assay for each commit: refs/notes/assay.
#pragma once

#include "base/result.h"

#include <string>

namespace assay::git {

/// In the place of the one that was there.
Result<> keep_note(const std::string& directory, const std::string& commit,
                   const std::string& text);

/// Empty: it has none.
Result<std::string> note_of(const std::string& directory, const std::string& commit);

}  // namespace assay::git
