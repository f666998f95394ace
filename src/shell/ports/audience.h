// SPDX-License-Identifier: MIT
// Whoever watches a run.
#pragma once

#include "base/instant.h"
#include "core/ask/event.h"
#include "core/machine.h"
#include "shell/ports/executor.h"

#include <string>
#include <vector>

namespace assay::shell {

/// Is told what happens, for people to see. Cannot influence anything.
class Audience {
 public:
  virtual ~Audience() = default;
  virtual void begun(const core::RunStarted&) {}
  virtual void started(const core::Launch&) {}
  virtual void ended(const core::AttemptEnded&) {}
  /// After each turn: how the machine stands now.
  virtual void decided(const core::Machine&) {}
  virtual void stopping(const std::string& /*by*/) {}
  /// Whether watching() is wanted.
  virtual bool watches() const { return false; }
  /// Before each tick: what the agents in flight do.
  virtual void watching(const std::vector<AgentSight>&) {}
  virtual void tick() {}
  /// How often tick() is wanted while nothing happens.
  virtual Millis period() const { return std::chrono::minutes{1}; }
};

}  // namespace assay::shell
