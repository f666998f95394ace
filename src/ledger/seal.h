// SPDX-License-Identifier: MIT
// The seal of a run: what is signed when it ends. Whoever rewrites events, rows or heads without
// the key cannot make one, and ends that were taken out leave a gap in the numbers.
#pragma once

#include "base/digest.h"
#include "base/record.h"
#include "base/result.h"
#include "core/run/life.h"
#include "shell/ports/keys.h"
#include "shell/ports/store.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::ledger {

struct RunSeal {
  std::uint64_t number = 0;  ///< of all ends that were signed in this ledger, from 1
  std::string run;
  std::string machine;
  Digest head;  ///< hash of the last event
  std::uint64_t events = 0;
  std::string outcome;
  std::string at;
  std::string tree = {};        ///< of a verify run: what git would call what was verified
  Digest gates = {};            ///< of a verify run: of its manifest
  bool partial = false;         ///< some gates were left out by --only
  std::string isolation = {};   ///< what kept commands from the ledger; empty: nothing
  Digest settings = {};         ///< of all that is configured and decides; none: an older run
  bool clean_copy = false;      ///< the gates saw the tree and nothing that git ignores beside it
  std::string gates_from = {};  ///< commit whose assay.yaml decided; empty: the workspace's own
  std::vector<std::string> protected_changed = {};  ///< not as the base had them
  Digest decisions = {};                            ///< of everything it decided, as decided_after
  std::vector<Digest> tests = {};  ///< of what it remembers of tests, as TestsDigest; none: could
                                   ///< not be read

  friend bool operator==(const RunSeal&, const RunSeal&) = default;
};

constexpr auto fields_of(Of<RunSeal>) {
  using Set = RunSeal;
  return record<Set>(
      field("number", &Set::number, required), field("run", &Set::run, required),
      field("machine", &Set::machine, required), field("head", &Set::head, required),
      field("events", &Set::events, required), field("outcome", &Set::outcome, required),
      field("at", &Set::at, required), field("tree", &Set::tree), field("gates", &Set::gates),
      field("partial", &Set::partial), field("isolation", &Set::isolation),
      field("settings", &Set::settings), field("clean_copy", &Set::clean_copy),
      field("gates_from", &Set::gates_from), field("protected_changed", &Set::protected_changed),
      field("decisions", &Set::decisions), field("tests", &Set::tests));
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

/// All runs of this machine, with their heads.
Result<shell::RunHeads> heads_of_runs(shell::Store& store);

/// What the keys of a ledger know of its runs.
struct KeysSay {
  shell::RunHeads runs_before;
  std::map<std::string, std::uint64_t> noted;  ///< how far runs have come that have not ended
  std::uint64_t counted = 0;
  bool have_signed = false;  ///< there is a key
  std::string ring = {};     ///< whose numbers `counted` is about
};
Result<KeysSay> ask_keys(shell::Keys& keys);

/// Empty: the signature holds, and is of just this end. Otherwise what is wrong.
std::string find_seal_fault(shell::Keys& keys, const shell::StoredSeal& stored,
                            const RunSeal& expected);

/// How the end of a run stands: signed, or from before there was a key.
struct EndStanding {
  bool sealed = false;
  std::string fault = {};  ///< empty: nothing speaks against it
};
/// `seals`: those of the run. `expected` without an outcome: it has not ended.
EndStanding standing_of(shell::Keys& keys, const KeysSay& say,
                        const std::vector<shell::StoredSeal>& seals, const RunSeal& expected,
                        const core::AnyPlan& plan);

/// The release that began a run with this plan signs how runs end: the plan says what attempts were
/// kept from in words that no release before keys has.
bool was_to_be_signed(const core::AnyPlan& plan);

/// What is signed of a run; none: nothing, or by nobody who has a key.
std::optional<RunSeal> signed_end(shell::Keys& keys, const std::vector<shell::StoredSeal>& seals);

/// A run that has not ended, as far as it came.
struct OpenRun {
  std::string run;
  std::uint64_t events = 0;
  Digest head;
  Digest decisions;
};

/// What the code of such a run is over.
std::string open_bytes(const OpenRun& run);

/// Empty: it is what its last coordinator wrote, or from before there was a key. Otherwise what is
/// wrong.
std::string find_open_fault(shell::Keys& keys, const KeysSay& say, const OpenRun& run,
                            const std::string& code);

}  // namespace assay::ledger
