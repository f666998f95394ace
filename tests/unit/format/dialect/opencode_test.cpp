// SPDX-License-Identifier: MIT
// The stream of opencode: steps, and no word at the end.
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

constexpr std::string_view good_opencode_run =
    R"({"type":"step_start","timestamp":1794700000001,"sessionID":"ses_1","part":{"id":"p1","type":"step-start","snapshot":"ab"}}
{"type":"text","timestamp":1794700000002,"sessionID":"ses_1","part":{"id":"p2","type":"text","text":"Let me look.","time":{"start":1,"end":2}}}
{"type":"tool_use","timestamp":1794700000003,"sessionID":"ses_1","part":{"id":"p3","type":"tool","callID":"c1","tool":"bash","state":{"status":"completed","input":{"command":"make test","description":"d"},"output":"1 failed","title":"make test","metadata":{"output":"1 failed","exit":2,"description":"d"},"time":{"start":1,"end":2}}}}
{"type":"tool_use","timestamp":1794700000004,"sessionID":"ses_1","part":{"id":"p4","type":"tool","callID":"c2","tool":"edit","state":{"status":"completed","input":{"filePath":"/w/a.c","oldString":"x","newString":"y"},"output":"ok","metadata":{"diff":"..."}}}}
{"type":"tool_use","timestamp":1794700000004,"sessionID":"ses_1","part":{"id":"p5","type":"tool","callID":"c3","tool":"apply_patch","state":{"status":"completed","input":{"patchText":"*** Begin Patch\n*** Update File: b.c\n@@\n-x\n+y\n*** Add File: c.c\n+z\n*** End Patch"},"output":"ok"}}}
{"type":"tool_use","timestamp":1794700000005,"sessionID":"ses_1","part":{"id":"p6","type":"tool","callID":"c4","tool":"bash","state":{"status":"error","input":{"command":"rm -rf /"},"error":"The user rejected permission to use this specific tool call.","time":{"start":1,"end":2}}}}
{"type":"step_finish","timestamp":1794700000006,"sessionID":"ses_1","part":{"id":"p7","type":"step-finish","reason":"tool-calls","cost":0.0104,"tokens":{"input":100,"output":20,"reasoning":5,"cache":{"read":50,"write":10}}}}
{"type":"step_start","timestamp":1794700000007,"sessionID":"ses_1","part":{"id":"p8","type":"step-start"}}
{"type":"text","timestamp":1794700000008,"sessionID":"ses_1","part":{"id":"p9","type":"text","text":"Done.","time":{"start":1,"end":2}}}
{"type":"text","timestamp":1794700000008,"sessionID":"ses_1","part":{"id":"p10","type":"text","text":"TASK_COMPLETE","time":{"start":1,"end":2}}}
{"type":"step_finish","timestamp":1794700000009,"sessionID":"ses_1","part":{"id":"p11","type":"step-finish","reason":"stop","cost":0.0006,"tokens":{"total":31,"input":30,"output":1,"reasoning":0,"cache":{"read":0,"write":0}}}}
)";

std::string error_event(std::string_view error) {
  return "{\"type\":\"error\",\"timestamp\":1,\"sessionID\":\"s\",\"error\":" + std::string(error) +
         "}\n";
}

}  // namespace

