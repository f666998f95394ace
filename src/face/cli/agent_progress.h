// SPDX-License-Identifier: MIT
// Shows that an agent is at work: one live line on a terminal, nothing elsewhere.
#pragma once

#include "api/agent.h"
#include "face/cli/session.h"

#include <fmt/format.h>

#include <chrono>
#include <string>

namespace assay::cli {

class AgentProgress final : public shell::Audience {
 public:
  explicit AgentProgress(Session& session) : session_(session) {}
  ~AgentProgress() override { clear(); }

  void started(const core::Launch& launch) override {
    name_ = launch.name;
    since_ = Monotonic::now();
    if (!is_live())
      session_.note(fmt::format("{}: {} started\n", name_, launch.agent->argv.front()));
  }
  void ended(const core::AttemptEnded&) override {
    clear();
    name_.clear();
  }
  void stopping(const std::string& by) override {
    clear();
    session_.note(fmt::format("{}: stopping what runs (once more kills at once)\n", by));
  }
  void tick() override {
    if (!is_live() || name_.empty()) return;
    const auto elapsed = std::chrono::duration_cast<Millis>(Monotonic::now() - since_);
    session_.problem(fmt::format("\r\033[K{}  {}", name_, to_human(elapsed)));
    shown_ = true;
  }
  Millis period() const override { return is_live() ? Millis{200} : Millis{60'000}; }

  /// Takes the live line away, before something else is printed.
  void clear() {
    if (shown_) session_.problem("\r\033[K");
    shown_ = false;
  }

 private:
  using Monotonic = std::chrono::steady_clock;

  bool is_live() const { return session_.screen.live && !session_.quiet; }

  Session& session_;
  std::string name_;
  Monotonic::time_point since_{};
  bool shown_ = false;
};

}  // namespace assay::cli
