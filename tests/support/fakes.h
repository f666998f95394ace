// SPDX-License-Identifier: MIT
// Ports for tests: a script goes in, a log of calls comes out. All of one world write into the same
// log, so that a test can ask what came before what.
#pragma once

#include "shell/ports/world.h"
#include "support/fake_workspace.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace assay::scripted {

using Log = std::vector<std::string>;

class Clock final : public shell::Clock {
 public:
  Instant at{};
  Instant now() override { return at; }
};

class Executor final : public shell::Executor {
 public:
  Executor(Log& log, Clock& clock) : log_(log), clock_(clock) {}

  std::deque<std::vector<shell::Happening>> script;  ///< what each wait() reports
  std::optional<Error> broken;                       ///< what wait() says when the script is over
  std::uint32_t alive = 0;  ///< what in_flight() says: started, and no end reported
  bool forgetful = false;   ///< a wait() without news forgets everything that is in flight

  void start(const core::Launch& launch) override {
    ++alive;
    log_.push_back("start " + launch.name + "#" + std::to_string(launch.key.attempt));
  }
  Result<std::vector<shell::Happening>> wait(const shell::Patience& patience) override {
    log_.emplace_back("wait");
    if (patience.anyway && script.empty()) clock_.at += patience.longest;
    if (script.empty() && broken) return *broken;
    if (script.empty()) return std::vector<shell::Happening>{};
    std::vector<shell::Happening> next = std::move(script.front());
    script.pop_front();
    if (next.empty() && forgetful) alive = 0;
    for (const shell::Happening& happening : next) {
      if (std::holds_alternative<shell::ProcessEnded>(happening) && alive > 0) --alive;
    }
    return next;
  }
  std::vector<core::AttemptKey> kept;  ///< what attach() finds of an earlier coordinator
  bool attach(const core::Launch& launch) override {
    const bool found = std::find(kept.begin(), kept.end(), launch.key) != kept.end();
    if (found) ++alive;
    return found;
  }
  void cancel(core::AttemptKey key) override {
    log_.push_back("cancel " + std::to_string(key.unit) + "#" + std::to_string(key.attempt));
  }
  std::uint32_t capacity() const override { return 1; }
  void stop_all() override { log_.emplace_back("stop"); }
  std::uint32_t in_flight() const override { return alive; }

 private:
  Log& log_;
  Clock& clock_;
};

class Journal final : public shell::Journal {
 public:
  explicit Journal(Log& log) : log_(log) {}

  std::vector<shell::Entry> entries;
  std::size_t refuse_after = SIZE_MAX;  ///< so many appends succeed
  std::size_t appends = 0;

  Result<> append(std::span<const shell::Entry> more) override {
    if (appends >= refuse_after) return Error{Fault::exhausted, "disk full"};
    ++appends;
    for (const shell::Entry& entry : more) {
      log_.push_back("append " + entry.decision);
      entries.push_back(entry);
    }
    return {};
  }
  Result<std::vector<shell::Entry>> read() override { return entries; }
  Result<> recall(const core::RecordRows& rows, Instant) override {
    log_.push_back("recall " + std::to_string(rows.checks.size()));
    return {};
  }
  std::optional<std::string> stop;  ///< who asked for it, from elsewhere
  std::optional<std::string> stop_asked() override { return stop; }
  core::agent::Spent others;  ///< what reserve() says
  Result<core::agent::Spent> reserve(const core::AskSpending& attempt, Instant) override {
    log_.push_back("reserve " + attempt.name + "#" + std::to_string(attempt.key.attempt));
    return others;
  }

 private:
  Log& log_;
};

class Reader final : public shell::Reader {
 public:
  core::Reading answer;
  std::vector<std::string> asked;  ///< names of the launches it was asked about
  core::CommandLint lint(const std::string&) override { return {}; }
  core::Reading read(const core::Launch& launch, const core::Evidence&) override {
    asked.push_back(launch.name);
    return answer;
  }
};

class Audience final : public shell::Audience {
 public:
  Log heard;
  void started(const core::Launch& launch) override { heard.push_back("started " + launch.name); }
  void ended(const core::AttemptEnded& event) override { heard.push_back("ended " + event.name); }
  void stopping(const std::string& by) override { heard.push_back("stopping " + by); }
};

/// One of each, with one log.
struct World {
  Log log;
  Clock clock;
  Executor executor{log, clock};
  Journal journal{log};
  fake::Trees trees;
  Reader reader;
  Audience audience;

  shell::World ports() { return {clock, executor, journal, trees, reader, audience}; }
};

inline shell::Happening ended(std::uint32_t unit, std::uint32_t attempt, int code = 0) {
  shell::ProcessEnded happening{{unit, attempt}, {}};
  happening.evidence.exit = {core::ExitKind::exited, code, 0, ""};
  return happening;
}

}  // namespace assay::scripted
