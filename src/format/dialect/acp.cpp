// SPDX-License-Identifier: MIT
// The Agent Client Protocol, as `assay acp` writes the conversation down: what the agent sent, each
// message as it came, and what the client did about it. The agent cannot write lines of the client:
// its messages stand inside of lines of their own.
#include "format/dialect/json_stream.h"
#include "format/dialect/readers.h"
#include "format/dialect/tokens.h"

#include <algorithm>
#include <map>

namespace assay::format::dialect {
namespace {

using core::agent::Ending;
using core::agent::Tokens;
using core::agent::Trouble;

constexpr std::size_t calls_max = 10'000;

/// A call as far as it was told: kind, files and words may come one after the other.
struct AcpCall {
  std::string title;
  std::string kind;
  std::string status;
  std::string told;  ///< what its result says
  ToolInput input;
  std::optional<std::int64_t> exit_code;
  bool called = false;
  bool over = false;
};

class AcpReader final : public JsonStream {
 private:
  bool knows(std::string_view type) const override { return type == "agent" || type == "client"; }
  void event(std::string_view type, Value& line) override {
    type == "agent" ? on_agent(line) : on_client(line);
  }
  void conclude() override;

  void on_agent(Value& line);
  void on_update(Value& update, std::string what);
  void on_chunk(std::string_view text);
  void on_call(const std::string& id, AcpCall& told);
  void tell_call(const std::string& id, AcpCall& call);
  void on_usage(Value& value);
  void on_client(Value& line);
  void on_end(std::string_view stop_reason);
  void heard_model();

