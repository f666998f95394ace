// SPDX-License-Identifier: MIT
// cline --json: what the agent does comes as "agent_event" around an event of its own, how it ended
// as "run_result".
#include "format/dialect/json_stream.h"
#include "format/dialect/readers.h"
#include "format/dialect/tokens.h"

#include <algorithm>
#include <array>
#include <vector>

namespace assay::format::dialect {
namespace {

using core::agent::Ending;
using core::agent::Tokens;
using core::agent::Trouble;

struct Usage {
  Tokens tokens;
  std::optional<double> cost;
  bool told = false;
};

struct Event {
  std::string type;
  std::string content;  // contentType: text, reasoning, tool
  std::string text;
  std::string tool;
  std::string call;
  std::string error;
  ToolInput input;
  std::vector<ToolResult> results;  // of the commands of one call
  Usage usage;
  bool is_sub_agent = false;
  bool recoverable = false;
};

class ClineReader final : public JsonStream {
 private:
  bool knows(std::string_view type) const override {
    constexpr std::array<std::string_view, 5> known{"agent_event", "run_result", "run_aborted",
                                                    "run_start", "error"};
    return std::find(known.begin(), known.end(), type) != known.end();
  }

  void event(std::string_view type, Value& line) override;
  void error_line(std::string_view line) override;

  void on_event(const Event& event);
  void on_text(const Event& event);
  void on_tool_end(const Event& event);
  void on_result(Value& line);
  void account(const Usage& usage);

  bool speaking_ = false;
};

/// The names are the same with "total" before them in the sums that "usage" events tell.
void read_usage_member(std::string_view key, Value& value, Usage& usage) {
  if (key == "totalCost") {
    usage.cost = value.number();
    return;
  }
  std::int64_t* const kind =
      key == "inputTokens" || key == "totalInputTokens"           ? &usage.tokens.input
      : key == "outputTokens" || key == "totalOutputTokens"       ? &usage.tokens.output
      : key == "cacheReadTokens" || key == "totalCacheReadTokens" ? &usage.tokens.cached
                                                                  : nullptr;
  if (kind == nullptr) return;
  *kind = token_count(value);
  usage.told = true;
}

Usage read_usage(Value& value) {
  Usage usage;
  value.members(
      [&](std::string_view key, Value& member) { read_usage_member(key, member, usage); });
  return usage;
}

/// {"exitCode": 1, ...} or, for several commands, [{"query": ..., "success": false}, ...].
void read_output(Value& value, std::vector<ToolResult>& results) {
  const auto read_one = [&](Value& one) {
    ToolResult result;
    bool told = false;
    one.members([&](std::string_view key, Value& member) {
      if (key == "exitCode" || key == "exit_code") {
        if (const auto code = member.integer()) {
          result.exit_code = bounded_int(*code);
          told = true;
        }
      } else if (key == "success" && !member.is_null()) {
        result.failed = !member.truth() || result.failed;
        told = true;
      }
    });
    result.failed = result.failed || result.exit_code.value_or(0) != 0;
    if (told && results.size() < 1000) results.push_back(result);
  };
  if (value.is_object()) return read_one(value);
  value.elements(read_one);
}

Event read_event(Value& line) {
  Event event;
  line.members([&](std::string_view outer, Value& inner) {
    if (outer == "parentAgentId") event.is_sub_agent = !inner.is_null();
    if (outer != "event") return;
    inner.members([&](std::string_view key, Value& value) {
      if (key == "type")
        event.type = value.text();
      else if (key == "contentType")
        event.content = value.text();
      else if (key == "text")
        event.text = value.text();
      else if (key == "toolName")
        event.tool = value.text();
      else if (key == "toolCallId")
        event.call = value.text();
      else if (key == "input")
        event.input = read_tool_input(value);
      else if (key == "output")
        read_output(value, event.results);
      else if (key == "error")
        event.error = error_message(value);
      else if (key == "recoverable")
        event.recoverable = value.truth();
      else if (key == "parentAgentId")
        event.is_sub_agent = !value.is_null();
      else if (key.starts_with("total"))
        read_usage_member(key, value, event.usage);
    });
  });
  return event;
}

void ClineReader::event(std::string_view type, Value& line) {
  if (type == "agent_event") return on_event(read_event(line));
  if (type == "run_result") return on_result(line);
  if (type == "run_aborted") return record().end(Ending::failure, "aborted");
  line.members([&](std::string_view key, Value& value) {
    if (key == "modelId") record().model(value.text());
    if (key == "message") record().error(error_message(value));
  });
}

void ClineReader::error_line(std::string_view line) {
  const std::string error = json_error(line);
  if (error.empty()) return record().noise(line);
  record().error(error);
}

void ClineReader::on_event(const Event& event) {
  if (event.content == "text" && !event.is_sub_agent) on_text(event);
  if (event.content == "tool" && event.type == "content_start") {
    speaking_ = false;
    record().call(event.call, event.tool, event.input);
  }
  if (event.content == "tool" && event.type == "content_end") on_tool_end(event);
  if (event.type == "iteration_start" && !event.is_sub_agent) {
    speaking_ = false;
    record().next_turn();
  }
  if (event.type == "usage" && !event.is_sub_agent) {
    record().answered();
    account(event.usage);
  }
  if (event.type != "error") return;
  if (event.recoverable) return record().retry(event.error);
  record().error(event.error);
}

void ClineReader::on_text(const Event& event) {
  if (event.type == "content_start" && speaking_) {
    record().say_more(event.text);
  } else if (!event.text.empty()) {
    record().say(event.text);
  }
  speaking_ = event.type == "content_start";
}

void ClineReader::on_tool_end(const Event& event) {
  ToolResult whole =
      read_tool_result(event.error, {.failed = !event.error.empty(), .ok_is_zero = false});
  if (event.results.size() == 1) {
    whole.exit_code = event.results.front().exit_code;
    whole.failed = whole.failed || event.results.front().failed;
  }
  record().result(event.call, whole);
  if (event.results.size() < 2) return;
  for (std::size_t i = 0; i < event.results.size(); ++i) {
    record().command_result(event.call, i, event.results[i]);
  }
}

void ClineReader::on_result(Value& line) {
  std::string reason;
  std::string text;
  Usage usage;
  Usage aggregate;
  line.members([&](std::string_view key, Value& value) {
    if (key == "finishReason") reason = value.text();
    if (key == "text") text = value.text();
    if (key == "usage") usage = read_usage(value);
    if (key == "aggregateUsage") aggregate = read_usage(value);
    if (key == "iterations") {
      if (const auto turns = value.integer()) record().turns(bounded_int(*turns));
    }
    if (key != "model") return;
    value.members([&](std::string_view name, Value& member) {
      if (name == "id") record().model(member.text());
    });
  });
  account(aggregate.told ? aggregate : usage);
  const bool success = reason == "completed";
  if (success && !text.empty()) record().say(text);
  if (reason == "max_iterations" || reason == "mistake_limit") record().trouble(Trouble::limit);
  if (reason == "error") record().error(text);
  record().end(success ? Ending::success : Ending::failure, reason);
}

void ClineReader::account(const Usage& usage) {
  if (usage.cost) record().cost(*usage.cost);
  if (!usage.told) return;
  Tokens tokens = usage.tokens;
  for (const std::int64_t kind : {tokens.input, tokens.output, tokens.cached}) {
    add_tokens(tokens.total, kind);
  }
  record().tokens(tokens);
}

}  // namespace

std::unique_ptr<DialectReader> read_cline() { return std::make_unique<ClineReader>(); }

}  // namespace assay::format::dialect
