// SPDX-License-Identifier: MIT
#include "ledger/proofs.h"

#include "core/machine.h"
#include "ledger/entries.h"
#include "ledger/witnesses.h"

#include <map>
#include <utility>

namespace assay::ledger {

namespace {

/// So many runs are asked, newest first.
constexpr std::size_t proving_runs_max = 10;

using Answers = std::map<std::string, core::work::Proof>;

const Answers* answers_of(const core::Machine& machine) {
  if (const auto* loop = std::get_if<core::loop::State>(&machine.state)) return &loop->proofs;
  if (const auto* line = std::get_if<core::pipeline::State>(&machine.state))
    return &line->proving.proofs;
  return nullptr;
}

/// Answers that another run had found before stay its own.
Result<> hear_proofs(shell::Store& store, const std::string& run_id, Answers& known) {
  core::Machine machine;
  TRY(visit_entries(store, run_id, [&](std::uint64_t, const shell::Entry& entry) -> Result<> {
    core::decide(machine, entry.event);
    return {};
  }));
  const Answers* found = answers_of(machine);
  if (found == nullptr) return {};
  for (const auto& [about, proof] : *found) {
    const auto [place, is_new] = known.emplace(about, proof);
    if (is_new && place->second.found_by.empty()) place->second.found_by = run_id;
  }
  return {};
}

}  // namespace

Result<std::vector<core::work::KnownProof>> known_proofs(shell::Store& store,
                                                         const std::string& workspace,
                                                         const std::string& machine) {
  Answers known;
  const auto rows = TRY(store.runs(
      {.longest = proving_runs_max, .workspace = workspace, .machine = machine, .ended = true}));
  Witnesses witnesses = TRY(Witnesses::open(store));
  for (const shell::StoredRun& row : rows) {
    if (!TRY(witnesses.is_signed(row))) continue;
    // A journal that was tampered with tells nothing; what it hides is found out again.
    Answers own = known;
    if (hear_proofs(store, row.run_id, own)) known = std::move(own);
  }
  std::vector<core::work::KnownProof> all;
  for (auto& [about, proof] : known) all.push_back({about, std::move(proof)});
  return all;
}

}  // namespace assay::ledger
