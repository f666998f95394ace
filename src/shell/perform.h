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
  /// One for each kind of effect, in perform.cpp.
  template <class Effect>
  void on(const Effect& e) = delete;

  void fail(const Error& why) { problem_ = why; }
  /// Null: this run has none, which is a problem.
  Workshop* workshop();
  Workplace* workplace();
  Phases* phases();
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
