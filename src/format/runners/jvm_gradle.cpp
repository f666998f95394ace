// SPDX-License-Identifier: MIT
// Gradle 4 to 9. A test task that passes prints no count, so most of its output is unknown; it is
// known when tests fail
// ("3 tests completed, 1 failed"), when each test is logged ("ATest > a PASSED"), when a plugin or
// the usual afterSuite snippet prints a summary, and when the task had nothing to do.
#include "format/runners/families.h"
#include "format/runners/sight.h"

#include <array>
#include <map>
#include <optional>
#include <string>

namespace assay::format {
namespace {

constexpr std::string_view no_count =
    "Gradle prints no count: set `report:` to build/test-results/test/*.xml";

struct GradleTask {
  std::string_view name;  // ":app:test"
  std::string_view outcome;
};

/// "> Task :app:test UP-TO-DATE"; before Gradle 5 ":app:test UP-TO-DATE".
std::optional<GradleTask> task_line(std::string_view line) {
  Scan scan(line);
  scan.skip("> Task ");
  if (!starts_with(scan.rest(), ":")) return std::nullopt;
  const auto name = scan.word();
  const std::string_view outcome = trim(scan.rest());
  constexpr std::array outcomes = {"",          "UP-TO-DATE", "FROM-CACHE",
                                   "NO-SOURCE", "SKIPPED",    "FAILED"};
  for (const std::string_view known : outcomes) {
    if (outcome == known) return GradleTask{*name, outcome};
  }
  return std::nullopt;
}

bool is_test_task(std::string_view path) {
  const std::string_view name = path.substr(path.rfind(':') + 1);
  for (const std::string_view other : {"compile", "process", "clean", "generate", "pre", "merge"}) {
    if (starts_with(name, other)) return false;
  }
  if (ends_with(name, "Classes") || ends_with(name, "Resources")) return false;
  return starts_with(name, "test") || ends_with(name, "Test") || ends_with(name, "Tests");
}

/// "3 tests completed, 1 failed, 1 skipped"; the skipped ones are among the 3.
std::optional<Verdicts> completed_line(std::string_view line) {
  const std::vector<Count> counts = count_list(line);
  if (counts.empty()) return std::nullopt;
  if (counts[0].word != "tests completed" && counts[0].word != "test completed")
    return std::nullopt;
  const std::int64_t skipped = count_of(counts, "skipped");
  return Verdicts{counts[0].number - skipped, count_of(counts, "failed"), skipped};
}

/// "SUCCESS: Executed 3 tests in 1.2s (1 skipped)" of the test-logger plugin.
std::optional<Verdicts> plugin_line(std::string_view line) {
  Scan scan(trim_left(line));
  if (!scan.skip("SUCCESS: Executed ") && !scan.skip("FAILURE: Executed ")) return std::nullopt;
  const auto run = scan.number();
  if (!run || !contains(scan.rest(), " in ")) return std::nullopt;
  const std::int64_t skipped = number_before(scan.rest(), "skipped").value_or(0);
  return Verdicts{*run - skipped, number_before(scan.rest(), "failed").value_or(0), skipped};
}

/// "Results: SUCCESS (3 tests, 2 successes, 0 failures, 1 skipped)", printed by a widespread
/// afterSuite snippet.
std::optional<Verdicts> snippet_line(std::string_view line) {
  const std::size_t at = line.find("Results: ");
  const std::size_t open = line.find('(', at);
  const std::size_t end = line.find(')', open);
  if (at == std::string_view::npos || open == std::string_view::npos ||
      end == std::string_view::npos) {
    return std::nullopt;
  }
  const std::vector<Count> counts = count_list(line.substr(open + 1, end - open - 1));
  if (counts.size() < 3 || count_of_either(counts, "test", "tests") != counts[0].number) {
    return std::nullopt;
  }
  const std::int64_t skipped = count_of(counts, "skipped");
  const std::int64_t failed = count_of(counts, "failures") + count_of(counts, "failed");
  return Verdicts{counts[0].number - skipped, failed, skipped};
}

/// "ATest > a() PASSED", "ATest > group > [1] x FAILED".
std::optional<std::string_view> logged_verdict(std::string_view line) {
  if (!contains(line, " > ") || starts_with(line, "> ")) return std::nullopt;
  for (const std::string_view verdict : {"PASSED", "FAILED", "SKIPPED"}) {
    if (ends_with(line, verdict) && line[line.size() - verdict.size() - 1] == ' ') return verdict;
  }
  return std::nullopt;
}

/// All that was read about one test task.
struct Account {
  std::size_t first = 0;
  std::size_t last = 0;
  std::string_view outcome;
  std::optional<Verdicts> closing;
  Verdicts logged;
  bool passes_logged = false;
  bool nothing_found = false;
};

void log(std::string_view verdict, Account& account) {
  if (verdict == "SKIPPED") {
    ++account.logged.skipped;
    return;
  }
  ++account.logged.executed;
  if (verdict == "FAILED") ++account.logged.failed;
  if (verdict == "PASSED") account.passes_logged = true;
}

Sighting sight_of(const Account& account) {
  const std::string_view outcome = account.outcome;
  if (account.closing) return sight(account.first, account.last, *account.closing);
  if (account.passes_logged) return sight(account.first, account.last, account.logged);
  Sighting found = sight(account.first, account.last, {});
  if (outcome == "UP-TO-DATE" || outcome == "FROM-CACHE") {
    found.tally.cached = true;
  } else if (outcome != "NO-SOURCE" && outcome != "SKIPPED" && !account.nothing_found) {
    found = sight_uncounted(account.first, account.last, no_count);
    found.tally.failed = account.logged.failed;
  }
  return found;
}

class Build {
 public:
  explicit Build(const Transcript& transcript) : transcript_(transcript) {}

