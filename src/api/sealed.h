// SPDX-License-Identifier: MIT
// Sealed verification: what a gate gets that nobody it judges could write.
#pragma once

#include "api/evidence.h"
#include "api/site.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assay::api {

using EnvironmentPairs = std::vector<std::pair<std::string, std::string>>;

/// What puts out of force that the repository's configuration would start in git's name, and says
/// where programs lie that the home of the gates does not have.
EnvironmentPairs sealed_variables(const Site& site);

/// `env` with that and a home of the gates' own. What `env` says itself stays.
EnvironmentPairs sealed_variables(EnvironmentPairs env, const std::string& home, const Site& site);

/// What results of sealed gates depend on in their environment: those of others do not count.
Digest sealed_key(const EnvironmentPairs& env, const std::vector<std::string>& pass_env,
                  const Site& site);

/// What a set-up for such a copy may use: nothing from the workspace, and no result that another
/// tree has led to. Null: nothing.
std::shared_ptr<const core::Supplies> sealed_supplies(
    const std::shared_ptr<const core::Supplies>& supplies);

/// What reaches the gates although they are sealed, in words.
std::vector<std::string> what_stays_open(const std::shared_ptr<const core::Supplies>& supplies,
                                         const Site& site);

/// Protected files, as globs, with those that decide even where nothing is protected.
std::vector<std::string> sealed_globs(const core::verify::Policy& policy);

/// Why a file that decides and is not the base's makes the whole thing worthless: it was read from
/// the workspace all the same. Empty: none did.
std::string unsealed_by(const std::vector<std::string>& changed, const core::verify::Policy& policy,
                        const core::verify::TrustedGates& trusted);

/// The commit whose protected files are used. Also where nothing is protected: assay.yaml decides.
Reply<std::string> sealing_commit(const core::verify::Policy& policy,
                                  const core::verify::TrustedGates& trusted, const Site& site);

/// Gates of a machine that runs them time and again, sealed each time in a copy below `folder`.
/// `more` are commands beside the plan's that decide as gates do.
Reply<std::shared_ptr<const core::verify::Plan>> seal_gates(
    const std::shared_ptr<const core::verify::Plan>& plan, const format::Config& config,
    const std::vector<std::string>& more, const std::string& folder, const Site& site);

}  // namespace assay::api
