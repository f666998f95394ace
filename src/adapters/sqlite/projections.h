// SPDX-License-Identifier: MIT
// Tables that follow from events and exist to be asked: attempts, how long each command took, and
// the rows of pipelines.
#pragma once

#include "adapters/sqlite/connection.h"
#include "adapters/sqlite/rows.h"
#include "core/ask/effect.h"
#include "core/ask/event.h"
#include "core/plans.h"
#include "shell/ports/journal.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay::sqlite {

class Projections {
 public:
  static Result<Projections> prepare(Connection& connection);

  /// Inside the transaction that stores the event.
  Result<> add(const std::string& run_id, std::uint64_t seq, const shell::Entry& entry);

  /// Inside a transaction: notes that an agent is about to be launched, and says what other runs of
  /// the same day have spent or reserved.
  Result<core::agent::Spent> reserve(const std::string& run_id, const core::AskSpending& attempt,
                                     Instant at);

  /// What later events need of earlier ones: the commands of the plan.
  void remember(const core::Event& event);

 private:
  struct Took {
    std::uint32_t unit = 0;
    std::uint32_t millis = 0;
  };

  Result<> add_attempt(const std::string& run_id, std::uint64_t seq,
                       const core::AttemptEnded& event);
  Result<> store_durations(Instant at);
  Result<> settle(const std::string& run_id, const core::AttemptEnded& event);
  Result<> release(const std::string& run_id, core::AttemptKey key);

  Statement insert_attempt_, upsert_duration_, reserve_, settle_, release_, spent_by_others_;
  RowTables rows_;
  std::shared_ptr<const core::verify::Plan> plan_;  ///< null: none seen, or another machine's
  std::vector<Took> took_;                          ///< since the last time durations were stored
};

std::string_view kind_text(core::ExitKind kind);

}  // namespace assay::sqlite
