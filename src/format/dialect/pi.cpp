// SPDX-License-Identifier: MIT
// pi --mode json. It exits with 0 whatever happens; how it ended stands in the stop reason of its
// last message. Every "message_update" repeats the whole message so far: those are never parsed.
#include "format/dialect/json_stream.h"
#include "format/dialect/readers.h"
#include "format/dialect/tokens.h"

#include <algorithm>
#include <array>

namespace assay::format::dialect {
namespace {

using core::agent::Ending;
using core::agent::Tokens;
using core::agent::Trouble;

struct Message {
  std::string role;
  std::string text;
  std::string model;
  std::string stop_reason;
  std::string error;
  Tokens usage;
  bool has_usage = false;
  std::optional<double> cost;
};

class PiReader final : public JsonStream {
 private:
  bool knows(std::string_view type) const override {
    constexpr std::array<std::string_view, 7> known{
        "message_end",      "tool_execution_start", "tool_execution_end", "agent_start",
        "auto_retry_start", "auto_retry_end",       "agent_end"};
    return std::find(known.begin(), known.end(), type) != known.end();
  }

  void event(std::string_view type, Value& line) override {
    if (type == "message_end") return on_message(line);
    if (type == "tool_execution_start") return on_tool_start(line);
    if (type == "tool_execution_end") return on_tool_end(line);
    if (type == "agent_start") return record().reopen();
    if (type == "agent_end") return on_agent_end(line);
    on_retry(type, line);
  }

  void on_message(Value& line);
  void on_tool_start(Value& line);
  void on_tool_end(Value& line);
  void on_retry(std::string_view type, Value& line);
  void on_agent_end(Value& line);
  void account(const Message& message);

  std::string stop_reason_;  // of the last message
  std::string error_;
  Tokens tokens_;
  double cost_ = 0;
};

void read_usage(Value& value, Message& message) {
  std::optional<std::int64_t> total;
  std::int64_t written = 0;
  Tokens& usage = message.usage;
  value.members([&](std::string_view key, Value& member) {
    message.has_usage = true;
    if (key == "input") usage.input = token_count(member);
    if (key == "output") usage.output = token_count(member);
    if (key == "cacheRead") usage.cached = token_count(member);
    if (key == "cacheWrite") written = token_count(member);
    if (key == "reasoning") usage.reasoning = token_count(member);
    if (key == "totalTokens") total = token_count(member);
    if (key != "cost") return;
    member.members([&](std::string_view name, Value& cost) {
      if (name == "total") message.cost = cost.number();
    });
  });
  add_tokens(usage.input, written);
  for (const std::int64_t kind : {usage.input, usage.output, usage.cached}) {
    add_tokens(usage.total, kind);
  }
  if (total && *total > 0) usage.total = *total;
}

void read_text(Value& content, std::string& text) {
  content.elements([&](Value& block) {
    bool is_text = false;
    std::string part;
    block.members([&](std::string_view key, Value& value) {
      if (key == "type") is_text = value.text() == "text";
      if (key == "text") part = value.text();
    });
    if (!is_text || part.empty()) return;
    if (!text.empty()) text += '\n';
    text += part;
  });
}

Message read_message(Value& line) {
  Message message;
  line.members([&](std::string_view outer, Value& inner) {
    if (outer != "message") return;
    inner.members([&](std::string_view key, Value& value) {
      if (key == "role") message.role = value.text();
      if (key == "model") message.model = value.text();
      if (key == "stopReason") message.stop_reason = value.text();
      if (key == "errorMessage") message.error = value.text();
      if (key == "usage") read_usage(value, message);
      if (key == "content") read_text(value, message.text);
    });
  });
  return message;
}

void PiReader::on_message(Value& line) {
  const Message message = read_message(line);
  if (message.role != "assistant") return;
  record().model(message.model);
  if (!message.text.empty()) record().say(message.text);
  account(message);
  stop_reason_ = message.stop_reason;
  error_ = message.error;
  if (stop_reason_ == "error" || stop_reason_ == "aborted") return;
  record().answered();
  record().next_turn();  // its own turns begin before anybody has answered
}

void PiReader::account(const Message& message) {
  if (message.has_usage) {
    add_tokens(tokens_, message.usage);
    record().tokens(tokens_);
  }
  if (message.cost) record().cost(cost_ += std::max(*message.cost, 0.0));
}

void PiReader::on_tool_start(Value& line) {
  std::string id;
  std::string tool;
  ToolInput input;
  line.members([&](std::string_view key, Value& value) {
    if (key == "toolCallId") id = value.text();
    if (key == "toolName") tool = value.text();
    if (key == "args") input = read_tool_input(value);
  });
  record().call(id, tool, input);
}

void PiReader::on_tool_end(Value& line) {
  std::string id;
  std::string_view text;
  bool failed = false;
  line.members([&](std::string_view key, Value& value) {
    if (key == "toolCallId") id = value.text();
    if (key == "isError") failed = value.truth();
    if (key != "result") return;
    if (value.is_text()) {
      text = value.raw_text();
      return;
    }
    value.members([&](std::string_view name, Value& content) {
      if (name == "content") text = raw_content(content);
    });
  });
  record().result(id, read_tool_result(text, {.failed = failed}));
}

void PiReader::on_retry(std::string_view type, Value& line) {
  std::string error;
  bool success = true;
  line.members([&](std::string_view key, Value& value) {
    if (key == "errorMessage" || key == "finalError") error = value.text();
    if (key == "success") success = value.truth();
  });
  if (type == "auto_retry_start") {
    record().reopen();
    record().retry(error);
  } else if (!success) {
    record().error(error);
    record().end(Ending::failure, "error");
  }
}

void PiReader::on_agent_end(Value& line) {
  bool will_retry = false;
  line.members([&](std::string_view key, Value& value) {
    if (key == "willRetry") will_retry = value.truth();
  });
  if (will_retry) return;
  const bool success = stop_reason_ == "stop" || stop_reason_ == "toolUse";
  if (stop_reason_ == "length") record().trouble(Trouble::limit);
  if (!success && !error_.empty()) record().error(error_);
  record().end(success ? Ending::success : Ending::failure, stop_reason_);
}

}  // namespace

std::unique_ptr<DialectReader> read_pi() { return std::make_unique<PiReader>(); }

}  // namespace assay::format::dialect
