// SPDX-License-Identifier: MIT
// Shows a run while it runs: one live line on a terminal, one plain line per finished command
// elsewhere.
#pragma once

#include "api/verify.h"
#include "face/cli/live.h"
#include "face/cli/session.h"

#include <chrono>
#include <map>
#include <set>
#include <string>

namespace assay::cli {

class Progress final : public shell::Audience {
 public:
  explicit Progress(Session& session) : session_(session), live_(session) {}
  ~Progress() override { clear(); }

  void begun(const core::RunStarted& run) override;
  void started(const core::Launch& launch) override;
  void ended(const core::AttemptEnded& attempt) override;
  void stopping(const std::string& by) override;
  void tick() override;
  Millis period() const override;

  /// Takes the live line away, before something else is printed.
  void clear() { live_.clear(); }

  std::chrono::steady_clock::duration elapsed() const { return Monotonic::now() - begun_; }

 private:
  using Monotonic = std::chrono::steady_clock;
  struct Running {
    std::string name;
    Monotonic::time_point since;
    Millis expected{0};
  };

  std::string live_line() const;
  std::string running_text() const;
  std::string remaining_text() const;

  Session& session_;
  Live live_;
  std::shared_ptr<const core::verify::Plan> plan_;
  std::map<core::AttemptKey, Running> running_;
  Monotonic::time_point begun_ = Monotonic::now();
  Monotonic::time_point drawn_{};
  std::uint64_t expected_left_ms_ = 0;
  std::size_t done_ = 0;
  std::size_t troubled_ = 0;
  std::set<std::uint32_t> wavering_;  ///< units of which an attempt failed in a way that may pass
  int stops_ = 0;
};

}  // namespace assay::cli
