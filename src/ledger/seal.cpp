// SPDX-License-Identifier: MIT
#include "ledger/seal.h"

#include "format/attest/dsse.h"
#include "format/record/put.h"
#include "format/record/read.h"

#include <algorithm>
#include <utility>

namespace assay::ledger {

namespace {

constexpr std::string_view seal_type = "application/vnd.assay.run+json";

}  // namespace

std::string write_seal(const RunSeal& seal) {
  std::string out;
  format::JsonWriter json(out);
  format::stored::put_value(json, seal);
  return out;
}

Result<RunSeal> read_seal(std::string_view statement) {
  RunSeal seal;
  format::JsonReader json(statement, format::JsonReader::Strings::bytes);
  format::stored::In in{json};
  TRY(format::stored::read_value(in, seal));
  return seal;
}

std::string sealed_bytes(std::string_view statement) {
  return format::dsse::signed_bytes(seal_type, statement);
}

Result<shell::RunHeads> ended_runs(shell::Store& store) {
  shell::RunHeads heads;
  for (const shell::StoredRun& run : TRY(store.runs({}))) {
    if (run.end) heads.emplace(run.run_id, run.head.hex());
  }
  return heads;
}

Result<Sealing> begin_sealing(shell::Store& store, RunSeal seal) {
  Sealing sealing;
  sealing.turn = TRY(store.keys().take_turn([&] { return ended_runs(store); }));
  // A coordinator that was killed between the two has stored one that was not counted.
  seal.number = std::max(sealing.turn->counted(), TRY(store.last_seal())) + 1;
  sealing.seal.number = seal.number;
  sealing.seal.run_id = seal.run;
  sealing.seal.statement = write_seal(seal);
  sealing.seal.signature = TRY(sealing.turn->sign(sealed_bytes(sealing.seal.statement)));
  return sealing;
}

std::string find_seal_fault(shell::Keys& keys, const shell::StoredSeal& stored,
                            const RunSeal& expected) {
  if (!keys.holds(stored.signature, sealed_bytes(stored.statement)))
    return "its signature is not one of this ledger's keys";
  const auto seal = read_seal(stored.statement);
  if (!seal) return "what was signed cannot be read";
  if (seal->number != stored.number || seal->run != expected.run)
    return "its signature is that of another run";
  const bool same = seal->machine == expected.machine && seal->head == expected.head &&
                    seal->events == expected.events && seal->outcome == expected.outcome;
  return same ? "" : "it is not what was signed when it ended";
}

Result<bool> is_vouched_for(shell::Store& store, const shell::StoredRun& run) {
  if (!run.end) return false;
  const shell::RunHeads before = TRY(store.keys().ended_before());
  const auto found = before.find(run.run_id);
  if (found != before.end()) return found->second == run.head.hex();
  const auto audit = TRY(store.open_audit());
  const std::vector<shell::StoredSeal> seals = TRY(audit->seals(run.run_id));
  // A ledger of an older release, to which nothing was added since.
  if (seals.empty()) return TRY(store.keys().all()).empty();
  RunSeal expected;
  expected.run = run.run_id;
  expected.machine = run.machine;
  expected.head = run.head;
  expected.events = run.events;
  expected.outcome = run.end->outcome;
  return find_seal_fault(store.keys(), seals.front(), expected).empty();
}

}  // namespace assay::ledger
