// SPDX-License-Identifier: MIT
// "3 examples, 1 failure, 1 pending": the closing line that RSpec, Hspec and Crystal's spec share.
#pragma once

#include "format/runners/sight.h"

#include <optional>
#include <string_view>

namespace assay::format {

std::optional<Verdicts> examples_line(std::string_view line);

}  // namespace assay::format
