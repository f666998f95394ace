// SPDX-License-Identifier: MIT
// Any bytes as the stream of any agent: every reader answers, within its limits, and the same
// however the stream was cut.
#include "base/ensure.h"
#include "format/dialect.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

using assay::core::Dialect;
using assay::core::agent::Ending;
using assay::core::agent::Transcript;
using assay::core::agent::Trouble;

Transcript read(Dialect dialect, std::string_view output, std::size_t piece) {
  const auto reader = assay::format::read_dialect(dialect);
  reader->errors(output.substr(0, output.size() / 2));
  for (std::size_t at = 0; at < output.size(); at += piece) {
    reader->output(output.substr(at, piece));
  }
  return reader->finish();
}

void check(const Transcript& told) {
  ENSURE(told.broken_lines <= told.lines);
  ENSURE(told.tokens.total >= 0 && told.tokens.input >= 0 && told.tokens.output >= 0);
  ENSURE(told.turns >= 0);
  ENSURE(told.micro_usd.value_or(0) >= 0);
  ENSURE(told.commands.size() <= told.tool_calls * std::size_t{1000});
  ENSURE(told.ending != Ending::success || told.trouble == Trouble::none);
  ENSURE(told.ending != Ending::failure || told.trouble != Trouble::none);
  ENSURE(!told.limit_reached || told.trouble == Trouble::quota);
  for (const auto& command : told.commands) ENSURE(command.edits_before <= told.edits);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  for (const Dialect dialect :
       {Dialect::text, Dialect::claude, Dialect::codex, Dialect::gemini, Dialect::opencode,
        Dialect::qwen, Dialect::pi, Dialect::cline, Dialect::continue_cli, Dialect::acp}) {
    const Transcript whole = read(dialect, input, size + 1);
    check(whole);
    ENSURE(read(dialect, input, 1 + size / 7) == whole);
  }
  return 0;
}
