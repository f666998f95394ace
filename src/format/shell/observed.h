// SPDX-License-Identifier: MIT
// Decides which of the failures that shells reported while they ran were lost. A failure that was a
// question ("is it there?"), that somebody answered, or that the shell passed on in the end is not.
#pragma once

#include "core/evidence/lost.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

/// What the decision needs beside the reports.
struct ObservedRun {
  long shell = 0;  ///< process number of the command itself
  /// The text of a script that a report names; empty if it cannot be had.
  std::function<std::string(const std::string&)> script;
};

/// The lost failures behind the reports of one attempt that ended with status 0, at most 16. A
/// report is a line of fields as the observer's start-up file writes them (adapters/process).
std::vector<core::LostFailure> lost_failures(const std::vector<std::string>& reports,
                                             const ObservedRun& run);

namespace shell {

/// True if a failure with this status is the answer to a question, or the clean-up of something
/// that may not be there, and so says nothing about what a gate checks. `source` is the text around
/// it, as far as it is known.
bool is_question(std::string_view command, int status, std::string_view source);

}  // namespace shell

}  // namespace assay::format
