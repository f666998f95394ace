// SPDX-License-Identifier: MIT
// The streams of cline, continue and of programs that only print text.
#include "unit/format/dialect/streams.h"

#include <string>
#include <string_view>

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

constexpr std::string_view good_cline =
    R"({"ts":1,"type":"hook_event","hookEventName":"agent_start","agentId":"a","taskId":"t","parentAgentId":null}
{"ts":2,"type":"agent_event","event":{"type":"iteration_start","iteration":1}}
{"ts":3,"type":"agent_event","event":{"type":"content_start","contentType":"text","text":"I ","accumulated":"I "}}
{"ts":4,"type":"agent_event","event":{"type":"content_start","contentType":"text","text":"look.","accumulated":"I look."}}
{"ts":5,"type":"agent_event","event":{"type":"content_end","contentType":"text","text":"I look."}}
{"ts":6,"type":"agent_event","event":{"type":"content_start","contentType":"tool","toolName":"run_commands","toolCallId":"c1","input":{"commands":["make","make test"]}}}
{"ts":7,"type":"agent_event","event":{"type":"content_update","contentType":"tool","toolCallId":"c1","update":"..."}}
{"ts":8,"type":"agent_event","event":{"type":"content_end","contentType":"tool","toolName":"run_commands","toolCallId":"c1","output":[{"query":"make","result":"ok","success":true},{"query":"make test","result":"1 failed","success":false}],"durationMs":5}}
{"ts":9,"type":"agent_event","event":{"type":"content_start","contentType":"tool","toolName":"editor","toolCallId":"c2","input":{"path":"/w/a.c","new_text":"y"}}}
{"ts":10,"type":"agent_event","event":{"type":"content_end","contentType":"tool","toolName":"editor","toolCallId":"c2","output":{"success":true},"durationMs":5}}
{"ts":11,"type":"agent_event","event":{"type":"content_start","contentType":"tool","toolName":"run_commands","toolCallId":"c3","input":{"commands":["make test"]}}}
{"ts":12,"type":"agent_event","event":{"type":"content_end","contentType":"tool","toolName":"run_commands","toolCallId":"c3","output":{"exitCode":0,"stdout":""},"durationMs":5}}
{"ts":13,"type":"agent_event","event":{"type":"usage","inputTokens":9,"outputTokens":9,"totalInputTokens":90,"totalOutputTokens":10,"totalCacheReadTokens":0,"totalCost":0.001}}
{"ts":14,"type":"agent_event","event":{"type":"iteration_start","iteration":2}}
{"ts":15,"type":"agent_event","parentAgentId":"a","event":{"type":"content_start","contentType":"text","text":"a helper speaks"}}
{"ts":16,"type":"agent_event","event":{"type":"content_start","contentType":"text","text":"Done."}}
{"ts":17,"type":"team_event","event":{"type":"something"}}
{"ts":18,"type":"run_result","finishReason":"completed","iterations":2,"usage":{"inputTokens":1,"outputTokens":1},"aggregateUsage":{"inputTokens":200,"outputTokens":30,"cacheReadTokens":50,"cacheWriteTokens":0,"totalCost":0.0025},"durationMs":100,"text":"Done.\nTASK_COMPLETE","model":{"id":"stub-model","provider":"openai"}}
)";

}  // namespace

TEST_CASE("cline: a run that succeeds") {
  const Transcript told = read_all(Dialect::cline, good_cline);
  CHECK(told.ending == Ending::success);
  CHECK(told.stop_reason == "completed");
  CHECK(told.final_text == "Done.\nTASK_COMPLETE");
  CHECK(told.model == "stub-model");
  CHECK(told.turns == 2);
  CHECK(told.tool_calls == 3);
  CHECK(told.tokens == Tokens{.input = 200, .output = 30, .cached = 50, .total = 280});
  CHECK(told.micro_usd == 2500);
  CHECK(told.commands == std::vector<Command>{
                             {.command = "make", .exit_code = {}},
                             {.command = "make test", .exit_code = {}, .failed = true},
                             {.command = "make test", .exit_code = 0, .edits_before = 1},
                         });
  CHECK(told.edited == std::vector<std::string>{"/w/a.c"});
  CHECK(told.broken_lines == 0);
}

TEST_CASE("cline: how the stream is cut changes nothing, and no piece of it is a success") {
  check_every_cut(Dialect::cline, good_cline);
  check_every_beginning(Dialect::cline, good_cline);
}

TEST_CASE("cline: without a result the events are what is known") {
  const Transcript told =
      read_all(Dialect::cline, good_cline.substr(0, good_cline.find("{\"ts\":17")));
  CHECK(told.ending == Ending::none);
  CHECK(told.final_text == "Done.");
  CHECK(told.tokens.total == 100);
  CHECK(told.micro_usd == 1000);
  CHECK(told.turns == 2);
}

