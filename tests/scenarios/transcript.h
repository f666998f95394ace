// SPDX-License-Identifier: MIT
// A scenario as text: what is asked for, what happens, what is decided. docs/formats/scenario.md
// has the words.
#pragma once

#include "base/result.h"
#include "core/agent/plan.h"
#include "core/ask/effect.h"
#include "core/ask/event.h"
#include "core/loop/plan.h"
#include "core/plans.h"
#include "core/verify/plan.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::scenarios {

/// Words of a line; "quoted words" are one. `[` and `]` are blanks.
std::vector<std::string> words_of(std::string_view line);

/// "key=value" split; no '=': the value is empty.
struct Setting {
  std::string key;
  std::string value;
};
Setting setting(const std::string& word);
Result<std::int64_t> number(std::string_view text);
Error unknown(std::string_view what);

/// What a word means.
template <class Value>
Result<Value> one_of(const std::map<std::string, Value>& words, const std::string& word) {
  const auto found = words.find(word);
  if (found == words.end()) return unknown(word);
  return found->second;
}

/// What the lines before the first event build up, and the clock that lines between them turn.
class Setup {
 public:
  /// One line of it: "command ...", "jobs 2", "limit 1", "policy ...", "agent ...", "loop ...",
  /// "task ...", "at 2h".
  Result<> read(std::string_view line);
  std::shared_ptr<core::verify::Plan> plan() const;
  const std::optional<core::agent::Plan>& agent() const { return agent_; }
  /// Of a loop, the commands are the gates of the workspace.
  const std::optional<core::loop::Plan>& loop() const { return loop_; }
  std::shared_ptr<const core::loop::Plan> loop_plan() const;
  /// Attempts of loops and pipelines are known by the names under which they were started:
  /// "1.1-verify" is the newest whose name begins, "reviewer-security" the newest whose name ends
  /// like that.
  struct Attempt {
    std::string name;
    core::AttemptKey key;
    bool agent = false;
  };
  /// The commands are the checks of a pipeline, whose attempts are known by their names.
  void name_attempts() { names_attempts_ = true; }
  bool names_attempts() const { return names_attempts_ || loop_.has_value(); }
  bool has_commands() const { return !plan_.manifest.commands.empty(); }
  void learn(const core::Effects& effects);
  Result<Attempt> attempt(const std::string& text) const;
  Result<std::uint32_t> unit(std::string_view id) const;
  Instant now() const { return now_; }

 private:
  Result<> read_command(std::string_view line);
  Result<> read_known(const std::vector<std::string>& words);
  Result<> read_base(const std::vector<std::string>& words);

  core::verify::Plan plan_;
  std::optional<core::agent::Plan> agent_;
  std::optional<core::loop::Plan> loop_;
  std::vector<Attempt> attempts_;
  bool names_attempts_ = false;
  Instant now_ = midnight;

 public:
  static constexpr Instant midnight{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1}};
};

/// The plan of an "agent ..." line.
Result<core::agent::Plan> read_agent(std::string_view line);
/// One word about what an agent said. Fault::not_found: it is no such word.
Result<> read_said(const std::string& word, core::Evidence& evidence,
                   core::agent::Transcript& said);
Result<core::agent::Spent> read_spent(std::span<const std::string> words);

// The words of a loop: loop_words.cpp.
Result<> read_loop(std::string_view line, core::loop::Plan& plan);
Result<> read_task(std::string_view line, core::loop::Plan& plan);
/// One word about what an agent of a loop, or `gh`, said. Fault::not_found: it is no such word.
Result<> read_signal(const std::string& word, core::loop::Saying& saying, core::Evidence& evidence);
/// "changed=a commit=c2:feat rewrote" over a tree as it would be if all were well.
Result<> read_sight(std::span<const std::string> words, core::work::WorkSight& sight);
Result<> read_result(std::span<const std::string> words, core::work::WorkResult& result);
Result<core::LintFinding> read_finding(const std::string& rule);

/// The event of a "> ..." line. `concluding` is what the last decision wanted to conclude with.
Result<core::Event> read_event(std::string_view line, const Setup& setup, core::Outcome concluding);

}  // namespace assay::scenarios
