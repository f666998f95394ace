// SPDX-License-Identifier: MIT
// Reports that are one JSON object per line: `go test -json` and the libtest format of Rust.
//
//     {"Action":"pass","Package":"example.org/x","Test":"TestAdd","Elapsed":0}
//     {"type":"test","event":"ok","name":"adds"}
#include "format/report/json_walk.h"
#include "format/report/readers.h"

#include <fmt/format.h>

#include <map>
#include <string>

namespace assay::format::report {
namespace {

class EventLine final : public JsonVisitor {
 public:
  std::string action, package, test, output, type, event, name;
  double elapsed = -1;

  void value(std::string_view path, const JsonScalar& scalar) override {
    for (const auto& [key, field] : fields_) {
      if (path == key) field->assign(scalar.text.substr(0, text_max));
    }
    if ((path == "/Elapsed" || path == "/exec_time") && scalar.real) elapsed = *scalar.real;
  }

 private:
  static constexpr std::size_t text_max = 4096;
  const std::pair<std::string_view, std::string*> fields_[7] = {
      {"/Action", &action}, {"/Package", &package}, {"/Test", &test}, {"/Output", &output},
      {"/type", &type},     {"/event", &event},     {"/name", &name}};
};

std::int64_t millis_of_seconds(double seconds) {
  constexpr double longest = 1e9;
  return seconds < 0 || seconds > longest ? -1 : static_cast<std::int64_t>(seconds * 1000 + 0.5);
}

class GoEvents {
 public:
  void hear(const EventLine& line) {
    Package& package = packages_[line.package];
    if (line.test.empty()) return hear_package(line, package);
    if (line.action == "run") package.tests.emplace(line.test, Test{});
    const std::int64_t millis = millis_of_seconds(line.elapsed);
    if (line.action == "pass") package.tests[line.test] = {State::passed, millis};
    if (line.action == "fail") package.tests[line.test] = {State::failed, millis};
    if (line.action == "skip") package.tests[line.test] = {State::skipped, millis};
  }

  /// "example.org/x TestAdd/empty". A test that never ended has failed.
  void name(TestList& tests) const {
    for (const auto& [path, package] : packages_) {
      bool any_failed = false;
      for (const auto& [test, told] : package.tests) {
        if (has_subtests(package, test)) continue;
        any_failed = any_failed || told.state == State::failed;
        const std::string id = path + " " + test;
        tests.add({id, outcome_of(told.state), told.millis});
      }
      if (package.failed && !any_failed) tests.add({path + " (package)", core::TestOutcome::error});
    }
  }

  core::Tally tally() const {
    core::Tally tally;
    tally.executed = 0;
    bool any_cached = false;
    for (const auto& [name, package] : packages_) {
      any_cached = any_cached || package.cached;
      add(package, tally);
    }
    tally.cached = any_cached && tally.executed == 0;
    if (tally.cached) tally.hint = "all results came from the cache: add -count=1";
    return tally;
  }

 private:
  enum class State : std::uint8_t { running, passed, failed, skipped };
  struct Test {
    State state = State::running;
    std::int64_t millis = -1;
  };
  struct Package {
    std::map<std::string, Test> tests;
    bool cached = false;
    bool failed = false;
  };

  static core::TestOutcome outcome_of(State state) {
    switch (state) {
      case State::passed: return core::TestOutcome::passed;
      case State::failed: return core::TestOutcome::failed;
      case State::skipped: return core::TestOutcome::skipped;
      case State::running: return core::TestOutcome::error;
    }
    return core::TestOutcome::error;
  }

  static void hear_package(const EventLine& line, Package& package) {
    if (line.action == "fail" || line.action == "build-fail") package.failed = true;
    const bool last_line = line.action == "output" && line.output.substr(0, 3) == "ok ";
    if (last_line && line.output.find("(cached)") != std::string::npos) package.cached = true;
  }

  static bool has_subtests(const Package& package, const std::string& test) {
    const std::string prefix = test + "/";
    const auto next = package.tests.lower_bound(prefix);
    return next != package.tests.end() && next->first.compare(0, prefix.size(), prefix) == 0;
  }