  void read() {
    for (std::size_t i = 0; i < transcript_.size(); ++i) hear(i);
  }

  void close(std::vector<Sighting>& out) const {
    for (const auto& [name, account] : accounts_) out.push_back(sight_of(account));
  }

 private:
  static constexpr std::size_t accounts_max = 10'000;

  void hear(std::size_t i) {
    const std::string_view line = transcript_.line(i);
    if (const auto task = task_line(line)) {
      hear_task(*task, i);
      return;
    }
    if (contains(line, "No tests found for given includes") ||
        contains(line, "did not discover any tests to execute")) {
      account(i).nothing_found = true;
      return;
    }
    auto closing = completed_line(line);
    if (!closing) closing = plugin_line(line);
    if (!closing) closing = snippet_line(line);
    if (closing) {
      account(i).closing = closing;
    } else if (!current_.empty() || names_gradle()) {
      if (const auto verdict = logged_verdict(line)) log(*verdict, account(i));
    }
  }

  void hear_task(const GradleTask& task, std::size_t i) {
    current_ = is_test_task(task.name) ? task.name : std::string_view{};
    if (current_.empty()) return;
    Account& now = account(i);
    if (!task.outcome.empty()) now.outcome = task.outcome;
  }

  bool names_gradle() const {
    return transcript_.command_names("gradle") || transcript_.command_names("gradlew");
  }

  /// Parallel tasks take turns on the console, each time under their heading.
  Account& account(std::size_t i) {
    const std::string_view name = accounts_.size() < accounts_max ? current_ : std::string_view{};
    const auto [found, fresh] = accounts_.try_emplace(name);
    if (fresh) found->second.first = i;
    found->second.last = i;
    return found->second;
  }

  const Transcript& transcript_;
  std::string_view current_;
  std::map<std::string_view, Account> accounts_;
};

void find_gradle(const Transcript& transcript, std::vector<Sighting>& out) {
  Build build(transcript);
  build.read();
  build.close(out);
}

}  // namespace

std::span<const Recogniser> jvm_gradle_family() {
  static constexpr Recogniser family[] = {
      {"gradle",
       {":test", "Test ", " completed, ", "No tests found for given includes",
        "Results: ", "did not discover any tests"},
       find_gradle},
  };
  return family;
}

}  // namespace assay::format
