// SPDX-License-Identifier: MIT
#include "ledger/witnesses.h"

#include <utility>

namespace assay::ledger {

Witnesses::Witnesses(shell::Store& store, KeysSay say, std::unique_ptr<shell::StoreAudit> audit)
    : store_(store), say_(std::move(say)), audit_(std::move(audit)) {}

Result<Witnesses> Witnesses::open(shell::Store& store) {
  KeysSay say = TRY(ask_keys(store.keys()));
  return Witnesses(store, std::move(say), TRY(store.open_audit()));
}

Result<EndStanding> Witnesses::standing(const shell::StoredRun& run, const core::AnyPlan& plan) {
  RunSeal expected;
  expected.run = run.run_id;
  expected.machine = run.machine;
  expected.head = run.head;
  expected.events = run.events;
  expected.outcome = run.end->outcome;
  const auto seals = TRY(audit_->seals(run.run_id));
  return standing_of(store_.keys(), say_, seals, expected, plan);
}

Result<bool> Witnesses::vouched_for(const shell::StoredRun& run, const core::AnyPlan& plan) {
  if (!run.end) return false;
  const EndStanding end = TRY(standing(run, plan));
  return end.fault.empty();
}

Result<bool> Witnesses::is_signed(const shell::StoredRun& run) {
  if (!run.end) return false;
  const EndStanding end = TRY(standing(run, {}));
  return end.fault.empty() && end.sealed;
}

}  // namespace assay::ledger
