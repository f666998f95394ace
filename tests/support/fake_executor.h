// SPDX-License-Identifier: MIT
// An executor without processes: "exit N" ends with that status when it is waited for, "sleep"
// stays until it is ended. Passes the same contract test as the real one.
#pragma once

#include "shell/ports/executor.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace assay::fake {

class Executor final : public shell::Executor {
 public:
  Millis waited{0};  ///< so much time has passed while nothing happened

  void start(const core::Launch& launch) override {
    if (known_.insert(launch.key).second) attempts_.push_back({launch.key, launch.command});
  }
  bool attach(const core::Launch&) override { return false; }

  Result<std::vector<shell::Happening>> wait(const shell::Patience& patience) override {
    std::vector<shell::Happening> all;
    std::erase_if(attempts_, [&](const Attempt& attempt) {
      if (attempt.command == "sleep" && !attempt.cancelled) return false;
      shell::ProcessEnded ended{attempt.key, {}};
      ended.evidence.exit.kind =
          attempt.cancelled ? core::ExitKind::cancelled : core::ExitKind::exited;
      if (!attempt.cancelled) ended.evidence.exit.code = std::stoi(attempt.command.substr(5));
      all.emplace_back(std::move(ended));
      return true;
    });
    const bool waits = patience.anyway || !attempts_.empty();
    if (all.empty() && waits) waited += patience.longest;
    return all;
  }

  void stop_all() override {
    for (Attempt& attempt : attempts_) attempt.cancelled = true;
  }
  void cancel(core::AttemptKey key) override {
    for (Attempt& attempt : attempts_) attempt.cancelled = attempt.cancelled || attempt.key == key;
  }
  std::uint32_t in_flight() const override { return static_cast<std::uint32_t>(attempts_.size()); }
  std::uint32_t capacity() const override { return 8; }

 private:
  struct Attempt {
    core::AttemptKey key;
    std::string command;
    bool cancelled = false;
  };

  std::vector<Attempt> attempts_;
  std::set<core::AttemptKey> known_;
};

}  // namespace assay::fake
