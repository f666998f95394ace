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
#include <string>
#include <utility>
#include <vector>

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

core::TestOutcome json_outcome(std::string_view status) {
  if (status == "passed") return core::TestOutcome::passed;
  if (status == "failed") return core::TestOutcome::failed;
  if (status == "todo") return core::TestOutcome::excused;
  return core::TestOutcome::skipped;
}

/// The test whose fields are being read.
struct OpenTest {
  std::string name;
  std::string suite;
  std::string status;
  std::string file;
  std::int64_t millis = -1;
};

class Documents final : public JsonVisitor {
 public:
  explicit Documents(TestList* tests) : tests_(tests) {}

  Figures ctrf;
  Figures jest;

  void value(std::string_view path, const JsonScalar& scalar) override {
    if (tests_ != nullptr) note(path, scalar);
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
    const bool ctrf_test = path == "/results/tests/[]";
    if (ctrf_test || path == "/testResults/[]/assertionResults/[]") name_test(!ctrf_test);
    if (path == "/testResults/[]") close_file();
    ctrf.present = ctrf.present || path == "/results/summary" || path == "/results/tests/[]";
    jest.present = jest.present || path == "/testResults/[]";
  }

 private:
  static constexpr std::size_t text_max = 64U << 10;

  void note(std::string_view path, const JsonScalar& scalar) {
    constexpr std::string_view ctrf_prefix = "/results/tests/[]/";
    constexpr std::string_view jest_prefix = "/testResults/[]/assertionResults/[]/";
    if (path == "/testResults/[]/name") file_ = scalar.text.substr(0, text_max);
    const bool of_ctrf = path.starts_with(ctrf_prefix);
    if (!of_ctrf && !path.starts_with(jest_prefix)) return;
    const std::string_view key = path.substr(of_ctrf ? ctrf_prefix.size() : jest_prefix.size());
    const std::string_view text = scalar.text.substr(0, text_max);
    if (key == (of_ctrf ? "name" : "title")) open_.name = text;
    if (key == "status") open_.status = text;
    if (key == "filePath") open_.file = text;
    if (key == "suite") open_.suite = text;
    const bool nests = key == "ancestorTitles/[]" || key == "suite/[]";
    if (nests && open_.suite.size() < text_max)
      open_.suite += (open_.suite.empty() ? "" : " > ") + std::string(text);
    if (key == "duration" && scalar.number) open_.millis = *scalar.number;
  }

  /// What jest tests stand in is told after them.
  void name_test(bool of_jest) {
    if (tests_ == nullptr) return;
    OpenTest test = std::exchange(open_, {});
    if (test.name.empty()) return;
    if (!test.suite.empty()) test.name.insert(0, test.suite + " > ");
    if (!of_jest)
      return tests_->add({test.name, json_outcome(test.status), test.millis, test.file});
    if (in_file_.size() < tests_named_max) in_file_.push_back(std::move(test));
  }

  void close_file() {
    for (const OpenTest& test : in_file_)
      tests_->add({test.name, json_outcome(test.status), test.millis, file_});
    in_file_.clear();
    file_.clear();
  }

  TestList* tests_;
  OpenTest open_;
  std::vector<OpenTest> in_file_;
  std::string file_;

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

Result<core::Tally> read_json(std::string_view name, std::string_view bytes, TestList* tests) {
  Documents documents(tests);
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
