// SPDX-License-Identifier: MIT
// What a project configures about loops.
#pragma once

#include "base/instant.h"
#include "core/work/proof.h"

#include <cstdint>

namespace assay::core {

enum class OnSilence : std::uint8_t { fail, pass };

struct LoopSettings {
  std::int32_t max_task_iterations = 5;
  std::int32_t max_global_iterations = 100;
  bool recovery_mode = false;
  std::int32_t max_fix_tasks_per_original = 3;
  std::int32_t max_fix_task_depth = 3;
  std::int32_t max_modifications_per_task = 3;
  std::int32_t max_modification_depth = 2;
  std::int32_t jobs = 0;       ///< agents at the same time; 0: as many as a group may have
  std::int32_t max_group = 5;  ///< tasks of one parallel group
  bool review = true;          ///< false: no reviewer is asked
  std::int32_t review_every = 5;
  std::int32_t max_review_iterations = 3;
  OnSilence review_on_silence = OnSilence::fail;
  std::int32_t same_failure_limit = 3;       ///< as often in a row, the same failure ends a task
  Millis ci_wait = std::chrono::minutes{3};  ///< before each look at CI
  std::int32_t max_ci_cycles = 20;
  std::int32_t max_ci_failures = 5;
  Millis max_pull_request_time = std::chrono::hours{48};
  bool allow_fewer_tests = false;  ///< a gate may run fewer tests than when the run began
  work::ProofDemand proof = work::ProofDemand::tell;  ///< that tests notice what a task changes

  friend bool operator==(const LoopSettings&, const LoopSettings&) = default;
};

}  // namespace assay::core
