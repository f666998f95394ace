// SPDX-License-Identifier: MIT
// Rows of the two tables that pipelines share with other tools, and questions to them.
#pragma once

#include "base/instant.h"
#include "core/run/attempt_key.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::core::pipeline {

/// A row of anvil_checks.
struct CheckRow {
  std::string task_id;
  std::string phase;       ///< baseline, after, review
  std::string check_name;  ///< "tests", "review-code-security"
  std::string tool;
  std::string command;  ///< empty: NULL
  std::optional<int> exit_code;
  std::string output_snippet;  ///< at most 500 bytes; empty: NULL
  bool passed = false;
  std::string verdict;   ///< approve, needs_revision, blocker; empty: NULL
  std::string severity;  ///< Blocker, Critical, Major, Minor; empty: NULL
  std::int64_t round = 1;

  friend bool operator==(const CheckRow&, const CheckRow&) = default;
};

/// A row of pipeline_telemetry: one dispatch.
struct TelemetryRow {
  std::string step;
  std::string agent;
  std::string instance;
  std::string started_at;
  std::string completed_at;
  std::string status;  ///< DONE, NEEDS_REVISION, ERROR
  std::int64_t dispatch_count = 1;
  std::int64_t retry_count = 0;
  std::string notes;

  friend bool operator==(const TelemetryRow&, const TelemetryRow&) = default;
};

/// One number asked of the ledger. Parameters of the SQL: :run_id :task_id :round :scope.
struct RowQuestion {
  std::string name;
  std::string sql;
  std::string task_id;
  std::int64_t round = 1;
  std::string scope;

  friend bool operator==(const RowQuestion&, const RowQuestion&) = default;
};

}  // namespace assay::core::pipeline

namespace assay::core {

struct RowsCounted;
struct RowsRecorded;

/// Rows for other tools. They follow from the event that led to them, and are in the tables as soon
/// as that is durable: there is nothing to answer. Runs of v0_1 wait for an answer all the same.
struct RecordRows {
  using Answer = RowsRecorded;

  AttemptKey key;
  std::vector<pipeline::CheckRow> checks;
  std::vector<pipeline::TelemetryRow> telemetry;
  bool is_answered = false;  ///< by RowsRecorded, which brings them into the tables then
};

/// Answer to RecordRows in runs of v0_1. Its rows are in the tables as soon as it is durable.
struct RowsRecorded {
  Instant at{};
  AttemptKey key;
  std::vector<pipeline::CheckRow> checks;
  std::vector<pipeline::TelemetryRow> telemetry;
};

/// Numbers that gates look at. Answered by RowsCounted.
struct CountRows {
  using Answer = RowsCounted;

  AttemptKey key;
  std::vector<pipeline::RowQuestion> questions;
};

/// Answer to CountRows: one number per question; none: the question could not be answered.
struct RowsCounted {
  Instant at{};
  AttemptKey key;
  std::vector<std::optional<std::int64_t>> numbers;
};

inline std::string decision_of(const RecordRows& e) {
  return "rows " + std::to_string(e.checks.size()) + " checks, " +
         std::to_string(e.telemetry.size()) + " dispatches";
}
inline std::string decision_of(const CountRows& e) {
  return "count " + std::to_string(e.questions.size()) + " gates";
}

}  // namespace assay::core
