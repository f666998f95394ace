// SPDX-License-Identifier: MIT
// Signals to assay itself, as something to be read instead of something that interrupts.
#pragma once

#include "adapters/executor/local/system.h"

#include <signal.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::process {

enum class Listening : bool { no, yes };

/// While it lives: SIGPIPE and SIGXFSZ are errors of the write that caused them, children can be
/// waited for, and if it listens, requests to stop arrive here. Everything is as before when it is
/// gone.
class Signals {
 public:
  static Result<Signals> open(Listening listening);
  Signals(Signals&& other) noexcept = default;
  Signals& operator=(Signals&&) = delete;
  ~Signals();

  /// Readable when somebody asked us to stop; -1 if it does not listen.
  int descriptor() const { return descriptor_.get(); }
  /// "SIGINT"; none if nothing is waiting.
  std::optional<std::string> next();

 private:
  Signals() = default;
  void treat(int signal, void (*how)(int));

  Descriptor descriptor_;
  std::vector<std::pair<int, struct sigaction>> actions_before_;
  sigset_t mask_before_{};
};

}  // namespace assay::process
