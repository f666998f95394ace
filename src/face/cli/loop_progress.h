// SPDX-License-Identifier: MIT
// Shows a loop run while it runs: a line for each attempt and what the layers said, and on a
// terminal a live line with phase, task, attempt, elapsed and spent.
#pragma once

#include "api/loop.h"
#include "face/cli/session.h"

#include <chrono>
#include <map>
#include <set>
#include <string>

namespace assay::cli {

class LoopProgress final : public shell::Audience {
 public:
  explicit LoopProgress(Session& session) : session_(session) {}
  ~LoopProgress() override { clear(); }

  void begun(const core::RunStarted& run) override;
  void started(const core::Launch& launch) override;
  void ended(const core::AttemptEnded& attempt) override;
  void decided(const core::Machine& machine) override;
  void stopping(const std::string& by) override;
  void tick() override;
  Millis period() const override { return is_live() ? Millis{200} : Millis{60'000}; }

  /// Takes the live line away, before something else is printed.
  void clear();

 private:
  using Monotonic = std::chrono::steady_clock;

  bool is_live() const { return session_.screen.live && !session_.quiet; }
  void line(const std::string& text);
  void tell_attempt(const core::loop::State& state, core::loop::TaskKey key);
  std::string live_line() const;

  Session& session_;
  std::map<core::AttemptKey, std::pair<std::string, Monotonic::time_point>> running_;
  std::set<std::pair<core::loop::TaskKey, std::uint32_t>> told_;  ///< task and iteration
  std::set<core::loop::TaskKey> done_;
  std::string where_;  ///< "3/30 Phase 1: Make It Work"
  std::string spent_;
  std::size_t remarks_ = 0;
  Monotonic::time_point begun_ = Monotonic::now();
  bool shown_ = false;
};

}  // namespace assay::cli