TEST_CASE("cline: the ways to end") {
  struct Case {
    const char* reason;
    Ending ending;
    Trouble trouble;
  };
  for (const Case& one : {
           Case{"completed", Ending::success, Trouble::none},
           Case{"error", Ending::failure, Trouble::auth},
           Case{"aborted", Ending::failure, Trouble::other},
           Case{"max_iterations", Ending::failure, Trouble::limit},
           Case{"mistake_limit", Ending::failure, Trouble::limit},
       }) {
    CAPTURE(one.reason);
    const Transcript told =
        read_all(Dialect::cline, std::string(R"({"ts":1,"type":"run_result","finishReason":")") +
                                     one.reason +
                                     R"(","iterations":1,"text":"OpenAI API key is missing."})");
    CHECK(told.ending == one.ending);
    CHECK(told.trouble == one.trouble);
  }
  CHECK(read_all(Dialect::cline, R"({"ts":1,"type":"run_aborted","reason":"external_abort"})")
            .ending == Ending::failure);
}

TEST_CASE("cline: errors, recoverable or not, and those on stderr") {
  const auto error = [](std::string_view recoverable) {
    return R"({"ts":1,"type":"agent_event","event":{"type":"error","error":{"name":"Error","message":"429 Too Many Requests"},"recoverable":)" +
           std::string(recoverable) + "}}\n";
  };
  CHECK(read_all(Dialect::cline, error("false")).limit_reached);
  const std::string well = R"({"ts":2,"type":"run_result","finishReason":"completed","text":"ok"})";
  const Transcript recovered = read_all(Dialect::cline, error("true") + well);
  CHECK(recovered.retries == 1);
  CHECK(recovered.errors.empty());
  const Transcript told =
      read_all(Dialect::cline, "", R"({"ts":1,"type":"error","message":"fetch failed"})");
  CHECK(told.trouble == Trouble::overload);
  CHECK(told.errors == std::vector<std::string>{"fetch failed"});
}

TEST_CASE("continue: one line at the end") {
  const std::string_view stream =
      R"({"response":"Done.\nTASK_COMPLETE","status":"success","note":"Response was not valid JSON, so it was wrapped in a JSON object"})"
      "\n";
  const Transcript told = read_all(Dialect::continue_cli, stream);
  CHECK(told.ending == Ending::success);
  CHECK(told.final_text == "Done.\nTASK_COMPLETE");
  CHECK_FALSE(told.tokens_told);
  check_every_cut(Dialect::continue_cli, stream);
}

TEST_CASE("continue: errors are JSON on stderr, and no success survives them") {
  const std::string_view error =
      R"({"status":"error","message":"HTTP 401 Unauthorized from http://h/v1"})"
      "\n";
  const Transcript told =
      read_all(Dialect::continue_cli, R"({"response":"","status":"success"})", error);
  CHECK(told.ending == Ending::failure);
  CHECK(told.trouble == Trouble::auth);
  CHECK(told.errors == std::vector<std::string>{"HTTP 401 Unauthorized from http://h/v1"});
  CHECK(read_all(Dialect::continue_cli, error).ending == Ending::failure);
  // A log line is no error.
  CHECK(read_all(Dialect::continue_cli, R"({"response":"x","status":"success"})",
                 R"({"level":"info","message":"retrying after network error"})")
            .ending == Ending::success);
}

TEST_CASE("continue: an answer that is JSON itself comes as it is") {
  const Transcript told = read_all(Dialect::continue_cli, "{\"verdict\":\"ok\"}\n");
  CHECK(told.ending == Ending::none);
  CHECK(told.final_text == "{\"verdict\":\"ok\"}");
  CHECK(told.broken_lines == 0);
  const Transcript long_form = read_all(Dialect::continue_cli, "{\n  \"verdict\": \"ok\"\n}\n");
  CHECK(long_form.final_text == "{\n  \"verdict\": \"ok\"\n}");
}

TEST_CASE("text: all of the output is what it said") {
  const Transcript told = read_all(Dialect::text, "one\ntwo\nTASK_COMPLETE", "a warning\n");
  CHECK(told.final_text == "one\ntwo\nTASK_COMPLETE");
  CHECK(told.ending == Ending::none);
  CHECK_FALSE(told.tokens_told);
  CHECK(told.lines == 3);
  CHECK(told.trouble == Trouble::none);
  check_every_cut(Dialect::text, "one\n\xff\xfe{\"type\":\"result\"}\r\n");
  CHECK(read_all(Dialect::text, "").lines == 0);
}

TEST_CASE("text: only stderr can tell of trouble") {
  CHECK(read_all(Dialect::text, "rate limit reached, says the test\n").trouble == Trouble::none);
  CHECK(read_all(Dialect::text, "", "Error: 429 Too Many Requests\n").trouble == Trouble::quota);
}
