// SPDX-License-Identifier: MIT
#include "face/hook/agent.h"
#include "face/hook/tool.h"
#include "format/json/reader.h"

#include <algorithm>

namespace assay::hook {

namespace {

using format::JsonReader;
using format::JsonToken;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Reads the members it knows, whichever of the agents' spellings they have, and passes over the
/// rest.
class InputReader {
 public:
  InputReader(std::string_view text, Input& input)
      : reader_(text, JsonReader::Strings::bytes), input_(input) {}

  Result<> read() {
    if (reader_.next() != JsonToken::begin_object) return fault("it is no JSON object");
    while (reader_.next() == JsonToken::key) member(std::string(reader_.text()));
    const bool whole = reader_.token() == JsonToken::end_object && reader_.next() == JsonToken::end;
    if (!whole) return fault("it is no JSON from byte " + std::to_string(reader_.offset()) + " on");
    call_.add_to(input_.tool, input_.use);
    return {};
  }

 private:
  Error fault(std::string why) const {
    return {Fault::bad_input, "standard input: " + std::move(why) +
                                  (reader_.fault().empty() ? "" : " (" + reader_.fault() + ")")};
  }

  void member(const std::string& name) {
    const JsonToken token = reader_.next();
    if (is_one_of(name, {"tool_input", "toolInput", "toolArgs", "tool_args"})) return tool(token);
    if (is_one_of(name, {"workspace_roots"}) && token == JsonToken::begin_array) return roots();
    if (token == JsonToken::text) return text(name, std::string(reader_.text()));
    if (token == JsonToken::boolean && is_one_of(name, {"stop_hook_active", "stopHookActive"}))
      input_.goes_on = reader_.truth();
    if (token == JsonToken::integer && name == "loop_count")
      input_.goes_on = reader_.integer<std::int64_t>().value_or(0) > 0;
    reader_.skip_value();
  }

  void text(const std::string& name, std::string value) {
    if (is_one_of(name, {"hook_event_name", "hookEventName"}))
      input_.event = std::move(value);
    else if (is_one_of(name, {"session_id", "sessionId", "conversation_id"}))
      input_.who.session = std::move(value);
    else if (is_one_of(name, {"agent_id", "agentId", "subagent_id"}))
      input_.who.subagent = std::move(value);
    else if (name == "cwd")
      input_.cwd = std::move(value);
    else if (name == "source")
      input_.began_earlier = value == "resume" || value == "compact";
    else if (name == "status")
      input_.broken_off = value == "aborted" || value == "error";
    else if (is_one_of(name, {"tool_name", "toolName"}))
      input_.tool = std::move(value);
    else if (name == "command")
      call_.add(name, std::move(value));
  }

  /// The first of the folders an editor has open.
  void roots() {
    for (JsonToken token = reader_.next(); token == JsonToken::text; token = reader_.next()) {
      if (input_.cwd.empty()) input_.cwd = reader_.text();
    }
    while (reader_.token() != JsonToken::end_array && reader_.token() != JsonToken::broken &&
           reader_.token() != JsonToken::end) {
      reader_.skip_value();
      reader_.next();
    }
  }

  /// Some agents write the arguments of a tool as a text that is JSON.
  void tool(JsonToken token) {
    if (token == JsonToken::text) {
      const std::string inner(reader_.text());
      JsonReader nested(inner, JsonReader::Strings::bytes);
      if (nested.next() == JsonToken::begin_object) call_.read(nested);
      return;
    }
    if (token == JsonToken::begin_object || token == JsonToken::begin_array)
      return call_.read(reader_);
    reader_.skip_value();
  }

  JsonReader reader_;
  Input& input_;
  ToolCall call_;
};

}  // namespace

Result<Input> read_input(std::string_view agent, std::string_view text) {
  Input input;
  input.who.agent = agent;
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return Error{Fault::bad_input, "standard input: it is empty"};
  TRY(InputReader(text, input).read());
  return input;
}

}  // namespace assay::hook
