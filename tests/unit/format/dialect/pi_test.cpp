// SPDX-License-Identifier: MIT
// The stream of pi, which exits with 0 whatever happens.
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

constexpr std::string_view good_pi_run =
    R"({"type":"session","version":3,"id":"s","timestamp":"2026-11-15T10:00:00.000Z","cwd":"/w"}
{"type":"agent_start"}
{"type":"turn_start"}
{"type":"message_start","message":{"role":"user","content":[{"type":"text","text":"TASK_COMPLETE?"}]}}
{"type":"message_end","message":{"role":"user","content":[{"type":"text","text":"TASK_COMPLETE?"}]}}
{"type":"message_update","assistantMessageEvent":{"type":"text_delta","delta":"I","partial":{"role":"assistant","content":[{"type":"text","text":"I"}]}},"message":{"role":"assistant","content":[{"type":"text","text":"I"}]}}
{"type":"message_end","message":{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"I look."},{"type":"toolCall","id":"c1","name":"bash","arguments":{"command":"make test"}}],"api":"openai-completions","provider":"stub","model":"stub-model","usage":{"input":100,"output":10,"cacheRead":40,"cacheWrite":5,"totalTokens":155,"cost":{"input":0.1,"output":0.01,"cacheRead":0,"cacheWrite":0,"total":0.11}},"stopReason":"toolUse","timestamp":1}}
{"type":"tool_execution_start","toolCallId":"c1","toolName":"bash","args":{"command":"make test"}}
{"type":"tool_execution_update","toolCallId":"c1","toolName":"bash","args":{"command":"make test"},"partialResult":{"content":[{"type":"text","text":"1"}]}}
{"type":"tool_execution_end","toolCallId":"c1","toolName":"bash","result":{"content":[{"type":"text","text":"1 failed\n\n\nCommand exited with code 2"}],"details":{}},"isError":true}
{"type":"tool_execution_start","toolCallId":"c2","toolName":"edit","args":{"path":"a.c","oldText":"x","newText":"y"}}
{"type":"tool_execution_end","toolCallId":"c2","toolName":"edit","result":{"content":[{"type":"text","text":"ok"}]},"isError":false}
{"type":"tool_execution_start","toolCallId":"c3","toolName":"bash","args":{"command":"make test"}}
{"type":"tool_execution_end","toolCallId":"c3","toolName":"bash","result":{"content":[{"type":"text","text":"12 passed"}]},"isError":false}
{"type":"turn_end","message":{"role":"assistant"},"toolResults":[]}
{"type":"turn_start"}
{"type":"message_end","message":{"role":"assistant","content":[{"type":"text","text":"Done.\nTASK_COMPLETE"}],"model":"stub-model","usage":{"input":200,"output":20,"cacheRead":0,"cacheWrite":0,"totalTokens":220,"cost":{"total":0.02}},"stopReason":"stop"}}
{"type":"turn_end","message":{"role":"assistant"},"toolResults":[]}
{"type":"agent_end","messages":[{"role":"assistant","stopReason":"error","errorMessage":"of long ago"}]}
)";

std::string ended(std::string_view reason, std::string_view error) {
  return R"({"type":"agent_start"})"
         "\n"
         R"({"type":"message_end","message":{"role":"assistant","content":[],"stopReason":")" +
         std::string(reason) + R"(","errorMessage":")" + std::string(error) + "\"}}\n" +
         R"({"type":"agent_end","messages":[]})"
         "\n";
}

}  // namespace

TEST_CASE("pi: a run that succeeds") {
  const Transcript told = read_all(Dialect::pi, good_pi_run);
  CHECK(told.ending == Ending::success);
  CHECK(told.stop_reason == "stop");
  CHECK(told.final_text == "Done.\nTASK_COMPLETE");
  CHECK(told.model == "stub-model");
  CHECK(told.turns == 2);
  CHECK(told.tokens == Tokens{.input = 305, .output = 30, .cached = 40, .total = 375});
  CHECK(told.micro_usd == 130'000);
  CHECK(told.commands == std::vector<Command>{
                             {.command = "make test", .exit_code = 2, .failed = true},
                             {.command = "make test", .exit_code = 0, .edits_before = 1},
                         });
  CHECK(told.edited == std::vector<std::string>{"a.c"});
  CHECK(told.tool_calls == 3);
}

TEST_CASE("pi: how the stream is cut changes nothing, and no piece of it is a success") {
  check_every_cut(Dialect::pi, good_pi_run);
  check_every_beginning(Dialect::pi, good_pi_run);
}

TEST_CASE("pi: how the last message stopped is how the run ended") {
  struct Case {
    const char* reason;
    const char* error;
    Ending ending;
    Trouble trouble;
  };
  for (const Case& one : {
           Case{"stop", "", Ending::success, Trouble::none},
           Case{"error", "401 bad key", Ending::failure, Trouble::auth},
           Case{"error", "Connection error.", Ending::failure, Trouble::overload},
           Case{"error", "terminated", Ending::failure, Trouble::protocol},
           Case{"error", "", Ending::failure, Trouble::other},
           Case{"aborted", "Request was aborted", Ending::failure, Trouble::other},
           Case{"length", "", Ending::failure, Trouble::limit},
           Case{"", "", Ending::failure, Trouble::other},
       }) {
    CAPTURE(one.reason);
    CAPTURE(one.error);
    const Transcript told = read_all(Dialect::pi, ended(one.reason, one.error));
    CHECK(told.ending == one.ending);
    CHECK(told.trouble == one.trouble);
  }
}

TEST_CASE("pi: an end that will be retried is none") {
  const std::string retry =
      ended("error", "529 overloaded") +
      R"({"type":"auto_retry_start","attempt":1,"maxAttempts":3,"delayMs":2000,"errorMessage":"529 overloaded"})"
      "\n";
  const Transcript stuck = read_all(Dialect::pi, retry);
  CHECK(stuck.ending == Ending::none);
  CHECK(stuck.retries == 1);
  CHECK(stuck.trouble == Trouble::overload);
  const Transcript fine = read_all(Dialect::pi, retry + ended("stop", ""));
  CHECK(fine.ending == Ending::success);
  CHECK(fine.trouble == Trouble::none);
  const Transcript given_up = read_all(
      Dialect::pi,
      retry +
          R"({"type":"auto_retry_end","success":false,"attempt":3,"finalError":"429 rate limit"})");
  CHECK(given_up.ending == Ending::failure);
  CHECK(given_up.limit_reached);
  CHECK(read_all(Dialect::pi, R"({"type":"agent_end","willRetry":true,"messages":[]})").ending ==
        Ending::none);
}
