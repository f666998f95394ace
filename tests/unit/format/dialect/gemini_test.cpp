// SPDX-License-Identifier: MIT
// The stream of gemini: text in pieces, and a status at the end.
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

constexpr std::string_view good_gemini_run =
    R"({"type":"init","timestamp":"2026-11-15T10:00:00.000Z","session_id":"s","model":"gemini-2.5-pro"}
{"type":"message","timestamp":"2026-11-15T10:00:00.000Z","role":"user","content":"TASK_COMPLETE when done"}
{"type":"message","timestamp":"2026-11-15T10:00:01.000Z","role":"assistant","content":"I will ","delta":true}
{"type":"message","timestamp":"2026-11-15T10:00:01.000Z","role":"assistant","content":"write.","delta":true}
{"type":"tool_use","timestamp":"2026-11-15T10:00:02.000Z","tool_name":"write_file","tool_id":"w1","parameters":{"file_path":"/w/hello.txt","content":"hi"}}
{"type":"tool_result","timestamp":"2026-11-15T10:00:02.000Z","tool_id":"w1","status":"success"}
{"type":"tool_use","timestamp":"2026-11-15T10:00:03.000Z","tool_name":"run_shell_command","tool_id":"r1","parameters":{"command":"make test"}}
{"type":"tool_result","timestamp":"2026-11-15T10:00:03.000Z","tool_id":"r1","status":"success","output":"Output: nope\nExit Code: 2"}
{"type":"tool_use","timestamp":"2026-11-15T10:00:03.000Z","tool_name":"run_shell_command","tool_id":"r2","parameters":{"command":"sudo x"}}
{"type":"tool_result","timestamp":"2026-11-15T10:00:03.000Z","tool_id":"r2","status":"error","output":"","error":{"type":"policy_violation","message":"Tool execution denied by policy."}}
{"type":"tool_use","timestamp":"2026-11-15T10:00:03.000Z","tool_name":"replace","tool_id":"e1","parameters":{"file_path":"/w/other.txt"}}
{"type":"tool_result","timestamp":"2026-11-15T10:00:03.000Z","tool_id":"e1","status":"error","error":{"type":"edit_no_occurrence_found","message":"0 occurrences"}}
{"type":"error","timestamp":"2026-11-15T10:00:03.000Z","severity":"warning","message":"Loop detected, rate limit near"}
{"type":"message","timestamp":"2026-11-15T10:00:04.000Z","role":"assistant","content":"Done. ","delta":true}
{"type":"message","timestamp":"2026-11-15T10:00:04.000Z","role":"assistant","content":"TASK_COMPLETE","delta":true}
{"type":"result","timestamp":"2026-11-15T10:00:05.000Z","status":"success","stats":{"total_tokens":1300,"input_tokens":1000,"output_tokens":100,"cached":400,"input":600,"duration_ms":900,"tool_calls":4,"models":{"gemini-2.5-pro":{"total_tokens":1300}}}}
)";

}  // namespace

TEST_CASE("gemini: a run that succeeds") {
  const Transcript told = read_all(Dialect::gemini, good_gemini_run);
  CHECK(told.ending == Ending::success);
  CHECK(told.final_text == "Done. TASK_COMPLETE");
  CHECK(told.model == "gemini-2.5-pro");
  CHECK(told.turns == 5);  // one after each result of a tool
  CHECK(told.tokens == Tokens{.input = 1000, .output = 100, .cached = 400, .total = 1300});
  CHECK(
      told.commands ==
      std::vector<Command>{
          {.command = "make test", .exit_code = 2, .edits_before = 1, .failed = true},
          {.command = "sudo x", .exit_code = {}, .denied = true, .edits_before = 1, .failed = true},
      });
  CHECK(told.denials == std::vector<std::string>{"run_shell_command: sudo x"});
  CHECK(told.edited == std::vector<std::string>{"/w/hello.txt"});
  CHECK(told.edits == 1);
  CHECK(told.tool_calls == 4);
  CHECK(told.errors == std::vector<std::string>{"Loop detected, rate limit near"});
  CHECK(told.trouble == Trouble::none);
}

TEST_CASE("gemini: how the stream is cut changes nothing, and no piece of it is a success") {
  check_every_cut(Dialect::gemini, good_gemini_run);
  check_every_beginning(Dialect::gemini, good_gemini_run);
}

TEST_CASE("gemini: a command without an exit code told has none") {
  const Transcript told = read_all(
      Dialect::gemini,
      R"({"type":"tool_use","tool_name":"run_shell_command","tool_id":"r","parameters":{"command":"c"}}
{"type":"tool_result","tool_id":"r","status":"success","output":"fine"}
)");
  REQUIRE(told.commands.size() == 1);
  CHECK(told.commands[0].exit_code == std::nullopt);
  CHECK_FALSE(told.commands[0].failed);
}

