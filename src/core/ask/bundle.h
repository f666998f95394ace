// SPDX-License-Identifier: MIT
// The evidence bundle as values: everything in it follows from the journal.
#pragma once

#include "core/ask/confidence.h"
#include "core/ask/rows.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::core::pipeline {

struct BundleCheck {
  std::string name;
  std::string phase;  ///< baseline, after
  bool passed = false;
  std::string command;
  std::int64_t tests = -1;
};

struct BundleTask {
  std::string id;
  std::string title;
  std::string size;
  std::string risk;
  bool verified = false;
  std::vector<BundleCheck> checks;
  std::vector<std::string> regressions;
  std::vector<std::string> files;  ///< changed by it, as assay saw
};

struct BundleVote {
  std::string scope;
  std::string instance;
  std::string focus;
  std::string model;
  std::int64_t round = 1;
  std::string verdict;  ///< the effective one
  std::string claimed;  ///< what the file says
  std::string summary;
};

struct BundleApproval {
  std::string gate_id;
  std::string option;
  std::string by;
  std::string at;
  std::string comment;
  bool automatic = false;
};

struct BundleFile {
  std::string path;
  std::string risk;
};

/// What one agent of a step has cost.
struct BundleCost {
  std::string step;
  std::string instance;
  std::int64_t launches = 0;
  std::int64_t lost = 0;    ///< of them: those whose end nobody has seen
  std::int64_t tokens = 0;  ///< told ones
  std::int64_t micro_usd = 0;
  std::int64_t untold = 0;  ///< launches that told no cost
};

struct Bundle {
  std::string run_id;
  std::string slug;
  std::string definition;
  Confidence confidence = Confidence::low;
  std::string confidence_why;
  std::string baseline;  ///< commit
  std::string tree;      ///< that was verified, by git's name for it
  std::string proof;     ///< whether tests notice the change, in words; empty: not asked
  std::string tag;
  std::vector<BundleTask> tasks;
  std::vector<BundleVote> votes;
  std::vector<BundleApproval> approvals;
  std::vector<std::string> contradicted;  ///< claims that evidence contradicts
  std::vector<BundleFile> blast_radius;   ///< files that differ from the baseline
  std::vector<std::string> known_issues;
  std::vector<std::string> protected_changed = {};  ///< not as the base has them
  std::vector<TelemetryRow> dispatches;
  std::vector<BundleCost> costs;
  std::string rollback_before;  ///< command that works before the commit
  std::string rollback_after;   ///< and after it
};

}  // namespace assay::core::pipeline
