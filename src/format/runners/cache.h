// SPDX-License-Identifier: MIT
// Lines by which build tools admit that they did not run anything: the results came from a cache.
#pragma once

#include "format/runners/transcript.h"

#include <string>

namespace assay::format {

/// The line that shows that some result came from a cache; empty if none does. At most 200 bytes.
std::string find_cache_marker(const Transcript& transcript);

/// The line that shows that the whole output is a recording of an earlier run; empty if it is not.
std::string replay_marker(const Transcript& transcript);

}  // namespace assay::format
