// SPDX-License-Identifier: MIT
// The layers between an agent's claim and a tick, each a pure function over evidence. A task is
// done when none of them fails.
#pragma once

#include "core/evidence/saying.h"
#include "core/evidence/task.h"
#include "core/evidence/transcript.h"
#include "core/evidence/work_sight.h"
#include "core/loop/plan.h"
#include "core/run/rules.h"
#include "core/verify/state.h"
#include "core/work/declared.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace assay::core::loop {

using work::fits_one;
using work::is_below;
using work::is_declared;

enum class LayerStatus : std::uint8_t { passed, failed, skipped };

struct Layer {
  std::string_view name;  ///< contradiction, signal, evidence, review
  LayerStatus status = LayerStatus::skipped;
  std::string why;
};

/// The names of the layers in their order, as a run reports them.
inline constexpr std::string_view layer_profile = "contradiction, signal, evidence, review";

/// Claims completion and admits failure in one breath?
Layer contradiction_layer(const Saying& saying);

/// The explicit word, alone on its line: TASK_COMPLETE, of the qa agent VERIFICATION_PASS.
Layer signal_layer(const Saying& saying, bool qa);

/// What of a run bears on what an attempt may leave behind.
struct Bounds {
  Rules rules = Rules::v0_1;
  const Plan* plan = nullptr;          ///< whose lists of test files and of guarded files count
  std::set<std::string> excused = {};  ///< files that are not charged to the attempt
  const agent::Transcript* transcript = nullptr;  ///< what its agent said it did; null: nobody did
  std::string directory = {};                     ///< where it worked
  bool was_there = false;  ///< its agent was told that the work seems to be there
};

/// The tree an attempt began with and the one it left.
struct Work {
  const Task& task;
  const std::string& spec_dir;
  const WorkSight& before;
  const WorkSight& after;
  Bounds bounds = {};
};

/// Files that the attempt may not touch, or may not leave uncommitted, whoever did it.
std::vector<std::string> strangers_of(const Work& work);

/// Something in what an agent said or did names this file.
bool is_named(const agent::Transcript& transcript, const std::string& path);

/// What it did that was none of its business: tampering, files of others, history, branch.
std::vector<std::string> trespasses_of(const Work& work);

/// What was committed that is not what the files are, and what of the repository was changed that
/// nobody may change.
std::vector<std::string> repository_faults(const WorkSight& after);

/// What is wrong with what the attempt left behind: trespasses, files, commit, leftovers.
std::vector<std::string> faults_of(const Work& work);

/// Files of the task that it left uncommitted although it asks for no commit: assay commits them.
std::vector<std::string> uncommitted_work(const Work& work);

/// What assay saw: the faults, and what its own run of the Verify says. Null: nothing was run.
/// `known` are commands that fail as they failed before the run, which is charged to nobody.
Layer evidence_layer(const std::vector<std::string>& faults, const verify::State* checks,
                     const std::set<std::uint32_t>& known = {});

/// "1.2-verify-1: exit 1 in 0.3s" and the excerpt, for each command that does not pass.
std::vector<std::string> failures_of(const verify::State& checks,
                                     const std::set<std::uint32_t>& known = {});

/// The same of one command.
std::string failure_of(const verify::State& checks, std::uint32_t unit);

/// The failing layers in words, for people and for the next attempt.
std::string failure_text(const std::vector<Layer>& layers);

/// The same text without what differs from attempt to attempt: numbers, hashes, times.
std::string normalised(std::string_view failure);

}  // namespace assay::core::loop
