// SPDX-License-Identifier: MIT
// The stream of codex: turns tell how it ended, items what it did.
#include "unit/format/dialect/streams.h"

#include <string>
#include <string_view>

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

constexpr std::string_view good_codex_run =
    R"({"type":"thread.started","thread_id":"0199-aa"}
{"type":"turn.started"}
{"type":"item.completed","item":{"id":"item_0","type":"error","message":"Model metadata for `stub` not found. Defaulting to fallback metadata; rate limits unknown"}}
{"type":"item.completed","item":{"id":"item_1","type":"reasoning","text":"**Looking** around"}}
{"type":"item.started","item":{"id":"item_2","type":"command_execution","command":"/bin/bash -lc 'make test'","aggregated_output":"","exit_code":null,"status":"in_progress"}}
{"type":"item.completed","item":{"id":"item_2","type":"command_execution","command":"/bin/bash -lc 'make test'","aggregated_output":"1 failed\n","exit_code":2,"status":"failed"}}
{"type":"item.started","item":{"id":"item_3","type":"file_change","changes":[{"path":"/w/a.c","kind":"update"},{"path":"/w/b.c","kind":"add"}],"status":"in_progress"}}
{"type":"item.completed","item":{"id":"item_3","type":"file_change","changes":[{"path":"/w/a.c","kind":"update"},{"path":"/w/b.c","kind":"add"}],"status":"completed"}}
{"type":"item.completed","item":{"id":"item_4","type":"file_change","changes":[{"path":"/w/c.c","kind":"update"}],"status":"failed"}}
{"type":"item.completed","item":{"id":"item_5","type":"command_execution","command":"make test","aggregated_output":"ok","exit_code":0,"status":"completed"}}
{"type":"item.completed","item":{"id":"item_6","type":"command_execution","command":"git push","aggregated_output":"","exit_code":null,"status":"declined"}}
{"type":"item.started","item":{"id":"item_7","type":"mcp_tool_call","server":"s","tool":"look","arguments":{},"status":"in_progress"}}
{"type":"item.completed","item":{"id":"item_7","type":"mcp_tool_call","server":"s","tool":"look","arguments":{},"result":null,"error":{"message":"no"},"status":"failed"}}
{"type":"item.updated","item":{"id":"item_8","type":"todo_list","items":[{"text":"x","completed":true}]}}
{"type":"item.completed","item":{"id":"item_9","type":"agent_message","text":"Halfway."}}
{"type":"item.completed","item":{"id":"item_10","type":"agent_message","text":"Done.\nTASK_COMPLETE"}}
{"type":"turn.completed","usage":{"input_tokens":1000,"cached_input_tokens":800,"output_tokens":50,"reasoning_output_tokens":20}}
)";

}  // namespace

TEST_CASE("codex: a run that succeeds, with an error that is only a remark") {
  const Transcript told = read_all(Dialect::codex, good_codex_run);
  CHECK(told.ending == Ending::success);
  CHECK(told.trouble == Trouble::none);
  CHECK(told.errors.size() == 1);
  CHECK_FALSE(told.limit_reached);
  CHECK(told.final_text == "Done.\nTASK_COMPLETE");
  CHECK(told.turns == 7);  // one after each result of a tool
  CHECK(told.tool_calls == 6);
  CHECK(told.commands == std::vector<Command>{
                             {.command = "make test", .exit_code = 2, .failed = true},
                             {.command = "make test", .exit_code = 0, .edits_before = 2},
                             {.command = "git push",
                              .exit_code = {},
                              .denied = true,
                              .edits_before = 2,
                              .failed = true},
                         });
  CHECK(told.denials == std::vector<std::string>{"shell: git push"});
  CHECK(told.edited == std::vector<std::string>{"/w/a.c", "/w/b.c"});
  CHECK(told.edits == 2);
  CHECK(told.tokens ==
        Tokens{.input = 1000, .output = 50, .cached = 800, .reasoning = 20, .total = 1050});
  CHECK(told.micro_usd == std::nullopt);
}

TEST_CASE("codex: how the stream is cut changes nothing, and no piece of it is a success") {
  check_every_cut(Dialect::codex, good_codex_run);
  check_every_beginning(Dialect::codex, good_codex_run);
}