  static void add(const Package& package, core::Tally& tally) {
    const std::int64_t failed_before = tally.failed;
    for (const auto& [test, told] : package.tests) {
      const State state = told.state;
      const bool counts = !has_subtests(package, test);
      const bool ended = state == State::passed || state == State::failed;
      if (state == State::failed) tally.failed += counts ? 1 : 0;
      if (state == State::skipped) tally.skipped += counts ? 1 : 0;
      if (ended && counts && !package.cached) ++tally.executed;
    }
    // It did not build, it crashed, or a parent failed beside its passing subtests.
    if (package.failed && tally.failed == failed_before) ++tally.failed;
  }

  std::map<std::string, Package> packages_;
};

class LibtestEvents {
 public:
  explicit LibtestEvents(TestList* tests) : tests_(tests) {}

  void hear(const EventLine& line) {
    if (line.type == "suite" && line.event == "failed") suite_failed_ = true;
    if (line.type != "test") return;
    if (line.event == "ok" || line.event == "failed") ++tally_.executed;
    if (line.event == "failed") ++tally_.failed;
    if (line.event == "ignored") ++tally_.skipped;
    if (tests_ != nullptr) name(line);
  }

  core::Tally tally() const {
    core::Tally tally = tally_;
    if (suite_failed_ && tally.failed == 0) tally.failed = 1;
    return tally;
  }

 private:
  void name(const EventLine& line) {
    const std::int64_t millis = millis_of_seconds(line.elapsed);
    if (line.event == "ok") tests_->add({line.name, core::TestOutcome::passed, millis});
    if (line.event == "failed") tests_->add({line.name, core::TestOutcome::failed, millis});
    if (line.event == "ignored") tests_->add({line.name, core::TestOutcome::skipped, millis});
  }

  TestList* tests_;
  core::Tally tally_{.executed = 0, .source = {}, .hint = {}};
  bool suite_failed_ = false;
};

bool has_key(std::string_view line, std::string_view key) {
  return line.find(key) != std::string_view::npos;
}

std::string_view next_line(std::string_view& bytes) {
  const std::size_t end = bytes.find('\n');
  const std::string_view line = bytes.substr(0, end);
  bytes = end == std::string_view::npos ? std::string_view{} : bytes.substr(end + 1);
  return line;
}

}  // namespace

bool looks_like_events(std::string_view bytes) {
  constexpr int lines_max = 200;  // a build may complain before the first event
  for (int count = 0; count < lines_max && !bytes.empty(); ++count) {
    const std::string_view line = next_line(bytes).substr(0, 2000);
    if (line.empty() || line.front() != '{') continue;
    if (has_key(line, "\"Action\":") && has_key(line, "\"Time\":")) return true;
    if (has_key(line, "\"Action\":") && has_key(line, "\"Package\":")) return true;
    if (has_key(line, "\"type\":") && has_key(line, "\"event\":")) return true;
  }
  return false;
}

Result<core::Tally> read_events(std::string_view name, std::string_view bytes, TestList* tests) {
  GoEvents go;
  LibtestEvents libtest(tests);
  bool any_go = false;
  std::int64_t broken = 0;
  while (!bytes.empty()) {
    const std::string_view text = next_line(bytes);
    if (text.empty() || text.front() != '{') continue;
    EventLine line;
    if (!walk_json(text, line)) {
      ++broken;
    } else if (!line.action.empty()) {
      any_go = true;
      go.hear(line);
    } else {
      libtest.hear(line);
    }
  }
  if (any_go && tests != nullptr) go.name(*tests);
  core::Tally tally = any_go ? go.tally() : libtest.tally();
  tally.source = fmt::format("{} {}", any_go ? "go test -json" : "libtest", name);
  if (broken > 0 && tally.hint.empty())
    tally.hint = fmt::format("{} lines are broken JSON", broken);
  return tally;
}

}  // namespace assay::format::report
