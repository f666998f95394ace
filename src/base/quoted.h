// SPDX-License-Identifier: MIT
// Words of others in our own sentences: shown safely, and with what was probably meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// In single quotes, safe on a terminal and cut to a readable length.
std::string quoted(std::string_view text);

/// " (did you mean 'x'?)", or nothing if no candidate is near.
std::string suggestion(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace assay
