// SPDX-License-Identifier: MIT
#include "format/runners/cucumber.h"

#include "format/runners/sight.h"

#include <optional>

namespace assay::format {
namespace {

/// "2 scenarios (1 failed, 1 passed)" with the word in either case.
std::optional<Verdicts> scenarios_line(std::string_view line) {
  Scan scan(trim_left(line));
  const auto total = scan.number();
  if (!total) return std::nullopt;
  if (!scan.skip(" scenario") && !scan.skip(" Scenario")) return std::nullopt;
  scan.skip("s");
  if (scan.done()) return *total == 0 ? std::optional(Verdicts{}) : std::nullopt;
  if (!scan.skip(" (") || !ends_with(scan.rest(), ")")) return std::nullopt;
  const std::vector<Count> counts = count_list(scan.rest().substr(0, scan.rest().size() - 1));
  if (counts.empty()) return std::nullopt;
  // Undefined, pending, ambiguous and skipped scenarios never came to a verdict of their own.
  const std::int64_t failed = count_of(counts, "failed");
  return Verdicts{count_of(counts, "passed") + count_of(counts, "flaky") + failed, failed,
                  count_of(counts, "skipped") + count_of(counts, "pending")};
}

bool is_steps_line(std::string_view line) {
  Scan scan(trim_left(line));
  return scan.number() && (starts_with(scan.rest(), " step") || starts_with(scan.rest(), " Step"));
}

}  // namespace

void find_cucumber(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const auto verdicts = scenarios_line(transcript.line(i));
    if (!verdicts || !is_steps_line(transcript.line_or_empty(i + 1))) continue;
    out.push_back(sight(i, i + 1, *verdicts));
  }
  sight_nothing(transcript, {"No such file or directory @ rb_sysopen - features"}, out);
}

}  // namespace assay::format
