// SPDX-License-Identifier: MIT
// Everything a pipeline run is decided from, fixed before its first agent starts.
#pragma once

#include "core/agent/settings.h"
#include "core/ask/supplies.h"
#include "core/pipeline/definition.h"
#include "core/pipeline/settings.h"
#include "core/run/receiver.h"
#include "core/verify/plan.h"
#include "core/work/hand.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace assay::core::pipeline {

using work::Hand;

struct Plan {
  std::string slug;
  std::string request;      ///< what the user asked for
  std::string source;       ///< the definition as written
  std::string source_name;  ///< what problems call it
  Definition definition;    ///< read from it
  std::string feature_dir;  ///< relative to the workspace
  std::string workspace;    ///< absolute
  std::string work_dir;     ///< absolute: where copies are made
  std::string log_dir;
  Approval approval = Approval::interactive;
  std::int32_t concurrency = 4;
  OnExhausted on_exhausted = OnExhausted::stop;
  bool allow_dirty = false;
  std::string from;  ///< id of the step to begin with; empty: the first
  std::vector<std::string>
      dirty;  ///< files that were not clean before; staged only if a task changes them
  std::map<std::string, Hand> hands;  ///< by role
  Budgets budgets;
  std::shared_ptr<const verify::Plan> gates;  ///< the workspace's own; null: there are none
  bool on_default_branch = false;
  /// In what the definition asks less than the built-in one of its name, in words.
  std::vector<std::string> weaker;
  std::string isolation;
  std::vector<std::string> environment;
  Digest environment_digest;
  std::shared_ptr<const Supplies> supplies;              ///< of copies; null: none
  work::ProofDemand proof = work::ProofDemand::require;  ///< what `change_proved` asks
  bool unchanged = false;              ///< the request declares that no behaviour changes
  std::vector<std::string> own_tests;  ///< globs: what the project calls a test file; empty: none
  std::vector<Receiver> notify = {};   ///< who is told when it waits or ends
  std::vector<std::string> protected_globs = {};  ///< spread: files only who declares them changes
  Digest tools = {};  ///< of the programs that gates and tasks start, as they are
  std::vector<work::KnownProof> proofs = {};        ///< that earlier runs have found
  std::vector<std::string> protected_changed = {};  ///< not as the base has them from the beginning
};

}  // namespace assay::core::pipeline
