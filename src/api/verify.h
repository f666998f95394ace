// SPDX-License-Identifier: MIT
// Verify runs: plan one, run it, go on with one.
#pragma once

#include "api/given.h"
#include "api/run.h"
#include "core/verify/verdict.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::api {

struct VerifyRequest {
  Giving manifest = {};  ///< as JSON; none: the `verify:` section of the configuration
  std::vector<std::string> only = {};     ///< ids; empty: all
  std::uint32_t jobs = 0;                 ///< 0: as many as the machine has cores
  std::string run_id = {};                ///< over the manifest's own; empty: neither
  bool reuse = false;                     ///< what passed on this very tree is not run again
  std::vector<std::string> written = {};  ///< files the face will write: no part of the tree
  std::string commit = {};  ///< a revision: that is verified, in a copy; empty: the workspace
  bool sealed = false;      ///< in a copy with nothing in it that whoever is judged could write
};

/// What a run would do, with the schedule and the lint of everything its commands start. Nothing is
/// run.
Reply<core::verify::Plan> plan_verify(const VerifyRequest& request, const Site& site);

/// The gates of the configuration as a run would begin with them now.
Reply<core::verify::Plan> plan_gates_now(const Site& site);

/// Runs it to the verdict. Problems: nothing was run.
Reply<Run> run_verify(const VerifyRequest& request, const Site& site, shell::Audience& audience);

/// Goes on where evidence ends. A run that has ended is returned as it ended. `name`: a run id, a
/// unique prefix of one, or "last".
Reply<Run> resume_verify(const std::string& name, const Site& site, shell::Audience& audience);

/// The verdict as it was recorded, with the reason that follows from the evidence.
core::verify::Verdict verdict_of(const Run& run);

/// What a verify run is made from, everything read.
struct VerifyOrder {
  core::verify::Manifest manifest = {};
  core::verify::Policy policy = {};
  std::vector<std::string> only = {};
  std::uint32_t jobs = 0;
  std::string run_id = {};
  std::vector<std::pair<std::string, std::string>> env = {};
  std::vector<std::string> pass_env = {};
  bool watches_tree = false;                      ///< the verdict is about one tree, and names it
  std::vector<std::string> written = {};          ///< as in the request
  std::optional<shell::CommitFacts> commit = {};  ///< what the workspace is a copy of
  std::shared_ptr<const core::Supplies> supplies = {};  ///< what that copy was given
  bool name_tests = false;  ///< which tests passed and failed is asked, too
  core::Isolation isolation = {};
  core::ExecutorSettings executor = {};
  core::verify::TrustedGates trusted = {};
  Digest settings = {};  ///< of all that is configured and decides
  core::verify::Sealing sealing = {};
  std::string guarded_by = {};  ///< the commit for protected files; empty: found out here
  std::vector<std::string> protected_changed = {};  ///< known before
  std::vector<core::ProgramMark> programs = {};
  Digest environment_key = {};  ///< none: that of `env` and `pass_env`
};

/// The commit that protected files are held against: that of trusted gates, else the base; empty:
/// nothing is protected, or there is none.
Reply<std::string> guarding_commit(const core::verify::Policy& policy,
                                   const core::verify::TrustedGates& trusted, const Site& site);

Reply<Run> verify(VerifyOrder order, const Site& site, shell::Audience& audience);

/// The gates of the configuration as a plan inside another run; null: there are none.
Reply<std::shared_ptr<const core::verify::Plan>> plan_gates(const format::Config& config,
                                                            const Site& site);
/// The same for any manifest.
Reply<std::shared_ptr<const core::verify::Plan>> plan_inside(core::verify::Manifest manifest,
                                                             const core::verify::Policy& policy,
                                                             const Site& site);

/// A plan inside another run, with where and how its commands will really run. Null stays null.
std::shared_ptr<const core::verify::Plan> with_record(
    const std::shared_ptr<const core::verify::Plan>& plan, const shell::ExecutorRecord& record,
    const std::string& log_dir);

}  // namespace assay::api
