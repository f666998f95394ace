// SPDX-License-Identifier: MIT
// The single tests of a verify run as reports for build services have them: one case per test where
// their names are known.
#pragma once

#include "base/instant.h"
#include "core/verify/state.h"
#include "format/verify/result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace assay::format {

struct TestCase {
  enum class Status : std::uint8_t { passed, failed, error, skipped };

  std::string_view name;
  Status status = Status::passed;
  std::int64_t millis = 0;
  std::string_view why = {};  ///< of what is skipped
};

/// The tests of one gate, in the order of their names; none where nobody told them. A failure that
/// did not fail the gate (it is known, or the gate is optional) is no failure here: a build service
/// must not be redder than the verdict.
void for_each_test(const core::verify::State& state, std::uint32_t unit, const ReadOutcomes& read,
                   const std::function<void(const TestCase&)>& visit);

struct ReportTimes {
  Instant start{};
  Instant stop{};
};

/// CTRF: each gate, and each test whose name is known.
void write_verify_ctrf(const core::verify::State& state, const ReadOutcomes& read,
                       const ReportTimes& times, std::string_view version, const TextSink& sink);

/// Lint findings of the commands, as SARIF. `config` is the text they stand in, `path` its name
/// from the workspace.
std::string write_verify_sarif(const core::verify::State& state, std::string_view path,
                               std::string_view config, std::string_view version);

}  // namespace assay::format
