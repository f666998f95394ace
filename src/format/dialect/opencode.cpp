// SPDX-License-Identifier: MIT
// opencode run --format json. Nothing sums a run up: its last step tells how it ended, and tokens
// and cost are those of all steps.
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

class OpencodeReader final : public JsonStream {
 private:
  bool knows(std::string_view type) const override {
    constexpr std::array<std::string_view, 6> known{"tool_use",    "text",  "step_start",
                                                    "step_finish", "error", "done"};
    return std::find(known.begin(), known.end(), type) != known.end();
  }

  void event(std::string_view type, Value& line) override {
    if (type == "tool_use") return part_of(line, [this](Value& part) { on_tool(part); });
    if (type == "text") return part_of(line, [this](Value& part) { on_text(part); });
    if (type == "step_finish") return part_of(line, [this](Value& part) { on_step(part); });
    if (type == "error") return on_error(line);
    if (type == "done") return on_done(line);
    on_step_start(line);
  }

  template <class OnPart>
  void part_of(Value& line, OnPart&& on_part) {
    line.members([&](std::string_view key, Value& value) {
      if (key == "part") on_part(value);
    });
  }

  void error_line(std::string_view line) override;
  void conclude() override;
  void on_step_start(Value& line);
  void on_text(Value& part);
  void on_tool(Value& part);
  void on_step(Value& part);
  void on_error(Value& line);
  void on_done(Value& line);
  void end_step(std::string_view reason);

  std::string unfinished_;  // the message of a step that has begun and not ended
  std::string rejected_;    // a tool of this step that was not let through
  bool spoke_ = false;      // in this step
  Tokens tokens_;
  double cost_ = 0;
};

/// "! permission requested: bash (rm *); auto-rejecting"
void OpencodeReader::error_line(std::string_view line) {
  constexpr std::string_view begin = "permission requested: ";
  constexpr std::string_view end = "; auto-rejecting";
  const std::size_t from = line.find(begin);
  const std::size_t to = line.find(end);
  if (from == std::string_view::npos || to == std::string_view::npos || to < from) {
    return record().noise(line);
  }
  record().denied(line.substr(from + begin.size(), to - from - begin.size()));
}

/// It says nothing of a request it repeats, but the same message begins a step again.
void OpencodeReader::on_step_start(Value& line) {
  std::string message;
  part_of(line, [&](Value& part) {
    part.members([&](std::string_view key, Value& value) {
      if (key == "messageID") message = value.text();
    });
  });
  record().reopen();
  if (!message.empty() && message == unfinished_) {
    record().retry("connection closed before its model had answered, request repeated");
  } else {
    record().next_turn();
  }
  unfinished_ = message;
  rejected_.clear();
  spoke_ = false;
}

void OpencodeReader::on_text(Value& part) {
  part.members([&](std::string_view key, Value& value) {
    if (key != "text") return;
    const std::string text(value.text());
    if (text.empty()) return;
    if (spoke_) {
      record().say_more("\n" + text);
    } else {
      record().say(text);
    }
    spoke_ = true;
  });
}

struct ToolState {
  ToolInput input;
  std::string status;
  std::string error;
  std::optional<std::int64_t> exit_code;
};

void read_state(Value& value, ToolState& state) {
  value.members([&](std::string_view key, Value& member) {
    if (key == "status") state.status = member.text();
    if (key == "error") state.error = error_message(member);
    if (key == "input") state.input = read_tool_input(member);
    if (key != "metadata") return;
    member.members([&](std::string_view name, Value& meta) {
      if (name == "exit") state.exit_code = meta.integer();
    });
  });
}

void OpencodeReader::on_tool(Value& part) {
  std::string id;
  std::string tool;
  ToolState state;
  part.members([&](std::string_view key, Value& value) {
    if (key == "callID") id = value.text();
    if (key == "tool") tool = value.text();
    if (key == "state") read_state(value, state);
  });
  record().call(id, tool, state.input);
  ToolResult result =
      read_tool_result(state.error, {.failed = state.status == "error", .ok_is_zero = false});
  if (state.exit_code) result.exit_code = bounded_int(*state.exit_code);
  result.failed = result.failed || result.exit_code.value_or(0) != 0;
  if (result.denied) rejected_ = shown_call(tool, state.input);
  record().result(id, result);
}

void OpencodeReader::on_step(Value& part) {
  std::string reason;
  Tokens step;
  std::optional<std::int64_t> total;
  std::int64_t written = 0;
  part.members([&](std::string_view key, Value& value) {
    if (key == "reason") reason = value.text();
    if (key == "cost") record().cost(cost_ += std::max(value.number().value_or(0), 0.0));
    if (key != "tokens") return;
    value.members([&](std::string_view name, Value& count) {
      if (name == "input") step.input = token_count(count);
      if (name == "output") step.output = token_count(count);
      if (name == "reasoning") step.reasoning = token_count(count);
      if (name == "total") total = token_count(count);
      if (name != "cache") return;
      count.members([&](std::string_view kind, Value& cached) {
        if (kind == "read") step.cached = token_count(cached);
        if (kind == "write") written = token_count(cached);
      });
    });
  });
  add_tokens(step.input, written);
  for (const std::int64_t kind : {step.input, step.output, step.reasoning, step.cached}) {
    add_tokens(step.total, kind);
  }
  if (total) step.total = *total;
  add_tokens(tokens_, step);
  record().tokens(tokens_);
  unfinished_.clear();
  // Whatever came was no answer of a model, a page of HTML for one, and it asks again at once.
  const bool is_nothing = reason == "unknown" && step.total == 0;
  if (is_nothing) return record().retry("empty answer of its model, request repeated");
  record().answered();
  end_step(reason);
}

void OpencodeReader::end_step(std::string_view reason) {
  // After these it goes on by itself.
  if (reason.empty() || reason == "tool-calls" || reason == "unknown") return;
  if (reason == "length") record().trouble(Trouble::limit);
  if (reason == "content-filter") record().trouble(Trouble::refused);
  record().end(reason == "stop" ? Ending::success : Ending::failure, reason);
}

void OpencodeReader::on_error(Value& line) {
  line.members([&](std::string_view key, Value& value) {
    if (key == "error") record().error(error_message(value));
  });
  record().end(Ending::failure, "error");
}

void OpencodeReader::on_done(Value& line) {
  line.members([&](std::string_view key, Value& value) {
    if (key != "rejected") return;
    value.elements([&](Value& tool) { record().denied(tool.text()); });
  });
}

/// Where there is nobody to ask, a permission is rejected, and the run ends there without a word.
void OpencodeReader::conclude() {
  const bool stopped = unfinished_.empty() && record().ending() == Ending::none;
  if (!stopped || rejected_.empty()) return;
  record().note("permission rejected: " + rejected_);
  record().trouble(Trouble::refused);
  record().end(Ending::failure, "permission rejected");
}

}  // namespace

std::unique_ptr<DialectReader> read_opencode() { return std::make_unique<OpencodeReader>(); }

}  // namespace assay::format::dialect
