// SPDX-License-Identifier: MIT
#include "format/dialect/record.h"

#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "format/dialect/trouble.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace assay::format::dialect {
namespace {

using core::agent::Command;
using core::agent::Ending;
using core::agent::Trouble;

constexpr std::size_t calls_max = 10'000;
constexpr std::size_t commands_max = 10'000;
constexpr std::size_t edited_max = 10'000;
constexpr std::size_t complaints_max = 1000;  // errors, and denials
constexpr std::size_t noise_max = 64;         // lines
constexpr std::size_t command_size_max = 64 * 1024;
constexpr std::size_t message_size_max = 8 * 1024;
constexpr std::size_t shown_size_max = 512;  // of what a live view shows
constexpr std::size_t name_size_max = 4 * 1024;
constexpr std::size_t cause_size_max = 600;
constexpr std::size_t id_size_max = 256;
constexpr std::size_t final_text_max = 4 * 1024 * 1024;

std::string result_text(const ToolResult& result, bool is_command) {
  if (result.denied) return "denied";
  if (result.exit_code && is_command) return "exit " + std::to_string(*result.exit_code);
  return result.failed ? "failed" : "done";
}

}  // namespace

void Record::tell(Moment::Kind kind, std::string_view text) {
  if (!on_moment_) return;
  tell_words();
  on_moment_({kind, std::string(text)});
}

/// Some CLIs repeat at the end what they said last.
void Record::tell_words() {
  const std::string words(trimmed(std::exchange(words_, {})));
  if (words.empty() || std::string_view(told_words_).ends_with(words)) return;
  told_words_ = words;
  on_moment_({Moment::Kind::said, words});
}

void Record::broken_line(std::string_view text) {
  ++transcript_.broken_lines;
  if (!trimmed(text).empty()) tell(Moment::Kind::other, beginning_of(text, message_size_max));
}

void Record::noise(std::string_view line) {
  line = trimmed(line);
  if (line.empty()) return;
  tell(Moment::Kind::other, line);
  if (noise_.size() == noise_max) noise_.pop_front();
  noise_.emplace_back(beginning_of(line, message_size_max));
}

void Record::model(std::string_view name) {
  if (!name.empty()) transcript_.model = beginning_of(name, id_size_max);
}

void Record::turns(std::int32_t count) {
  transcript_.turns = std::max(count, 0);
  progress_.turns = transcript_.turns;
}

void Record::tokens(const core::agent::Tokens& tokens) {
  transcript_.tokens = tokens;
  transcript_.tokens_told = true;
  progress_.tokens = tokens.total;
}

void Record::cost(double usd) {
  constexpr double most = 1e9;
  if (std::isnan(usd) || usd < 0) return;
  transcript_.micro_usd = std::llround(std::min(usd, most) * 1e6);
  progress_.micro_usd = transcript_.micro_usd;
}

void Record::say(std::string_view text) {
  if (on_moment_) {
    tell_words();
    words_ = text;
  }
  const std::string_view words = trimmed(text);
  if (!words.empty()) progress_.last_words = beginning_of(words, shown_size_max);
  transcript_.final_text = ending_of(text, final_text_max);
}

void Record::say_more(std::string_view text) {
  if (on_moment_) words_ += text;
  const std::string_view words = trimmed(text);
  if (!words.empty()) {
    const std::size_t last = words.rfind('\n');
    progress_.last_words =
        beginning_of(words.substr(last == std::string_view::npos ? 0 : last + 1), shown_size_max);
  }
  std::string& all = transcript_.final_text;
  all += ending_of(text, 2 * final_text_max);
  if (all.size() > 4 * final_text_max) all.erase(0, all.size() - 2 * final_text_max);
}

Record::Call* Record::find(std::string_view id) {
  const auto found = id.size() <= id_size_max ? calls_.find(std::string(id)) : calls_.end();
  return found == calls_.end() ? nullptr : &found->second;
}

