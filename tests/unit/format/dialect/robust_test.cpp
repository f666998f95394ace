// SPDX-License-Identifier: MIT
// Whatever comes, a reader goes on, says what it could not read, and keeps within its limits; and
// the phrases and waits of error texts, which all dialects share.
#include "format/dialect/trouble.h"
#include "unit/format/dialect/streams.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

using assay::Instant;
using assay::Millis;
using assay::core::Dialect;
using assay::core::agent::Ending;
using assay::core::agent::Transcript;
using assay::core::agent::Trouble;
using assay::format::read_dialect;
using assay::format::dialect::trouble_of;
using assay::format::dialect::trouble_of_status;
using assay::format::dialect::wait_told;
using assay::test::check_every_cut;
using assay::test::read_all;

namespace {

constexpr std::string_view done =
    "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"result\":\"ok\"}\n";

constexpr Dialect json_dialects[] = {Dialect::claude,   Dialect::codex,       Dialect::gemini,
                                     Dialect::opencode, Dialect::qwen,        Dialect::pi,
                                     Dialect::cline,    Dialect::continue_cli};

}  // namespace

TEST_CASE("dialects: lines that are no events are counted, and the rest is read") {
  const std::string stream = std::string(
                                 "\n   \n\r\n"
                                 "(node:7) Warning: something\n"
                                 "[1,2]\n"
                                 "{\"type\":\"assistant\",\"message\":{\"con\n"
                                 "{\"type\":\"assistant\" \"message\":{}}\n"
                                 "{\"type\":\"stream_event\",\"ev\n"
                                 "{\"type\":\"system\"} trailing\n"
                                 "{not json}\n"
                                 "{\"no type\":1}\n"
                                 "{\"type\":7}\n"
                                 "  {\"type\":\"never heard of\"}  \r\n") +
                             std::string(done);
  const Transcript told = read_all(Dialect::claude, stream);
  CHECK(told.lines == 11);
  CHECK(told.broken_lines == 7);
  CHECK(told.ending == Ending::success);
  check_every_cut(Dialect::claude, stream);
}

TEST_CASE("dialects: an event behind noise on the same line is found") {
  const Transcript told = read_all(Dialect::claude, "Loading... 100%" + std::string(done));
  CHECK(told.broken_lines == 1);
  CHECK(told.ending == Ending::success);
  const Transcript cut =
      read_all(Dialect::claude, "Loading" + std::string(done.substr(0, done.size() - 3)) + "\n");
  CHECK(cut.ending == Ending::none);
  CHECK(cut.broken_lines == 1);
}

TEST_CASE("dialects: invalid UTF-8 and escapes that mean nothing are taken as they are") {
  const std::string stream =
      "{\"type\":\"assistant\",\"message\":{\"id\":\"\\ud800\",\"content\":[{\"type\":\"text\","
      "\"text\":\"a\xff\xc0\xaf\\udc80\\q b\"}]},\"\\u0065rror\":null}\n";
  const Transcript told = read_all(Dialect::claude, stream);
  CHECK(told.broken_lines == 0);
  CHECK(told.final_text == "a\xff\xc0\xaf b");
  check_every_cut(Dialect::claude, stream);
}

TEST_CASE("dialects: names of fields may be escaped") {
  const Transcript told = read_all(
      Dialect::claude,
      R"({"\u0074ype":"result","sub\u0074ype":"success","is_error":false,"r\u0065sult":"a\u0062c"})");
  CHECK(told.ending == Ending::success);
  CHECK(told.final_text == "abc");
}

TEST_CASE("dialects: a string that nobody reads ends at its own quote") {
  for (const char* text : {"", "\\\\", "x\\\\\\\\", "\\\"", "\\\\\\\"", "\\\"}\\\\",
                           "longer than what is looked at one by one \\\"}\\\\"}) {
    CAPTURE(text);
    const std::string line =
        std::string("{\"skipped\":\"") + text + "\"," + std::string(done.substr(1));
    const Transcript told = read_all(Dialect::claude, line);
    CHECK(told.broken_lines == 0);
    CHECK(told.ending == Ending::success);
  }
}

