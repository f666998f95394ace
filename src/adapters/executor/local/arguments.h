// SPDX-License-Identifier: MIT
// A launch in the form execve wants it.
#pragma once

#include "adapters/executor/local/environment.h"
#include "base/result.h"
#include "core/ask/process.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::process {

/// Refuses what the kernel would cut short at a zero byte, and names that are no file names.
Result<> check(const core::Launch& launch);

/// Whether bash is started even where a program could be started without it.
enum class Shell : std::uint8_t { where_needed, always };

/// Owns the strings that its pointers point to. The launch must live as long.
class Arguments {
 public:
  /// `observed` is what the observer wants its shells to have, the command itself included if it is
  /// one.
  Arguments(const core::Launch& launch, const std::string& run_id, const Environment& base,
            const Environment& observed, Shell shell);
  /// Of an agent, whose variables its launch knows.
  Arguments(const core::Launch& launch, const Environment& base);
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;

  const char* path() const { return path_.c_str(); }
  bool has_shell() const { return path_ == bash; }
  char* const* argv() const { return argv_.data(); }
  char* const* envp() const { return envp_.data(); }

 private:
  void talk_to_it(const core::agent::Order& order);
  void settle(const Environment& environment);

  static constexpr const char* bash = "/bin/bash";

  std::string path_ = bash;
  std::vector<std::string> words_;
  std::vector<std::string> variables_;
  std::vector<char*> argv_;
  std::vector<char*> envp_;
};

}  // namespace assay::process
