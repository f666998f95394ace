// SPDX-License-Identifier: MIT
// Collects what a stream tells into a Transcript, within limits. Knows no dialect.
#pragma once

#include "core/evidence/transcript.h"
#include "format/dialect.h"
#include "format/dialect/tools.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace assay::format::dialect {

class Record {
 public:
  const StreamProgress& progress() const { return progress_; }

  void listen(OnMoment on_moment) { on_moment_ = std::move(on_moment); }

  void line() { ++transcript_.lines; }
  void broken_line(std::string_view text = {});
  /// A line of stderr: believed only if the stream itself told no trouble.
  void noise(std::string_view line);

  void model(std::string_view name);
  void turns(std::int32_t count);
  void next_turn() { turns(transcript_.turns + 1); }
  /// All tokens so far.
  void tokens(const core::agent::Tokens& tokens);
  /// All cost so far, in US dollars.
  void cost(double usd);

  /// The agent says something: this, instead of what it said before.
  void say(std::string_view text);
  void say_more(std::string_view text);

  /// A tool was called. Nothing happens if that call is known already.
  void call(std::string_view id, std::string_view tool, const ToolInput& input);
  /// How one command of a call that has several ended.
  void command_result(std::string_view id, std::size_t which, const ToolResult& result);
  /// How a whole call ended.
  void result(std::string_view id, const ToolResult& result);
  /// The tool was not let through.
  void denied(std::string_view id, std::string_view shown);
  void denied(std::string_view shown);

  /// The model answered: what was repeated before went well in the end.
  void answered() { repeated_ = {}; }
  /// A request is made again.
  void retry(std::string_view why, std::int64_t status = 0);
  /// An error that need not spoil the attempt.
  void note(std::string_view error);
  /// An error that spoiled the attempt.
  void error(std::string_view error, std::int64_t status = 0);
  void trouble(core::agent::Trouble trouble);
  void limit_reached(std::optional<Instant> resets_at);

  /// A terminal event. The last one counts.
  void end(core::agent::Ending ending, std::string_view stop_reason);
  /// It goes on after all.
  void reopen();
  core::agent::Ending ending() const { return transcript_.ending; }

  core::agent::Transcript finish();

 private:
  struct Call {
    std::string shown;
    std::size_t first_command = 0;  // also: how many commands there were before it
    std::size_t commands = 0;
    std::vector<std::string> paths;
    bool background = false;
    bool finished = false;
  };
  struct Repeated {
    core::agent::Trouble trouble = core::agent::Trouble::none;
    std::string why;
  };

  void add_commands(Call& call, const ToolInput& input);
  void add_edits(Call& call, const ToolInput& input);
  void take_back_edits(const Call& call);
  void read_noise();
  void settle_trouble();
  void blame(std::string_view error, core::agent::Trouble met);
  Call* find(std::string_view id);
  /// Tells a listener, if there is one; what was said before comes first.
  void tell(Moment::Kind kind, std::string_view text);
  void tell_words();

  core::agent::Transcript transcript_;
  StreamProgress progress_;
  std::unordered_map<std::string, Call> calls_;
  std::vector<std::string> edited_;  // in order
  std::unordered_map<std::string, std::uint32_t> edited_times_;
  std::unordered_set<std::string> denials_;
  std::deque<std::string> noise_;
  Repeated repeated_;
  core::agent::Trouble blamed_ = core::agent::Trouble::none;
  OnMoment on_moment_;
  std::uint32_t open_calls_ = 0;
  std::string words_;       // said, and not told to the listener yet
  std::string told_words_;  // told last
};

}  // namespace assay::format::dialect
