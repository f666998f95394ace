// SPDX-License-Identifier: MIT
// Commands of criteria whose end says nothing about the work: they find the words of the task that
// asks for them, read what the phase says of itself, or end in the wanted way whatever happens.
#pragma once

#include "core/ask/form.h"

#include <string>
#include <vector>

namespace assay::format {

/// A file of the phase, by its path in the workspace.
struct PhaseFile {
  std::string path;
  std::string text;
};

/// `folder` is the phase's, relative to the workspace: "phase" or "." for the workspace itself.
/// Empty: the end of the command tells something.
std::string why_hollow(const core::goals::Command& command, const std::string& folder,
                       const std::vector<PhaseFile>& files);

}  // namespace assay::format
