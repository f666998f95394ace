// SPDX-License-Identifier: MIT
// What the simulator has to be told about one kind of machine: which run to start, how its
// processes behave, and what must be true of its journal. Everything else in the simulated world
// serves any machine.
#pragma once

#include "core/machine.h"
#include "shell/ports/approvals.h"
#include "shell/ports/journal.h"
#include "shell/ports/phases.h"
#include "shell/ports/trees.h"
#include "shell/ports/workplace.h"
#include "sim/faults.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay::sim {

enum class Touch : std::uint8_t { nothing, at_start, at_end };

/// How one spawn behaves, whatever anybody makes of it.
struct Behaviour {
  core::Exit exit;
  Millis duration{1};
  core::Reading reading;
  std::shared_ptr<const core::agent::Transcript> transcript;  ///< what an agent says; null: command
  Touch touch = Touch::nothing;                               ///< when it changes the workspace
};

/// An entry as it became durable.
struct Stored {
  std::uint64_t seq = 0;  ///< from 1
  std::uint64_t epoch = 0;
  shell::Entry entry;
};

/// Answers "" if all is well, else what is wrong.
using Finding = std::string;

class Subject {
 public:
  virtual ~Subject() = default;

  /// The first event of the run.
  virtual core::RunStarted first() = 0;

  /// `ends` counts the ends of that unit that are in the journal, so that a command whose end was
  /// never written down does the same again: commands are deterministic, only the world is not.
  virtual Behaviour behaviour(const core::Launch& launch, std::uint32_t ends) = 0;

  /// What the other runs of the day have spent by then.
  virtual core::agent::Spent others(Instant /*at*/) { return {}; }

  /// The repository the run works on, which survives every crash. Null: it needs none.
  virtual shell::Workshop* workshop() { return nullptr; }

  /// The same place for a run that also copies, adopts and commits. Null: it needs none.
  virtual shell::Workplace* workplace() { return nullptr; }

  /// The phases whose goals the run checks. Null: it has none.
  virtual shell::Phases* phases() { return nullptr; }

  /// Whether there is anybody who can be asked, and what they say; none: they are gone.
  virtual bool has_people() const { return false; }
  virtual std::optional<shell::Answer> answer(const core::AskApproval& /*question*/) {
    return std::nullopt;
  }

  /// What the tables of the run say.
  virtual std::vector<std::optional<std::int64_t>> count(
      std::span<const core::pipeline::RowQuestion> questions) {
    return std::vector<std::optional<std::int64_t>>(questions.size());
  }

  /// What no run of this kind survives may happen less often, so that runs come far enough.
  virtual ByFault tempered(ByFault rates) { return rates; }

  /// True: somebody may end it for good while it waits or its coordinator is dead.
  virtual bool is_abortable() const { return false; }

  /// The process changes the workspace now.
  virtual void act(const core::Launch& /*launch*/) {}

  /// A coordinator is gone; what it held is dead, unless it has jobs.
  virtual void abandoned() {}

  /// True: attempts are jobs of a cluster, which outlive their coordinator and are found again.
  virtual bool has_jobs() const { return false; }
  /// True: who comes after may have reason to begin anew what still runs.
  virtual bool may_begin_anew() const { return false; }

  /// What a look of that coordinator sees; none: a tree that only mutating commands change.
  virtual std::optional<shell::TreeSight> look(const core::ObserveTree& /*wanted*/,
                                               std::uint64_t /*epoch*/) {
    return std::nullopt;
  }

  /// What earlier runs know.
  virtual std::vector<core::Recalled> recall(const core::RecallEvidence& /*wanted*/) { return {}; }

  /// Called for each start a coordinator performs, with what it has in flight at that moment.
  virtual Finding on_start(const core::Launch& launch, std::span<const core::Launch> live) = 0;

  /// Called once for each entry, in order, when it has become durable.
  virtual Finding on_entry(const Stored& stored) = 0;

  /// Called with the machine that claims to have ended.
  virtual Finding at_end(const core::Machine& machine) = 0;

  /// False: that it was interrupted may be why it ended as it did.
  virtual bool is_comparable(const core::Machine&) { return true; }

  /// One line per result, for comparing an interrupted run with an uninterrupted one. Without what
  /// interruptions may change: attempt numbers, durations, paths.
  virtual std::vector<std::string> results(const core::Machine& machine) = 0;
};

}  // namespace assay::sim
