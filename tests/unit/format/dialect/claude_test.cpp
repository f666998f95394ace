// SPDX-License-Identifier: MIT
// The stream of claude, and of qwen, which speaks nearly the same: what is believed, and what not.
#include "unit/format/dialect/streams.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

using assay::Instant;
using assay::Millis;
using assay::core::Dialect;
using assay::core::agent::Command;
using assay::core::agent::Ending;
using assay::core::agent::Tokens;
using assay::core::agent::Transcript;
using assay::core::agent::Trouble;
using assay::test::check_every_beginning;
using assay::test::check_every_cut;
using assay::test::read_all;

namespace {

constexpr std::string_view good_claude_run =
    R"({"type":"system","subtype":"init","session_id":"s1","cwd":"/w","model":"claude-sonnet-5","tools":["Bash","Edit"],"mcp_servers":[]}
{"type":"assistant","message":{"id":"m1","model":"claude-sonnet-5","role":"assistant","content":[{"type":"text","text":"I will fix the parser."}],"usage":{"input_tokens":10,"cache_creation_input_tokens":100,"cache_read_input_tokens":1000,"output_tokens":3},"stop_reason":null},"parent_tool_use_id":null,"session_id":"s1","uuid":"u1"}
{"type":"assistant","message":{"id":"m1","model":"claude-sonnet-5","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make test","description":"Run tests"}}],"usage":{"input_tokens":10,"cache_creation_input_tokens":100,"cache_read_input_tokens":1000,"output_tokens":40}},"parent_tool_use_id":null,"session_id":"s1","uuid":"u2"}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"Exit code 2\nparser.c:3: error: \"x\" undeclared","is_error":true,"tool_use_id":"t1"}]},"parent_tool_use_id":null,"session_id":"s1","uuid":"u3","tool_use_result":"Error: Exit code 2"}
{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"part"}},"session_id":"s1","parent_tool_use_id":null,"uuid":"u4"}
{"type":"assistant","message":{"id":"m2","model":"claude-sonnet-5","role":"assistant","content":[{"type":"tool_use","id":"t2","name":"Edit","input":{"file_path":"/w/parser.c","old_string":"x","new_string":"y"}}],"usage":{"input_tokens":5,"cache_creation_input_tokens":0,"cache_read_input_tokens":1100,"output_tokens":30}},"parent_tool_use_id":null,"session_id":"s1","uuid":"u5"}
{"type":"user","message":{"role":"user","content":[{"tool_use_id":"t2","type":"tool_result","content":[{"type":"text","text":"The file /w/parser.c has been updated."}]}]},"parent_tool_use_id":null,"session_id":"s1","uuid":"u6"}
{"type":"assistant","message":{"id":"m3","model":"claude-sonnet-5","role":"assistant","content":[{"type":"tool_use","id":"t3","name":"Bash","input":{"command":"make test"}}],"usage":{"input_tokens":5,"output_tokens":20}},"parent_tool_use_id":null,"session_id":"s1","uuid":"u7"}
{"type":"user","message":{"role":"user","content":[{"tool_use_id":"t3","type":"tool_result","content":"12 tests passed","is_error":false}]},"parent_tool_use_id":null,"session_id":"s1","uuid":"u8"}
{"type":"a_type_of_tomorrow","anything":[1,2,{"deep":null}]}
{"type":"assistant","message":{"id":"m4","model":"claude-sonnet-5","role":"assistant","content":[{"type":"text","text":"Done.\nTASK_COMPLETE"}],"usage":{"input_tokens":5,"output_tokens":9},"a_field_of_tomorrow":{}},"parent_tool_use_id":null,"session_id":"s1","uuid":"u9"}
{"type":"result","subtype":"success","is_error":false,"duration_ms":4100,"duration_api_ms":3900,"num_turns":4,"result":"Done.\nTASK_COMPLETE","stop_reason":"end_turn","session_id":"s1","total_cost_usd":0.5,"usage":{"input_tokens":25,"cache_creation_input_tokens":100,"cache_read_input_tokens":2100,"output_tokens":99},"modelUsage":{"claude-sonnet-5":{"inputTokens":25,"outputTokens":99,"cacheReadInputTokens":2100,"cacheCreationInputTokens":100,"costUSD":0.04},"claude-haiku-5":{"inputTokens":700,"outputTokens":50,"cacheReadInputTokens":0,"cacheCreationInputTokens":0,"costUSD":0.001}},"permission_denials":[],"terminal_reason":"completed","uuid":"u10"}
)";

