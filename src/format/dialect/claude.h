// SPDX-License-Identifier: MIT
// The stream-json of claude, which qwen speaks too, each with its own way to count.
#pragma once

#include "format/dialect/json_stream.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace assay::format::dialect {

class ClaudeReader final : public JsonStream {
 public:
  /// Whether cached tokens are part of the input (qwen) or stand beside it (claude).
  enum class Cached : std::uint8_t { beside_input, in_input };
  explicit ClaudeReader(Cached cached) : cached_(cached) {}

 private:
  struct Message;
  struct Result;

  bool knows(std::string_view type) const override;
  void event(std::string_view type, Value& line) override;

  void on_system(Value& line);
  void on_assistant(Value& line);
  void speak(const Message& message, bool is_sub_agent, const std::string& error);
  void on_user(Value& line);
  void on_result(Value& line);
  void on_rate_limit(Value& line);

  void read_message(Value& value, Message& message);
  void read_block(Value& value, Message& message);
  void read_tool_results(Value& content);
  void read_result(Value& line, Result& result);
  void read_denials(Value& value);
  void account(const Result& result);
  void fail(const Result& result);
  core::agent::Tokens read_usage(Value& value) const;
  void count_message(const Message& message);

  Cached cached_;
  std::string speaking_;  // id of the message of the main agent that came last
  bool spoke_ = false;    // that message had text already
  bool ended_once_ = false;
  core::agent::Tokens by_messages_;
  std::unordered_map<std::string, core::agent::Tokens> messages_;
  core::agent::Tokens by_results_;
};

}  // namespace assay::format::dialect
