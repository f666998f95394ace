// SPDX-License-Identifier: MIT
// One reader per report format. Private to format/report: others call read_report.
#pragma once

#include "base/result.h"
#include "core/evidence/tally.h"
#include "format/test_list.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pugi {
class xml_document;
class xml_node;
}  // namespace pugi

namespace assay::format::report {

/// Larger figures than this in a report are nonsense, and sums of them must not overflow.
inline constexpr std::int64_t count_max = 1'000'000'000'000;

/// Elements deeper than this are not a report.
inline constexpr int depth_max = 100;

/// Parses into `document`, within bounds; refuses document type definitions that declare something.
Result<> load_xml(pugi::xml_document& document, std::string_view name, std::string_view bytes);

/// A count written as plain digits; nothing for a sign, a fraction, other text or an absurd figure.
std::optional<std::int64_t> to_count(std::string_view text);

/// "the totals say 5 tests, the file lists 3; the smaller count is believed"
std::string disagreement(std::int64_t claimed, std::int64_t listed);

// Each adds the tests it counts to `tests`, unless that is null.
Result<core::Tally> read_xml(std::string_view name, std::string_view bytes, TestList* tests);
core::Tally read_junit(std::string_view name, const pugi::xml_node& root, TestList* tests);
core::Tally read_dotnet(std::string_view name, const pugi::xml_node& root, TestList* tests);
bool is_dotnet(std::string_view root_name);

bool looks_like_tap(std::string_view bytes);
core::Tally read_tap(std::string_view name, std::string_view bytes, TestList* tests);

bool looks_like_events(std::string_view bytes);
Result<core::Tally> read_events(std::string_view name, std::string_view bytes, TestList* tests);
Result<core::Tally> read_json(std::string_view name, std::string_view bytes, TestList* tests);

}  // namespace assay::format::report
