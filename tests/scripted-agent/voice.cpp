// SPDX-License-Identifier: MIT
#include "scripted-agent/voice.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace assay::scripted_agent {

namespace {

using Json = nlohmann::ordered_json;

void print(const std::string& line) {
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fputc('\n', stdout);
  std::fflush(stdout);
}

void print(const Json& event) { print(event.dump(-1, ' ', false, Json::error_handler_t::replace)); }

class Text final : public Voice {
 public:
  void say(const std::string& text) override { print(text); }
  void tool(const std::string& command, std::optional<int>) override { print("$ " + command); }
  void edit(const std::string& path) override { print("edited " + path); }
  void deny(const std::string& command) override { print("denied: " + command); }
  void end(End how, const Usage&, const std::string& why) override {
    if (how != End::success) std::fprintf(stderr, "%s\n", error_text(how, why).c_str());
  }
};

/// Claude Code and those who speak like it.
class Claude final : public Voice {
 public:
  explicit Claude(std::string model) : model_(std::move(model)) {}

  void begin() override {
    print({{"type", "system"}, {"subtype", "init"}, {"session_id", "s"}, {"model", model_}});
  }
  void say(const std::string& text) override {
    last_ = text;
    assistant({{"type", "text"}, {"text", text}});
  }
  void tool(const std::string& command, std::optional<int> exit_code) override {
    const std::string id = use("Bash", {{"command", command}});
    const int code = exit_code.value_or(0);
    result(id, code == 0 ? "ok" : "Exit code " + std::to_string(code), code != 0);
  }
  void edit(const std::string& path) override {
    result(use("Write", {{"file_path", path}, {"content", "..."}}), "written", false);
  }
  void deny(const std::string& command) override {
    const std::string id = use("Bash", {{"command", command}});
    result(id, "Permission to use Bash has been denied.", true);
    denials_.push_back(
        {{"tool_name", "Bash"}, {"tool_use_id", id}, {"tool_input", {{"command", command}}}});
  }
  void retry() override {
    print({{"type", "system"}, {"subtype", "api_retry"}, {"error", "overloaded"}});
  }
  void end(End how, const Usage& usage, const std::string& why) override {
    const bool good = how == End::success;
    const bool turns = how == End::max_turns;
    if (how == End::quota) {
      Json info{{"status", "rejected"}, {"rateLimitType", "five_hour"}};
      if (!why.empty()) info["resetsAt"] = std::stoll(why);
      print({{"type", "rate_limit_event"}, {"rate_limit_info", info}});
    }
    Json event{{"type", "result"},
               {"subtype", turns  ? "error_max_turns"
                           : good ? "success"
                                  : "error_during_execution"},
               {"is_error", !good},
               {"num_turns", turns_},
               {"result", good ? last_ : error_text(how, why)},
               {"usage",
                {{"input_tokens", usage.input},
                 {"output_tokens", usage.output},
                 {"cache_read_input_tokens", usage.cached}}},
               {"permission_denials", denials_}};
    if (how == End::refused) event["stop_reason"] = "refusal";
    if (usage.micro_usd) event["total_cost_usd"] = static_cast<double>(*usage.micro_usd) / 1e6;
    print(event);
  }

 private:
  void assistant(const Json& content) {
    ++turns_;
    print({{"type", "assistant"},
           {"message",
            {{"id", "m" + std::to_string(turns_)},
             {"model", model_},
             {"content", Json::array({content})}}}});
  }
  std::string use(const char* name, const Json& input) {
    const std::string id = "t" + std::to_string(++tools_);
    assistant({{"type", "tool_use"}, {"id", id}, {"name", name}, {"input", input}});
    return id;
  }
  static void result(const std::string& id, const std::string& text, bool is_error) {
    print({{"type", "user"},
           {"message",
            {{"content", Json::array({{{"type", "tool_result"},
                                       {"tool_use_id", id},
                                       {"content", text},
                                       {"is_error", is_error}}})}}}});
  }