std::string result_with(std::string_view fields) {
  return fmt::format(R"({{"type":"result","num_turns":1,{}}})"
                     "\n",
                     fields);
}

std::string tool_use(std::string_view id, std::string_view name, std::string_view input) {
  return fmt::format(
      R"({{"type":"assistant","message":{{"id":"m-{}","content":[{{"type":"tool_use","id":"{}","name":"{}","input":{}}}]}}}})"
      "\n",
      id, id, name, input);
}

std::string tool_result(std::string_view id, std::string_view content, std::string_view is_error) {
  return fmt::format(
      R"({{"type":"user","message":{{"content":[{{"type":"tool_result","tool_use_id":"{}","content":{},"is_error":{}}}]}}}})"
      "\n",
      id, content, is_error);
}

}  // namespace

TEST_CASE("claude: a run that succeeds, with its commands, edits, tokens and cost") {
  const Transcript told = read_all(Dialect::claude, good_claude_run);
  CHECK(told.ending == Ending::success);
  CHECK(told.stop_reason == "end_turn");
  CHECK(told.final_text == "Done.\nTASK_COMPLETE");
  CHECK(told.model == "claude-sonnet-5");
  CHECK(told.turns == 4);
  CHECK(told.commands == std::vector<Command>{
                             {.command = "make test", .exit_code = 2, .failed = true},
                             {.command = "make test", .exit_code = 0, .edits_before = 1},
                         });
  CHECK(told.edited == std::vector<std::string>{"/w/parser.c"});
  CHECK(told.edits == 1);
  CHECK(told.tool_calls == 3);
  CHECK(told.tokens_told);
  CHECK(told.tokens == Tokens{.input = 825, .output = 149, .cached = 2100, .total = 3074});
  CHECK(told.micro_usd == 41'000);
  CHECK(told.denials.empty());
  CHECK(told.errors.empty());
  CHECK(told.trouble == Trouble::none);
  CHECK(told.lines == 12);
  CHECK(told.broken_lines == 0);
}

TEST_CASE("claude: how the stream is cut into pieces changes nothing") {
  check_every_cut(Dialect::claude, good_claude_run);
}

TEST_CASE("claude: a stream that breaks off anywhere is no success") {
  check_every_beginning(Dialect::claude, good_claude_run);
}

TEST_CASE("claude: without a result the messages are what is known") {
  const std::string_view cut =
      good_claude_run.substr(0, good_claude_run.rfind("{\"type\":\"result\""));
  const Transcript told = read_all(Dialect::claude, cut);
  CHECK(told.ending == Ending::none);
  CHECK(told.final_text == "Done.\nTASK_COMPLETE");
  CHECK(told.turns == 4);
  // Two events of message m1: only its last usage counts.
  CHECK(told.tokens == Tokens{.input = 125, .output = 99, .cached = 2100, .total = 2324});
  CHECK(told.micro_usd == std::nullopt);
}

TEST_CASE("claude: what calls itself a success and is none") {
  struct Case {
    const char* name;
    const char* fields;
    Trouble trouble;
    const char* stop_reason;
  };
  for (
      const Case& one : {
          Case{
              "API error as success",
              R"("subtype":"success","is_error":false,"result":"API Error: 529 {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}","stop_reason":"stop_sequence")",
              Trouble::overload, "stop_sequence"},
          Case{
              "is_error",
              R"("subtype":"success","is_error":true,"result":"Invalid API key · Please run /login")",
              Trouble::auth, ""},
          Case{"status",
               R"("subtype":"success","is_error":false,"api_error_status":429,"result":"")",
               Trouble::quota, ""},
          Case{"status in words",
               R"("subtype":"success","is_error":false,"api_error_status":"weird","result":"ok")",
               Trouble::other, ""},
          Case{
              "ended otherwise",
              R"("subtype":"success","is_error":false,"terminal_reason":"aborted_streaming","result":"half")",
              Trouble::other, "aborted_streaming"},
          Case{
              "refusal",
              R"("subtype":"success","is_error":false,"stop_reason":"refusal","result":"I cannot")",
              Trouble::refused, "refusal"},
          Case{"no subtype", R"("is_error":false,"result":"fine")", Trouble::other, ""},
      }) {
    CAPTURE(one.name);
    const Transcript told = read_all(Dialect::claude, result_with(one.fields));
    CHECK(told.ending == Ending::failure);
    CHECK(told.trouble == one.trouble);
    CHECK(told.stop_reason == one.stop_reason);
    CHECK(told.final_text.empty());
  }
}

TEST_CASE("claude: the failures it tells of itself") {
  struct Case {
    const char* fields;
    Trouble trouble;
    const char* error;
  };
  for (
      const Case& one : {
          Case{R"("subtype":"error_max_turns","is_error":true,"errors":[])", Trouble::limit,
               "error_max_turns"},
          Case{R"("subtype":"error_max_budget_usd","is_error":true)", Trouble::limit,
               "error_max_budget_usd"},
          Case{R"("subtype":"error_during_execution","is_error":true,"errors":["read ECONNRESET"])",
               Trouble::overload, "read ECONNRESET"},
          Case{R"("subtype":"error_during_execution","is_error":true,"errors":["no such tool"])",
               Trouble::other, "no such tool"},
          Case{
              R"("subtype":"error_during_execution","is_error":true,"error":{"type":"api","message":"Unexpected token '<', \"<html>\" is not valid JSON"}})",
              Trouble::none, nullptr},  // one brace too many: no result at all
      }) {
    CAPTURE(one.fields);
    const Transcript told = read_all(Dialect::claude, result_with(one.fields));
    if (one.error == nullptr) {
      CHECK(told.ending == Ending::none);
      CHECK(told.broken_lines == 1);
      continue;
    }
    CHECK(told.ending == Ending::failure);
    CHECK(told.trouble == one.trouble);
    CHECK(told.errors == std::vector<std::string>{one.error});
  }
}

