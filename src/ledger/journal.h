// SPDX-License-Identifier: MIT
// The journal of one run. One append is one batch: events, the decisions they led to, and
// everything that follows from them.
#pragma once

#include "ledger/projections.h"
#include "ledger/seal.h"
#include "shell/ports/journal.h"
#include "shell/ports/store.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::ledger {

class Journal final : public shell::Journal {
 public:
  /// `tail`: where the run ends, as the lease was given.
  Journal(std::shared_ptr<shell::Store> store, std::unique_ptr<shell::Lease> lease,
          std::string run_id, std::string machine, shell::Tail tail);

  /// Of a run that was taken over, first: whether it is what was written. `code`: that came with
  /// the last append.
  Result<> check(const std::string& code);

  Result<> append(std::span<const shell::Entry> entries) override;
  Result<std::vector<shell::Entry>> read() override;
  Result<> recall(const core::RecordRows& rows, Instant at) override;
  Result<core::agent::Spent> reserve(const core::AskSpending& attempt, Instant at) override;
  Result<std::vector<std::optional<std::int64_t>>> count(
      std::span<const core::pipeline::RowQuestion> questions) override;
  Result<std::vector<core::Recalled>> recall_evidence(const core::RecallEvidence& wanted) override;
  std::optional<std::string> stop_asked() override;

 private:
  Result<> share_files(const shell::Entry& entry);
  shell::Batch batch_of(std::span<const shell::Entry> entries, shell::Tail& tail,
                        Digest& decisions);
  Result<> keep_rows(const shell::Entry& entry);
  RunSeal seal_of(const shell::RunEnd& end, const OpenRun& reached) const;
  Result<> vouch(shell::Batch& batch, const OpenRun& reached, Sealing& sealing);

  std::shared_ptr<shell::Store> store_;
  std::unique_ptr<shell::Lease> lease_;
  std::string run_id_;
  std::string machine_;
  shell::Tail tail_;
  Digest decisions_ = {};  ///< of everything that was decided
  std::optional<Error> broken_;
  Projections projections_;
  std::unique_ptr<shell::RowCounter> counter_;  ///< from the first rows on
};

}  // namespace assay::ledger