  std::string model_;
  Json denials_ = Json::array();
  int turns_ = 0;
  int tools_ = 0;
};

class Codex final : public Voice {
 public:
  void begin() override {
    print({{"type", "thread.started"}, {"thread_id", "t"}});
    print(Json{{"type", "turn.started"}});
  }
  void say(const std::string& text) override { item({{"type", "agent_message"}, {"text", text}}); }
  void tool(const std::string& command, std::optional<int> exit_code) override {
    Json about{{"type", "command_execution"}, {"command", command}, {"aggregated_output", ""}};
    about["status"] = exit_code.value_or(0) == 0 ? "completed" : "failed";
    if (exit_code) about["exit_code"] = *exit_code;
    item(about);
  }
  void edit(const std::string& path) override {
    item({{"type", "file_change"},
          {"changes", Json::array({{{"path", path}, {"kind", "update"}}})},
          {"status", "completed"}});
  }
  void deny(const std::string& command) override {
    item({{"type", "command_execution"}, {"command", command}, {"status", "declined"}});
  }
  void end(End how, const Usage& usage, const std::string& why) override {
    if (how != End::success) {
      print({{"type", "turn.failed"}, {"error", {{"message", error_text(how, why)}}}});
      return;
    }
    print({{"type", "turn.completed"},
           {"usage",
            {{"input_tokens", usage.input},
             {"cached_input_tokens", usage.cached},
             {"output_tokens", usage.output}}}});
  }

 private:
  void item(Json about) {
    about["id"] = "i" + std::to_string(++items_);
    print({{"type", "item.completed"}, {"item", about}});
  }
  int items_ = 0;
};

class Gemini final : public Voice {
 public:
  explicit Gemini(std::string model) : model_(std::move(model)) {}

  void begin() override { print({{"type", "init"}, {"session_id", "s"}, {"model", model_}}); }
  void say(const std::string& text) override {
    print({{"type", "message"}, {"role", "assistant"}, {"content", text}, {"delta", true}});
  }
  void tool(const std::string& command, std::optional<int> exit_code) override {
    const std::string id = use("run_shell_command", {{"command", command}});
    result(id, exit_code.value_or(0) == 0 ? "success" : "error",
           "Exit Code: " + std::to_string(exit_code.value_or(0)));
  }
  void edit(const std::string& path) override {
    result(use("write_file", {{"file_path", path}}), "success", "written");
  }
  void deny(const std::string& command) override {
    result(use("run_shell_command", {{"command", command}}), "error",
           "Tool execution denied by policy.");
  }
  void end(End how, const Usage& usage, const std::string& why) override {
    Json event{{"type", "result"},
               {"status", how == End::success ? "success" : "error"},
               {"stats",
                {{"total_tokens", usage.input + usage.output},
                 {"input_tokens", usage.input},
                 {"output_tokens", usage.output},
                 {"cached", usage.cached},
                 {"tool_calls", tools_}}}};
    if (how != End::success)
      event["error"] = {{"type", "Error"}, {"message", error_text(how, why)}};
    print(event);
  }

 private:
  std::string use(const char* name, const Json& parameters) {
    const std::string id = "g" + std::to_string(++tools_);
    print({{"type", "tool_use"}, {"tool_name", name}, {"tool_id", id}, {"parameters", parameters}});
    return id;
  }
  static void result(const std::string& id, const char* status, const std::string& output) {
    print({{"type", "tool_result"}, {"tool_id", id}, {"status", status}, {"output", output}});
  }
  std::string model_;
  int tools_ = 0;
};

class OpenCode final : public Voice {
 public:
  void begin() override { event("step_start", {{"type", "step-start"}}); }
  void say(const std::string& text) override { event("text", {{"type", "text"}, {"text", text}}); }
  void tool(const std::string& command, std::optional<int> exit_code) override {
    use("bash", "completed", {{"command", command}},
        {{"metadata", {{"exit", exit_code.value_or(0)}}}});
  }
  void edit(const std::string& path) override {
    use("write", "completed", {{"filePath", path}}, {});
  }
  void deny(const std::string& command) override {
    use("bash", "error", {{"command", command}},
        {{"error", "The user rejected permission to use this specific tool call."}});
  }
  void end(End how, const Usage& usage, const std::string& why) override {
    if (how != End::success) {
      print({{"type", "error"},
             {"sessionID", "s"},
             {"error", {{"name", "APIError"}, {"data", {{"message", error_text(how, why)}}}}}});
      return;
    }
    Json part{{"type", "step-finish"},
              {"reason", "stop"},
              {"tokens",
               {{"input", usage.input},
                {"output", usage.output},
                {"reasoning", 0},
                {"cache", {{"read", usage.cached}, {"write", 0}}}}}};
    part["cost"] = static_cast<double>(usage.micro_usd.value_or(0)) / 1e6;
    event("step_finish", part);
  }

