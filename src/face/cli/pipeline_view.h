// SPDX-License-Identifier: MIT
// A pipeline run for people: its steps as a column, who is at work, what gates said, what it waits
// for; and a person at the terminal who is asked.
#pragma once

#include "api/pipeline.h"
#include "face/cli/session.h"
#include "format/pipeline/result.h"

#include <chrono>
#include <map>
#include <string>

namespace assay::cli {

std::string pipeline_report(const format::PipelineStanding& standing, const Session& session);

class PipelineProgress final : public shell::Audience {
 public:
  explicit PipelineProgress(Session& session) : session_(session) {}
  ~PipelineProgress() override { clear(); }

  void begun(const core::RunStarted& run) override;
  void started(const core::Launch& launch) override;
  void ended(const core::AttemptEnded& attempt) override;
  void decided(const core::Machine& machine) override;
  void stopping(const std::string& by) override;
  void tick() override;
  Millis period() const override { return is_live() ? Millis{200} : Millis{60'000}; }
  void clear();

 private:
  using Monotonic = std::chrono::steady_clock;
  bool is_live() const { return session_.screen.live && !session_.quiet; }
  void line(const std::string& text);

  Session& session_;
  std::map<core::AttemptKey, std::pair<std::string, Monotonic::time_point>> running_;
  std::string where_;
  std::string why_;
  std::string spent_;
  std::size_t issues_ = 0;
  Monotonic::time_point begun_ = Monotonic::now();
  bool shown_ = false;
};

/// Asks on stderr, hears on stdin. Only for a terminal.
class TerminalPerson final : public shell::Person {
 public:
  explicit TerminalPerson(Session& session) : session_(session) {}
  std::optional<shell::Answer> ask(const core::pipeline::Question& question,
                                   const std::function<bool()>& answered_elsewhere) override;

 private:
  Session& session_;
};

}  // namespace assay::cli
