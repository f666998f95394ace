// SPDX-License-Identifier: MIT
// codex exec --json. A completed turn is its success, a failed turn its failure; an item of type
// "error" is a remark and comes in good runs, too.
#include "format/dialect/json_stream.h"
#include "format/dialect/readers.h"
#include "format/dialect/tokens.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>
#include <vector>

namespace assay::format::dialect {
namespace {

using core::agent::Ending;
using core::agent::Tokens;

constexpr std::size_t open_calls_max = 1000;

struct Item {
  std::string id;
  std::string type;
  std::string status;
  std::string text;
  std::string message;
  std::string command;
  std::string tool;
  std::vector<std::string> paths;
  std::optional<std::int64_t> exit_code;
};

class CodexReader final : public JsonStream {
 private:
  bool knows(std::string_view type) const override;
  void event(std::string_view type, Value& line) override;

  void heard_model();
  void count_call(const std::string& id, bool is_done);
  void on_item(const Item& item, bool is_done);
  void on_command(const Item& item, bool is_done);
  void on_turn_completed(Value& line);
  void on_failure(Value& line);
  void on_error(Value& line);

  bool waits_ = true;                      // for the model: it has all it asked for
  std::unordered_set<std::string> calls_;  // tools at work
  Tokens last_;                            // as the last turn told
  Tokens before_;                          // of counts that were begun anew
};

void read_changes(Value& value, Item& item) {
  value.elements([&](Value& change) {
    change.members([&](std::string_view key, Value& member) {
      if (key == "path" && item.paths.size() < 10'000) item.paths.emplace_back(member.text());
    });
  });
}

Item read_item(Value& line) {
  Item item;
  line.members([&](std::string_view outer, Value& inner) {
    if (outer != "item") return;
    inner.members([&](std::string_view key, Value& value) {
      if (key == "id") item.id = value.text();
      if (key == "type" || key == "item_type") item.type = value.text();
      if (key == "status") item.status = value.text();
      if (key == "text") item.text = value.text();
      if (key == "message") item.message = value.text();
      if (key == "command") item.command = inner_command(value.text());
      if (key == "tool") item.tool = value.text();
      if (key == "exit_code") item.exit_code = value.integer();
      if (key == "changes") read_changes(value, item);
    });
  });
  return item;
}

bool CodexReader::knows(std::string_view type) const {
  constexpr std::array<std::string_view, 6> known{"item.completed", "item.started", "turn.started",
                                                  "turn.completed", "turn.failed",  "error"};
  return std::find(known.begin(), known.end(), type) != known.end();
}

void CodexReader::event(std::string_view type, Value& line) {
  if (type == "item.started") return on_item(read_item(line), false);
  if (type == "item.completed") return on_item(read_item(line), true);
  if (type == "turn.completed") return on_turn_completed(line);
  if (type == "turn.failed") return on_failure(line);
  if (type == "error") return on_error(line);
  record().reopen();
  waits_ = true;
}

/// Its turn is what a person asked for once, and has many calls of the model in it. One begins with
/// whatever comes after the results of tools.
void CodexReader::heard_model() {
  record().answered();
  if (!waits_) return;
  waits_ = false;
  record().next_turn();
}

void CodexReader::on_item(const Item& item, bool is_done) {
  if (item.type == "command_execution") return on_command(item, is_done);
  constexpr std::array<std::string_view, 3> tools{"mcp_tool_call", "collab_tool_call",
                                                  "web_search"};
  if (std::find(tools.begin(), tools.end(), item.type) != tools.end()) {
    count_call(item.id, is_done);
    return record().call(item.id, item.tool.empty() ? item.type : item.tool, {});
  }
  if (item.type == "error") {
    if (is_done) record().note(item.message);
    return;
  }
  if (item.type == "file_change") count_call(item.id, is_done);
  if (!is_done) return;
  if (item.type != "file_change") heard_model();
  if (item.type == "agent_message" || item.type == "assistant_message") record().say(item.text);
  if (item.type == "file_change") {
    record().call(item.id, "apply_patch", {.commands = {}, .paths = item.paths});
    const bool declined = item.status == "declined";
    record().result(item.id, {.exit_code = std::nullopt,
                              .failed = declined || item.status == "failed",
                              .denied = declined});
  }
}

/// The model asked for a tool, or the tool is done.
void CodexReader::count_call(const std::string& id, bool is_done) {
  const bool known = calls_.find(id) != calls_.end();
  if (!known) {
    heard_model();
    if (calls_.size() < open_calls_max) calls_.insert(id);
  }
  if (!is_done) return;
  calls_.erase(id);
  if (calls_.empty()) waits_ = true;
}

void CodexReader::on_command(const Item& item, bool is_done) {
  count_call(item.id, is_done);
  record().call(item.id, "shell", {.commands = {item.command}, .paths = {}});
  if (!is_done) return;
  ToolResult result;
  if (item.exit_code && *item.exit_code >= INT32_MIN && *item.exit_code <= INT32_MAX) {
    result.exit_code = static_cast<std::int32_t>(*item.exit_code);
  }
  result.denied = item.status == "declined";
  result.failed = result.denied || item.status == "failed" || result.exit_code.value_or(0) != 0;
  record().result(item.id, result);
}

/// The usage of a turn is that of the whole thread so far: it grows from turn to turn, and the last
/// one counts. If it shrinks, a new count has begun, and what came before is added.
void CodexReader::on_turn_completed(Value& line) {
  Tokens usage;
  bool told = false;
  line.members([&](std::string_view outer, Value& inner) {
    if (outer != "usage") return;
    inner.members([&](std::string_view key, Value& value) {
      if (key == "input_tokens") usage.input = token_count(value);
      if (key == "cached_input_tokens") usage.cached = token_count(value);
      if (key == "output_tokens") usage.output = token_count(value);
      if (key == "reasoning_output_tokens") usage.reasoning = token_count(value);
      told = true;
    });
  });
  heard_model();  // an answer that is not an item is one, too
  record().end(Ending::success, "turn.completed");
  if (!told) return;
  add_tokens(usage.total, usage.input);  // the cached ones are part of it
  add_tokens(usage.total, usage.output);
  const bool grows = usage.input >= last_.input && usage.output >= last_.output;
  if (!grows) add_tokens(before_, last_);
  last_ = usage;
  Tokens sum = before_;
  add_tokens(sum, last_);
  record().tokens(sum);
}

void CodexReader::on_failure(Value& line) {
  line.members([&](std::string_view key, Value& value) {
    if (key == "error") record().error(error_message(value));
  });
  record().end(Ending::failure, "turn.failed");
}

void CodexReader::on_error(Value& line) {
  std::string message;
  line.members([&](std::string_view key, Value& value) {
    if (key == "message") message = error_message(value);
  });
  // "Reconnecting... 1/5": it tries again by itself.
  if (message.starts_with("Reconnecting")) return record().retry(message);
  record().error(message);
  record().end(Ending::failure, "error");
}

}  // namespace

std::unique_ptr<DialectReader> read_codex() { return std::make_unique<CodexReader>(); }

}  // namespace assay::format::dialect
