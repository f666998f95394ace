// SPDX-License-Identifier: MIT
// How many tests a command really ran, read from what its test runners printed.
#pragma once

#include "core/evidence/tally.h"

#include <string>
#include <string_view>

namespace assay::format {

struct Started;

/// Reads the console output (stdout and stderr together, escape sequences and all) of a test gate.
/// Several runners in one command are added up; a closing line is believed over look-alikes before
/// it. Unknown is -1, with a hint how to make it known. Linear in the output.
core::Tally read_runner_output(std::string_view command, std::string_view raw_output);
/// The same, with what is known of the scripts behind the command.
core::Tally read_runner_output(std::string_view command, std::string_view raw_output,
                               const Started& started);

/// What a gate of any other kind admits to: only `failed` and `source` are filled in, and only if a
/// closing line says so.
core::Tally find_lost_failure(std::string_view command, std::string_view raw_output,
                              const Started& started);

/// The line that shows results came from a cache instead of a run; empty if there is none. For
/// gates of any type.
std::string cache_marker(std::string_view command, std::string_view raw_output);

}  // namespace assay::format