TEST_CASE("dialects: every known event with fields of other types does no harm") {
  for (const char* type :
       {"assistant",          "user",         "result",         "system",
        "rate_limit_event",   "item.started", "item.completed", "turn.completed",
        "turn.failed",        "error",        "message",        "tool_use",
        "tool_result",        "init",         "text",           "step_start",
        "step_finish",        "done",         "message_end",    "tool_execution_start",
        "tool_execution_end", "agent_end",    "auto_retry_end", "agent_event",
        "run_result",         "run_start"}) {
    for (const char* value :
         {"null", "7", "-1e400", "true", "\"x\"", "[]", "{}", "[{}]", "[[1]]"}) {
      std::string line = fmt::format("{{\"type\":\"{}\"", type);
      for (const char* key : {"message",         "item",           "part",
                              "event",           "usage",          "modelUsage",
                              "errors",          "error",          "result",
                              "stats",           "tokens",         "permission_denials",
                              "rate_limit_info", "args",           "parameters",
                              "num_turns",       "total_cost_usd", "api_error_status",
                              "status",          "model",          "rejected"}) {
        line += fmt::format(",\"{}\":{}", key, value);
      }
      line += "}\n";
      for (const Dialect dialect : json_dialects) {
        const Transcript told = read_all(dialect, line);
        REQUIRE_MESSAGE(told.broken_lines == 0, line);
        REQUIRE(told.tokens.total >= 0);
      }
    }
  }
}

TEST_CASE("dialects: a line of 50 MB is read") {
  std::string line =
      "{\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":"
      "\"t\","
      "\"is_error\":true,\"content\":\"Exit code 3\\n";
  line.append(50'000'000, 'x');
  line += "\"}]}}\n";
  const auto reader = read_dialect(Dialect::claude);
  reader->output(
      "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"tool_use\",\"id\":\"t\","
      "\"name\":\"Bash\",\"input\":{\"command\":\"c\"}}]}}\n");
  for (std::size_t at = 0; at < line.size(); at += 65536) {
    reader->output(std::string_view(line).substr(at, 65536));
  }
  reader->output(done);
  const Transcript told = reader->finish();
  CHECK(told.broken_lines == 0);
  REQUIRE(told.commands.size() == 1);
  CHECK(told.commands[0].exit_code == 3);
  CHECK(told.ending == Ending::success);
}

TEST_CASE("dialects: a line longer than 64 MiB is given up, the next one is read") {
  const std::string piece(1U << 20U, 'x');
  const auto reader = read_dialect(Dialect::claude);
  reader->output("{\"type\":\"result\",\"result\":\"");
  for (int i = 0; i < 65; ++i) reader->output(piece);
  reader->output("\",\"subtype\":\"success\"}\n");
  CHECK_FALSE(reader->progress().terminal);
  reader->output(done);
  CHECK(reader->progress().terminal);
  const Transcript told = reader->finish();
  CHECK(told.lines == 2);
  CHECK(told.broken_lines == 1);
  CHECK(told.final_text == "ok");
}

