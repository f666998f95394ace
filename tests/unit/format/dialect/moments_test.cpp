// SPDX-License-Identifier: MIT
// What a reader tells people while it reads: the live views and `assay logs` live on it.
#include "format/dialect.h"

#include <doctest/doctest.h>

namespace assay::format {
namespace {

std::string told(core::Dialect dialect, std::string_view stream) {
  std::string text;
  const auto reader = read_dialect(dialect);
  reader->listen([&](const Moment& moment) {
    constexpr const char* words[] = {"said",    "called", "returned", "error",
                                     "retried", "ended",  "other"};
    text += std::string(words[static_cast<std::size_t>(moment.kind)]) + "|" + moment.text + "\n";
  });
  for (const char c : stream) reader->output(std::string_view(&c, 1));
  reader->finish();
  return text;
}

constexpr std::string_view claude_stream =
    R"({"type":"system","subtype":"init","model":"m"}
{"type":"assistant","message":{"id":"a","model":"m","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"1","name":"Edit","input":{"file_path":"/w/a.py"}}]}}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"1","content":"ok"}]}}
{"type":"assistant","message":{"id":"b","model":"m","content":[{"type":"tool_use","id":"2","name":"Bash","input":{"command":"make test"}},{"type":"tool_use","id":"3","name":"Read","input":{"file_path":"b"}}]}}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"2","content":"Exit code 2","is_error":true}]}}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"3","content":"x"}]}}
Warning: from stderr
{"type":"assistant","message":{"id":"c","model":"m","content":[{"type":"text","text":"It fails."}]}}
{"type":"result","subtype":"success","is_error":false,"result":"It fails.","total_cost_usd":0.5,"num_turns":3}
)";

TEST_CASE("moments: claude's stream is told in order, its last words once") {
  CHECK(told(core::Dialect::claude, claude_stream) ==
        "said|I look.\n"
        "called|Edit: /w/a.py\n"
        "returned|done\n"
        "called|Bash: make test\n"
        "called|Read: b\n"
        "returned|Bash: make test: exit 2\n"
        "returned|done\n"
        "other|Warning: from stderr\n"
        "said|It fails.\n"
        "ended|says it succeeded (success)\n");
}

TEST_CASE("moments: codex's commands and words") {
  const std::string text = told(core::Dialect::codex,
                                R"({"type":"turn.started"}
{"type":"item.started","item":{"id":"1","type":"command_execution","command":"bash -lc 'make test'","status":"in_progress"}}
{"type":"item.completed","item":{"id":"1","type":"command_execution","command":"bash -lc 'make test'","exit_code":1,"status":"failed"}}
{"type":"item.completed","item":{"id":"2","type":"agent_message","text":"Done."}}
{"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":1}}
)");
  CHECK(text.find("make test\n") != std::string::npos);
  CHECK(text.find("returned|exit 1\n") != std::string::npos);
  CHECK(text.find("said|Done.\n") != std::string::npos);
  CHECK(text.find("ended|says it succeeded") != std::string::npos);
}

TEST_CASE("moments: a live view sees the last tool, the last words and the cost") {
  const auto reader = read_dialect(core::Dialect::claude);
  reader->output(claude_stream);
  CHECK(reader->progress().last_tool == "Read: b");
  CHECK(reader->progress().last_words == "It fails.");
  CHECK(reader->progress().micro_usd == 500'000);
  const auto text = read_dialect(core::Dialect::text);
  text->output("first line\nsecond line\n");
  CHECK(text->progress().last_words == "second line");
}

TEST_CASE("moments: listening changes nothing of what is recorded") {
  const auto alone = read_dialect(core::Dialect::claude);
  const auto heard = read_dialect(core::Dialect::claude);
  heard->listen([](const Moment&) {});
  alone->output(claude_stream);
  heard->output(claude_stream);
  CHECK(alone->finish() == heard->finish());
}

}  // namespace
}  // namespace assay::format
