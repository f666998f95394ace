// SPDX-License-Identifier: MIT
// go test, plain, -v and -json, and gotestsum. Only top-level tests are counted: a subtest is part
// of its test.
#include "format/runners/families.h"
#include "format/runners/scan.h"

#include <algorithm>
#include <map>

namespace assay::format {
namespace {

enum class Verdict { none, passed, failed, skipped };

/// "--- PASS: TestAdd (0.00s)". What a test printed without a line feed may stand before it.
Verdict test_verdict(std::string_view line) {
  const std::size_t at = line.find("--- ");
  if (at == std::string_view::npos) return Verdict::none;
  Scan scan(line.substr(at + 4));
  Verdict verdict = Verdict::none;
  if (scan.skip("PASS: ")) verdict = Verdict::passed;
  if (scan.skip("FAIL: ")) verdict = Verdict::failed;
  if (scan.skip("SKIP: ")) verdict = Verdict::skipped;
  const auto name = scan.word();
  if (!name || contains(*name, "/") || !starts_with(scan.rest(), " (")) return Verdict::none;
  return ends_with(scan.rest(), "s)") ? verdict : Verdict::none;
}

enum class PackageEnd { none, ok, failed, no_files };

struct PackageLine {
  PackageEnd end = PackageEnd::none;
  bool cached = false;
  bool nothing_to_run = false;
};

/// "ok  	x	0.002s", "ok  	x	(cached) [no tests to run]", "FAIL	x [build
/// failed]",
/// "? x	[no test files]".
PackageLine package_line(std::string_view line) {
  PackageLine read;
  Scan scan(line);
  if (scan.skip("ok ") || scan.skip("ok\t")) read.end = PackageEnd::ok;
  if (scan.skip("FAIL\t") || scan.skip("FAIL ")) read.end = PackageEnd::failed;
  if (scan.skip("? ") || scan.skip("?\t")) read.end = PackageEnd::no_files;
  if (read.end == PackageEnd::none || !scan.blanks().word()) return {};
  Scan rest(trim_left(scan.rest()));
  read.cached = rest.skip("(cached)");
  const bool timed = rest.decimal() && rest.skip("s");
  const bool noted = contains(scan.rest(), "[build failed]") ||
                     contains(scan.rest(), "[setup failed]") ||
                     contains(scan.rest(), "[no test files]");
  read.nothing_to_run = contains(scan.rest(), "[no tests to run]") || noted;
  return read.cached || timed || noted ? read : PackageLine{};
}

/// One package's tests, from the first line of theirs to the line that sums the package up.
class Package {
 public:
  void note(std::string_view line, std::size_t at) {
    const bool run = starts_with(line, "=== RUN ");
    const Verdict verdict = run ? Verdict::none : test_verdict(line);
    if (run || verdict == Verdict::passed || verdict == Verdict::skipped) verbose_ = true;
    if (verdict == Verdict::passed || verdict == Verdict::failed) ++tally_.executed;
    if (verdict == Verdict::failed) ++tally_.failed;
    if (verdict == Verdict::skipped) ++tally_.skipped;
    if ((run || verdict != Verdict::none) && !first_) first_ = at;
    if (line == "PASS" || line == "FAIL") worded_ = at;
  }

  Sighting close(const PackageLine& end, std::size_t at) {
    Sighting sighting{first_.value_or(at), at, tally_, Strength::framed};
    core::Tally& tally = sighting.tally;
    if (end.end == PackageEnd::failed && tally.failed == 0) tally.failed = 1;
    if (end.cached || end.nothing_to_run) {
      tally.executed = 0;
    } else if (!verbose_) {
      // Without -v a package is one line. It ran at least one test, or it would say so.
      tally.executed = std::max<std::int64_t>(tally.executed, 1);
      tally.source = "go, at least one test for each package";
    }
    tally.cached = end.cached;
    return sighting;
  }

  /// The output ended without a package line: a test binary run by hand, or a crash.
  std::optional<Sighting> left_over() const {
    if (!first_ || !verbose_) return {};
    Sighting sighting{*first_, worded_.value_or(*first_), tally_, Strength::trace};
    if (worded_ && *worded_ > *first_) sighting.strength = Strength::framed;
    return sighting;
  }

  Package() { tally_.executed = 0; }

