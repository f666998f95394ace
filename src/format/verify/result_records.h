// SPDX-License-Identifier: MIT
// What `assay verify --format json` prints, field by field: the writer and the schema come from
// these lists.
#pragma once

#include "base/record.h"
#include "core/verify/records.h"
#include "core/verify/state.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace assay::format {

inline constexpr Range any_number{std::numeric_limits<std::int32_t>::min()};
inline constexpr Range from_minus_one{-1};

struct VerifyRow {
  std::string command_id;
  std::string command;
  std::int32_t stage = 0;
  core::verify::GateType gate_type{};
  bool parallel_safe = false;
  bool mutates_workspace = false;
  bool required = false;
  bool must_be_effective = false;
  bool pipefail_enabled = true;
  bool contains_pipeline = false;
  core::verify::Status status{};
  std::int32_t exit_code = -1;
  std::uint32_t attempts = 0;
  std::uint32_t duration_ms = 0;
  std::string log_path;
  bool gate_effective = false;
  std::int64_t tests_executed = -1;
  std::string ineffective_reason;
  std::string summary;
  std::string job = {};
  std::string node = {};
  std::int64_t queue_ms = 0;
};

constexpr auto fields_of(Of<VerifyRow>) {
  using Row = VerifyRow;
  return record<Row>(
      field("command_id", &Row::command_id, always, Rule::id),
      field("command", &Row::command, always, "Exactly as in the manifest."),
      field("stage", &Row::stage, always, any_number), field("gate_type", &Row::gate_type, always),
      field("parallel_safe", &Row::parallel_safe, always),
      field("mutates_workspace", &Row::mutates_workspace, always),
      field("required", &Row::required, always),
      field("must_be_effective", &Row::must_be_effective, always),
      field("pipefail_enabled", &Row::pipefail_enabled, always),
      field("contains_pipeline", &Row::contains_pipeline, always),
      field("status", &Row::status, always,
            "PASS: ran, exit 0. FAIL: ran and said no. ERROR: could not find out."),
      field("exit_code", &Row::exit_code, always, from_minus_one,
            "128+n for signal n; -1 if it never ran."),
      field("attempts", &Row::attempts, always, "0: skipped."),
      field("duration_ms", &Row::duration_ms, always), field("log_path", &Row::log_path, always),
      field("gate_effective", &Row::gate_effective, always),
      field("tests_executed", &Row::tests_executed, always, from_minus_one,
            "-1: unknown, or not a test gate."),
      field("ineffective_reason", &Row::ineffective_reason, always),
      field("summary", &Row::summary, always, "One line."),
      field("job", &Row::job, "Of the last attempt, where it ran on a cluster."),
      field("node", &Row::node, "Likewise."),
      field("queue_ms", &Row::queue_ms, "How long that job waited; no part of duration_ms."));
}

/// What stands before the rows.
struct VerifyHead {
  core::verify::Status overall_status{};
  std::string cwd;
  std::string run_id;
  std::uint64_t workers_spawned = 0;
  std::uint64_t workers_completed = 0;
  std::uint64_t workers_inflight = 0;
  bool command_manifest_validated = false;
  std::vector<std::string> manifest_mismatches;
  std::uint64_t commands_total = 0;
  std::uint64_t commands_passed = 0;
  std::uint64_t commands_failed = 0;
  std::uint64_t commands_error = 0;
  std::vector<std::string> failed_required_ids;
  std::vector<std::string> failed_ineffective_required_ids;
};

constexpr auto fields_of(Of<VerifyHead>) {
  using Head = VerifyHead;
  return record<Head>(
      field("overall_status", &Head::overall_status, always), field("cwd", &Head::cwd, always),
      field("run_id", &Head::run_id, always, Rule::id),
      field("workers_spawned", &Head::workers_spawned, always, "Attempts."),
      field("workers_completed", &Head::workers_completed, always),
      field("workers_inflight", &Head::workers_inflight, always),
      field("command_manifest_validated", &Head::command_manifest_validated, always),
      field("manifest_mismatches", &Head::manifest_mismatches, always),
      field("commands_total", &Head::commands_total, always),
      field("commands_passed", &Head::commands_passed, always),
      field("commands_failed", &Head::commands_failed, always),
      field("commands_error", &Head::commands_error, always),
      field("failed_required_ids", &Head::failed_required_ids, always),
      field("failed_ineffective_required_ids", &Head::failed_ineffective_required_ids, always));
}

/// What stands behind them.
struct VerifyTail {
  std::vector<std::string> short_failure_digest;
  std::string next_action;
  std::vector<std::string> protected_changed = {};
  std::string gates_from = {};
  std::string sealed = {};
};

constexpr auto fields_of(Of<VerifyTail>) {
  return record<VerifyTail>(
      field("short_failure_digest", &VerifyTail::short_failure_digest, always),
      field("next_action", &VerifyTail::next_action, always),
      field("protected_changed", &VerifyTail::protected_changed,
            "Protected files that are not as the base has them."),
      field("gates_from", &VerifyTail::gates_from,
            "The commit whose assay.yaml decided, where that is not the workspace's."),
      field("sealed", &VerifyTail::sealed,
            "The tree of the workspace whose copy was verified, out of anybody's reach."));
}

struct VerifyResult {
  VerifyHead head;
  std::vector<VerifyRow> results;
  VerifyTail tail;
};

constexpr auto fields_of(Of<VerifyResult>) {
  return record<VerifyResult>(flat(&VerifyResult::head),
                              field("results", &VerifyResult::results, always,
                                    "One per command, in the order of the manifest."),
                              flat(&VerifyResult::tail));
}

}  // namespace assay::format
