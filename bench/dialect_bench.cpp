// SPDX-License-Identifier: MIT
// How fast are the streams of agents read, and in how much memory? 200 MB of each, in the pieces in
// which a pipe gives them. Fails if one is read slower than 300 MB/s; the worst case, where each
// of many small lines is wanted, is only shown.
//   dialect_bench [MEGABYTES [NAME]]
#include "format/dialect.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

namespace {

using assay::core::Dialect;

constexpr double floor_mb_per_second = 300;
constexpr std::size_t piece_size = 65536;

/// What a build prints: lines with quotes, as JSON writes them.
std::string tool_output(std::size_t size) {
  std::string out;
  for (int i = 0; out.size() < size; ++i) {
    out += fmt::format(
        R"([{:4}/4096] c++ -Isrc -O2 -DNAME=\"assay\" -c src/format/part_{}.cpp -o part_{}.o\n\tnote: \u2018value\u2019 ok\n)",
        i, i, i);
  }
  return out;
}

std::string claude_delta(int i) {
  return fmt::format(
      R"({{"type":"stream_event","event":{{"type":"content_block_delta","index":0,"delta":{{"type":"text_delta","text":"word {} "}}}},"session_id":"5d0c1f0e-6b0a-4d6e-9b1f-0a1b2c3d4e5f","parent_tool_use_id":null,"uuid":"{:08x}-1111-4222-8333-444455556666"}})"
      "\n",
      i, i);
}

std::string claude_turn(int i, std::size_t output_size) {
  return fmt::format(
      R"({{"type":"assistant","message":{{"id":"msg_{0}","model":"m","content":[{{"type":"text","text":"Step {0}"}},{{"type":"tool_use","id":"toolu_{0}","name":"Bash","input":{{"command":"make -j{0} test"}}}}],"usage":{{"input_tokens":10,"cache_read_input_tokens":90000,"output_tokens":120}}}},"parent_tool_use_id":null,"session_id":"s","uuid":"u{0}"}})"
      "\n"
      R"({{"type":"user","message":{{"role":"user","content":[{{"tool_use_id":"toolu_{0}","type":"tool_result","content":"{1}","is_error":false}}]}},"parent_tool_use_id":null,"session_id":"s","uuid":"v{0}","tool_use_result":{{"stdout":"{1}","stderr":"","interrupted":false}}}})"
      "\n",
      i, tool_output(output_size));
}

std::string claude_mixed() {
  std::string out;
  for (int i = 0; i < 40; ++i) {
    for (int k = 0; k < 300; ++k) out += claude_delta(k);
    out += claude_turn(i, i % 8 == 0 ? 400'000 : 12'000);
  }
  return out;
}

std::string claude_deltas() {
  std::string out;
  for (int i = 0; i < 20'000; ++i) out += claude_delta(i);
  return out;
}

std::string claude_small_turns() {
  std::string out;
  for (int i = 0; i < 4000; ++i) out += claude_turn(i, 200);
  return out;
}

std::string codex() {
  std::string out;
  for (int i = 0; i < 400; ++i) {
    out += fmt::format(
        R"({{"type":"item.started","item":{{"id":"item_{0}","type":"command_execution","command":"/bin/bash -lc 'make test'","aggregated_output":"","exit_code":null,"status":"in_progress"}}}})"
        "\n"
        R"({{"type":"item.completed","item":{{"id":"item_{0}","type":"command_execution","command":"/bin/bash -lc 'make test'","aggregated_output":"{1}","exit_code":0,"status":"completed"}}}})"
        "\n"
        R"({{"type":"item.completed","item":{{"id":"text_{0}","type":"agent_message","text":"Step {0} is done."}}}})"
        "\n",
        i, tool_output(i % 10 == 0 ? 200'000 : 3000));
  }
  return out;
}

std::string gemini() {
  std::string out;
  for (int i = 0; i < 20'000; ++i) {
    out += fmt::format(
        R"({{"type":"message","timestamp":"2026-11-15T10:00:00.000Z","role":"assistant","content":"a few words, number {}","delta":true}})"
        "\n",
        i);
    if (i % 100 != 0) continue;
    out += fmt::format(
        R"({{"type":"tool_use","timestamp":"2026-11-15T10:00:00.000Z","tool_name":"run_shell_command","tool_id":"t{0}","parameters":{{"command":"ls"}}}})"
        "\n"
        R"({{"type":"tool_result","timestamp":"2026-11-15T10:00:00.000Z","tool_id":"t{0}","status":"success","output":"{1}"}})"
        "\n",
        i, tool_output(20'000));
  }
  return out;
}

std::string opencode() {
  std::string out;
  for (int i = 0; i < 1000; ++i) {
    out += fmt::format(
        R"({{"type":"step_start","timestamp":1794700000000,"sessionID":"ses_1","part":{{"id":"p{0}","type":"step-start"}}}})"
        "\n"
        R"({{"type":"tool_use","timestamp":1794700000000,"sessionID":"ses_1","part":{{"id":"q{0}","type":"tool","callID":"call_{0}","tool":"bash","state":{{"status":"completed","input":{{"command":"make"}},"output":"{1}","title":"make","metadata":{{"output":"{1}","exit":0}},"time":{{"start":1,"end":2}}}}}}}})"
        "\n"
        R"({{"type":"step_finish","timestamp":1794700000000,"sessionID":"ses_1","part":{{"id":"r{0}","reason":"tool-calls","cost":0.001,"tokens":{{"input":10,"output":20,"reasoning":0,"cache":{{"read":5,"write":0}}}}}}}})"
        "\n",
        i, tool_output(8000));
  }
  return out;
}

/// Each update repeats what was said before it.
std::string pi() {
  std::string out;
  for (int turn = 0; turn < 5; ++turn) {
    std::string said;
    for (int i = 0; i < 700; ++i) {
      said += fmt::format("word {} ", i);
      out += fmt::format(
          R"({{"type":"message_update","assistantMessageEvent":{{"type":"text_delta","contentIndex":0,"delta":"word {1} ","partial":{{"role":"assistant","content":[{{"type":"text","text":"{0}"}}]}}}},"message":{{"role":"assistant","content":[{{"type":"text","text":"{0}"}}]}}}})"
          "\n",
          said, i);
    }
    out += fmt::format(
        R"({{"type":"message_end","message":{{"role":"assistant","content":[{{"type":"text","text":"{}"}}],"model":"m","usage":{{"input":10,"output":20,"totalTokens":30}},"stopReason":"stop"}}}})"
        "\n",
        said);
  }
  return out;
}

std::string plain_text() { return tool_output(4'000'000) + "\n"; }

long max_resident_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

/// Reads the sample again and again, as one stream of `size` bytes.
bool measure(std::string_view name, Dialect dialect, const std::string& sample, std::size_t size) {
  const long before = max_resident_mb();
  const std::clock_t start = std::clock();  // of the processor: other load does not count
  const auto reader = assay::format::read_dialect(dialect);
  std::size_t read = 0;
  while (read < size) {
    for (std::size_t at = 0; at < sample.size(); at += piece_size) {
      reader->output(std::string_view(sample).substr(at, piece_size));
    }
    read += sample.size();
  }
  const auto told = reader->finish();
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const double speed = static_cast<double>(read) / 1e6 / std::max(seconds, 1e-6);
  fmt::print("{:20} {:8.0f} MB/s  {:6} lines of {:>7} bytes  +{} MB resident{}\n", name, speed,
             told.lines, read / std::max<std::size_t>(told.lines, 1), max_resident_mb() - before,
             told.broken_lines == 0 ? "" : "  BROKEN LINES");
  return speed >= floor_mb_per_second && told.broken_lines == 0;
}

}  // namespace

int main(int argc, char** argv) {
  const auto megabytes = static_cast<std::size_t>(argc > 1 ? std::atol(argv[1]) : 200);
  const std::size_t size = megabytes * 1'000'000;
  const std::string_view only = argc > 2 ? argv[2] : "";
  struct Stream {
    std::string_view name;
    Dialect dialect;
    std::string (*sample)();
  };
  bool fast = true;
  for (const Stream& stream : {
           Stream{"claude mixed", Dialect::claude, claude_mixed},
           Stream{"claude deltas", Dialect::claude, claude_deltas},
           Stream{"claude small turns", Dialect::claude, claude_small_turns},
           Stream{"codex", Dialect::codex, codex},
           Stream{"gemini", Dialect::gemini, gemini},
           Stream{"opencode", Dialect::opencode, opencode},
           Stream{"pi", Dialect::pi, pi},
           Stream{"text", Dialect::text, plain_text},
       }) {
    if (!only.empty() && only != stream.name) continue;
    const bool is_fast = measure(stream.name, stream.dialect, stream.sample(), size);
    fast &= is_fast || stream.name == "claude small turns";
  }
  return fast ? 0 : 1;
}
