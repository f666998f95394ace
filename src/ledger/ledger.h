// SPDX-License-Identifier: MIT
// All runs of one workspace: where a run begins or is taken over, and what can be asked about runs
// that were. The rules of it; where the bytes lie is the store's business. Used by one thread at a
// time; other threads and processes open their own.
#pragma once

#include "base/digest.h"
#include "base/instant.h"
#include "base/result.h"
#include "core/agent/budget.h"
#include "core/work/proof.h"
#include "ledger/audit.h"
#include "ledger/entries.h"
#include "ledger/recall.h"
#include "ledger/run_row.h"
#include "ledger/seal.h"
#include "shell/ports/journal.h"
#include "shell/ports/store.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::ledger {

class Ledger {
 public:
  explicit Ledger(std::unique_ptr<shell::Store> store);

  /// A journal for a run that does not exist yet; its first append creates the run. Fails with
  /// Fault::conflict if there is one of this name, Fault::bad_input if the name cannot be a file
  /// name.
  Result<std::unique_ptr<shell::Journal>> begin(const shell::NewRun& run);

  /// A journal for a run whose coordinator died. From then on appends of any earlier coordinator
  /// fail. Fault::not_found: no such run. Fault::conflict: its coordinator, named in the message,
  /// is alive. Fault::bad_input: the run has ended. Fault::io: its journal is not what was written.
  Result<std::unique_ptr<shell::Journal>> take_over(const std::string& run_id);

  /// Newest first.
  Result<std::vector<RunRow>> runs(std::size_t longest);
  Result<std::vector<RunRow>> runs(const shell::RunFilter& filter);

  /// By full id, by a prefix that fits one run only, or "last" for the newest. Fault::bad_input
  /// lists the candidates of an ambiguous prefix.
  Result<RunRow> find_run(std::string_view name);

  /// Visits the events of a run oldest first, one in memory at a time, after the `after`th. The
  /// first error of `visit` ends it.
  Result<> for_each_event(const std::string& run_id, const shell::Store::OnEvent& visit,
                          std::uint64_t after = 0);

  /// All of them decoded, and with every hash checked on the way.
  Result<> for_each_entry(const std::string& run_id, const OnEntry& visit);
  /// The same from where somebody has read before; `read` moves on.
  Result<> for_each_entry(const std::string& run_id, shell::Tail& read, const OnEntry& visit);

  /// Waits for events of a run after the `after`th. False: there is none after `longest`.
  Result<bool> wait(const std::string& run_id, std::uint64_t after, Millis longest);

  /// Asks whoever coordinates the run to stop it, as a signal would, but so that it is not lost.
  /// Fault::bad_input: it has ended, or nobody coordinates it.
  Result<> ask_to_stop(const std::string& run_id, const std::string& by);

  /// What each command took last time it ended by itself; 0 where nothing is known. Same order as
  /// `keys`, which command_key() makes.
  Result<std::vector<std::uint32_t>> expected_ms(std::span<const Digest> keys);

  /// What ended runs of the workspace know about these commands on that tree, and the newest of
  /// them.
  Result<Recollection> recollect(const std::string& workspace, const core::Tree& tree,
                                 std::span<const Digest> keys);
  /// As ledger::recollect_sealed.
  Result<std::shared_ptr<const Told>> recollect_sealed(const std::string& tree);

  /// What ended runs of that machine have found out about changes of the workspace.
  Result<std::vector<core::work::KnownProof>> known_proofs(const std::string& workspace,
                                                           const std::string& machine);

  /// Whether the end of a run is the one that was signed.
  Result<bool> is_signed(const std::string& run_id);

  /// What is remembered of tests: as shell::Store.
  Result<std::vector<shell::TestedCommand>> tested_commands();
  Result<std::vector<shell::StoredTestRun>> test_runs(const Digest& command);
  Result<> test_names(const Digest& command, const shell::Store::IsWanted& wanted,
                      const shell::Store::OnTest& visit);

  /// What each run has spent on agents, reserved launches included.
  Result<std::map<std::string, core::agent::Spent>> spending();
  /// From this day on ("2026-11-15"), by run and day.
  Result<std::vector<shell::DaySpent>> spending_by_day(const std::string& first);

  /// Checks every chain, or that of one run, with the logs its events refer to.
  Result<ChainReport> verify_chains(const std::optional<std::string>& run_id);

  /// What an attempt left beside its events, wherever it ran. Fault::io: it is not what it was.
  Result<std::string> read_file(const std::string& path, const Digest& written);

  bool is_shared() const { return store_->is_shared(); }
  std::string store_name() const { return store_->name(); }
  Result<std::optional<shell::StoreHealth>> store_health() { return store_->health(); }
  shell::Store& store() { return *store_; }
  /// All keys of a shared ledger, believed or not.
  Result<std::vector<shell::TeamKey>> team_keys();

  /// The keys that sign how runs end, the current one first; none: no run has ended yet.
  Result<std::vector<shell::PublicKey>> keys();
  /// A new one; what the old ones signed stays valid.
  Result<shell::PublicKey> rotate_key();

  /// What was signed when runs ended, by number; those whose signature does not hold are left out.
  Result<std::vector<RunSeal>> seals();
  /// With the current key.
  Result<shell::Signature> sign(std::string_view message);
  /// With a key that this ledger has or had.
  bool holds(const shell::Signature& signature, std::string_view message);

  /// Removes logs and prompts of a run that has ended, after a mark that says so. Its
  /// events stay, and with them its chain, its verdict and the digests of what was removed.
  /// Fault::bad_input: it has not ended.
  Result<shell::Pruned> prune(const std::string& run_id, Instant now);

  /// As shell::Tables; Fault::bad_input if this ledger has none.
  Result<shell::RowExport> export_rows(const std::string& directory,
                                       const std::optional<std::string>& run_id);
  Result<std::vector<std::string>> query(const std::string& sql, const shell::OnRow& row);

 private:
  std::shared_ptr<shell::Store> store_;
};

}  // namespace assay::ledger