TEST_CASE("claude: of several results the last one counts, its text and its cost") {
  const std::string stream =
      result_with(
          R"("subtype":"error_during_execution","is_error":true,"errors":["fetch failed"])") +
      result_with(
          R"("subtype":"success","is_error":false,"result":"second","total_cost_usd":0.25,"usage":{"input_tokens":7,"output_tokens":2})");
  const Transcript told = read_all(Dialect::claude, stream);
  CHECK(told.ending == Ending::success);
  CHECK(told.final_text == "second");
  CHECK(told.trouble == Trouble::none);
  CHECK(told.errors == std::vector<std::string>{"fetch failed"});
  CHECK(told.micro_usd == 250'000);
  CHECK(told.tokens.total == 9);
}

TEST_CASE("claude: a rejected rate limit stops it, and says until when") {
  const std::string limit =
      R"({"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":1794787200,"rateLimitType":"five_hour","utilization":1},"uuid":"u"})"
      "\n";
  const Transcript told = read_all(
      Dialect::claude,
      limit +
          result_with(
              R"("subtype":"success","is_error":true,"result":"You've hit your limit · resets 3pm")"));
  CHECK(told.limit_reached);
  CHECK(told.trouble == Trouble::quota);
  CHECK(told.resets_at == Instant(Millis(1'794'787'200'000)));

  const std::string warning =
      R"({"type":"rate_limit_event","rate_limit_info":{"status":"allowed_warning","resetsAt":1794787200}})"
      "\n";
  CHECK_FALSE(read_all(Dialect::claude, warning).limit_reached);

  // It went on and succeeded all the same.
  const Transcript well =
      read_all(Dialect::claude,
               limit + result_with(R"("subtype":"success","is_error":false,"result":"ok")"));
  CHECK_FALSE(well.limit_reached);
  CHECK(well.trouble == Trouble::none);
}

TEST_CASE("claude: a usage limit in words has its reset time behind a bar") {
  const Transcript told = read_all(
      Dialect::claude,
      result_with(
          R"("subtype":"success","is_error":true,"result":"Claude AI usage limit reached|1794787200")"));
  CHECK(told.limit_reached);
  CHECK(told.resets_at == Instant(Millis(1'794'787'200'000)));
}

TEST_CASE("claude: retries are counted, and count as trouble only if nothing came after them") {
  const std::string retries =
      R"({"type":"system","subtype":"api_retry","attempt":1,"max_retries":10,"retry_delay_ms":500,"error_status":529,"error":"overloaded"})"
      "\n"
      R"({"type":"system","subtype":"api_retry","attempt":2,"max_retries":10,"retry_delay_ms":900,"error_status":429,"error":"rate_limit"})"
      "\n";
  const Transcript stuck = read_all(Dialect::claude, retries);
  CHECK(stuck.retries == 2);
  CHECK(stuck.trouble == Trouble::quota);
  CHECK(stuck.limit_reached);
  CHECK(stuck.errors == std::vector<std::string>{"rate_limit"});

  const Transcript went_on = read_all(
      Dialect::claude,
      retries +
          R"({"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"hi"}]}})");
  CHECK(went_on.retries == 2);
  CHECK(went_on.trouble == Trouble::none);
  CHECK(went_on.final_text == "hi");
}

