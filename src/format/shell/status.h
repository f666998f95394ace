// SPDX-License-Identifier: MIT
// What a command makes of the status before it: `[ $? -lt 2 ]`, `exit $(( $? % 1 ))`. A failure
// that is looked at and then taken for a success is lost as well.
#pragma once

#include "format/shell/flow.h"
#include "format/shell/invocation.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace assay::format::shell {

/// What variables hold where that can be read; the value `$?` stands for a status that was kept.
using Values = std::map<std::string, std::string, std::less<>>;

/// How a test ends that looks at the status of a command that may have ended like `last`.
Flow status_test(Words words, const Values& values, Flow::Ways last);

/// The same for `(( ))`.
Flow status_arithmetic(const Word& expression, const Values& values, Flow::Ways last);

/// Whether a pattern of `case` fits a status.
bool fits_status(std::string_view pattern, int status);

/// The statuses that `exit` can leave with, given the text of its argument as it stands in the
/// command; nothing if that cannot be worked out.
std::optional<Flow::Ways> status_left(std::string_view argument, const Values& values);

/// What a word is for the status `status`; nothing if it is not known.
std::optional<std::string> known_text(const Word& word, const Values& values, int status);

/// An expression of whole numbers, `$?` being `status`.
std::optional<long long> calculate(std::string_view expression, const Values& values, int status);

}  // namespace assay::format::shell
