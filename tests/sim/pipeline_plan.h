// SPDX-License-Identifier: MIT
// The pipeline that belongs to a seed, and what each of its agents does.
#pragma once

#include "core/pipeline/plan.h"
#include "sim/chance.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay::sim {

/// What an agent does in one attempt.
enum class Act : std::uint8_t {
  complete,  ///< everything it was asked for
  revise,    ///< says NEEDS_REVISION; a reviewer wants a change
  error,     ///< says ERROR
  missing,   ///< leaves out its first file
  broken,    ///< breaks the contract of its first file
  idle,      ///< writes nothing: what is there is old
  fail,      ///< does its work, and its last word is that it failed
  stall,
  quota,
  forge,   ///< also writes files of others
  stray,   ///< also changes a source file that is none of its own
  meddle,  ///< also writes into the workspace, past its own tree
  move_tag,
  lie,         ///< from here on: implementers. DONE, but nothing works
  regress,     ///< breaks what worked before
  fewer,       ///< takes tests away
  dull,        ///< works, but is not pretty
  critical,    ///< from here on: reviewers
  contradict,  ///< approves what it found critical
  veto,
  sly_veto,  ///< approves with a blocker among its findings
  impostor,  ///< writes another one's focus into its verdict
  doubt,     ///< of those who weigh the request
};

constexpr const char* bench_workspace = "/workspace";
constexpr const char* bench_feature = "docs/feature/x";

std::shared_ptr<const core::pipeline::Plan> random_pipeline(std::uint64_t seed);

/// What the attempts of an instance in a step do, one after the other; the last one is repeated.
std::vector<Act> random_acts(std::uint64_t seed, std::string_view step, std::string_view instance,
                             std::string_view role);

/// What a planner writes.
struct PlannedWork {
  core::agent::TaskPlan plan;
  std::vector<core::agent::TaskFile> files;
};
PlannedWork random_work(std::uint64_t seed, std::uint32_t turn, bool goals);

}  // namespace assay::sim
