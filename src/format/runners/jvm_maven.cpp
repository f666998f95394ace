// SPDX-License-Identifier: MIT
// Maven's Surefire and Failsafe, versions 2 and 3. Each execution prints a line per class ("...,
// Time elapsed: ...") and then, below "Results:", a total without a time. Totals of all modules add
// up; there is no grand total.
#include "format/runners/families.h"
#include "format/runners/sight.h"

#include <optional>

namespace assay::format {
namespace {

/// Without "[INFO] ", "[WARNING] ", "[ERROR] ", and the module name that a parallel build puts
/// before it.
std::string_view maven_message(std::string_view line) {
  for (int tags = 0; tags < 3 && starts_with(line, "["); ++tags) {
    const std::size_t end = line.find("] ");
    if (end == std::string_view::npos) break;
    line = trim_left(line.substr(end + 2));
  }
  return line;
}

/// "Tests run: 2, Failures: 0, Errors: 0, Skipped: 1".
std::optional<Verdicts> surefire_figures(std::string_view text) {
  if (!starts_with(text, "Tests run: ")) return std::nullopt;
  const auto run = number_after(text, "Tests run:");
  const auto errors = number_after(text, "Errors:");
  const auto skipped = number_after(text, "Skipped:");
  if (!run || !errors || !skipped || contains(text, "Inconclusive:")) return std::nullopt;
  return Verdicts{*run - *skipped, labelled(text, "Failures:") + *errors, *skipped};
}

/// "--- maven-surefire-plugin:2.22.3:test (default-test) @ a ---", "--- surefire:3.2.5:test
/// (default-test) @ a ---".
bool starts_tests(std::string_view text) {
  if (!starts_with(text, "--- ")) return false;
  return contains(text, "surefire") || contains(text, "failsafe");
}

bool starts_anything(std::string_view text) {
  return starts_with(text, "--- ") || starts_with(text, "BUILD ") ||
         starts_with(text, "Reactor Summary") || starts_with(text, "Building ") ||
         starts_with(text, ">>> ");
}

/// What was read of the goal at hand.
struct Goal {
  std::optional<std::size_t> first;  // its heading, or the first thing it printed
  bool closed = false;               // with a total
  Verdicts classes;                  // sum of its classes, for output that was cut
  std::size_t last_class = 0;
  bool any_class = false;
  std::int64_t synthetic = 0;
};

class Maven {
 public:
  Maven(const Transcript& transcript, std::vector<Sighting>& out)
      : transcript_(transcript), out_(out) {}

  void read() {
    for (std::size_t i = 0; i < transcript_.size(); ++i) hear(i);
    end_goal(transcript_.size());
  }

 private:
  void hear(std::size_t i) {
    const std::string_view line = transcript_.line(i);
    const std::string_view text = maven_message(line);
    if (starts_anything(text)) {
      end_goal(i);
      if (starts_tests(text)) goal_.first = i;
    } else if (text == "T E S T S" && !goal_.first) {
      goal_.first = i;
    } else if (contains(text, "initializationError")) {
      // A class without tests: named once in the list below "Results:", "ATest.initializationError
      // ...".
      if (!starts_with(text, "at ") && contains(text, ".initializationError")) ++goal_.synthetic;
    } else if (text == "Tests are skipped." || text == "No tests to run.") {
      out_.push_back(sight(i, i, {}));
      goal_ = Goal{};
    } else if (const auto verdicts = surefire_figures(text)) {
      hear_figures(i, text, *verdicts);
    }
  }

  void hear_figures(std::size_t i, std::string_view text, const Verdicts& verdicts) {
    if (!contains(text, "Time elapsed:")) {
      close(i, verdicts);
      return;
    }
    goal_.any_class = true;
    goal_.last_class = i;
    goal_.classes.executed += verdicts.executed;
    goal_.classes.failed += verdicts.failed;
    goal_.classes.skipped += verdicts.skipped;
  }

  void close(std::size_t i, Verdicts verdicts) {
    verdicts.executed -= goal_.synthetic;
    if (verdicts.executed <= 0) verdicts.failed -= goal_.synthetic;
    out_.push_back(sight(goal_.first.value_or(i), i, verdicts));
    goal_ = Goal{};
    goal_.closed = true;
  }

  /// A goal that ended without a total was cut short, or had nothing to run.
  void end_goal(std::size_t end) {
    if (goal_.any_class) {
      out_.push_back(sight(goal_.first.value_or(goal_.last_class), goal_.last_class, goal_.classes,
                           Strength::trace));
    } else if (goal_.first && !goal_.closed) {
      out_.push_back(sight(*goal_.first, end - 1, {}, Strength::remark));
    }
    goal_ = Goal{};
  }

  const Transcript& transcript_;
  std::vector<Sighting>& out_;
  Goal goal_;
};

/// Ant's lines look the same but for their tag.
bool is_ant(const Transcript& transcript) {
  return transcript.size() > 0 && starts_with(transcript.line(0), "Buildfile: ");
}

void find_maven(const Transcript& transcript, std::vector<Sighting>& out) {
  if (is_ant(transcript)) return;
  Maven(transcript, out).read();
  for (Sighting& one : out) one.tally.source = "maven";
}

}  // namespace

std::span<const Recogniser> jvm_maven_family() {
  static constexpr Recogniser family[] = {
      {"mvn",
       {"Tests run:", "Tests are skipped.", "No tests to run.", "surefire", "failsafe"},
       find_maven},
  };
  return family;
}

}  // namespace assay::format