  std::map<std::string, AcpCall> calls_;
  std::uint32_t writes_ = 0;
  bool speaking_ = false;  // the text goes on in pieces until a tool is called
  bool waits_ = true;      // for the model: it has the results it asked for
};

void AcpReader::heard_model() {
  record().answered();
  if (!waits_) return;
  waits_ = false;
  record().next_turn();
}

void AcpReader::on_agent(Value& line) {
  line.members([&](std::string_view key, Value& message) {
    if (key != "message") return;
    message.members([&](std::string_view name, Value& params) {
      if (name != "params") return;
      params.members([&](std::string_view part, Value& value) {
        // What it asks leave for is told in full there, and sometimes nowhere else.
        if (part == "update") on_update(value, "");
        if (part == "toolCall") on_update(value, "tool_call_update");
      });
    });
  });
}

void read_locations(Value& value, ToolInput& input) {
  value.elements([&](Value& location) {
    location.members([&](std::string_view key, Value& path) {
      if (key == "path") input.paths.emplace_back(path.text());
    });
  });
}

/// Texts, and the files of differences.
void read_content(Value& value, AcpCall& call) {
  value.elements([&](Value& part) {
    part.members([&](std::string_view key, Value& member) {
      if (key == "path") call.input.paths.emplace_back(member.text());
      if (key != "content") return;
      member.members([&](std::string_view name, Value& text) {
        if (name == "text") call.told = text.text();
      });
    });
  });
}

void read_raw_output(Value& value, AcpCall& call) {
  value.members([&](std::string_view key, Value& member) {
    const bool code = key == "exitCode" || key == "exit_code" || key == "exit";
    if (code) call.exit_code = member.integer();
    if (key == "metadata") read_raw_output(member, call);
  });
}

/// `what` it is, unless it says so itself.
void AcpReader::on_update(Value& update, std::string what) {
  std::string id;
  std::string text;
  AcpCall told;
  update.members([&](std::string_view key, Value& value) {
    if (key == "sessionUpdate") what = value.text();
    if (key == "toolCallId") id = value.text();
    if (key == "title") told.title = value.text();
    if (key == "kind") told.kind = value.text();
    if (key == "status") told.status = value.text();
    if (key == "locations") read_locations(value, told.input);
    if (key == "rawInput") {
      ToolInput input = read_tool_input(value);
      told.input.commands = std::move(input.commands);
      told.input.background = input.background;
      for (std::string& path : input.paths) told.input.paths.push_back(std::move(path));
    }
    if (key == "rawOutput") read_raw_output(value, told);
    if (key == "cost")
      value.members([&](std::string_view name, Value& amount) {
        if (name == "amount") record().cost(std::max(amount.number().value_or(0), 0.0));
      });
    if (key != "content") return;
    if (value.is_object()) {
      value.members([&](std::string_view name, Value& member) {
        if (name == "text") text = member.text();
      });
    } else {
      read_content(value, told);
    }
  });
  if (what == "agent_message_chunk") return on_chunk(text);
  if (what == "tool_call" || what == "tool_call_update") return on_call(id, told);
}

void AcpReader::on_chunk(std::string_view text) {
  if (text.empty()) return;
  heard_model();
  speaking_ ? record().say_more(text) : record().say(text);
  speaking_ = true;
}

void AcpReader::on_call(const std::string& id, AcpCall& told) {
  if (id.empty() || (calls_.size() >= calls_max && !calls_.contains(id))) return;
  AcpCall& call = calls_[id];
  if (call.over) return;
  if (!call.called) heard_model();
  if (!told.title.empty()) call.title = std::move(told.title);
  if (!told.kind.empty()) call.kind = std::move(told.kind);
  if (!told.told.empty()) call.told = std::move(told.told);
  if (told.exit_code) call.exit_code = told.exit_code;
  if (!told.input.commands.empty()) call.input.commands = std::move(told.input.commands);
  if (!told.input.paths.empty()) call.input.paths = std::move(told.input.paths);
  call.input.background = call.input.background || told.input.background;
  speaking_ = false;
  const bool runs = call.kind == "execute";
  const bool known =
      !call.kind.empty() && !(runs ? call.input.commands.empty() : call.input.paths.empty());
  call.over = told.status == "completed" || told.status == "failed";
  if (known || call.over) tell_call(id, call);
  if (!call.over) return;
  waits_ = true;
  ToolResult result =
      read_tool_result(call.told, {.failed = told.status == "failed", .ok_is_zero = false});
  if (call.exit_code) result.exit_code = bounded_int(*call.exit_code);
  result.failed = result.failed || result.exit_code.value_or(0) != 0;
  record().result(id, result);
}

/// Under a name that tells what kind of tool it is; people see what it was asked for.
void AcpReader::tell_call(const std::string& id, AcpCall& call) {
  if (call.called) return;
  call.called = true;
  const bool edits = call.kind == "edit" || call.kind == "delete" || call.kind == "move";
  if (call.kind == "execute") {
    if (call.input.commands.empty() && !call.title.empty())
      call.input.commands.push_back(call.title);
    call.input.paths.clear();
    return record().call(id, "Shell", call.input);
  }
  if (edits) {
    call.input.commands.clear();
    return record().call(id, "Edit", call.input);
  }
  record().call(id, call.title.empty() ? call.kind : call.title, call.input);
}

/// {"inputTokens": 1, ...}, or {"quota": {"token_count": {"input_tokens": 1, ...}}}.
void AcpReader::on_usage(Value& value) {
  Tokens tokens;
  bool told = false;
  const auto read = [&](Value& counts) {
    counts.members([&](std::string_view key, Value& count) {
      if (key == "inputTokens" || key == "input_tokens") tokens.input = token_count(count);
      if (key == "outputTokens" || key == "output_tokens") tokens.output = token_count(count);
      if (key == "totalTokens" || key == "total_tokens") tokens.total = token_count(count);
      if (key == "cachedReadTokens") tokens.cached = token_count(count);
      if (key == "thoughtTokens") tokens.reasoning = token_count(count);
      told = true;
    });
  };
  value.members([&](std::string_view key, Value& member) {
    if (key == "usage") return read(member);
    if (key != "_meta") return;
    member.members([&](std::string_view name, Value& meta) {
      if (name == "usage") return read(meta);
      if (name != "quota") return;
      meta.members([&](std::string_view kind, Value& counts) {
        if (kind == "token_count") read(counts);
      });
    });
  });
  if (!told) return;
  tokens.total = std::max(tokens.total, tokens.input + tokens.output);
  record().tokens(tokens);
}

void AcpReader::on_client(Value& line) {
  std::string event;
  std::string subject;
  std::string call;
  std::string path;
  std::string decision;
  std::string problem;
  line.members([&](std::string_view key, Value& value) {
    if (key == "event") event = value.text();
    if (key == "subject") subject = value.text();
    if (key == "call") call = value.text();
    if (key == "path") path = value.text();
    if (key == "decision") decision = value.text();
    if (key == "problem") problem = value.text();
    if (key == "result") on_usage(value);
    if (key == "model") record().model(value.text());
  });
  const bool denied = decision == "deny";
  if (event == "permission" && denied && !call.empty()) return record().denied(call, subject);
  if (event == "permission" && denied) return record().denied(subject);
  if (event == "read" && denied) return record().denied("read: " + path);
  if (event == "write" && denied) return record().denied("write: " + path);
  if (event == "write") {
    ToolInput input;
    input.paths.push_back(path);
    const std::string id = "assay-write-" + std::to_string(++writes_);
    record().call(id, "write_file", input);
    return record().result(id, {.exit_code = {}, .failed = !problem.empty()});
  }
  if (event == "error") {
    record().error(problem);
    return record().end(Ending::failure, "error");
  }
  if (event == "end") on_end(subject);
}

void AcpReader::on_end(std::string_view stop_reason) {
  if (stop_reason == "refusal") record().trouble(Trouble::refused);
  if (stop_reason == "max_tokens" || stop_reason == "max_turn_requests")
    record().trouble(Trouble::limit);
  record().end(stop_reason == "end_turn" ? Ending::success : Ending::failure, stop_reason);
}

void AcpReader::conclude() {
  for (auto& [id, call] : calls_) tell_call(id, call);
}

}  // namespace

std::unique_ptr<DialectReader> read_acp() { return std::make_unique<AcpReader>(); }

}  // namespace assay::format::dialect
