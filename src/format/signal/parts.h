// SPDX-License-Identifier: MIT
// The parts of reading signals; each looks at the same lines for one thing.
#pragma once

#include "core/evidence/signals.h"
#include "format/signal/markdown.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace assay::format {

/// Where a JSON object is expected, and how to call what is wrong with it.
struct RequestFault {
  std::size_t line = 0;
  std::string what;
};

/// The request whose signal stands in line `signal` (an index). Its object comes next, bare or in a
/// fenced block, with nothing but blank lines between.
std::variant<core::agent::ModificationRequest, RequestFault> read_modification(
    std::string_view text, const Markdown& markdown, std::size_t signal);

std::optional<core::agent::FailureBlock> read_failure(const Markdown& markdown);

/// The phrases of the text that admit failure, each once, in order of the list.
std::vector<std::string> find_contradictions(const Markdown& markdown, std::string_view given);

}  // namespace assay::format
