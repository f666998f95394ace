// SPDX-License-Identifier: MIT
// No final text may crash the readers of signals and claims, and nothing quoted may be a signal.
#include "base/ensure.h"
#include "format/claim/claim.h"
#include "format/signal/signal.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace assay;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const core::agent::Signals signals = format::read_signals(text, text.substr(size / 2));
  ENSURE(signals.remarks.size() <= 50);
  for (const auto& remark : signals.remarks) ENSURE(remark.line > 0 && !remark.what.empty());
  std::string quoted = "> ";
  for (const char c : text) {
    quoted.push_back(c);
    if (c == '\n') quoted += "> ";
  }
  const core::agent::Signals none = format::read_signals(quoted);
  ENSURE(!none.claims_completion() && !none.review && !none.modification_asked && !none.failure);
  const auto claims = format::read_claims(text);
  ENSURE(claims.size() <= 200);
  core::agent::Transcript transcript;
  transcript.commands.push_back({.command = std::string(text), .exit_code = 1});
  ENSURE(format::compare_claims(claims, {transcript, {}, {}}).size() <= claims.size());
  return 0;
}
