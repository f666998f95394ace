// SPDX-License-Identifier: MIT
// The journal of one run, as its coordinator writes it.
#pragma once

#include "base/instant.h"
#include "base/result.h"
#include "core/ask/event.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay::shell {

/// One step of a run as the journal keeps it.
struct Entry {
  core::Event event;
  std::string decision;                       ///< core::to_text of the effects it led to
  std::vector<core::AttemptKey> starts = {};  ///< attempts the decision starts; not kept
  std::vector<core::RecordRows> rows = {};    ///< for the tables, by the decision; not kept
};

/// The journal of one run, opened for writing by its only coordinator.
class Journal {
 public:
  virtual ~Journal() = default;

  /// All entries, or none, are durable when this returns. Fails with Fault::conflict once another
  /// coordinator has taken the run over, and with Fault::exhausted when the disk is full.
  virtual Result<> append(std::span<const Entry> entries) = 0;

  /// Everything appended so far, oldest first, without what is not kept.
  virtual Result<std::vector<Entry>> read() = 0;

  /// Rows that an entry of an earlier coordinator brought into the tables, for count(): they follow
  /// from its event, so only whoever decides again knows them.
  virtual Result<> recall(const core::RecordRows& /*rows*/, Instant /*at*/) { return {}; }

  /// Reserves one attempt of an agent, durably, and says what the other runs of that day have spent
  /// or reserved. Reserving twice is reserving once; the attempt's end settles it.
  virtual Result<core::agent::Spent> reserve(const core::AskSpending& attempt, Instant at) = 0;

  /// Asks the rows of this run; what was appended counts. A question that cannot be answered has no
  /// number.
  virtual Result<std::vector<std::optional<std::int64_t>>> count(
      std::span<const core::pipeline::RowQuestion> questions) {
    return std::vector<std::optional<std::int64_t>>(questions.size());
  }

  /// Which of the commands have a result of an earlier run on that tree that can stand for them.
  virtual Result<std::vector<core::Recalled>> recall_evidence(const core::RecallEvidence& wanted) {
    static_cast<void>(wanted);
    return std::vector<core::Recalled>();
  }

  /// Who asked the run to stop since its coordinator began, by a durable request of another
  /// process. Asked every now and then; also tells the others that the coordinator is alive.
  virtual std::optional<std::string> stop_asked() { return std::nullopt; }
};

}  // namespace assay::shell
