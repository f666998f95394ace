// SPDX-License-Identifier: MIT
// Reports that are one JSON document: CTRF, and what jest and vitest write with --json.
//
//     {"results": {"summary": {"tests": 2, "passed": 1, "failed": 1}, "tests": [{"status":
//     "passed"}, ...]}}
//     {"numTotalTests": 2, "testResults": [{"assertionResults": [{"status": "passed"}, ...]}]}
#include "format/report/json_walk.h"
#include "format/report/readers.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format::report {
namespace {

/// Status words of single tests, and the totals beside them.
struct Figures {
  bool present = false;
  std::int64_t listed = 0;
  std::int64_t executed = 0;
  std::int64_t failed = 0;
  std::int64_t claimed_ran = 0;
  std::int64_t claimed_failed = 0;
  std::int64_t broken_files = 0;
  bool has_claim = false;
  bool unreadable = false;

  void add_status(std::string_view status) {
    ++listed;
    const bool fails = status == "failed";
    executed += fails || status == "passed" ? 1 : 0;
    failed += fails ? 1 : 0;
  }

  void add_claim(const JsonScalar& scalar, bool fails) {
    has_claim = true;
    if (!scalar.number || *scalar.number > count_max) {
      unreadable = true;
      return;
    }
    claimed_ran = std::min(count_max, claimed_ran + *scalar.number);
    if (fails) claimed_failed = *scalar.number;
  }
};

class Documents final : public JsonVisitor {
 public:
  Figures ctrf;
  Figures jest;

  void value(std::string_view path, const JsonScalar& scalar) override {
    if (path == "/results/tests/[]/status") return ctrf.add_status(scalar.text);
    if (path == "/results/summary/passed") return claim(ctrf, scalar, false);
    if (path == "/results/summary/failed") return claim(ctrf, scalar, true);
    if (path == "/testResults/[]/assertionResults/[]/status") return jest.add_status(scalar.text);
    if (path == "/numPassedTests") return claim(jest, scalar, false);
    if (path == "/numFailedTests") return claim(jest, scalar, true);
    if (path == "/numRuntimeErrorTestSuites") {
      jest.broken_files = std::clamp<std::int64_t>(scalar.number.value_or(0), 0, count_max);
    }
  }

  void close(std::string_view path) override {
    ctrf.present = ctrf.present || path == "/results/summary" || path == "/results/tests/[]";
    jest.present = jest.present || path == "/testResults/[]";
  }

 private:
  static void claim(Figures& figures, const JsonScalar& scalar, bool fails) {
    figures.present = true;
    figures.add_claim(scalar, fails);
  }
};

core::Tally to_tally(const Figures& figures, std::string source) {
  core::Tally tally;
  tally.source = std::move(source);
  tally.executed = figures.executed;
  tally.failed = std::max(figures.failed, figures.claimed_failed) + figures.broken_files;
  tally.skipped = figures.listed - figures.executed;
  if (figures.unreadable)
    tally.hint = "the totals are no plain numbers; only the listed tests count";
  const bool claims_more = figures.unreadable || figures.claimed_ran > 0;
  if (figures.listed == 0 && claims_more) {
    tally.executed = -1;
    tally.hint = "the report has totals but lists no test";
  } else if (figures.has_claim && !figures.unreadable && figures.claimed_ran != figures.executed) {
    tally.executed = std::min(figures.executed, figures.claimed_ran);
    tally.hint = disagreement(figures.claimed_ran, figures.executed);
  }
  return tally;
}

}  // namespace

Result<core::Tally> read_json(std::string_view name, std::string_view bytes) {
  Documents documents;
  const Result<> walked = walk_json(bytes, documents);
  if (!walked) return Error{walked.error().fault, fmt::format("{}: {}", name, walked.error().what)};
  if (documents.ctrf.present) return to_tally(documents.ctrf, fmt::format("ctrf {}", name));
  if (documents.jest.present) return to_tally(documents.jest, fmt::format("jest {}", name));
  return Error{Fault::bad_input,
               fmt::format("{}: JSON is no report assay reads (CTRF, jest --json, go test -json, "
                           "libtest)",
                           name)};
}

}  // namespace assay::format::report
