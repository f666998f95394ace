// SPDX-License-Identifier: MIT
#include "ledger/row_audit.h"

#include "base/ensure.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::ledger {

std::string difference(const std::optional<shell::AttemptRow>& stored,
                       const shell::AttemptRow& wanted) {
  if (!stored) return fmt::format("attempts lacks {}#{}", wanted.command_id, wanted.attempt);
  if (*stored == wanted) return "";
  return fmt::format("attempts says otherwise of {}#{}", wanted.command_id, wanted.attempt);
}

void SpendingAudit::asked(const core::AskSpending& attempt, Instant at) {
  Launch& launch = launches_[attempt.key];
  launch.role = attempt.name;
  // After a crash it is asked for again, and what was reserved first stays.
  if (launch.from.empty()) launch.from = day_text(at);
}

void SpendingAudit::reserved(core::AttemptKey key, Instant at) {
  Launch& launch = launches_[key];
  launch.is_reserved = true;
  launch.to = day_text(at);
}

void SpendingAudit::add(const shell::Settlement& settlement) {
  const auto found = launches_.find(settlement.key);
  if (found == launches_.end() || !found->second.is_reserved || found->second.settled) return;
  found->second.settled = settlement.spent;
}

void SpendingAudit::add(const shell::Release& release) {
  const auto found = launches_.find(release.key);
  if (found != launches_.end() && !found->second.settled) found->second.is_reserved = false;
}

bool SpendingAudit::fits(const Launch& launch, const shell::SpendingRow& row, bool folded) {
  const std::string& day = row.reserved.day;
  const bool in_time = (launch.to.empty() || day <= launch.to) && day >= launch.from;
  if (folded && (row.reserved.role != launch.role || !in_time)) return false;
  if (!launch.settled) return !row.settled && row.spent == core::agent::Spent{1, {}, 0, 0, 0};
  core::agent::Spent wanted = *launch.settled;
  wanted.launches = 1;
  wanted.of_unknown_cost = wanted.of_unknown_cost == 0 ? 0 : 1;
  return row.settled && row.spent == wanted;
}

std::string SpendingAudit::compare(const std::vector<shell::SpendingRow>& stored,
                                   bool folded) const {
  std::size_t reserved = 0;
  for (const shell::SpendingRow& row : stored) {
    const auto found = launches_.find(row.reserved.key);
    if (found == launches_.end()) {
      if (folded) return "spending has rows that no event tells of";
      continue;
    }
    if (!fits(found->second, row, folded))
      return fmt::format("spending says otherwise of launch {}.{}", row.reserved.key.unit,
                         row.reserved.key.attempt);
    reserved += found->second.is_reserved ? 1U : 0U;
  }
  const auto wanted = static_cast<std::size_t>(
      std::count_if(launches_.begin(), launches_.end(),
                    [](const auto& each) { return each.second.is_reserved; }));
  return folded && reserved < wanted ? "spending lacks rows" : "";
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