TEST_CASE("codex: the failures it tells of") {
  struct Case {
    const char* line;
    Trouble trouble;
  };
  for (
      const Case& one : {
          Case{
              R"({"type":"turn.failed","error":{"message":"unexpected status 401 Unauthorized: bad key, url: http://h/v1/responses"}})",
              Trouble::auth},
          Case{
              R"({"type":"turn.failed","error":{"message":"exceeded retry limit, last status: 429 Too Many Requests"}})",
              Trouble::quota},
          Case{
              R"({"type":"turn.failed","error":{"message":"unexpected status 500 Internal Server Error"}})",
              Trouble::overload},
          Case{
              R"({"type":"turn.failed","error":{"message":"stream disconnected before completion: stream closed before response.completed"}})",
              Trouble::protocol},
          Case{
              R"({"type":"turn.failed","error":{"message":"Codex ran out of room in the model's context window."}})",
              Trouble::limit},
          Case{R"({"type":"error","message":"error sending request for url http://h/v1"})",
               Trouble::overload},
          Case{R"({"type":"error","message":"something odd"})", Trouble::other},
          Case{R"({"type":"turn.failed"})", Trouble::other},
      }) {
    CAPTURE(one.line);
    const Transcript told =
        read_all(Dialect::codex, std::string("{\"type\":\"turn.started\"}\n") + one.line + "\n");
    CHECK(told.ending == Ending::failure);
    CHECK(told.trouble == one.trouble);
  }
}

TEST_CASE("codex: a usage limit says how long to wait") {
  const Transcript told = read_all(
      Dialect::codex,
      R"({"type":"turn.failed","error":{"message":"You've hit your usage limit. Upgrade to Pro or try again in 3 days 4 hours 2 minutes."}})");
  CHECK(told.limit_reached);
  CHECK(told.retry_after == Millis(((3 * 24 + 4) * 60 + 2) * 60'000));
  CHECK(told.resets_at == std::nullopt);
}

TEST_CASE("codex: reconnecting is a retry, and a turn that completes after it is fine") {
  const std::string again =
      R"({"type":"error","message":"Reconnecting... 1/5: stream disconnected before completion: network error"})"
      "\n";
  const Transcript stuck = read_all(Dialect::codex, again);
  CHECK(stuck.retries == 1);
  CHECK(stuck.ending == Ending::none);
  CHECK(stuck.trouble == Trouble::overload);
  const Transcript fine =
      read_all(Dialect::codex,
               again + R"({"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":1}})");
  CHECK(fine.ending == Ending::success);
  CHECK(fine.retries == 1);
  CHECK(fine.trouble == Trouble::none);
}

TEST_CASE("codex: usage of turns is cumulative, until it begins anew") {
  const auto turn = [](int input, int output) {
    return "{\"type\":\"turn.started\"}\n{\"type\":\"turn.completed\",\"usage\":{\"input_"
           "tokens\":" +
           std::to_string(input) + ",\"output_tokens\":" + std::to_string(output) + "}}\n";
  };
  CHECK(read_all(Dialect::codex, turn(100, 10) + turn(300, 20)).tokens.total == 320);
  CHECK(read_all(Dialect::codex, turn(300, 20) + turn(100, 10)).tokens.total == 430);
  CHECK(read_all(Dialect::codex, turn(300, 20) + turn(100, 10)).turns == 2);
}

TEST_CASE("codex: a turn that was begun and not ended takes the success back") {
  const Transcript told =
      read_all(Dialect::codex, std::string(good_codex_run) + "{\"type\":\"turn.started\"}\n");
  CHECK(told.ending == Ending::none);
}

TEST_CASE("codex: the command within the shell it is run by") {
  struct Case {
    const char* told;
    const char* command;
  };
  for (const Case& one : {
           Case{"/bin/bash -lc 'npm test'", "npm test"},
           Case{"bash -lc \\\"npm test\\\"", "npm test"},
           Case{"sh -c 'a b'", "a b"},
           Case{"bash -lc \\\"echo $HOME\\\"", "bash -lc \"echo $HOME\""},
           Case{"bash -lc 'it'\\\\''s'", "bash -lc 'it'\\''s'"},
           Case{"env bash -lc 'x'", "env bash -lc 'x'"},
           Case{"gcc -c 'x.c'", "gcc -c 'x.c'"},
           Case{"bash -lc", "bash -lc"},
           Case{"bash -lc '", "bash -lc '"},
       }) {
    const Transcript told = read_all(
        Dialect::codex,
        std::string(
            R"({"type":"item.started","item":{"id":"i","type":"command_execution","command":")") +
            one.told + "\"}}");
    REQUIRE(told.commands.size() == 1);
    CHECK(told.commands[0].command == one.command);
    CHECK(told.commands[0].exit_code == std::nullopt);
  }
}