 private:
  static void event(const char* type, const Json& part) {
    print({{"type", type}, {"timestamp", 0}, {"sessionID", "s"}, {"part", part}});
  }
  void use(const char* tool, const char* status, const Json& input, const Json& more) {
    Json state{{"status", status}, {"input", input}, {"output", ""}};
    if (more.is_object()) state.update(more);
    event("tool_use", {{"type", "tool"},
                       {"tool", tool},
                       {"callID", "c" + std::to_string(++calls_)},
                       {"state", state}});
  }
  int calls_ = 0;
};

class Pi final : public Voice {
 public:
  explicit Pi(std::string model) : model_(std::move(model)) {}

  void begin() override {
    print({{"type", "session"}, {"id", "s"}});
    print(Json{{"type", "agent_start"}});
    print(Json{{"type", "turn_start"}});
  }
  void say(const std::string& text) override {
    last_ = text;
    print({{"type", "message_end"}, {"message", message(text, "toolUse", {0, 0, 0, {}})}});
  }
  void tool(const std::string& command, std::optional<int> exit_code) override {
    call("bash", {{"command", command}},
         exit_code.value_or(0) == 0 ? "" : "Command exited with code " + std::to_string(*exit_code),
         exit_code.value_or(0) != 0);
  }
  void edit(const std::string& path) override { call("write", {{"path", path}}, "ok", false); }
  void deny(const std::string& command) override {
    call("bash", {{"command", command}}, "denied", true);
  }
  void end(End how, const Usage& usage, const std::string& why) override {
    const bool good = how == End::success;
    Json last = message(good ? last_ : "", good ? "stop" : "error", usage);
    if (!good) last["errorMessage"] = error_text(how, why);
    print({{"type", "message_end"}, {"message", last}});
    print({{"type", "turn_end"}, {"message", last}, {"toolResults", Json::array()}});
    print({{"type", "agent_end"}, {"messages", Json::array({last})}});
  }

 private:
  Json message(const std::string& text, const char* stop, const Usage& usage) const {
    return {{"role", "assistant"},
            {"content", Json::array({{{"type", "text"}, {"text", text}}})},
            {"model", model_},
            {"usage",
             {{"input", usage.input},
              {"output", usage.output},
              {"cacheRead", usage.cached},
              {"cacheWrite", 0},
              {"totalTokens", usage.input + usage.output + usage.cached},
              {"cost", {{"total", static_cast<double>(usage.micro_usd.value_or(0)) / 1e6}}}}},
            {"stopReason", stop}};
  }
  void call(const char* name, const Json& args, const std::string& text, bool is_error) {
    const std::string id = "p" + std::to_string(++calls_);
    print(
        {{"type", "tool_execution_start"}, {"toolCallId", id}, {"toolName", name}, {"args", args}});
    print({{"type", "tool_execution_end"},
           {"toolCallId", id},
           {"toolName", name},
           {"result", {{"content", Json::array({{{"type", "text"}, {"text", text}}})}}},
           {"isError", is_error}});
  }
  std::string model_;
  int calls_ = 0;
};

class Cline final : public Voice {
 public:
  explicit Cline(std::string model) : model_(std::move(model)) {}

