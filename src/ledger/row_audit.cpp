// SPDX-License-Identifier: MIT
#include "ledger/row_audit.h"

#include "base/ensure.h"

#include <fmt/format.h>

namespace assay::ledger {

std::string difference(const std::optional<shell::AttemptRow>& stored,
                       const shell::AttemptRow& wanted) {
  if (!stored) return fmt::format("attempts lacks {}#{}", wanted.command_id, wanted.attempt);
  const bool same = stored->seq == wanted.seq && stored->kind == wanted.kind &&
                    stored->exit_code == wanted.exit_code &&
                    stored->log_sha256 == wanted.log_sha256 &&
                    stored->tests_executed.value_or(-1) == wanted.tests_executed.value_or(-1);
  if (same) return "";
  return fmt::format("attempts says otherwise of {}#{}", wanted.command_id, wanted.attempt);
}

Result<> RowAudit::fetch(Cursor& cursor) {
  if (!cursor.rows) cursor.rows = TRY(audit_.rows(cursor.table, run_id_));
  ENSURE(cursor.next <= cursor.rows->size());
  return {};
}

template <class Row>
Result<bool> RowAudit::same(Cursor& cursor, const std::vector<Row>& wanted, const std::string& at) {
  TRY(fetch(cursor));
  for (const Row& row : wanted) {
    if (cursor.next == cursor.rows->size()) return false;
    if ((*cursor.rows)[cursor.next++] != cells_of(row, at)) return false;
  }
  return true;
}

Result<std::string> RowAudit::compare(const shell::RunRows& wanted) {
  std::string problem;
  if (!checks_.differs && !TRY(same(checks_, wanted.checks, wanted.at))) {
    checks_.differs = true;
    problem = "anvil_checks says otherwise";
  }
  if (!telemetry_.differs && !TRY(same(telemetry_, wanted.telemetry, wanted.at))) {
    telemetry_.differs = true;
    problem += problem.empty() ? "" : ", and ";
    problem += "pipeline_telemetry says otherwise";
  }
  return problem;
}

Result<std::string> RowAudit::end() {
  TRY(fetch(checks_));
  if (!checks_.differs && checks_.next < checks_.rows->size())
    return std::string("anvil_checks has rows that no event tells of");
  TRY(fetch(telemetry_));
  if (!telemetry_.differs && telemetry_.next < telemetry_.rows->size())
    return std::string("pipeline_telemetry has rows that no event tells of");
  return std::string();
}

}  // namespace assay::ledger
