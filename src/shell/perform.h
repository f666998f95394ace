// SPDX-License-Identifier: MIT
// Does what a machine wants done, through the ports. What a port says at once goes into the mailbox
// as the answer.
#pragma once

#include "base/result.h"
#include "core/ask/effect.h"
#include "shell/mailbox.h"
#include "shell/ports/world.h"

#include <optional>
#include <vector>

namespace assay::shell {

class Performer {
 public:
  Performer(World world, Mailbox& mailbox) : world_(world), mailbox_(mailbox) {}

  void perform(const core::Effect& effect);

  /// Working trees that wait for a set-up: what has come of it meanwhile.
  void go_on_supplying();

  /// Why something could not be done at all; none: everything could.
  const std::optional<Error>& problem() const { return problem_; }

 private:
  void on(const core::StartAttempt& e);
  void on(const core::StopAttempts& e);
  void on(const core::Drain& e);
  void on(const core::ObserveTree& e);
  void on(const core::RecallEvidence& e);
  void on(const core::AskSpending& e);
  void on(const core::InspectWorkspace& e);
  void on(const core::InspectWork& e);
  void on(const core::OpenWork& e);
  void on(const core::MergeWork& e);
  void on(const core::CloseWork& e);
  void on(const core::UpdateSpec& e);
  void on(const core::OpenCopy& e);
  void on(const core::ReadOutputs& e);
  void on(const core::AdoptWork& e);
  void on(const core::RestoreFiles& e);
  void on(const core::CommitWork& e);
  void on(const core::TagCommit& e);
  void on(const core::WriteBundle& e);
  void on(const core::RecordRows& e);
  void on(const core::CountRows& e);
  void on(const core::AskApproval& e);
  void on(const core::WakeAt& e);
  void on(const core::Park& e);
  void on(const core::Conclude& e);

  void fail(const Error& why) { problem_ = why; }
  /// Null: this run has none, which is a problem.
  Workshop* workshop();
  Workplace* workplace();
  void done(core::AttemptKey key, core::work::WorkResult result);

  /// A working tree that was opened, and is handed over when it has what it needs.
  struct Supplying {
    SupplyOrder order;
    core::work::WorkResult opened;
    std::optional<core::Launch> launch = {};  ///< of a set-up that runs
  };
  void hand_over(SupplyOrder order, core::work::WorkResult opened);
  /// True: it is over, one way or the other.
  bool go_on(Supplying& each, const Supply& supply);
  void take_ends();

  World world_;
  Mailbox& mailbox_;
  std::optional<Error> problem_;
  std::vector<Supplying> supplying_;
};

}  // namespace assay::shell
