// SPDX-License-Identifier: MIT
// gemini -o stream-json. It exits with 0 after an error; only the status of its result counts.
#include "format/dialect/json_stream.h"
#include "format/dialect/readers.h"
#include "format/dialect/tokens.h"

#include <algorithm>
#include <array>

namespace assay::format::dialect {
namespace {

using core::agent::Ending;
using core::agent::Tokens;

class GeminiReader final : public JsonStream {
 private:
  bool knows(std::string_view type) const override {
    constexpr std::array<std::string_view, 6> known{"message", "tool_use", "tool_result",
                                                    "error",   "result",   "init"};
    return std::find(known.begin(), known.end(), type) != known.end();
  }

  void event(std::string_view type, Value& line) override {
    if (type == "message") return on_message(line);
    if (type == "tool_use") return on_tool_use(line);
    if (type == "tool_result") return on_tool_result(line);
    if (type == "error") return on_error(line);
    if (type == "result") return on_result(line);
    line.members([&](std::string_view key, Value& value) {
      if (key == "model") record().model(value.text());
    });
  }

  void error_line(std::string_view line) override;
  void on_message(Value& line);
  void on_tool_use(Value& line);
  void on_tool_result(Value& line);
  void on_error(Value& line);
  void on_result(Value& line);

  void heard_model();

  bool speaking_ = false;  // the text goes on in pieces until a tool is called
  bool waits_ = true;      // for the model: it has the results it asked for
};

/// "Attempt 2 failed with status 429. Retrying with backoff... _ApiError: ..."
void GeminiReader::error_line(std::string_view line) {
  const bool repeats =
      line.starts_with("Attempt ") && line.find(" Retrying with backoff") != std::string_view::npos;
  if (repeats) return record().retry(line);
  record().noise(line);
}

/// A call of the model begins with whatever it says or asks for after the results of tools.
void GeminiReader::heard_model() {
  record().answered();
  if (!waits_) return;
  waits_ = false;
  record().next_turn();
}

void GeminiReader::on_message(Value& line) {
  bool is_agent = false;
  std::string content;
  line.members([&](std::string_view key, Value& value) {
    if (key == "role") is_agent = value.text() == "assistant";
    if (key == "content") content = value.text();
  });
  if (!is_agent) return;
  heard_model();
  if (!speaking_) {
    record().say(content);
  } else {
    record().say_more(content);
  }
  speaking_ = true;
}

void GeminiReader::on_tool_use(Value& line) {
  std::string id;
  std::string tool;
  ToolInput input;
  line.members([&](std::string_view key, Value& value) {
    if (key == "tool_id") id = value.text();
    if (key == "tool_name") tool = value.text();
    if (key == "parameters") input = read_tool_input(value);
  });
  heard_model();
  record().call(id, tool, input);
  speaking_ = false;
}

void GeminiReader::on_tool_result(Value& line) {
  std::string id;
  std::string_view output;
  std::string error;
  bool failed = false;
  line.members([&](std::string_view key, Value& value) {
    if (key == "tool_id") id = value.text();
    if (key == "status") failed = value.text() == "error";
    if (key == "output") output = value.raw_text();
    if (key == "error") error = error_message(value);
  });
  waits_ = true;
  // A command that ran is a success for it, whatever its exit code was.
  const std::string_view told = error.empty() ? output : std::string_view(error);
  record().result(id, read_tool_result(told, {.failed = failed, .ok_is_zero = false}));
}

void GeminiReader::on_error(Value& line) {
  std::string message;
  bool is_warning = false;
  line.members([&](std::string_view key, Value& value) {
    if (key == "message") message = error_message(value);
    if (key == "severity") is_warning = value.text() == "warning";
  });
  if (is_warning) return record().note(message);
  record().error(message);
}

void GeminiReader::on_result(Value& line) {
  std::string status;
  std::string error;
  Tokens tokens;
  bool told = false;
  line.members([&](std::string_view key, Value& value) {
    if (key == "status") status = value.text();
    if (key == "error") error = error_message(value);
    if (key != "stats") return;
    value.members([&](std::string_view name, Value& member) {
      if (name == "input_tokens") tokens.input = token_count(member);
      if (name == "output_tokens") tokens.output = token_count(member);
      if (name == "cached") tokens.cached = token_count(member);
      if (name == "total_tokens") tokens.total = token_count(member);
      told = true;
    });
  });
  if (told) {
    tokens.total = std::max(tokens.total, tokens.input + tokens.output);
    record().tokens(tokens);
  }
  if (!error.empty()) record().error(error);
  const bool success = status == "success" && error.empty();
  record().end(success ? Ending::success : Ending::failure, status);
}

}  // namespace

std::unique_ptr<DialectReader> read_gemini() { return std::make_unique<GeminiReader>(); }

}  // namespace assay::format::dialect