TEST_CASE(
    "claude: an error of a message is an error, and what the CLI says itself is not its text") {
  const Transcript told = read_all(
      Dialect::claude,
      R"({"type":"assistant","message":{"id":"m1","model":"claude-sonnet-5","content":[{"type":"text","text":"first"}]},"parent_tool_use_id":null})"
      "\n"
      R"({"type":"assistant","message":{"id":"m2","model":"<synthetic>","content":[{"type":"text","text":"API Error: 401"}]},"parent_tool_use_id":null,"error":"authentication_failed"})"
      "\n");
  CHECK(told.final_text == "first");
  CHECK(told.model == "claude-sonnet-5");
  CHECK(told.trouble == Trouble::auth);
}

TEST_CASE("claude: sub-agents work, but do not speak for the agent") {
  const Transcript told = read_all(
      Dialect::claude,
      R"({"type":"assistant","message":{"id":"m1","model":"big","content":[{"type":"text","text":"mine"}]},"parent_tool_use_id":null})"
      "\n"
      R"({"type":"assistant","message":{"id":"m2","model":"small","content":[{"type":"text","text":"TASK_COMPLETE"},{"type":"tool_use","id":"t","name":"Bash","input":{"command":"ls"}}]},"parent_tool_use_id":"toolu_1"})"
      "\n");
  CHECK(told.final_text == "mine");
  CHECK(told.model == "big");
  CHECK(told.turns == 1);
  CHECK(told.commands.size() == 1);
}

TEST_CASE("claude: denials, from the result and from what tools answer") {
  const std::string stream =
      tool_use("t1", "Bash", R"({"command":"rm -rf build"})") +
      tool_result("t1",
                  R"("Claude requested permissions to use Bash, but you haven't granted it yet.")",
                  "true") +
      tool_use("t2", "Write", R"({"file_path":"a.txt","content":"x"})") +
      result_with(
          R"("subtype":"success","is_error":false,"result":"ok","permission_denials":[{"tool_name":"Bash","tool_use_id":"t1","tool_input":{"command":"rm -rf build"}},{"tool_name":"Write","tool_use_id":"t2","tool_input":{"file_path":"a.txt","content":"x"}},{"tool_name":"WebFetch","tool_use_id":"t9","tool_input":{"url":"u"}}])");
  const Transcript told = read_all(Dialect::claude, stream);
  CHECK(told.ending == Ending::success);
  CHECK(told.denials == std::vector<std::string>{"Bash: rm -rf build", "Write: a.txt", "WebFetch"});
  REQUIRE(told.commands.size() == 1);
  CHECK(told.commands[0].denied);
  CHECK(told.commands[0].exit_code == std::nullopt);
  CHECK(told.edited.empty());
  CHECK(told.edits == 0);
}