void Record::call(std::string_view id, std::string_view tool, const ToolInput& input) {
  if (!id.empty() && find(id) != nullptr) return;
  progress_.tool_calls = ++transcript_.tool_calls;
  Call call;
  call.shown = shown_call(tool, input);
  call.first_command = transcript_.commands.size();
  call.background = input.background;
  call.shown.resize(beginning_of(call.shown, message_size_max).size());
  progress_.last_tool = beginning_of(call.shown, shown_size_max);
  tell(Moment::Kind::called, call.shown);
  ++open_calls_;
  const ToolKind kind = tool_kind(tool);
  if (kind == ToolKind::shell) add_commands(call, input);
  if (kind == ToolKind::edit) add_edits(call, input);
  if (id.empty() || id.size() > id_size_max || calls_.size() == calls_max) return;
  calls_.emplace(id, std::move(call));
}

void Record::add_commands(Call& call, const ToolInput& input) {
  for (const std::string& command : input.commands) {
    if (transcript_.commands.size() == commands_max) return;
    transcript_.commands.push_back({.command = std::string(beginning_of(command, command_size_max)),
                                    .exit_code = std::nullopt,
                                    .edits_before = transcript_.edits});
    ++call.commands;
  }
}

void Record::add_edits(Call& call, const ToolInput& input) {
  // A tool that changes files without saying which still changes something.
  transcript_.edits += static_cast<std::uint32_t>(std::max<std::size_t>(input.paths.size(), 1));
  for (const std::string& whole : input.paths) {
    const std::string path(beginning_of(whole, name_size_max));
    const auto known = edited_times_.find(path);
    if (known != edited_times_.end()) {
      ++known->second;
    } else if (edited_.size() < edited_max) {
      edited_times_.emplace(path, 1);
      edited_.push_back(path);
    }
    call.paths.push_back(path);
  }
  if (call.paths.empty()) call.paths.emplace_back();
}

/// An edit was counted when it was called for; now it turns out that it changed nothing.
void Record::take_back_edits(const Call& call) {
  const auto count = static_cast<std::uint32_t>(call.paths.size());
  if (count == 0) return;
  transcript_.edits -= std::min(count, transcript_.edits);
  for (std::size_t i = call.first_command; i < transcript_.commands.size(); ++i) {
    std::uint32_t& before = transcript_.commands[i].edits_before;
    before -= std::min(count, before);
  }
  for (const std::string& path : call.paths) {
    const auto known = edited_times_.find(path);
    if (known != edited_times_.end() && known->second > 0) --known->second;
  }
}

void Record::command_result(std::string_view id, std::size_t which, const ToolResult& result) {
  const Call* call = find(id);
  if (call == nullptr || which >= call->commands) return;
  Command& command = transcript_.commands[call->first_command + which];
  if (!call->background || result.failed) command.exit_code = result.exit_code;
  command.failed = result.failed;
  command.denied = command.denied || result.denied;
}

void Record::result(std::string_view id, const ToolResult& result) {
  Call* call = find(id);
  if (call == nullptr || call->finished) return;
  call->finished = true;
  for (std::size_t i = 0; i < call->commands; ++i) command_result(id, i, result);
  if (result.failed) take_back_edits(*call);
  // A result without an id belongs to the call that is open, if there is only one.
  const std::string how = result_text(result, call->commands > 0);
  tell(Moment::Kind::returned, open_calls_ > 1 ? call->shown + ": " + how : how);
  if (open_calls_ > 0) --open_calls_;
  if (result.denied) denied(call->shown);
}

void Record::denied(std::string_view id, std::string_view shown) {
  Call* call = find(id);
  denied(call == nullptr ? shown : std::string_view(call->shown));
  if (call == nullptr) return;
  for (std::size_t i = 0; i < call->commands; ++i) {
    Command& command = transcript_.commands[call->first_command + i];
    command.denied = true;
    if (command.exit_code == 0) command.exit_code = std::nullopt;
  }
  if (!call->finished) take_back_edits(*call);
  call->finished = true;
}

void Record::denied(std::string_view shown) {
  std::string text(beginning_of(trimmed(shown), message_size_max));
  if (denials_.size() == complaints_max || !denials_.insert(text).second) return;
  transcript_.denials.push_back(std::move(text));
}

