// SPDX-License-Identifier: MIT
// Reads what commands say: their text before they run, their log and report after. The formats
// themselves are in format/; this is where files are opened for them.
#pragma once

#include "shell/ports.h"

namespace assay::reading {

class Reader final : public shell::Reader {
 public:
  core::CommandLint lint(const std::string& command) override;
  core::Launch prepare(core::Launch launch) override;
  core::Reading read(const core::Launch& launch, const core::Evidence& evidence) override;
};

}  // namespace assay::reading