  void begin() override { event({{"type", "iteration_start"}, {"iteration", 1}}); }
  void say(const std::string& text) override {
    last_ = text;
    event({{"type", "content_end"}, {"contentType", "text"}, {"text", text}});
  }
  void tool(const std::string& command, std::optional<int> exit_code) override {
    call("run_commands", {{"commands", Json::array({command})}},
         {{"exitCode", exit_code.value_or(0)}});
  }
  void edit(const std::string& path) override {
    call("editor", {{"path", path}}, {{"success", true}});
  }
  void deny(const std::string& command) override {
    const std::string id = start("run_commands", {{"commands", Json::array({command})}});
    event({{"type", "content_end"},
           {"contentType", "tool"},
           {"toolCallId", id},
           {"error", "permission denied by the user"}});
  }
  void end(End how, const Usage& usage, const std::string& why) override {
    const bool good = how == End::success;
    print({{"ts", 0},
           {"type", "run_result"},
           {"finishReason", good ? "completed" : "error"},
           {"iterations", 1},
           {"aggregateUsage",
            {{"inputTokens", usage.input},
             {"outputTokens", usage.output},
             {"cacheReadTokens", usage.cached},
             {"totalCost", static_cast<double>(usage.micro_usd.value_or(0)) / 1e6}}},
           {"text", good ? last_ : error_text(how, why)},
           {"model", {{"id", model_}}}});
  }

 private:
  static void event(const Json& inner) {
    print({{"ts", 0}, {"type", "agent_event"}, {"event", inner}});
  }
  std::string start(const char* name, const Json& input) {
    const std::string id = "c" + std::to_string(++calls_);
    event({{"type", "content_start"},
           {"contentType", "tool"},
           {"toolName", name},
           {"toolCallId", id},
           {"input", input}});
    return id;
  }
  void call(const char* name, const Json& input, const Json& output) {
    const std::string id = start(name, input);
    event({{"type", "content_end"},
           {"contentType", "tool"},
           {"toolName", name},
           {"toolCallId", id},
           {"output", output}});
  }
  std::string model_;
  int calls_ = 0;
};

class Continue final : public Voice {
 public:
  void say(const std::string& text) override { last_ = text; }
  void tool(const std::string&, std::optional<int>) override {}
  void edit(const std::string&) override {}
  void deny(const std::string&) override {}
  void end(End how, const Usage&, const std::string& why) override {
    if (how == End::success) return print({{"response", last_}, {"status", "success"}});
    const Json problem{{"status", "error"}, {"message", error_text(how, why)}};
    std::fprintf(stderr, "%s\n", problem.dump().c_str());
  }
};

}  // namespace

std::string error_text(End how, const std::string& why) {
  switch (how) {
    case End::success: return "";
    case End::error: return why.empty() ? "something went wrong" : why;
    case End::refused: return "The model refused: " + (why.empty() ? "content policy" : why);
    case End::quota:
      return "429 rate limit reached; usage limit reached" + (why.empty() ? "" : "|" + why);
    case End::overload: return "529 overloaded_error: Overloaded";
    case End::auth: return "401 invalid api key";
    case End::max_turns: return "reached the maximum number of turns";
  }
  return "";
}

std::unique_ptr<Voice> make_voice(const std::string& dialect, const std::string& model) {
  if (dialect == "text") return std::make_unique<Text>();
  if (dialect == "claude" || dialect == "qwen") return std::make_unique<Claude>(model);
  if (dialect == "codex") return std::make_unique<Codex>();
  if (dialect == "gemini") return std::make_unique<Gemini>(model);
  if (dialect == "opencode") return std::make_unique<OpenCode>();
  if (dialect == "pi") return std::make_unique<Pi>(model);
  if (dialect == "cline") return std::make_unique<Cline>(model);
  if (dialect == "continue") return std::make_unique<Continue>();
  return nullptr;
}

}  // namespace assay::scripted_agent
