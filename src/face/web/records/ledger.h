// SPDX-License-Identifier: MIT
// The check of a ledger, the signature of a run, the attestation of a commit.
#pragma once

#include "base/record.h"
#include "face/shown/records.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::web {

using shown::OrNull;

struct LedgerFaultShown {
  std::string run_id;
  std::uint64_t seq = 0;
  std::string what;
};
constexpr auto fields_of(Of<LedgerFaultShown>) {
  using Shown = LedgerFaultShown;
  return record<Shown>(field("run_id", &Shown::run_id, always, "Empty: the ledger as a whole."),
                       field("seq", &Shown::seq, always, "0: the run as a whole."),
                       field("what", &Shown::what, always));
}

struct SealShown {
  std::uint64_t number = 0;
  std::string outcome;
  std::string at;
  std::string tree;
  bool partial = false;
  std::string isolation;
};
constexpr auto fields_of(Of<SealShown>) {
  using Shown = SealShown;
  return record<Shown>(field("number", &Shown::number, always, "Of all ends that were signed."),
                       field("outcome", &Shown::outcome, always), field("at", &Shown::at, always),
                       field("tree", &Shown::tree, always),
                       field("partial", &Shown::partial, always, "Gates were left out by --only."),
                       field("isolation", &Shown::isolation, always));
}

struct LedgerShown {
  bool sound = false;
  std::uint64_t runs = 0;
  std::uint64_t events = 0;
  std::uint64_t logs = 0;
  std::uint64_t pruned = 0;
  std::uint64_t sealed = 0;
  std::uint64_t unsealed = 0;
  std::uint64_t fault_count = 0;
  std::vector<LedgerFaultShown> faults;
  OrNull<SealShown> seal;
};
constexpr auto fields_of(Of<LedgerShown>) {
  using Shown = LedgerShown;
  return record<Shown>(
      field("sound", &Shown::sound, always), field("runs", &Shown::runs, always),
      field("events", &Shown::events, always), field("logs", &Shown::logs, always),
      field("pruned", &Shown::pruned, always), field("sealed", &Shown::sealed, always),
      field("unsealed", &Shown::unsealed, always, "Ended before there was a key."),
      field("fault_count", &Shown::fault_count, always),
      field("faults", &Shown::faults, always, "The first of them."),
      field("seal", &Shown::seal, always, "Of the run, if one was named and it is signed."));
}

struct AttestationShown {
  bool there = false;
  std::string why;
  std::string commit;
  std::string run_id;
  std::string envelope;
};
constexpr auto fields_of(Of<AttestationShown>) {
  using Shown = AttestationShown;
  return record<Shown>(field("there", &Shown::there, always),
                       field("why", &Shown::why, always, "There is none."),
                       field("commit", &Shown::commit, always),
                       field("run_id", &Shown::run_id, always, "The run behind it."),
                       field("envelope", &Shown::envelope, always, "DSSE, one line of JSON."));
}

}  // namespace assay::web
