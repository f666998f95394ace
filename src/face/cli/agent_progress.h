// SPDX-License-Identifier: MIT
// Shows an agent at work: one live line on a terminal, a plain line now and then elsewhere.
#pragma once

#include "api/agent.h"
#include "face/cli/at_work.h"
#include "face/cli/live.h"
#include "face/cli/session.h"

#include <fmt/format.h>

#include <string>

namespace assay::cli {

class AgentProgress final : public shell::Audience {
 public:
  explicit AgentProgress(Session& session) : session_(session), live_(session) {}
  ~AgentProgress() override { clear(); }

  void started(const core::Launch& launch) override {
    const Worker& worker = at_work_.started(launch, "");
    if (!live_.is_on()) session_.note(fmt::format("{}: {} started\n", worker.name, worker.what));
  }
  void ended(const core::AttemptEnded& attempt) override {
    clear();
    at_work_.ended(attempt.key);
  }
  void stopping(const std::string& by) override {
    clear();
    session_.note(fmt::format("{}: ending what runs (a second signal kills it at once)\n", by));
  }
  bool watches() const override { return true; }
  void watching(const std::vector<shell::AgentSight>& sights) override {
    at_work_.watching(sights);
  }
  void tick() override {
    if (live_.is_on() && !at_work_.is_empty()) live_.show(at_work_.lines());
    if (live_.is_on()) return;
    for (const std::string& line : at_work_.reminders()) session_.note(line + "\n");
  }
  Millis period() const override { return live_.is_on() ? Millis{200} : Millis{60'000}; }

  /// Takes the live line away, before something else is printed.
  void clear() { live_.clear(); }

 private:
  Session& session_;
  Live live_;
  AtWork at_work_;
};

}  // namespace assay::cli
