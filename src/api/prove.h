// SPDX-License-Identifier: MIT
// Do the tests notice the change? Tests and code of the base and of now, each with each, in copies.
#pragma once

#include "api/run.h"
#include "core/work/proof.h"

#include <string>
#include <vector>

namespace assay::api {

struct ProveRequest {
  std::string base = {};    ///< a revision; empty: where the work began
  std::uint32_t hunks = 0;  ///< how many are taken back one by one
  std::uint32_t jobs = 0;   ///< 0: as many as the machine has cores
};

/// A piece of the change that was taken back alone.
struct HunkSight {
  std::string path;
  std::uint32_t first = 0;  ///< line of now; 0: the whole file
  std::uint32_t last = 0;
  core::work::CellStatus status = core::work::CellStatus::none;  ///< failed: a gate noticed
  std::string run_id;
};

struct Proved {
  core::work::Proof proof;
  core::work::ProofSight sight;
  std::vector<HunkSight> hunks;
  std::string base;  ///< commit
  std::size_t code_files = 0;
  std::size_t test_files = 0;
};

/// Code::stopped: somebody asked for it.
Reply<Proved> prove(const ProveRequest& request, const Site& site, shell::Audience& audience,
                    const OnNote& tell);

}  // namespace assay::api
