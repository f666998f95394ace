// SPDX-License-Identifier: MIT
// The grammar of bash, as far as it decides which commands run and whose exit status counts.
#pragma once

#include "format/shell/syntax.h"

#include <optional>
#include <string_view>

namespace assay::format::shell {

struct Parsed {
  List list;                         ///< what could be read, also when there is an error
  bool contains_pipeline = false;    ///< a `|` or `|&` that is an operator, also in a substitution
  std::optional<SyntaxError> error;  ///< why bash would refuse the text
};

/// `depth` counts on from the text this one was found in, so that nesting is bounded over all of
/// them.
Parsed parse(std::string_view text, Origin origin, int depth = 0);

}  // namespace assay::format::shell
