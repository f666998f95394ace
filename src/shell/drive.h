// SPDX-License-Identifier: MIT
// The one loop of every run: hear, decide, journal, perform. Deciding is pure, so it may come
// before the commit; nothing is *done* about an event until it and the decision about it are
// durable.
#pragma once

#include "base/result.h"
#include "core/machine.h"
#include "shell/ports/world.h"

#include <functional>

namespace assay::shell {

/// How a machine decides. Only the simulator ever passes another one, to prove that it would
/// notice.
using Decider = std::function<core::Effects(core::Machine&, const core::Event&)>;

/// Runs a new run to its verdict, or until it is parked. An error means that assay could not go on:
/// everything it had started is being stopped, and the run can be resumed.
Result<core::Machine> start(World world, core::RunStarted first,
                            const Decider& decider = core::decide);

/// Goes on with a run whose coordinator died. A run that has its verdict already is returned as it
/// is. One that is parked until a time goes on at that time or later, whatever the clock says:
/// whoever resumes it before says so in `not_before`.
Result<core::Machine> resume(World world, const Decider& decider = core::decide,
                             Instant not_before = {});

/// Ends a run for good that waits or whose coordinator died; what it had in flight is gone already.
Result<core::Machine> cancel(World world, std::string by, const Decider& decider = core::decide);

/// The digest over every decision of a run, in order.
class Trace {
 public:
  void add(std::string_view decision);
  std::string hex() const { return digest_.hex(); }

 private:
  Digest digest_;
};

}  // namespace assay::shell
