// SPDX-License-Identifier: MIT
// Conditions that can be decided by reading them: `[ 1 ]`, `[[ a == b ]]`, `((0))`.
#pragma once

#include "format/shell/flow.h"
#include "format/shell/invocation.h"

#include <optional>
#include <string_view>

namespace assay::format::shell {

/// The words between `[` and `]`, `[[` and `]]`, or behind `test`.
Flow literal_test(Words words);
/// Whether it holds, all its words being literal; nothing if that takes more than reading.
std::optional<bool> decided_test(Words words);
Flow literal_arithmetic(const Word& expression);

/// A whole number, as `exit` takes it.
std::optional<long long> literal_number(std::string_view text);

}  // namespace assay::format::shell
