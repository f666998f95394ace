// SPDX-License-Identifier: MIT
// Vitest 0.x to 4: " Test Files  1 passed (1)" and "      Tests  3 passed | 1 skipped (4)".
#include "format/runners/families.h"
#include "format/runners/sight.h"

#include <optional>

namespace assay::format {
namespace {

/// Two blanks follow the title in the closing lines; the live display of a terminal puts only one.
std::optional<std::string_view> closing_value(std::string_view line, std::string_view title) {
  Scan scan(trim_left(line));
  if (!scan.skip(title) || !scan.skip("  ")) return std::nullopt;
  return trim(scan.rest());
}

/// "1 failed | 2 passed (3)" or "no tests".
std::optional<Verdicts> tests_value(std::string_view value) {
  if (value == "no tests") return Verdicts{};
  const std::size_t total = value.rfind(" (");
  if (total == std::string_view::npos || value.back() != ')') return std::nullopt;
  const std::vector<Count> counts = count_list(value.substr(0, total), "|");
  if (counts.empty()) return std::nullopt;
  if (!only_words(counts, {"passed", "failed", "skipped", "todo", "expected fail"}))
    return std::nullopt;
  const std::int64_t failed = count_of(counts, "failed");
  return Verdicts{count_of(counts, "passed") + count_of(counts, "expected fail") + failed, failed,
                  count_of(counts, "skipped")};
}

bool is_vitest_banner(std::string_view line) {
  line = trim_left(line);
  return starts_with(line, "RUN  v") || starts_with(line, "DEV  v") || starts_with(line, "RUN v");
}

/// `vitest list` names the tests and runs none of them.
void find_listing(const Transcript& transcript, std::vector<Sighting>& out) {
  if (!transcript.command_names("vitest") || !transcript.command_mentions("list")) return;
  if (!out.empty() || transcript.empty()) return;
  out.push_back(sight(0, transcript.size() - 1, {}));
}

void find_vitest(const Transcript& transcript, std::vector<Sighting>& out) {
  std::optional<std::size_t> banner;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (is_vitest_banner(line)) banner = i;
    const auto value = closing_value(line, "Tests");
    if (!value || i == 0 || !closing_value(transcript.line(i - 1), "Test Files")) continue;
    const auto verdicts = tests_value(*value);
    if (!verdicts) continue;
    out.push_back(sight(banner.value_or(i - 1), i, *verdicts));
    banner.reset();
  }
  sight_nothing(transcript, {"No test files found, exiting with code"}, out);
  find_listing(transcript, out);
}

}  // namespace

std::span<const Recogniser> js_vitest_family() {
  static constexpr Recogniser family[] = {
      {"vitest", {"Test Files", "No test files found, exiting", " > "}, find_vitest, Closing::once},
  };
  return family;
}

}  // namespace assay::format