TEST_CASE("gemini: a result with an error is a failure, whatever the exit status of the CLI") {
  struct Case {
    const char* line;
    Trouble trouble;
  };
  for (
      const Case& one : {
          Case{
              R"({"type":"result","status":"error","error":{"type":"Error","message":"[API Error: Model stream ended with empty response text.]"},"stats":{"total_tokens":0}})",
              Trouble::protocol},
          Case{
              R"({"type":"result","status":"error","error":{"type":"FatalTurnLimitedError","message":"Reached max session turns for this session."}})",
              Trouble::limit},
          Case{
              R"({"type":"result","status":"error","error":{"type":"ApiError","message":"got status: 401 Unauthorized. {\"error\":{\"code\":401}}"}})",
              Trouble::auth},
          Case{
              R"({"type":"result","status":"error","error":{"type":"ApiError","message":"{\"error\":{\"code\":429,\"status\":\"RESOURCE_EXHAUSTED\",\"retryDelay\":\"34.5s\"}}"}})",
              Trouble::quota},
          Case{
              R"({"type":"result","status":"success","error":{"type":"Error","message":"fetch failed"}})",
              Trouble::overload},
          Case{R"({"type":"result","status":"error"})", Trouble::other},
      }) {
    CAPTURE(one.line);
    const Transcript told = read_all(Dialect::gemini, one.line);
    CHECK(told.ending == Ending::failure);
    CHECK(told.trouble == one.trouble);
    if (one.trouble == Trouble::quota) {
      CHECK(told.limit_reached);
      CHECK(told.retry_after == Millis(34'500));
    }
  }
}

TEST_CASE("gemini: an error event without a result is known trouble") {
  const Transcript told = read_all(
      Dialect::gemini,
      R"({"type":"error","severity":"error","message":"connect ECONNREFUSED 127.0.0.1:1"})");
  CHECK(told.ending == Ending::none);
  CHECK(told.trouble == Trouble::overload);
}

TEST_CASE("gemini: the exit code of a command that printed nothing") {
  struct Case {
    const char* output;
    std::optional<std::int32_t> code;
  };
  for (const Case& one : {
           Case{"Command exited with code: 3", 3},
           Case{"Command exited with code: 255", 255},
           Case{"Command exited with code: 3\\nand more that it printed", std::nullopt},
           Case{"Command exited with code: ", std::nullopt},
       }) {
    CAPTURE(one.output);
    const Transcript told = read_all(
        Dialect::gemini,
        R"({"type":"tool_use","tool_name":"run_shell_command","tool_id":"r","parameters":{"command":"c"}})"
        "\n"
        R"({"type":"tool_result","tool_id":"r","status":"success","output":")" +
            std::string(one.output) + "\"}\n");
    REQUIRE(told.commands.size() == 1);
    CHECK(told.commands[0].exit_code == one.code);
    CHECK(told.commands[0].failed == one.code.has_value());
  }
}

TEST_CASE("gemini: what it repeats is told on stderr, and counts only while nothing is answered") {
  constexpr std::string_view repeats =
      R"(Attempt 1 failed with status 429. Retrying with backoff... _ApiError: {"error":{"code":429,"message":"Rate limit reached."}}
    at throwErrorIfNotOK (file:///x.js:267833:24) {
  status: 429
}
Attempt 2 failed with status 500. Retrying with backoff... _ApiError: {"error":{"code":500}}
  status: 500
)";
  const Transcript told = read_all(Dialect::gemini, {}, repeats);
  CHECK(told.retries == 2);
  CHECK(told.trouble == Trouble::overload);
  REQUIRE(told.errors.size() == 1);
  CHECK(told.errors[0].starts_with("Attempt 2 failed with status 500."));
  const Transcript recovered = read_all(Dialect::gemini, good_gemini_run, repeats);
  CHECK(recovered.retries == 2);
  CHECK(recovered.ending == Ending::success);
  CHECK(recovered.trouble == Trouble::none);
}

TEST_CASE("gemini: a page that speaks of a network is a page, and not a network that failed") {
  const auto trouble = [](std::string_view message) {
    return read_all(Dialect::gemini, R"({"type":"error","severity":"error","message":")" +
                                         std::string(message) + "\"}")
        .trouble;
  };
  CHECK(trouble("non-SSE response: <!doctype html><p>Sign in to this network.") ==
        Trouble::protocol);
  CHECK(trouble("[API Error: Incomplete JSON segment at the end]") == Trouble::protocol);
  CHECK(trouble("network error") == Trouble::overload);
  CHECK(trouble("Network is unreachable") == Trouble::overload);
  CHECK(trouble("waiting for network") == Trouble::overload);
}