TEST_CASE("dialects: lists and texts have limits") {
  std::string calls;
  for (int i = 0; i < 10'100; ++i) {
    calls += fmt::format(
        "{{\"type\":\"item.completed\",\"item\":{{\"id\":\"i{}\",\"type\":\"command_execution\","
        "\"command\":\"c\",\"exit_code\":0}}}}\n",
        i);
  }
  for (int i = 0; i < 1100; ++i) {
    calls +=
        fmt::format("{{\"type\":\"error\",\"message\":\"e{} {}\"}}\n", i, std::string(9000, 'e'));
  }
  calls +=
      "{\"type\":\"item.started\",\"item\":{\"id\":\"z\",\"type\":\"command_execution\","
      "\"command\":"
      "\"" +
      std::string(70'000, 'c') + "\"}}\n";
  const Transcript told = read_all(Dialect::codex, calls);
  CHECK(told.commands.size() == 10'000);
  CHECK(told.tool_calls == 10'101);
  CHECK(told.errors.size() == 1000);
  CHECK(told.errors.front().size() == 8192);
  const std::string_view big = std::string_view(calls).substr(calls.rfind("{\"type\""));
  CHECK(read_all(Dialect::codex, big).commands.at(0).command.size() == 65536);
}

TEST_CASE("dialects: of a long text the end is kept, whole characters of it") {
  std::string text = "begin";
  while (text.size() < 9'000'001) text += "\xe2\x82\xac";
  text += " TASK_COMPLETE";
  const Transcript told = read_all(Dialect::text, text);
  CHECK(told.final_text.size() <= 4U << 20U);
  CHECK(told.final_text.size() > (4U << 20U) - 4);
  CHECK(told.final_text.starts_with("\xe2\x82\xac"));
  CHECK(told.final_text.ends_with("TASK_COMPLETE"));
  const auto reader = read_dialect(Dialect::text);
  for (std::size_t at = 0; at < text.size(); at += 777'777) {
    reader->output(std::string_view(text).substr(at, 777'777));
  }
  CHECK(reader->finish() == told);
}

TEST_CASE("dialects: nesting without end is a broken line") {
  const Transcript told =
      read_all(Dialect::claude, "{\"type\":\"result\",\"x\":" + std::string(100'000, '[') + "\n");
  CHECK(told.broken_lines == 1);
  CHECK(told.ending == Ending::none);
}

TEST_CASE("dialects: numbers out of all bounds neither overflow nor turn negative") {
  std::string steps;
  for (int i = 0; i < 5; ++i) {
    steps +=
        "{\"type\":\"step_finish\",\"part\":{\"cost\":1e300,\"tokens\":{\"input\":"
        "9223372036854775807,\"output\":-5,\"cache\":{\"read\":9223372036854775807}}}}\n";
  }
  const Transcript told = read_all(Dialect::opencode, steps);
  CHECK(told.tokens.output == 0);
  CHECK(told.tokens.total == std::int64_t{1} << 50);
  CHECK(told.micro_usd == 1'000'000'000'000'000);
}

TEST_CASE("dialects: stderr is asked only if the stream told no trouble") {
  const std::string noise = "debug: x\nError: connect ECONNREFUSED 127.0.0.1:9\n";
  CHECK(read_all(Dialect::claude, "", noise).trouble == Trouble::overload);
  CHECK(read_all(Dialect::claude, "", noise).errors.size() == 1);
  CHECK(read_all(Dialect::claude, done, noise).trouble == Trouble::none);
  CHECK(read_all(Dialect::claude, done, noise).broken_lines == 0);
  const Transcript told = read_all(
      Dialect::codex, R"({"type":"turn.failed","error":{"message":"401 Unauthorized"}})", noise);
  CHECK(told.trouble == Trouble::auth);
}

TEST_CASE("dialects: what is known while it runs") {
  const auto reader = read_dialect(Dialect::codex);
  reader->output("{\"type\":\"turn.started\"}\n{\"type\":\"item.started\",\"item\":{\"id\":\"a\",");
  CHECK_MESSAGE(reader->progress().turns == 0, "its model has not said a word yet");
  CHECK(reader->progress().tool_calls == 0);
  reader->output("\"type\":\"command_execution\",\"command\":\"c\"}}\n");
  CHECK(reader->progress().turns == 1);
  CHECK(reader->progress().tool_calls == 1);
  reader->output(
      "{\"type\":\"turn.completed\",\"usage\":{\"input_tokens\":5,\"output_tokens\":2}}\n");
  CHECK(reader->progress().tokens == 7);
  CHECK(reader->progress().terminal);
}

TEST_CASE("trouble: phrases of error texts") {
  struct Case {
    const char* text;
    Trouble trouble;
  };
  for (const Case& one : {
           Case{"API Error: 529 {\"type\":\"overloaded_error\"}", Trouble::overload},
           Case{"429 Too Many Requests", Trouble::quota},
           Case{"Your credit balance is too low to access the API", Trouble::quota},
           Case{"You exceeded your current quota (insufficient_quota)", Trouble::quota},
           Case{"Claude AI usage limit reached|1794787200", Trouble::quota},
           Case{"You've hit your limit", Trouble::quota},
           Case{"401 invalid x-api-key", Trouble::auth},
           Case{"status: 403", Trouble::auth},
           Case{"OAuth token has expired", Trouble::auth},
           Case{"500 Internal Server Error", Trouble::overload},
           Case{"TypeError: fetch failed", Trouble::overload},
           Case{"Request timed out.", Trouble::overload},
           Case{"Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON", Trouble::protocol},
           Case{"terminated", Trouble::protocol},
           Case{"stop_reason: refusal", Trouble::refused},
           Case{"Reached maximum number of turns (5)", Trouble::limit},
           Case{"prompt is too long: 210000 tokens > 200000 maximum", Trouble::limit},
           Case{"context_length_exceeded", Trouble::limit},
           Case{"String to replace not found", Trouble::other},
           Case{"API Error: 404 {\"type\":\"error\",\"error\":{\"type\":\"not_found_error\","
                "\"message\":\"model: opus-9\"}}",
                Trouble::model},
           Case{"There's an issue with the selected model (opus-9). It may not exist or you may "
                "not have access to it.",
                Trouble::model},
           Case{"unexpected status 404 Not Found: {\"error\":{\"message\":\"The model `gpt-x` does "
                "not exist or you do not have access to it.\",\"code\":\"model_not_found\"}}",
                Trouble::model},
           Case{"The 'gpt-x' model is not supported when using this account", Trouble::model},
           Case{"models/gemini-9 is not found for API version v1beta", Trouble::model},
           Case{"ProviderModelNotFoundError", Trouble::model},
           Case{"Model not found: acme/x. Did you mean: acme/y?", Trouble::model},
           Case{"model \"llama9\" not found, try pulling it first", Trouble::model},
           Case{"acme/x-9 is not a valid model ID", Trouble::model},
           Case{"invalid model name passed in model=x", Trouble::model},
           Case{"401 Unauthorized: model gpt-x not found", Trouble::auth},
           Case{"Model metadata for `stub-model` not found. Defaulting to fallback metadata",
                Trouble::other},
           Case{"The model is not available right now: overloaded", Trouble::overload},
           Case{"the model is not available", Trouble::other},
           Case{"404 Not Found", Trouble::other},
           Case{"file model.py not found", Trouble::other},
           Case{"invalid model output", Trouble::other},
           Case{"wrote 500 lines to 429.txt", Trouble::other},
           Case{"", Trouble::other},
       }) {
    CAPTURE(one.text);
    CHECK(trouble_of(one.text) == one.trouble);
  }
  CHECK(trouble_of_status(200) == Trouble::none);
  CHECK(trouble_of_status(400) == Trouble::other);
  CHECK(trouble_of_status(402) == Trouble::quota);
}

TEST_CASE("trouble: when to try again") {
  struct Length {
    const char* text;
    std::optional<Millis> wait;
  };
  for (const Length& one : {
           Length{"Please retry in 34.5s.", Millis(34'500)},
           Length{"Rate limit reached. Please try again in 5m12s.", Millis(312'000)},
           Length{"try again in 250ms", Millis(250)},
           Length{"retry-after: 30", Millis(30'000)},
           Length{"{\"retryDelay\":\"41s\"}", Millis(41'000)},
           Length{"try again in 2 hours and 5 minutes", Millis(7'500'000)},
           Length{"try again in 999999999 days", Millis(366LL * 86'400'000)},
           Length{"try again later", std::nullopt},
           Length{"retry 3 times", std::nullopt},
       }) {
    CAPTURE(one.text);
    CHECK(wait_told(one.text).length == one.wait);
    CHECK(wait_told(one.text).until == std::nullopt);
  }
  const Instant reset(Millis(1'794'787'200'000));
  CHECK(wait_told("usage limit reached|1794787200").until == reset);
  CHECK(wait_told("limit resets at 1794787200").until == reset);
  CHECK(wait_told("{\"resets_at\":1794787200000}").until == reset);
  CHECK(wait_told("resets at 3pm").until == std::nullopt);
}