void Record::retry(std::string_view why, std::int64_t status) {
  progress_.retries = ++transcript_.retries;
  tell(Moment::Kind::retried, why);
  repeated_.trouble = std::max(trouble_of(why), trouble_of_status(status));
  repeated_.why = beginning_of(trimmed(why), message_size_max);
}

void Record::note(std::string_view error) {
  error = beginning_of(trimmed(error), message_size_max);
  std::vector<std::string>& all = transcript_.errors;
  if (error.empty() || all.size() == complaints_max) return;
  if (!all.empty() && all.back() == error) return;
  all.emplace_back(error);
  tell(Moment::Kind::error, error);
}

void Record::error(std::string_view error, std::int64_t status) {
  note(error);
  const Trouble met = std::max(trouble_of(error), trouble_of_status(status));
  blame(error, met);
  trouble(met);
  const Wait wait = wait_told(error);
  if (wait.until) transcript_.resets_at = wait.until;
  if (wait.length) transcript_.retry_after = wait.length;
}

/// The first word about the worst trouble is the cause; what comes after it follows from it.
void Record::blame(std::string_view error, Trouble met) {
  error = trimmed(error);
  if (error.empty() || (met <= blamed_ && !transcript_.cause.empty())) return;
  blamed_ = met;
  transcript_.cause = beginning_of(error, cause_size_max);
}

void Record::trouble(Trouble trouble) {
  transcript_.trouble = std::max(transcript_.trouble, trouble);
  if (trouble == Trouble::quota) limit_reached(std::nullopt);
}

void Record::limit_reached(std::optional<Instant> resets_at) {
  transcript_.trouble = Trouble::quota;
  transcript_.limit_reached = progress_.limit_reached = true;
  if (resets_at) transcript_.resets_at = resets_at;
}

void Record::end(Ending ending, std::string_view stop_reason) {
  transcript_.ending = ending;
  transcript_.stop_reason = beginning_of(stop_reason, id_size_max);
  progress_.terminal = ending != Ending::none;
  if (progress_.terminal) {
    std::string how = ending == Ending::success ? "says it succeeded" : "says it failed";
    if (!stop_reason.empty()) how += " (" + transcript_.stop_reason + ")";
    tell(Moment::Kind::ended, how);
  }
}

void Record::reopen() { end(Ending::none, {}); }

/// The reason stands on stderr alone.
void Record::read_noise() {
  for (const std::string& line : noise_) {
    const Trouble met = trouble_of(line);
    // An agent that has worked found its model, so the missing one is another.
    const bool worked =
        transcript_.turns > 0 || transcript_.tool_calls > 0 || !transcript_.final_text.empty();
    if (met > Trouble::other && !(met == Trouble::model && worked)) error(line);
  }
}

void Record::settle_trouble() {
  if (transcript_.ending == Ending::success) {
    // Whatever happened on the way, it did not stop it.
    transcript_.trouble = Trouble::none;
    transcript_.limit_reached = progress_.limit_reached = false;
    transcript_.resets_at.reset();
    transcript_.retry_after.reset();
    transcript_.cause.clear();
    return;
  }
  if (transcript_.ending == Ending::none && repeated_.trouble > transcript_.trouble) {
    error(repeated_.why);
    trouble(repeated_.trouble);
  }
  if (transcript_.trouble <= Trouble::other) read_noise();
  if (transcript_.ending == Ending::failure) trouble(Trouble::other);
  // An agent that ends without a terminal event may say why on stderr: its last line is the best
  // guess.
  const bool nameless = transcript_.cause.empty() && transcript_.ending == Ending::none;
  if (nameless && !noise_.empty()) transcript_.cause = beginning_of(noise_.back(), cause_size_max);
}

core::agent::Transcript Record::finish() {
  transcript_.edition = core::agent::transcript_edition;
  if (on_moment_) tell_words();
  settle_trouble();
  for (std::string& path : edited_) {
    if (edited_times_[path] > 0) transcript_.edited.push_back(std::move(path));
  }
  std::string& text = transcript_.final_text;
  if (text.size() > final_text_max) text = std::string(ending_of(text, final_text_max));
  return std::move(transcript_);
}

}  // namespace assay::format::dialect
