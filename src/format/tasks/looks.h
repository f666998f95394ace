// SPDX-License-Identifier: MIT
// Is this text a shell command or a sentence about one? When in doubt it is a sentence: a command
// that was never meant to be one would fail for the wrong reason, or do something.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay::format::tasklist {

enum class Doubt : std::uint8_t {
  none,  ///< only what begins with a known program or a script's path
  some,  ///< also an unknown program with arguments
};

/// Of a code span.
bool looks_like_command(std::string_view code, Doubt doubt);

/// Of a text without code spans: "npm test" is one, "make sure it works" is not.
bool looks_like_sentence_command(std::string_view text);

/// "npm test exits 0." -> "npm test"
std::string_view without_outcome(std::string_view text);

}  // namespace assay::format::tasklist
