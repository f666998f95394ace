// SPDX-License-Identifier: MIT
// Nothing of a workspace reaches a client but as text that is seen: names of files and tests, lines
// of logs, words of agents.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace assay::format::mcp {

/// The same document with every text made printable, compact. None: it is no JSON, or too long.
std::optional<std::string> harmless_json(std::string_view json, std::size_t bytes_max);

/// Output of programs: without escape sequences, the rest printable. Of a long one the end, from a
/// line's beginning on; `left_out` is how many bytes of the raw text that costs.
std::string harmless_text(std::string_view raw, std::size_t bytes_max, std::size_t& left_out);

}  // namespace assay::format::mcp