TEST_CASE("opencode: the last step tells the end, all steps the tokens and the cost") {
  const Transcript told = read_all(Dialect::opencode, good_opencode_run);
  CHECK(told.ending == Ending::success);
  CHECK(told.stop_reason == "stop");
  CHECK(told.final_text == "Done.\nTASK_COMPLETE");
  CHECK(told.turns == 2);
  CHECK(told.micro_usd == 11'000);
  CHECK(told.tokens ==
        Tokens{.input = 140, .output = 21, .cached = 50, .reasoning = 5, .total = 216});
  CHECK(told.commands == std::vector<Command>{
                             {.command = "make test", .exit_code = 2, .failed = true},
                             {.command = "rm -rf /",
                              .exit_code = {},
                              .denied = true,
                              .edits_before = 3,
                              .failed = true},
                         });
  CHECK(told.edited == std::vector<std::string>{"/w/a.c", "b.c", "c.c"});
  CHECK(told.edits == 3);
  CHECK(told.denials == std::vector<std::string>{"bash: rm -rf /"});
  CHECK(told.tool_calls == 4);
}

TEST_CASE("opencode: how the stream is cut changes nothing, and no piece of it is a success") {
  check_every_cut(Dialect::opencode, good_opencode_run);
  check_every_beginning(Dialect::opencode, good_opencode_run);
}

TEST_CASE("opencode: a step that goes on, or a new one, is no end") {
  const auto finish = [](std::string_view reason) {
    return "{\"type\":\"step_finish\",\"part\":{\"reason\":\"" + std::string(reason) + "\"}}\n";
  };
  CHECK(read_all(Dialect::opencode, finish("tool-calls")).ending == Ending::none);
  CHECK(read_all(Dialect::opencode, finish("unknown")).ending == Ending::none);
  CHECK(read_all(Dialect::opencode, finish("stop") + "{\"type\":\"step_start\"}\n").ending ==
        Ending::none);
  CHECK(read_all(Dialect::opencode, finish("length")).trouble == Trouble::limit);
  CHECK(read_all(Dialect::opencode, finish("content-filter")).trouble == Trouble::refused);
  CHECK(read_all(Dialect::opencode, finish("content-filter")).ending == Ending::failure);
}

TEST_CASE("opencode: the same message beginning again is a request repeated, and no new turn") {
  const auto start = [](std::string_view message) {
    return "{\"type\":\"step_start\",\"part\":{\"id\":\"p\",\"messageID\":\"" +
           std::string(message) + "\",\"type\":\"step-start\"}}\n";
  };
  const std::string finish =
      R"({"type":"step_finish","part":{"reason":"tool-calls","tokens":{"input":1,"output":1}}})"
      "\n";
  const Transcript cut = read_all(Dialect::opencode, start("m1") + start("m1") + start("m1"));
  CHECK(cut.turns == 1);
  CHECK(cut.retries == 2);
  CHECK(cut.ending == Ending::none);
  CHECK(cut.trouble == Trouble::overload);
  CHECK(cut.errors.size() == 1);

  const Transcript recovered = read_all(Dialect::opencode, start("m1") + start("m1") + finish);
  CHECK(recovered.retries == 1);
  CHECK(recovered.trouble == Trouble::none);

  const Transcript two = read_all(Dialect::opencode, start("m1") + finish + start("m2") + finish);
  CHECK(two.turns == 2);
  CHECK(two.retries == 0);
}

TEST_CASE("opencode: steps without anything in them are no answers") {
  const std::string nothing =
      R"({"type":"step_start","part":{"messageID":"m","type":"step-start"}})"
      "\n"
      R"({"type":"step_finish","part":{"reason":"unknown","type":"step-finish","tokens":{"input":0,"output":0,"reasoning":0,"cache":{"write":0,"read":0}},"cost":0}})"
      "\n";
  const Transcript told = read_all(Dialect::opencode, nothing + nothing);
  CHECK(told.ending == Ending::none);
  CHECK(told.retries == 2);
  CHECK(told.trouble == Trouble::protocol);
  CHECK(read_all(Dialect::opencode, nothing + std::string(good_opencode_run)).trouble ==
        Trouble::none);
}

TEST_CASE("opencode: errors of the session") {
  struct Case {
    const char* error;
    Trouble trouble;
    const char* text;
  };
  for (
      const Case& one : {
          Case{
              R"({"name":"APIError","data":{"message":"Too Many Requests","statusCode":429,"isRetryable":true}})",
              Trouble::quota, "APIError: Too Many Requests (status 429)"},
          Case{R"({"name":"ProviderAuthError","data":{"providerID":"p","message":"no key"}})",
               Trouble::auth, "ProviderAuthError: no key"},
          Case{
              R"({"name":"UnknownError","data":{"message":"Unexpected token '<', \"<html>...\""}})",
              Trouble::protocol, "UnknownError: Unexpected token '<', \"<html>...\""},
          Case{R"({"name":"ContextOverflowError","data":{"message":"too much"}})", Trouble::limit,
               "ContextOverflowError: too much"},
          Case{R"({"name":"MessageAbortedError"})", Trouble::other, "MessageAbortedError"},
      }) {
    CAPTURE(one.error);
    const Transcript told =
        read_all(Dialect::opencode, std::string(good_opencode_run) + error_event(one.error));
    CHECK(told.ending == Ending::failure);
    CHECK(told.trouble == one.trouble);
    CHECK(told.errors == std::vector<std::string>{one.text});
  }
}

TEST_CASE("opencode: permissions that were rejected, told on stderr or at the end") {
  const Transcript told = read_all(
      Dialect::opencode,
      std::string(good_opencode_run) + R"({"type":"done","reason":"idle","rejected":["webfetch"]})",
      "\x1b[33m!\x1b[0m permission requested: external_directory (/etc/*); auto-rejecting\n");
  CHECK(told.ending == Ending::success);
  CHECK(told.denials ==
        std::vector<std::string>{"external_directory (/etc/*)", "bash: rm -rf /", "webfetch"});
}

TEST_CASE("opencode: a run that ends with a permission that was rejected was refused") {
  const std::string start =
      R"({"type":"step_start","part":{"id":"p1","messageID":"m1","type":"step-start"}})"
      "\n";
  const std::string rejected =
      R"({"type":"tool_use","part":{"type":"tool","tool":"write","callID":"c1","state":{"status":"error","input":{"filePath":"/w/a.txt","content":"x"},"error":"The user rejected permission to use this specific tool call."}}})"
      "\n";
  const std::string finish =
      R"({"type":"step_finish","part":{"reason":"tool-calls","messageID":"m1","tokens":{"input":80,"output":10}}})"
      "\n";
  const Transcript told = read_all(Dialect::opencode, start + rejected + finish);
  CHECK(told.ending == Ending::failure);
  CHECK(told.trouble == Trouble::refused);
  CHECK(told.errors == std::vector<std::string>{"permission rejected: write: /w/a.txt"});

  const Transcript cut = read_all(Dialect::opencode, start + rejected);
  CHECK(cut.ending == Ending::none);
  const Transcript goes_on =
      read_all(Dialect::opencode, start + rejected + finish + std::string(good_opencode_run));
  CHECK(goes_on.ending == Ending::success);
}
