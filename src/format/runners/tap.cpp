// SPDX-License-Identifier: MIT
// Any stream of the Test Anything Protocol, Perl's prove, and the list of the general formats.
#include "format/runners/families.h"
#include "format/runners/reports.h"
#include "format/runners/scan.h"
#include "format/runners/summary_line.h"

#include <algorithm>

namespace assay::format {
namespace {

/// "1..4", "1..0 # SKIP no database" -> 4, 0.
std::optional<std::int64_t> plan_in(std::string_view line) {
  Scan scan(line);
  if (!scan.skip("1..")) return {};
  const auto number = scan.number();
  const bool fits = scan.blanks().done() || starts_with(scan.rest(), "#");
  return fits ? number : std::nullopt;
}

struct Result {
  bool ok = false;
  bool skipped = false;
  bool todo = false;
  bool stands_in =
      false;  ///< bats reports the set-up of a file, or a file it cannot read, like a test
  std::optional<std::int64_t> number;
};

bool has_directive(std::string_view text, std::string_view upper, std::string_view lower) {
  for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
    const std::string_view word = trim_left(text.substr(at + 1));
    if (starts_with(word, upper) || starts_with(word, lower)) return true;
  }
  return false;
}

/// "ok 1 - adds", "not ok 2 # TODO", "ok - adds # SKIP".
std::optional<Result> result_in(std::string_view line) {
  Scan scan(line);
  Result result;
  result.ok = !scan.skip("not ");
  if (!scan.skip("ok") || (!scan.done() && !is_blank(scan.rest().front()))) return {};
  result.number = scan.blanks().number();
  const std::string_view text = scan.rest();
  // "ok" alone or "ok, let us go" is prose; a result has a number or a dash.
  if (!result.number && !starts_with(text, "- ") && !starts_with(text, "# ")) return {};
  result.skipped = has_directive(text, "SKIP", "skip");
  result.todo = has_directive(text, "TODO", "todo");
  const std::string_view name = trim(text);
  result.stands_in = name == "setup_file failed" || name == "teardown_file failed" ||
                     name == "bats-gather-tests" || name == "setup_suite failed" ||
                     name == "setup_suite" || name == "teardown_suite failed";
  return result;
}

/// One stream: its results and its plan, whichever comes first.
class Stream {
 public:
  explicit Stream(std::size_t at) : sighting_{at, at, {}, Strength::framed} {
    sighting_.tally.executed = 0;
  }

  bool complete() const { return plan_ && plan_first_ && results_ >= *plan_; }
  bool planned() const { return plan_.has_value(); }
  bool begun() const { return results_ > 0; }
  void announce() { announced_ = true; }

  void note(const Result& result, std::size_t at) {
    ++results_;
    sighting_.last = at;
    core::Tally& tally = sighting_.tally;
    const bool hollow = inner_skipped_ > 0 && inner_ran_ == 0;
    inner_skipped_ = inner_ran_ = 0;
    inner_depth_ = 0;
    if (result.skipped || result.todo || hollow) {
      ++tally.skipped;
      if (!result.ok && hollow && !result.skipped && !result.todo) ++tally.failed;
      return;
    }
    if (!result.stands_in) ++tally.executed;
    if (!result.ok) ++tally.failed;
  }

  /// A point of a subtest; the point that closes the subtest stands for all of them, also for those
  /// of subtests within it.
  void note_inner(const Result& result, std::size_t depth) {
    const bool closes = depth < inner_depth_;
    inner_depth_ = depth;
    if (closes) return;
    ++(result.skipped || result.todo ? inner_skipped_ : inner_ran_);
  }

  void plan(std::int64_t tests, std::size_t at) {
    plan_ = tests;
    plan_first_ = results_ == 0;
    sighting_.last = at;
  }

  void comment(std::size_t at) { sighting_.last = at; }

  /// "Bail out!": nothing after it was run, whatever the plan says.
  void bail(std::size_t at) {
    sighting_.last = at;
    bailed_ = true;
  }

  std::optional<Sighting> close() {
    if (!plan_ && results_ < 2 && !announced_) return {};
    if (bailed_) ++sighting_.tally.failed;
    // A plan or a version line alone is next to nothing; so are results that nobody announced.
    const bool vouched_for = plan_.has_value() || announced_;
    const bool empty_plan = plan_ && *plan_ == 0;
    if (!vouched_for || (results_ == 0 && !empty_plan)) sighting_.strength = Strength::trace;
    // Promised and missing tests are failures, as every TAP consumer has it.
    if (plan_ && results_ < *plan_) ++sighting_.tally.failed;
    return sighting_;
  }

