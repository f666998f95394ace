// SPDX-License-Identifier: MIT
// Shows a pipeline while it runs: a line for everything that happens, and on a terminal below them
// a view that is drawn over and over: the steps as a column, who is at work under the one under
// way, what its gate said, what the run waits for.
#pragma once

#include "api/pipeline.h"
#include "face/cli/at_work.h"
#include "face/cli/live.h"
#include "face/cli/session.h"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace assay::cli {

/// What the live view shows, apart from time.
struct PipelineSight {
  struct Worker {
    core::AttemptKey key;
    std::string name;
    std::string state;  ///< "at work", "done", "waiting", ...
    std::uint32_t attempt = 0;
    std::int64_t tokens = 0;
    std::string why;  ///< there is another attempt
  };

  std::string title;
  std::vector<std::string> steps;
  std::size_t current = 0;
  std::vector<Worker> workers;     ///< of the current step
  std::vector<std::string> gates;  ///< what the last gate said
  std::string waiting;             ///< in words
  std::string spent;
};

PipelineSight sight_of(const core::pipeline::State& state);

/// Its lines for a screen of this size. `doing` says of workers at work what they do.
std::vector<std::string> draw(const PipelineSight& sight, Millis run,
                              const std::map<core::AttemptKey, std::string>& doing, int width,
                              int height);

class PipelineProgress final : public shell::Audience {
 public:
  explicit PipelineProgress(Session& session) : session_(session), live_(session) {}
  ~PipelineProgress() override { clear(); }

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

  /// Takes the live view away, before something else is printed.
  void clear() { live_.clear(); }

 private:
  void line(const std::string& text);

  Session& session_;
  Live live_;
  AtWork at_work_;
  PipelineSight sight_;
  std::string where_;
  std::string why_;
  std::size_t issues_ = 0;
  bool asks_ = false;  ///< a question stands below: nothing is drawn over it
  Monotonic::time_point begun_ = Monotonic::now();
};

}  // namespace assay::cli
