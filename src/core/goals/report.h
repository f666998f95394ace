// SPDX-License-Identifier: MIT
// What is known about a phase once everything has been looked at: a score per task, the gaps, one
// status.
#pragma once

#include "base/words.h"
#include "core/goals/check.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::core::goals {

enum class Score : std::uint8_t { pass, partial, fail };

/// Joined by the worst: error over gaps_found over passed.
enum class Status : std::uint8_t { passed, gaps_found, error };

struct Gap {
  std::string task;
  std::string type;
  std::string item;
  std::string expected;
  std::string actual;
  std::string path;        ///< where to look; may be empty
  std::uint32_t line = 0;  ///< 0: the whole file
  bool unchecked = false;  ///< nobody could find out

  friend bool operator==(const Gap&, const Gap&) = default;
};

struct Finding {
  Origin origin = Origin::criterion;
  std::string type;
  std::string item;
  CheckResult result;

  friend bool operator==(const Finding&, const Finding&) = default;
};

struct TaskResult {
  std::string id;
  std::string title;
  std::string source;  ///< the file of the task
  Score score = Score::fail;
  std::vector<Finding> findings;

  friend bool operator==(const TaskResult&, const TaskResult&) = default;
};

struct Report {
  std::string phase;  ///< the number, where the folder has one, else its name
  Status status = Status::error;
  std::uint64_t tasks_passed = 0;
  std::vector<TaskResult> tasks;
  std::vector<Gap> gaps;

  friend bool operator==(const Report&, const Report&) = default;
};

/// `results` belong to `checks`, one each. A task without any check has a gap of its own: nothing
/// asked is nothing proved.
Report compile_report(std::string phase, std::span<const Task> tasks, std::span<const Check> checks,
                      std::span<const CheckResult> results);

using assay::to_text;

constexpr auto words_of(Of<Score>) {
  return words<Score>({{Score::pass, "pass"}, {Score::partial, "partial"}, {Score::fail, "fail"}});
}

constexpr auto words_of(Of<Status>) {
  return words<Status>(
      {{Status::passed, "passed"}, {Status::gaps_found, "gaps_found"}, {Status::error, "error"}});
}

}  // namespace assay::core::goals
