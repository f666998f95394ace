// SPDX-License-Identifier: MIT
// The life of a run: how it begins, is resumed, waits, is stopped and ends. The machines are known
// here by the names of their plans alone.
#pragma once

#include "base/instant.h"
#include "core/run/attempt_key.h"
#include "core/run/executor.h"
#include "core/run/isolation.h"
#include "core/run/outcome.h"
#include "core/run/rules.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace assay::core {

namespace verify {
struct Plan;
}
namespace agent {
struct Plan;
}
namespace goals {
struct Plan;
}
namespace loop {
struct Plan;
}
namespace pipeline {
struct Plan;
}

/// Every machine there is. Shared with the state, because a plan may hold 100,000 commands.
using AnyPlan =
    std::variant<std::shared_ptr<const verify::Plan>, std::shared_ptr<const agent::Plan>,
                 std::shared_ptr<const goals::Plan>, std::shared_ptr<const loop::Plan>,
                 std::shared_ptr<const pipeline::Plan>>;

/// The first event of every run. The plan says which machine it is for.
struct RunStarted {
  Instant at{};
  std::string run_id;
  AnyPlan plan;                    ///< never null
  Rules rules = rules_now;         ///< of a stored run: those of the release that started it
  Isolation isolation = {};        ///< what it asks for its attempts, now and when it is resumed
  ExecutorSettings executor = {};  ///< where they run, likewise
};

/// A coordinator took the run over from one that died. Whatever was in flight is lost, but for what
/// outlives a coordinator and was found again.
struct RunResumed {
  Instant at{};
  std::vector<AttemptKey> attached = {};  ///< in flight still: their ends will be told
};

/// Somebody wants the run to stop.
struct CancelRequested {
  Instant at{};
  std::string by;
  bool for_good = false;  ///< also a run that could be gone on with later is over then
};

/// The outside has nothing in flight and nothing to report, although the run still waits for
/// something.
struct WorldIdle {
  Instant at{};
};

/// The coordinator may go away; the run waits. Answered by RunParked.
struct Park {
  std::optional<Instant> until;
  std::string reason;
};

/// Answer to Park: the coordinator goes away. The run is not over; RunResumed wakes it.
struct RunParked {
  Instant at{};
  std::optional<Instant> until;  ///< resuming before is too early; none: at any time
  std::string reason;
};

/// The run is over. Answered by RunConcluded, after which nothing happens.
struct Conclude {
  Outcome outcome{};
  std::string reason;
};

/// The last event: the verdict, with the digest of every decision before it.
struct RunConcluded {
  Instant at{};
  Outcome outcome{};
  std::string trace;
};

inline std::string decision_of(const Park& e) {
  return "park " + (e.until ? "until " + assay::to_text(*e.until) : std::string("until resumed")) +
         ": " + e.reason;
}
inline std::string decision_of(const Conclude& e) {
  return "conclude " + std::string(to_text(e.outcome)) + ": " + e.reason;
}

}  // namespace assay::core