TEST_CASE("claude: an edit that failed changed nothing, also for commands called beside it") {
  const std::string stream =
      tool_use("t1", "Edit", R"({"file_path":"a.c"})") +
      tool_use("t2", "Edit", R"({"file_path":"b.c"})") +
      tool_use("t3", "Bash", R"({"command":"make"})") +
      tool_result("t1", R"("String to replace not found in file.")", "true") +
      tool_result("t2", R"("updated")", "false") + tool_result("t3", R"("ok")", "false") +
      tool_use("t4", "MultiEdit", R"({"file_path":"b.c","edits":[]})") +
      tool_use("t5", "NotebookEdit", R"({"notebook_path":"n.ipynb"})");
  const Transcript told = read_all(Dialect::claude, stream);
  CHECK(told.edits == 3);
  CHECK(told.edited == std::vector<std::string>{"b.c", "n.ipynb"});
  REQUIRE(told.commands.size() == 1);
  CHECK(told.commands[0].edits_before == 1);
}

TEST_CASE("claude: what exit codes are told by a tool result") {
  struct Case {
    const char* content;
    const char* is_error;
    std::optional<std::int32_t> exit_code;
    bool failed;
  };
  for (const Case& one : {
           Case{R"("all good")", "false", 0, false},
           Case{R"("Exit code 127\nsh: x: not found")", "true", 127, true},
           Case{R"([{"type":"text","text":"Exit code 1\nno"}])", "true", 1, true},
           Case{R"("Command timed out after 2m")", "true", std::nullopt, true},
           Case{R"("Exit code 3 is what it would print")", "false", 0, false},
           Case{R"("")", "false", 0, false},
           Case{R"([])", "false", 0, false},
           Case{R"(null)", "false", 0, false},
           Case{R"("Exit code 99999999999\n")", "true", std::nullopt, true},
       }) {
    CAPTURE(one.content);
    const Transcript told =
        read_all(Dialect::claude, tool_use("t", "Bash", R"({"command":"c"})") +
                                      tool_result("t", one.content, one.is_error));
    REQUIRE(told.commands.size() == 1);
    CHECK(told.commands[0].exit_code == one.exit_code);
    CHECK(told.commands[0].failed == one.failed);
  }
  const Transcript behind =
      read_all(Dialect::claude,
               tool_use("t", "Bash", R"({"command":"serve","run_in_background":true})") +
                   tool_result("t", R"("Command running in background with ID: b1")", "false"));
  CHECK(behind.commands.at(0).exit_code == std::nullopt);
  CHECK_FALSE(behind.commands.at(0).failed);
}

TEST_CASE("qwen: the same events, cached tokens are part of the input") {
  const Transcript told =
      read_all(Dialect::qwen,
               R"({"type":"system","subtype":"init","session_id":"s","model":"qwen3-coder"}
{"type":"stream_event","event":{"type":"goal_state"}}
{"type":"assistant","message":{"id":"a","model":"qwen3-coder","content":[{"type":"tool_use","id":"c1","name":"run_shell_command","input":{"command":"npm test","is_background":false}},{"type":"tool_use","id":"c2","name":"write_file","input":{"file_path":"/w/hello.txt","content":"hi"}}],"usage":{"input_tokens":100,"output_tokens":5}},"parent_tool_use_id":null}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"c1","is_error":false,"content":"Command: npm test\nOutput: 1 failing\nError: (none)\nExit Code: 1\nSignal: none"},{"type":"tool_result","tool_use_id":"c2","is_error":false,"content":"wrote it"}]}}
{"type":"result","subtype":"success","is_error":false,"num_turns":2,"result":"TASK_COMPLETE","usage":{"input_tokens":300,"output_tokens":20,"cache_read_input_tokens":120,"total_tokens":320},"permission_denials":[]}
)");
  CHECK(told.ending == Ending::success);
  CHECK(told.tokens == Tokens{.input = 300, .output = 20, .cached = 120, .total = 320});
  CHECK(told.commands ==
        std::vector<Command>{{.command = "npm test", .exit_code = 1, .failed = true}});
  CHECK(told.edited == std::vector<std::string>{"/w/hello.txt"});
  CHECK(told.micro_usd == std::nullopt);
}

TEST_CASE("qwen: an execution that failed says why") {
  const Transcript told = read_all(
      Dialect::qwen,
      R"({"type":"result","subtype":"error_during_execution","is_error":true,"num_turns":0,"error":{"message":"[API Error: 401 Incorrect API key provided]"}})");
  CHECK(told.ending == Ending::failure);
  CHECK(told.trouble == Trouble::auth);
  CHECK(told.errors == std::vector<std::string>{"[API Error: 401 Incorrect API key provided]"});
}
