// SPDX-License-Identifier: MIT
// Test report files: JUnit XML and its dialects, TRX, NUnit and xUnit.net XML, TAP, CTRF and Jest
// JSON, and the event streams of `go test -json` and libtest. Counts come from the single tests a
// report lists; what its totals say is only compared with them.
#pragma once

#include "base/result.h"
#include "core/evidence/tally.h"
#include "format/test_list.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace assay::format {

inline constexpr std::size_t report_bytes_max = std::size_t{64} << 20;

/// What the report says, its format told from the content; `name` is for messages only. A tally is
/// unknown (with a hint) when the report has totals but no tests, and an error when it cannot be
/// read at all. The tests it counts are added to `tests`, if that is given.
Result<core::Tally> read_report(std::string_view name, std::string_view bytes,
                                TestList* tests = nullptr);

/// Several reports of one run as one. Unknown only if all are: what did tell is the least that ran.
core::Tally merge(std::span<const core::Tally> tallies);

}  // namespace assay::format
