// SPDX-License-Identifier: MIT
// The task list that belongs to a seed, and what each agent does about it.
#pragma once

#include "core/loop/plan.h"
#include "sim/chance.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay::sim {

/// What an agent does and says in one attempt.
enum class Deed : std::uint8_t {
  complete,  ///< the work, its commit, the word; and whatever went wrong before is put right
  lie,       ///< the word without the work
  hollow,    ///< tests that run nothing
  idle,      ///< the word, and not a single byte
  fail,
  mute,  ///< the work without the word
  contradict,
  stray,  ///< the work, and a file that is none of its own
  tamper,
  tick,  ///< the work, and ticks of its own
  no_commit,
  wrong_commit,
  rewrite,
  elsewhere,  ///< leaves another branch checked out
  quota,
  stall,
  split,
  prerequisite,
  followup,
  bad_request,
  approve,  ///< from here on: what reviewers do
  reject,
  reject_spec,
  silent,
  meddle,  ///< changes a file, then approves
};

constexpr const char* sim_workspace = "/workspace";
constexpr const char* sim_spec_dir = "specs/sim";

std::uint64_t hash_of(std::string_view text);

/// As the machine names tasks in launches and branches.
std::string name_of_task(const core::loop::Task& task, core::loop::TaskKey key);

std::shared_ptr<const core::loop::Plan> random_loop(std::uint64_t seed);

/// A task that checks one file of its own, beside others it may write.
core::loop::Task make_task(std::string id, std::string phase, std::vector<std::string> files);

/// What the attempts of a role at a task do, one after the other; the last one is repeated.
std::vector<Deed> random_deeds(std::uint64_t seed, std::string_view task, std::string_view role);

}  // namespace assay::sim