 private:
  core::Tally tally_;
  bool verbose_ = false;
  std::optional<std::size_t> first_;
  std::optional<std::size_t> worded_;
};

void find_go(const Transcript& transcript, std::vector<Sighting>& sightings) {
  Package package;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (line.size() < 4) continue;
    const char c = line.front();
    const PackageLine end = c == 'o' || c == 'F' || c == '?' ? package_line(line) : PackageLine{};
    if (end.end != PackageEnd::none) {
      sightings.push_back(package.close(end, i));
      package = {};
      continue;
    }
    package.note(line, i);
    if (line == "no packages to test" || ends_with(line, "matched no packages")) {
      Sighting none{i, i, {}, Strength::remark};
      none.tally.executed = 0;
      sightings.push_back(std::move(none));
    }
  }
  if (auto rest = package.left_over()) sightings.push_back(std::move(*rest));
}

/// The value of a string field of one event; go escapes quotes inside strings, so this cannot be
/// fooled by output.
std::string_view field(std::string_view event, std::string_view key) {
  const std::size_t at = event.find(key);
  if (at == std::string_view::npos) return {};
  const std::string_view value = event.substr(at + key.size());
  return value.substr(0, value.find('"'));
}

struct JsonPackage {
  std::int64_t executed = 0;
  std::int64_t failed = 0;
  std::int64_t skipped = 0;
  bool cached = false;
};

void note_event(std::string_view event, std::map<std::string_view, JsonPackage>& packages) {
  const std::string_view action = field(event, R"("Action":")");
  JsonPackage& package = packages[field(event, R"("Package":")")];
  const std::string_view output = field(event, R"("Output":")");
  if (starts_with(output, "ok") && contains(output, "\\t(cached)")) package.cached = true;
  const std::string_view test = field(event, R"("Test":")");
  if (test.empty() && action == "fail" && package.failed == 0) package.failed = 1;
  if (test.empty() || contains(test, "/")) return;
  if (action == "pass" || action == "fail") ++package.executed;
  if (action == "fail") ++package.failed;
  if (action == "skip") ++package.skipped;
}

void find_go_json(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::map<std::string_view, JsonPackage> packages;
  std::optional<std::size_t> first;
  std::size_t last = 0;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (line.empty() || line.front() != '{' || !contains(line, R"("Action":")")) continue;
    if (!contains(line, R"("Package":")")) continue;
    if (packages.size() < 100'000) note_event(line, packages);
    if (!first) first = i;
    last = i;
  }
  if (!first) return;
  Sighting sighting{*first, last, {}, Strength::framed};
  sighting.tally.executed = 0;
  for (const auto& [name, package] : packages) {
    sighting.tally.cached = sighting.tally.cached || package.cached;
    if (!package.cached) sighting.tally.executed += package.executed;
    sighting.tally.failed += package.failed;
    sighting.tally.skipped += package.skipped;
  }
  sightings.push_back(std::move(sighting));
}

/// "DONE 4 tests, 1 skipped, 1 failure in 0.512s"; packages above it as "✓  x (3ms)" or "✓  x
/// (cached)".
void find_gotestsum(const Transcript& transcript, std::vector<Sighting>& sightings) {
  std::int64_t packages = 0;
  std::int64_t cached = 0;
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    if (starts_with(line, "✓ ") || starts_with(line, "✖ ") || starts_with(line, "∅ ")) {
      ++packages;
      if (!first) first = i;
      if (ends_with(line, "(cached)")) ++cached;
    }
    Scan scan(line);
    if (!scan.skip("DONE ") || !contains(line, " in ")) continue;
    const std::string_view counts_text = scan.rest().substr(0, scan.rest().rfind(" in "));
    const std::vector<Count> counts = count_list(counts_text);
    if (counts.empty()) continue;
    core::Tally tally;
    tally.skipped = count_of(counts, "skipped");
    const std::int64_t tests = count_of(counts, "tests") + count_of(counts, "test");
    tally.cached = cached > 0 && cached == packages;
    tally.executed = tally.cached ? 0 : std::max<std::int64_t>(tests - tally.skipped, 0);
    tally.failed = count_of(counts, "failures") + count_of(counts, "failure") +
                   count_of(counts, "errors") + count_of(counts, "error");
    sightings.push_back({first.value_or(i), i, std::move(tally), Strength::framed});
    first.reset();
    packages = cached = 0;
  }
}

}  // namespace

std::span<const Recogniser> go_family() {
  static constexpr Recogniser family[] = {
      {"go", {"ok  \t", "FAIL\t", "?   \t", "--- ", "packages", "ok   "}, find_go},
      {"go", {R"("Action":")"}, find_go_json},
      {"gotestsum", {"DONE "}, find_gotestsum, Closing::once},
  };
  return family;
}

}  // namespace assay::format
