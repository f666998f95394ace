// SPDX-License-Identifier: MIT
#include "format/report.h"

#include "format/report/readers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace assay::format {
namespace {

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

bool is_utf16(std::string_view bytes) {
  return bytes.substr(0, 2) == "\xFF\xFE" || bytes.substr(0, 2) == "\xFE\xFF";
}

std::string_view without_lead(std::string_view bytes) {
  if (bytes.substr(0, utf8_mark.size()) == utf8_mark) bytes.remove_prefix(utf8_mark.size());
  const std::size_t start = bytes.find_first_not_of(" \t\r\n\v\f");
  return start == std::string_view::npos ? std::string_view{} : bytes.substr(start);
}

std::int64_t sum(std::int64_t a, std::int64_t b) { return std::min(report::count_max, a + b); }

std::string joined_sources(std::span<const core::Tally> tallies) {
  constexpr std::size_t named_max = 3;
  std::string joined;
  std::size_t named = 0;
  for (const core::Tally& tally : tallies) {
    if (tally.source.empty()) continue;
    if (++named > named_max) continue;
    if (!joined.empty()) joined += " + ";
    joined += tally.source;
  }
  if (named > named_max) joined += fmt::format(" + {} more", named - named_max);
  return joined;
}

}  // namespace

Result<core::Tally> read_report(std::string_view name, std::string_view bytes, TestList* tests) {
  if (bytes.size() > report_bytes_max) {
    return Error{Fault::bad_input,
                 fmt::format("{}: report is larger than {} MiB", name, report_bytes_max >> 20)};
  }
  const std::string_view text = without_lead(bytes);
  if (text.empty()) return Error{Fault::bad_input, fmt::format("{}: report is empty", name)};
  if (text.front() == '<' || is_utf16(bytes)) return report::read_xml(name, bytes, tests);
  if (report::looks_like_events(text)) return report::read_events(name, text, tests);
  if (text.front() == '{') return report::read_json(name, text, tests);
  if (report::looks_like_tap(text)) return report::read_tap(name, text, tests);
  return Error{Fault::bad_input,
               fmt::format("{}: not a report assay reads (JUnit XML, TAP, CTRF JSON, TRX, NUnit, "
                           "xUnit, Jest JSON, go test -json, libtest JSON)",
                           name)};
}

core::Tally merge(std::span<const core::Tally> tallies) {
  core::Tally merged;
  bool any_cached = false;
  for (const core::Tally& tally : tallies) {
    if (tally.known())
      merged.executed = sum(std::max<std::int64_t>(merged.executed, 0), tally.executed);
    merged.failed = sum(merged.failed, std::max<std::int64_t>(tally.failed, 0));
    merged.skipped = sum(merged.skipped, std::max<std::int64_t>(tally.skipped, 0));
    any_cached = any_cached || tally.cached;
    if (merged.hint.empty()) merged.hint = tally.hint;
  }
  merged.cached = any_cached && merged.executed <= 0;
  merged.source = joined_sources(tallies);
  if (tallies.empty()) merged.hint = "no report file was found";
  return merged;
}

namespace report {

std::optional<std::int64_t> to_count(std::string_view text) {
  std::int64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, count);
  const bool plain = fault == std::errc{} && stop == end && !text.empty();
  if (!plain || count < 0 || count > count_max) return std::nullopt;
  return count;
}

std::string disagreement(std::int64_t claimed, std::int64_t listed) {
  return fmt::format("the totals say {} tests, the file lists {}; the smaller count is believed",
                     claimed, listed);
}

}  // namespace report
}  // namespace assay::format
