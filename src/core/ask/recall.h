// SPDX-License-Identifier: MIT
// What earlier runs have found out about the same bytes.
#pragma once

#include "base/digest.h"
#include "base/instant.h"
#include "core/evidence/tree.h"
#include "core/run/attempt_key.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::core {

struct EvidenceRecalled;

/// Which of these commands have passed on this very tree, so that they need not run again? Answered
/// by EvidenceRecalled.
struct RecallEvidence {
  using Answer = EvidenceRecalled;

  AttemptKey key;
  Tree tree;
  std::vector<Digest> keys;  ///< one per command: verify::evidence_keys
};

/// The result of an earlier run that stands for one command.
struct Recalled {
  std::uint32_t unit = 0;
  std::string run_id;                ///< the run that started a process for it
  std::uint32_t attempt = 0;         ///< of that run
  std::int64_t tests_executed = -1;  ///< -1: unknown, or not a test gate
  std::string tally_source;          ///< who counted them
  std::uint32_t duration_ms = 0;

  friend bool operator==(const Recalled&, const Recalled&) = default;
};

/// Answer to RecallEvidence: what was found, by unit, ascending.
struct EvidenceRecalled {
  Instant at{};
  AttemptKey key;
  std::vector<Recalled> results;
};

inline std::string decision_of(const RecallEvidence& e) {
  return "recall " + std::to_string(e.keys.size()) + " commands";
}

}  // namespace assay::core
