// SPDX-License-Identifier: MIT
// claude -p --output-format stream-json --verbose. Its word for success is not enough: an API error
// has been seen as {"subtype": "success", "is_error": false, "result": "API Error: ..."}.
#include "format/dialect/claude.h"

#include "format/dialect/readers.h"
#include "format/dialect/tokens.h"
#include "format/dialect/trouble.h"

#include <algorithm>
#include <array>
#include <utility>

namespace assay::format::dialect {

using core::agent::Ending;
using core::agent::Tokens;
using core::agent::Trouble;

struct ClaudeReader::Message {
  struct Call {
    std::string id;
    std::string tool;
    ToolInput input;
  };
  std::string id;
  std::string model;
  std::string text;
  Tokens usage;
  bool has_usage = false;
  std::vector<Call> calls;
};

struct ClaudeReader::Result {
  std::string subtype;
  std::string text;
  std::string stop_reason;
  std::string terminal_reason;
  std::vector<std::string> errors;
  bool is_error = false;
  std::int64_t status = 0;  // api_error_status
  std::optional<std::int64_t> turns;
  std::optional<double> cost;
  std::optional<double> cost_by_model;
  std::optional<Tokens> usage;
  std::optional<Tokens> usage_by_model;
};

namespace {

constexpr std::size_t messages_max = 10'000;
constexpr std::size_t errors_max = 100;
constexpr std::string_view synthetic = "<synthetic>";  // not said by a model but by the CLI

bool is_api_error(std::string_view text) { return text.starts_with("API Error"); }

void read_model_usage(Value& value, Tokens& sum, std::optional<double>& cost) {
  value.members([&](std::string_view key, Value& member) {
    if (key == "costUSD") {
      if (const auto usd = member.number()) cost = cost.value_or(0) + *usd;
      return;
    }
    std::int64_t* const kind = key == "inputTokens"                ? &sum.input
                               : key == "cacheCreationInputTokens" ? &sum.input
                               : key == "cacheReadInputTokens"     ? &sum.cached
                               : key == "outputTokens"             ? &sum.output
                                                                   : nullptr;
    if (kind == nullptr) return;
    const std::int64_t count = token_count(member);
    add_tokens(*kind, count);
    add_tokens(sum.total, count);
  });
}

}  // namespace

bool ClaudeReader::knows(std::string_view type) const {
  constexpr std::array<std::string_view, 5> known{"assistant", "user", "result", "system",
                                                  "rate_limit_event"};
  return std::find(known.begin(), known.end(), type) != known.end();
}

void ClaudeReader::event(std::string_view type, Value& line) {
  if (type == "assistant") return on_assistant(line);
  if (type == "user") return on_user(line);
  if (type == "result") return on_result(line);
  if (type == "system") return on_system(line);
  on_rate_limit(line);
}

void ClaudeReader::on_system(Value& line) {
  std::string subtype;
  std::string model;
  std::string error;
  std::int64_t status = 0;
  line.members([&](std::string_view key, Value& value) {
    if (key == "subtype") subtype = value.text();
    if (key == "model") model = value.text();
    if (key == "error") error = error_message(value);
    if (key == "error_status") status = value.integer().value_or(0);
  });
  if (subtype == "init") record().model(model);
  if (subtype == "api_retry") record().retry(error, status);
}

void ClaudeReader::on_rate_limit(Value& line) {
  std::string status;
  std::optional<Instant> resets_at;
  line.members([&](std::string_view key, Value& info) {
    if (key != "rate_limit_info") return;
    info.members([&](std::string_view name, Value& value) {
      if (name == "status") status = value.text();
      if (name == "resetsAt") resets_at = instant_of_unix(value.integer().value_or(0));
    });
  });
  if (status == "rejected") record().limit_reached(resets_at);
}

void ClaudeReader::on_assistant(Value& line) {
  Message message;
  bool is_sub_agent = false;
  std::string error;
  line.members([&](std::string_view key, Value& value) {
    if (key == "message") read_message(value, message);
    if (key == "parent_tool_use_id") is_sub_agent = !value.text().empty();
    if (key == "error") error = error_message(value);
  });
  count_message(message);
  speak(message, is_sub_agent, error);
  for (const Message::Call& call : message.calls) record().call(call.id, call.tool, call.input);
}

void ClaudeReader::speak(const Message& message, bool is_sub_agent, const std::string& error) {
  if (!error.empty()) return record().error(error);
  if (message.model == synthetic) return;
  record().answered();
  if (is_sub_agent) return;
  record().model(message.model);
  const bool goes_on = !message.id.empty() && message.id == speaking_;
  if (!goes_on && !ended_once_) record().next_turn();
  if (!goes_on) spoke_ = false;
  if (!message.text.empty()) {
    if (spoke_) {
      record().say_more("\n" + message.text);
    } else {
      record().say(message.text);
    }
    spoke_ = true;
  }
  speaking_ = message.id;
}

void ClaudeReader::read_message(Value& value, Message& message) {
  value.members([&](std::string_view key, Value& member) {
    if (key == "id") message.id = member.text();
    if (key == "model") message.model = member.text();
    if (key == "usage") {
      message.usage = read_usage(member);
      message.has_usage = true;
    }
    if (key == "content") {
      member.elements([&](Value& block) { read_block(block, message); });
    }
  });
}

void ClaudeReader::read_block(Value& value, Message& message) {
  std::string type;
  std::string text;
  Message::Call call;
  value.members([&](std::string_view key, Value& member) {
    if (key == "type") type = member.text();
    if (key == "text") text = member.text();
    if (key == "id") call.id = member.text();
    if (key == "name") call.tool = member.text();
    if (key == "input") call.input = read_tool_input(member);
  });
  if (type == "text" && !text.empty()) {
    if (!message.text.empty()) message.text += '\n';
    message.text += text;
  }
  if (type == "tool_use" || type == "server_tool_use") message.calls.push_back(std::move(call));
}

void ClaudeReader::on_user(Value& line) {
  line.members([&](std::string_view key, Value& message) {
    if (key != "message") return;
    message.members([&](std::string_view name, Value& content) {
      if (name == "content") read_tool_results(content);
    });
  });
}

void ClaudeReader::read_tool_results(Value& content) {
  content.elements([&](Value& block) {
    std::string id;
    std::string_view text;
    bool is_error = false;
    block.members([&](std::string_view key, Value& value) {
      if (key == "tool_use_id") id = value.text();
      if (key == "content") text = raw_content(value);
      if (key == "is_error") is_error = value.truth();
    });
    if (!id.empty()) record().result(id, read_tool_result(text, {.failed = is_error}));
  });
}

void ClaudeReader::on_result(Value& line) {
  Result result;
  read_result(line, result);
  ended_once_ = true;
  account(result);
  const bool stopped_well = result.terminal_reason.empty() || result.terminal_reason == "completed";
  const bool success = result.subtype == "success" && !result.is_error && stopped_well &&
                       result.status == 0 && !is_api_error(result.text) &&
                       result.stop_reason != "refusal";
  if (!success) return fail(result);
  if (!result.text.empty()) record().say(result.text);
  record().end(Ending::success, result.stop_reason.empty() ? result.subtype : result.stop_reason);
}

void ClaudeReader::read_result(Value& line, Result& result) {
  line.members([&](std::string_view key, Value& value) {
    if (key == "subtype") result.subtype = value.text();
    if (key == "is_error") result.is_error = value.truth();
    if (key == "result") result.text = value.text();
    if (key == "stop_reason") result.stop_reason = value.text();
    if (key == "terminal_reason") result.terminal_reason = value.text();
    if (key == "num_turns") result.turns = value.integer();
    if (key == "total_cost_usd") result.cost = value.number();
    if (key == "usage") result.usage = read_usage(value);
    if (key == "permission_denials") read_denials(value);
    if (key == "error") result.errors.push_back(error_message(value));
    // A status is a number, but a name for it has been seen, too.
    if (key == "api_error_status" && !value.is_null()) result.status = value.integer().value_or(1);
    if (key == "errors") {
      value.elements([&](Value& error) {
        if (result.errors.size() < errors_max) result.errors.push_back(error_message(error));
      });
    }
    if (key == "modelUsage") {
      Tokens sum;
      bool any = false;
      value.members([&](std::string_view, Value& model) {
        read_model_usage(model, sum, result.cost_by_model);
        any = true;
      });
      if (any) result.usage_by_model = sum;
    }
  });
}

void ClaudeReader::read_denials(Value& value) {
  value.elements([&](Value& denial) {
    std::string id;
    std::string tool;
    ToolInput input;
    denial.members([&](std::string_view key, Value& member) {
      if (key == "tool_use_id") id = member.text();
      if (key == "tool_name") tool = member.text();
      if (key == "tool_input") input = read_tool_input(member);
    });
    record().denied(id, shown_call(tool, input));
  });
}

/// What models used is cumulative over all results and includes sub-agents; plain usage is only of
/// the main agent since the last result.
void ClaudeReader::account(const Result& result) {
  if (result.turns) record().turns(bounded_int(*result.turns));
  if (const auto cost = result.cost_by_model ? result.cost_by_model : result.cost) {
    record().cost(*cost);
  }
  if (result.usage) add_tokens(by_results_, *result.usage);
  if (result.usage_by_model) {
    record().tokens(*result.usage_by_model);
  } else if (result.usage) {
    record().tokens(by_results_);
  }
}

void ClaudeReader::fail(const Result& result) {
  for (const std::string& error : result.errors) record().error(error, result.status);
  if (result.is_error || is_api_error(result.text)) record().error(result.text, result.status);
  record().trouble(trouble_of_status(result.status));
  const std::string& why = result.subtype != "success"       ? result.subtype
                           : !result.terminal_reason.empty() ? result.terminal_reason
                                                             : result.stop_reason;
  if (result.errors.empty() && result.text.empty()) record().note(why);
  record().trouble(std::max(trouble_of(why), trouble_of(result.stop_reason)));
  record().end(Ending::failure, why);
}

Tokens ClaudeReader::read_usage(Value& value) const {
  Tokens tokens;
  std::int64_t created = 0;
  std::optional<std::int64_t> total;
  value.members([&](std::string_view key, Value& member) {
    if (key == "input_tokens") tokens.input = token_count(member);
    if (key == "output_tokens") tokens.output = token_count(member);
    if (key == "cache_read_input_tokens") tokens.cached = token_count(member);
    if (key == "cache_creation_input_tokens") created = token_count(member);
    if (key == "total_tokens") total = token_count(member);
  });
  const bool beside = cached_ == Cached::beside_input;
  if (beside) add_tokens(tokens.input, created);
  tokens.total = tokens.input;
  add_tokens(tokens.total, tokens.output);
  if (beside) add_tokens(tokens.total, tokens.cached);
  if (total) tokens.total = *total;
  return tokens;
}

/// A message comes in several events, each with its usage so far: the last one counts.
void ClaudeReader::count_message(const Message& message) {
  if (!message.has_usage || ended_once_) return;
  Tokens before;
  if (!message.id.empty() && message.id.size() <= 256) {
    const auto found = messages_.find(message.id);
    if (found != messages_.end()) {
      before = std::exchange(found->second, message.usage);
    } else if (messages_.size() < messages_max) {
      messages_.emplace(message.id, message.usage);
    }
  }
  by_messages_ = minus(by_messages_, before);
  add_tokens(by_messages_, message.usage);
  record().tokens(by_messages_);
}

std::unique_ptr<DialectReader> read_claude() {
  return std::make_unique<ClaudeReader>(ClaudeReader::Cached::beside_input);
}

}  // namespace assay::format::dialect
