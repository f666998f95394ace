// SPDX-License-Identifier: MIT
// Jobs as processes. A folder has `out`, `err`, the mark of the process, and `status` once it has
// ended: a shell of a few lines waits for the program and writes it down, whoever else is gone.
#pragma once

#include "shell/ports/jobs.h"

namespace assay::jobs {

class Jobs final : public shell::Jobs {
 public:
  Result<> start(const shell::JobOrder& order) override;
  shell::JobSight look(const std::string& folder) override;
  std::string output(const std::string& folder, std::uint64_t bytes_max) override;
  std::string complaints(const std::string& folder, std::uint64_t bytes_max) override;
  Result<> ask_to_stop(const std::string& folder) override;
};

}  // namespace assay::jobs
