// SPDX-License-Identifier: MIT
#include "face/cli/transcript.h"

#include <doctest/doctest.h>

namespace assay::cli {
namespace {

constexpr std::string_view log_text =
    R"({"type":"assistant","message":{"id":"a","model":"m","content":[{"type":"text","text":"I \u001b[31mlook\u202e.\nTwice."},{"type":"tool_use","id":"1","name":"Bash","input":{"command":"make -C /w/sub test"}}]}}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"1","content":"Exit code 2","is_error":true}]}}
{"type":"result","subtype":"success","is_error":false,"result":"Done.","num_turns":1}
)";

TEST_CASE("transcript: who said what, which tool, how it ended and how long it took") {
  TranscriptReader reader(core::Dialect::claude, "/w");
  CHECK(read_transcript(reader, log_text, "2 3500\n3 4000\n") ==
        "says    I look\\u{202e}.\n"
        "        Twice.\n"
        "tool    Bash: make -C sub test\n"
        "        -> exit 2, 3.50s\n"
        "says    Done.\n"
        "end     says it succeeded (success)\n");
}

TEST_CASE(
    "transcript: without times, with broken ones, and however the log is cut, it is the same") {
  TranscriptReader whole(core::Dialect::claude, "");
  const std::string want = read_transcript(whole, log_text, "");
  CHECK(want.find("-> exit 2\n") != std::string::npos);
  TranscriptReader odd(core::Dialect::claude, "");
  CHECK(read_transcript(odd, log_text, "nonsense\n") == want);
  TranscriptReader far(core::Dialect::claude, "");
  CHECK(read_transcript(far, log_text, "999 1\n") == want);
  TranscriptReader pieces(core::Dialect::claude, "");
  std::string text;
  for (const char c : log_text) text += pieces.read(std::string_view(&c, 1));
  CHECK(text + pieces.finish() == want);
}

}  // namespace
}  // namespace assay::cli
