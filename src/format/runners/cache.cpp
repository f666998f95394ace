// SPDX-License-Identifier: MIT
#include "format/runners/cache.h"

#include "format/runners/scan.h"

#include <string_view>

namespace assay::format {
namespace {

constexpr std::size_t marker_max = 200;

/// "ok  	example.org/x	(cached)".
bool go_cached(std::string_view line) {
  return starts_with(line, "ok") && line.size() > 2 && is_blank(line[2]) &&
         contains(line, "(cached)");
}

/// ":test UP-TO-DATE", "> Task :app:test FROM-CACHE".
bool gradle_test_cached(std::string_view line) {
  if (!ends_with(line, " UP-TO-DATE") && !ends_with(line, " FROM-CACHE")) return false;
  Scan scan(line);
  scan.skip("> Task ");
  if (!starts_with(scan.rest(), ":")) return false;
  const std::string_view task = scan.rest().substr(0, scan.rest().rfind(' '));
  const std::string_view name = task.substr(task.rfind(':') + 1);
  return contains(name, "test") || contains(name, "Test") || name == "check";
}

/// "3 actionable tasks: 3 up-to-date", "2 actionable tasks: 1 from cache, 1 up-to-date": none
/// executed.
bool gradle_all_cached(std::string_view line) {
  return contains(line, " actionable task") && !contains(line, " executed") &&
         (contains(line, "up-to-date") || contains(line, "from cache"));
}

/// "//p:t    (cached) PASSED in 0.1s".
bool bazel_cached(std::string_view line) {
  return starts_with(line, "//") && contains(line, " (cached) ");
}

/// "Nx read the output from the cache instead of running the command for 2 out of 2 tasks."
bool nx_all_cached(std::string_view line) {
  const std::size_t at = line.find("the output from the cache instead of running the command for ");
  if (at == std::string_view::npos) return false;
  const auto some = number_after(line.substr(at), "running the command for");
  const auto all = number_after(line.substr(at), "out of");
  return some && all && *some > 0 && *some == *all;
}

bool nx_cached(std::string_view line) {
  return ends_with(line, "[local cache]") || ends_with(line, "[remote cache]") ||
         contains(line, "[existing outputs match the cache");
}

/// "✓ tests/test_a.py:tests succeeded in 0.5s (cached locally)." of Pants.
bool pants_cached(std::string_view line) {
  return contains(line, "succeeded in ") &&
         (contains(line, "(cached ") || contains(line, "(memoized)"));
}

bool turbo_hit(std::string_view line) {
  return contains(line, ": cache hit, replaying ") || contains(line, ": cache hit, suppressing ") ||
         starts_with(line, "cache hit, replaying ");
}

bool other_cached(std::string_view line) {
  return contains(line, "Skipping plugin execution (cached): surefire:") ||
         contains(line, "Skipped, already fresh") || contains(line, "Restored from cache");
}

std::string shortened(std::string_view line) {
  return std::string(trim(line).substr(0, marker_max));
}

bool names_cache(std::string_view line) {
  // One of these letters pairs is in every marker: a cheap way out for all other lines.
  return contains(line, "ache") || contains(line, "UP-TO-DATE") || contains(line, "FROM-CACHE") ||
         contains(line, "TURBO") || contains(line, "up-to-date") || contains(line, "fresh") ||
         contains(line, "memoized");
}

}  // namespace

std::string replay_marker(const Transcript& transcript) {
  for (std::size_t i = transcript.size(); i-- > 0;) {
    const std::string_view line = transcript.line(i);
    if (line.size() < 10) continue;
    if (ends_with(line, ">>> FULL TURBO") || nx_all_cached(line)) return shortened(line);
  }
  return {};
}

std::string find_cache_marker(const Transcript& transcript) {
  if (std::string replay = replay_marker(transcript); !replay.empty()) return replay;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (line.size() < 8 || !names_cache(line)) continue;
    if (go_cached(line) || gradle_test_cached(line) || gradle_all_cached(line) ||
        bazel_cached(line) || nx_cached(line) || pants_cached(line) || turbo_hit(line) ||
        other_cached(line)) {
      return shortened(line);
    }
  }
  return {};
}

}  // namespace assay::format
