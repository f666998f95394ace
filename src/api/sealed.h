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

/// `env` with a home of the gates' own, and with what the repository's configuration would start in
/// git's name put out of force. What `env` says itself stays.
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

}  // namespace assay::api
