// SPDX-License-Identifier: MIT
// What a command gets to see of assay's own environment: an allow-list, because a deny-list ages.
// Whatever changes the meaning of a test run (PYTEST_ADDOPTS, LD_PRELOAD, BASH_ENV, ...) arrives
// only if it was configured.
#pragma once

#include "base/digest.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::process {

using Environment = std::vector<std::pair<std::string, std::string>>;

/// Whether a variable is passed on without being configured.
bool is_inherited(std::string_view name);

/// What is inherited of `environ` and everything in `configured`, which wins; sorted by name, each
/// name once.
Environment base_environment(char** environ, const Environment& configured);

/// Whether a variable is passed on to agents beside: the keys, accounts and endpoints of models.
bool is_for_agents(std::string_view name);

/// The same as base_environment with what is for agents.
Environment agent_environment(char** environ, const Environment& configured);

/// `base` with `more` on top; what stands last wins. Sorted by name, each name once.
Environment merged(const Environment& base, const Environment& more);

/// An environment as evidence keeps it: values may be secret, so only their digest is kept.
struct EnvironmentRecord {
  std::vector<std::string> names;
  Digest digest;  ///< of NAME=value and a zero byte, for each name in order

  friend bool operator==(const EnvironmentRecord&, const EnvironmentRecord&) = default;
};

EnvironmentRecord record_of(const Environment& environment);

}  // namespace assay::process
