// SPDX-License-Identifier: MIT
// Shows a loop run while it runs: a line for each attempt and what the layers said, and on a
// terminal below them how far it is, what it has spent and who is at work.
#pragma once

#include "api/loop.h"
#include "face/cli/at_work.h"
#include "face/cli/live.h"
#include "face/cli/session.h"

#include <chrono>
#include <map>
#include <set>
#include <string>

namespace assay::cli {

class LoopProgress final : public shell::Audience {
 public:
  explicit LoopProgress(Session& session) : session_(session), live_(session) {}
  ~LoopProgress() override { clear(); }

  void begun(const core::RunStarted& run) override;
  void started(const core::Launch& launch) override;
  void ended(const core::AttemptEnded& attempt) override;
  void decided(const core::Machine& machine) override;
  void stopping(const std::string& by) override;
  bool watches() const override { return true; }
  void watching(const std::vector<shell::AgentSight>& sights) override {
    at_work_.watching(sights);
  }
  void tick() override;
  Millis period() const override { return live_.is_on() ? Millis{200} : Millis{60'000}; }

  /// Takes the live line away, before something else is printed.
  void clear() { live_.clear(); }

 private:
  void line(const std::string& text);
  void tell_attempt(const core::loop::State& state, core::loop::TaskKey key);

  Session& session_;
  Live live_;
  AtWork at_work_;
  std::map<core::AttemptKey, std::string> again_;                 ///< why there is another attempt
  std::set<std::pair<core::loop::TaskKey, std::uint32_t>> told_;  ///< task and iteration
  std::set<core::loop::TaskKey> done_;
  std::string where_;  ///< "3 of 30 tasks done  Phase 1: Make It Work"
  std::string spent_;
  std::size_t remarks_ = 0;
  Monotonic::time_point begun_ = Monotonic::now();
};

}  // namespace assay::cli
