// SPDX-License-Identifier: MIT
// A launch in the form execve wants it.
#pragma once

#include "adapters/process/environment.h"
#include "base/result.h"
#include "core/evidence/attempt.h"

#include <string>
#include <vector>

namespace assay::process {

/// Refuses what the kernel would cut short at a zero byte, and names that are no file names.
Result<> check(const core::Launch& launch);

/// Owns the strings that its pointers point to. The launch must live as long.
class Arguments {
 public:
  Arguments(const core::Launch& launch, const std::string& run_id, const Environment& base);
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;

  char* const* argv() const { return argv_.data(); }
  char* const* envp() const { return envp_.data(); }

 private:
  std::vector<std::string> words_;
  std::vector<std::string> variables_;
  std::vector<char*> argv_;
  std::vector<char*> envp_;
};

}  // namespace assay::process
