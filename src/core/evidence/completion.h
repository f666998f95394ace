// SPDX-License-Identifier: MIT
// What agents of a pipeline write into their files: how they ended, their verdicts, plans and
// tasks. Claims, all of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::core::agent {

enum class CompletionStatus : std::uint8_t { done, needs_revision, error };
/// From weak to strong.
enum class Severity : std::uint8_t { minor, major, critical, blocker };
enum class Risk : std::uint8_t { green, yellow, red };
enum class TaskSize : std::uint8_t { standard, large };
/// From good to bad.
enum class Vote : std::uint8_t { approve, needs_revision, blocker };

struct EvidenceSummary {
  std::int64_t total_checks = 0;
  std::int64_t passed = 0;
  std::int64_t failed = 0;
  std::int64_t security_blockers = 0;

  friend bool operator==(const EvidenceSummary&, const EvidenceSummary&) = default;
};

struct Completion {
  CompletionStatus status = CompletionStatus::error;
  std::string summary;
  std::optional<Severity> severity;
  std::int64_t findings_count = 0;
  std::optional<Risk> risk_level;
  std::vector<std::string> output_paths;
  std::optional<EvidenceSummary> evidence_summary;

  friend bool operator==(const Completion&, const Completion&) = default;
};

struct OutputHeader {
  std::string agent;
  std::string instance;
  std::string step;
  std::string started_at;
  std::string completed_at;
  std::string schema_version;

  friend bool operator==(const OutputHeader&, const OutputHeader&) = default;
};

struct FindingsCount {
  std::int64_t blocker = 0;
  std::int64_t critical = 0;
  std::int64_t major = 0;
  std::int64_t minor = 0;

  friend bool operator==(const FindingsCount&, const FindingsCount&) = default;
};

struct Review {
  std::string reviewer_model;
  std::string review_focus;  ///< security, architecture, correctness
  std::string scope;         ///< design, code
  Vote verdict = Vote::blocker;
  FindingsCount findings_count;
  std::string summary;

  /// The worse of what it says and what its own findings demand: a blocker blocks, a critical or
  /// two major findings need a revision.
  Vote effective() const {
    Vote demanded = Vote::approve;
    if (findings_count.critical > 0 || findings_count.major >= 2) demanded = Vote::needs_revision;
    if (findings_count.blocker > 0) demanded = Vote::blocker;
    return verdict > demanded ? verdict : demanded;
  }

  friend bool operator==(const Review&, const Review&) = default;
};

struct PlannedTask {
  std::string id;
  std::string title;
  TaskSize size = TaskSize::large;
  Risk risk = Risk::red;
  std::vector<std::string> depends_on;
  std::string agent;

  friend bool operator==(const PlannedTask&, const PlannedTask&) = default;
};

struct TaskWave {
  std::string id;
  std::vector<std::string> tasks;
  std::int64_t max_concurrent = 1;

  friend bool operator==(const TaskWave&, const TaskWave&) = default;
};

struct TaskPlan {
  Risk overall_risk = Risk::red;
  std::vector<TaskWave> waves;
  std::vector<PlannedTask> tasks;  ///< unique ids, dependencies exist and have no cycle

  friend bool operator==(const TaskPlan&, const TaskPlan&) = default;
};

struct FileToModify {
  std::string path;
  Risk risk = Risk::red;

  friend bool operator==(const FileToModify&, const FileToModify&) = default;
};

/// tasks/<id>.yaml
struct TaskFile {
  PlannedTask task;
  std::string description;
  std::vector<std::string> acceptance_criteria;
  std::vector<std::string> design_sections;
  std::vector<std::string> spec_requirements;
  std::vector<FileToModify> files_to_modify;

  friend bool operator==(const TaskFile&, const TaskFile&) = default;
};

/// One line of an implementation report.
struct ReportedChange {
  std::string path;
  std::string action;  ///< created, modified, deleted

  friend bool operator==(const ReportedChange&, const ReportedChange&) = default;
};

/// What a role asked for its doubts about a request answers.
struct Concern {
  Severity severity = Severity::blocker;
  std::string title;
  std::string description;
  std::string recommendation;

  friend bool operator==(const Concern&, const Concern&) = default;
};

}  // namespace assay::core::agent
