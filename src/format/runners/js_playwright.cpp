// SPDX-License-Identifier: MIT
// Playwright Test: "Running 3 tests using 1 worker" opens a run, a block of indented figures closes
// it:
//
//   1 failed
//     a.spec.js:1:49 › a ────
//   1 skipped
//   2 passed (1.0s)
#include "format/runners/families.h"
#include "format/runners/sight.h"

#include <optional>

namespace assay::format {
namespace {

bool is_playwright_banner(std::string_view line) {
  Scan scan(line);
  if (!scan.skip("Running ") || !scan.number()) return false;
  return (scan.skip(" tests using ") || scan.skip(" test using ")) &&
         contains(scan.rest(), " worker");
}

std::optional<Count> figure(std::string_view line) {
  if (!starts_with(line, "  ") || starts_with(line, "   ")) return std::nullopt;
  Scan scan(line.substr(2));
  const auto number = scan.number();
  if (!number || !scan.skip(" ")) return std::nullopt;
  std::string_view word = scan.rest();
  if (starts_with(word, "passed (") && word.back() == ')') word = "passed";
  for (const std::string_view known :
       {"failed", "flaky", "skipped", "passed", "did not run", "interrupted"}) {
    if (word == known) return Count{*number, known};
  }
  return std::nullopt;
}

void count(const Count& figure, Verdicts& verdicts) {
  if (figure.word == "failed" || figure.word == "flaky" || figure.word == "passed") {
    verdicts.executed += figure.number;
  }
  if (figure.word == "failed" || figure.word == "interrupted") verdicts.failed += figure.number;
  if (figure.word == "skipped" || figure.word == "did not run") verdicts.skipped += figure.number;
}

/// The last block of figures between a banner and the next: what stands before it was printed by
/// tests.
void close(const Transcript& transcript, std::size_t banner, std::size_t end,
           std::vector<Sighting>& out) {
  std::size_t last = end;
  while (last > banner && !figure(transcript.line(last - 1))) --last;
  if (last == banner) {
    if (starts_with(transcript.line(banner), "Running 0 "))
      out.push_back(sight(banner, banner, {}));
    return;
  }
  Verdicts verdicts;
  for (std::size_t i = last; i > banner; --i) {
    const std::string_view line = transcript.line(i - 1);
    if (const auto one = figure(line)) {
      count(*one, verdicts);
    } else if (!starts_with(line, "    ")) {
      break;
    }
  }
  out.push_back(sight(banner, last - 1, verdicts));
}

/// "stats": {..., "expected": 2, "skipped": 0, "unexpected": 1, "flaky": 0} of the json reporter.
void find_playwright_json(const Transcript& transcript, std::vector<Sighting>& out) {
  constexpr std::size_t stats_lines = 8;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    if (trim(transcript.line(i)) != "\"stats\": {") continue;
    std::optional<std::int64_t> expected;
    Verdicts verdicts;
    for (std::size_t j = i + 1; j < transcript.size() && j <= i + stats_lines; ++j) {
      const std::string_view line = transcript.line(j);
      if (const auto number = number_after(line, "\"expected\":")) expected = number;
      verdicts.failed += labelled(line, "\"unexpected\":");
      verdicts.executed += labelled(line, "\"unexpected\":") + labelled(line, "\"flaky\":");
      verdicts.skipped += labelled(line, "\"skipped\":");
    }
    if (!expected) continue;
    verdicts.executed += *expected;
    out.push_back(sight(i, i, verdicts));
  }
}

void find_playwright(const Transcript& transcript, std::vector<Sighting>& out) {
  std::optional<std::size_t> banner;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (is_playwright_banner(line)) {
      if (banner) close(transcript, *banner, i, out);
      banner = i;
    }
    const bool none =
        line == "Error: No tests found" || starts_with(line, "Error: No tests found.");
    if (none) out.push_back(sight(i, i, {}));
    if (line == "Listing tests:") out.push_back(sight(i, transcript.size() - 1, {}));
  }
  if (banner) close(transcript, *banner, transcript.size(), out);
  find_playwright_json(transcript, out);
}

}  // namespace

std::span<const Recogniser> js_playwright_family() {
  static constexpr Recogniser family[] = {
      {"playwright",
       {"Running ", "No tests found", "Listing tests:", "\"unexpected\":"},
       find_playwright,
       Closing::once},
  };
  return family;
}

}  // namespace assay::format
