// SPDX-License-Identifier: MIT
// Reads commands before they run, and what they printed afterwards.
#pragma once

#include "core/ask/process.h"
#include "core/evidence/lint.h"

#include <string>

namespace assay::shell {

/// Reads commands before, and output after, a run. Knows formats, decides nothing.
class Reader {
 public:
  virtual ~Reader() = default;
  virtual core::CommandLint lint(const std::string& command) = 0;
  /// The same, and what the command starts in `cwd` is read as it is now: what a run would find
  /// when it has passed.
  virtual core::CommandLint foresee(const std::string& command, const std::string& cwd) {
    static_cast<void>(cwd);
    return lint(command);
  }
  /// Fills in the prompt of an agent whose order has values for it.
  virtual core::Launch fill_prompt(core::Launch launch) { return launch; }
  virtual core::Reading read(const core::Launch& launch, const core::Evidence& evidence) = 0;
};

}  // namespace assay::shell