 private:
  Sighting sighting_;
  std::int64_t results_ = 0;
  std::int64_t inner_ran_ = 0;
  std::int64_t inner_skipped_ = 0;
  std::size_t inner_depth_ = 0;  // of the last point of a subtest
  std::optional<std::int64_t> plan_;
  bool plan_first_ = false;
  bool announced_ = false;
  bool bailed_ = false;
};

class Streams {
 public:
  explicit Streams(std::vector<Sighting>& sightings) : sightings_(sightings) {}

  void note(std::string_view line, std::size_t at) {
    if (line.empty()) return;
    const char c = line.front();
    if (c == 'T' && starts_with(line, "TAP version ")) {
      close();
      begin(at).announce();
    } else if (c == '1') {
      const auto tests = plan_in(line);
      if (!tests) return;
      if (stream_ && stream_->planned()) close();
      begin(at).plan(*tests, at);
    } else if (c == 'o' || c == 'n') {
      const auto result = result_in(line);
      if (!result) return;
      const bool restarts = result->number == 1 && stream_ && stream_->begun();
      if (restarts || (stream_ && stream_->complete())) close();
      begin(at).note(*result, at);
    } else if (stream_ && c == '#') {
      stream_->comment(at);
    } else if (stream_ && starts_with(line, "Bail out!")) {
      stream_->bail(at);
    } else if (starts_with(line, "    ")) {
      const std::string_view text = trim_left(line);
      if (const auto result = result_in(text)) {
        begin(at).note_inner(*result, (line.size() - text.size()) / 4);
      }
    }
  }

  void close() {
    if (!stream_) return;
    if (auto sighting = stream_->close()) sightings_.push_back(std::move(*sighting));
    stream_.reset();
  }

 private:
  Stream& begin(std::size_t at) {
    if (!stream_) stream_.emplace(at);
    return *stream_;
  }

  std::vector<Sighting>& sightings_;
  std::optional<Stream> stream_;
};

void find_tap(const Transcript& transcript, std::vector<Sighting>& sightings) {
  Streams streams(sightings);
  for (std::size_t i = 0; i < transcript.size(); ++i) streams.note(transcript.line(i), i);
  streams.close();
}

/// "t/a.t (Wstat: 256 (exited 1) Tests: 2 Failed: 1)".
std::int64_t prove_failures(std::string_view line) {
  return contains(line, "(Wstat: ") ? number_after(line, "Failed:").value_or(0) : 0;
}

/// "t/a.t .. ok": the first line of a test file under prove.
bool is_prove_file(std::string_view line) {
  const std::size_t dots = line.find(" .");
  return dots != std::string_view::npos && dots > 0 && !is_blank(line.front()) &&
         contains(line, ".. ");
}

/// "Files=1, Tests=2,  0 wallclock secs (...)" and "Result: PASS". With -v the results of each file
/// are there too, and those that were skipped can be told.
void find_prove(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::optional<std::size_t> start;
  std::int64_t failed = 0;
  std::int64_t skipped = 0;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (!start && (is_prove_file(line) || ends_with(line, " .."))) start = i;
    failed += prove_failures(line);
    if (const auto result = result_in(line); result && result->skipped) ++skipped;
    if (!starts_with(line, "Files=")) continue;
    const auto tests = number_after(line, "Tests=");
    if (!tests) continue;
    Sighting sighting{start.value_or(i), i, {}, Strength::framed};
    const std::string_view result = transcript.line_or_empty(i + 1);
    if (starts_with(result, "Result: ")) sighting.last = i + 1;
    sighting.tally.executed = std::max<std::int64_t>(*tests - skipped, 0);
    sighting.tally.skipped = skipped;
    sighting.tally.failed = failed;
    if (starts_with(result, "Result: FAIL") && failed == 0) sighting.tally.failed = 1;
    sightings.push_back(std::move(sighting));
    start.reset();
    failed = skipped = 0;
  }
}

}  // namespace

std::span<const Recogniser> tap_family() {
  static constexpr Recogniser family[] = {
      {"prove", {"Files="}, find_prove, Closing::once},
      {"junit", {"<testsuite"}, find_junit_xml},
      {"teamcity", {"##teamcity[test"}, find_teamcity},
      {"TAP", {"1..", "ok ", "TAP version "}, find_tap},
      {"summary line",
       {" passed", " PASSED", " failed", " failure"},
       find_summary_line,
       Closing::once},
      {"summary line",
       {"assed", "Pass", "PASS", "uccess", "SUCCESS", "pass"},
       find_labelled_counts,
       Closing::once},
      {"marked lines",
       {"[pass]", "[PASS]", "PASS: ", "pass: ", ": PASS", "[fail]"},
       find_marked_lines},
  };
  return family;
}

}  // namespace assay::format
