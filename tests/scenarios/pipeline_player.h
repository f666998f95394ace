// SPDX-License-Identifier: MIT
// Plays the transcript of a pipeline: events in, the machine's decisions out, and beside them which
// steps were entered and why.
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace assay::scenarios {

/// It has a line "pipeline ...".
bool is_pipeline(const std::vector<std::string>& lines);

/// What the file should say: its own words, with the machine's answers.
Result<std::vector<std::string>> play_pipeline(const std::vector<std::string>& lines);

}  // namespace assay::scenarios
