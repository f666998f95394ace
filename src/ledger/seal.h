// SPDX-License-Identifier: MIT
// The seal of a run: what is signed when it ends. Whoever rewrites events, rows or heads without
// the key cannot make one, and ends that were taken out leave a gap in the numbers.
#pragma once

#include "base/digest.h"
#include "base/record.h"
#include "base/result.h"
#include "shell/ports/keys.h"
#include "shell/ports/store.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace assay::ledger {

struct RunSeal {
  std::uint64_t number = 0;  ///< of all ends that were signed in this ledger, from 1
  std::string run;
  std::string machine;
  Digest head;  ///< hash of the last event
  std::uint64_t events = 0;
  std::string outcome;
  std::string at;
  std::string tree = {};       ///< of a verify run: what git would call what was verified
  Digest gates = {};           ///< of a verify run: of its manifest
  bool partial = false;        ///< some gates were left out by --only
  std::string isolation = {};  ///< what kept commands from the ledger; empty: nothing

  friend bool operator==(const RunSeal&, const RunSeal&) = default;
};

constexpr auto fields_of(Of<RunSeal>) {
  using Set = RunSeal;
  return record<Set>(field("number", &Set::number, required), field("run", &Set::run, required),
                     field("machine", &Set::machine, required), field("head", &Set::head, required),
                     field("events", &Set::events, required),
                     field("outcome", &Set::outcome, required), field("at", &Set::at, required),
                     field("tree", &Set::tree), field("gates", &Set::gates),
                     field("partial", &Set::partial), field("isolation", &Set::isolation));
}

std::string write_seal(const RunSeal& seal);
Result<RunSeal> read_seal(std::string_view statement);

/// What a signature of a seal's text is over.
std::string sealed_bytes(std::string_view statement);

/// The right to seal, and the seal of a run that ends now; its number is the next one.
struct Sealing {
  std::unique_ptr<shell::SigningTurn> turn;
  shell::StoredSeal seal;
};
Result<Sealing> begin_sealing(shell::Store& store, RunSeal seal);

/// Runs that have ended, with their heads.
Result<shell::RunHeads> ended_runs(shell::Store& store);

/// Whether the end of a run is the one that was signed, or the run had ended before there was a
/// key.
Result<bool> is_vouched_for(shell::Store& store, const shell::StoredRun& run);

/// Empty: the signature holds, and is of just this end. Otherwise what is wrong.
std::string find_seal_fault(shell::Keys& keys, const shell::StoredSeal& stored,
                            const RunSeal& expected);

}  // namespace assay::ledger
