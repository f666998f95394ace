// SPDX-License-Identifier: MIT
// What follows from events and is kept beside them to be asked: attempts, what agents have spent,
// how long each command took, what became of tests, and the rows of pipelines.
#pragma once

#include "base/digest.h"
#include "core/ask/event.h"
#include "core/verify/plan.h"
#include "ledger/test_memory.h"
#include "shell/ports/journal.h"
#include "shell/ports/store.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::ledger {

/// Under which name the duration of a command is remembered: its text and where it ran.
Digest command_key(std::string_view command, std::string_view cwd);

/// Under which name a tree is looked up.
std::string tree_name(const core::Tree& tree);

/// The day that what is reserved at this moment counts for: "2026-11-15".
std::string day_text(Instant at);

/// The row of an attempt that ended.
shell::AttemptRow attempt_row(std::uint64_t seq, const core::AttemptEnded& event);

/// The rows that an entry brings into the tables of pipelines, in order.
std::vector<shell::RunRows> rows_of(const shell::Entry& entry);

/// The rows as an audit reads them back.
std::vector<shell::Cell> cells_of(const core::pipeline::CheckRow& row, const std::string& at);
std::vector<shell::Cell> cells_of(const core::pipeline::TelemetryRow& row, const std::string& at);

/// Of one run. Changes nothing by itself: what it says is stored together with the events.
class Projections {
 public:
  /// `read`: what events refer to. None: tests are not remembered.
  explicit Projections(ReadContent read = {}) : read_(std::move(read)) {}

  /// Adds what follows from the entry.
  void add(std::uint64_t seq, const shell::Entry& entry, std::vector<shell::Change>& changes);

  /// What later events need of earlier ones: the commands of the plan.
  void remember(const core::Event& event);

  /// Of the run; none: it is none of verify's, or has not begun.
  std::optional<std::string> workspace() const {
    return plan_ == nullptr ? std::nullopt : std::optional(plan_->workspace);
  }
  /// Of a verify run; null: it is none, or has not begun.
  const core::verify::Plan* plan() const { return plan_.get(); }
  /// What git would call the tree that was seen last; empty: none was.
  const std::string& tree() const { return tree_; }
  /// What is remembered of tests once the run has ended, without the tests themselves.
  const std::vector<TestMemory::Remembered>& tests() const { return remembered_; }
  /// Whether something follows from any event, not only from some kinds.
  bool hears_all() const { return tests_.listens(); }
  /// Protected files that were not as the base had them, at any look or before; sorted.
  std::vector<std::string> protected_changed() const {
    return {protected_changed_.begin(), protected_changed_.end()};
  }

 private:
  struct Took {
    std::uint32_t unit = 0;
    std::uint32_t millis = 0;
  };

  void add_durations(Instant at, std::vector<shell::Change>& changes);

  std::shared_ptr<const core::verify::Plan> plan_;  ///< null: none seen, or another machine's
  std::set<std::string> protected_changed_;
  std::string tree_;
  std::vector<Took> took_;  ///< since the last time durations were told
  ReadContent read_;
  TestMemory tests_;
  std::vector<TestMemory::Remembered> remembered_;
};

}  // namespace assay::ledger
