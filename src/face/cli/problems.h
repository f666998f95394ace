// SPDX-License-Identifier: MIT
// Problems of the api in the words of the command line: fields become flags, and ways out are
// commands.
#pragma once

#include "api/problem.h"

#include <string>

namespace assay::cli {

/// Without a line break at its end; not made safe to print.
std::string problem_text(const api::Problem& problem);

/// Whether it stands alone: with a place in a file, or in the words of a spec, nobody needs to be
/// told that assay says it.
bool speaks_for_itself(const api::Problem& problem);

std::string note_text(const api::Note& note);

}  // namespace assay::cli
