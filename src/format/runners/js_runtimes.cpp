// SPDX-License-Identifier: MIT
// The test runners built into Bun and Deno.
#include "format/runners/families.h"
#include "format/runners/sight.h"

#include <optional>

namespace assay::format {
namespace {

constexpr std::size_t bun_block = 10;

/// "Ran 2 tests across 1 file. [3.00ms]".
bool is_bun_closing(std::string_view line) {
  Scan scan(line);
  if (!scan.skip("Ran ") || !scan.number()) return false;
  return (scan.skip(" test across ") || scan.skip(" tests across ")) &&
         contains(scan.rest(), " file");
}

/// " 1 pass", " 0 fail", " 2 skip", " 1 todo", " 1 error" above the closing line.
Verdicts bun_figures(const Transcript& transcript, std::size_t closing, std::size_t& first) {
  Verdicts verdicts;
  for (first = closing; first > 0 && first + bun_block > closing; --first) {
    Scan scan(trim_left(transcript.line(first - 1)));
    const auto number = scan.number();
    if (!number) break;
    const std::string_view word = trim(scan.rest());
    if (word == "pass") verdicts.executed += *number;
    if (word == "fail") {
      verdicts.executed += *number;
      verdicts.failed += *number;
    }
    if (word == "error" || word == "errors") verdicts.failed += *number;
    if (word == "skip") verdicts.skipped += *number;
  }
  return verdicts;
}

/// "ok | 2 passed (3 steps) | 0 failed | 1 ignored (7ms)".
std::optional<Verdicts> deno_closing(std::string_view line) {
  Scan scan(line);
  if (!scan.skip("ok | ") && !scan.skip("FAILED | ")) return std::nullopt;
  const auto passed = number_before(line, "passed");
  const auto failed = number_before(line, "failed");
  if (!passed || !failed) return std::nullopt;
  return Verdicts{*passed + *failed, *failed, number_before(line, "ignored").value_or(0)};
}

/// Deno 1.0 to 1.20: "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out
/// (12ms)".
std::optional<Verdicts> deno_old_closing(std::string_view line) {
  if (!starts_with(line, "test result: ") || !contains(line, " filtered out ("))
    return std::nullopt;
  const auto passed = number_before(line, "passed");
  const auto failed = number_before(line, "failed");
  if (!passed || !failed) return std::nullopt;
  return Verdicts{*passed + *failed, *failed, number_before(line, "ignored").value_or(0)};
}

void find_bun(const Transcript& transcript, std::vector<Sighting>& out) {
  std::optional<std::size_t> banner;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (starts_with(line, "bun test v")) banner = i;
    if (is_bun_closing(line)) {
      std::size_t first = i;
      const Verdicts verdicts = bun_figures(transcript, i, first);
      out.push_back(sight(banner.value_or(first), i, verdicts));
      banner.reset();
    }
    const bool none = line == "No tests found!" ||
                      (starts_with(line, "error: regex ") && contains(line, " matched 0 tests"));
    if (none) out.push_back(sight(i, i, {}));
  }
}

void find_deno(const Transcript& transcript, std::vector<Sighting>& out) {
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (!first && starts_with(line, "running ") && contains(line, " from ")) first = i;
    auto verdicts = deno_closing(line);
    if (!verdicts) verdicts = deno_old_closing(line);
    if (!verdicts) continue;
    out.push_back(sight(first.value_or(i), i, *verdicts));
    first.reset();
  }
  sight_nothing(transcript, {"error: No test modules found"}, out);
}

}  // namespace

std::span<const Recogniser> js_runtimes_family() {
  static constexpr Recogniser family[] = {
      {"bun", {" across ", "matched 0 tests", "No tests found!"}, find_bun, Closing::once},
      {"deno",
       {" passed | ", " passed (", "No test modules found", "filtered out ("},
       find_deno,
       Closing::once},
  };
  return family;
}

}  // namespace assay::format
