// SPDX-License-Identifier: MIT
// Plays a shell text through without running anything: once with every program content, once with
// one of them failing. A failure that the text keeps in a variable, reads at its end and takes for
// a success is lost: `rc=0; ./check || rc=1; exit $((rc - 1))`.
#pragma once

#include "format/shell/syntax.h"

#include <optional>
#include <string>
#include <string_view>

namespace assay::format::shell {

/// How the shell was started that runs the text.
struct RehearsedShell {
  bool errexit = false;
  bool pipefail = false;
};

/// A failure that is known to the text and does not count.
struct Forgiven {
  Span failed;           ///< the program whose failure it is
  Span read;             ///< where it is read last
  std::string variable;  ///< in which it was kept
};

/// Nothing if every failure that is kept reaches the end, or if the text cannot be played through:
/// it depends on more than what its programs end with. `text` is what positions refer to.
std::optional<Forgiven> forgiven_failure(const List& list, std::string_view text,
                                         RehearsedShell shell);

}  // namespace assay::format::shell
