// SPDX-License-Identifier: MIT
// What a command gets to see of assay's own environment: an allow-list, because a deny-list ages.
// Whatever changes the meaning of a test run (PYTEST_ADDOPTS, LD_PRELOAD, BASH_ENV, ...) arrives
// only if it was configured.
#pragma once

#include "base/digest.h"
#include "base/result.h"
#include "core/agent/settings.h"
#include "core/ask/order.h"

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

/// Whether a variable is a key, account or endpoint of models, or of what assay's own helpers need.
bool is_for_agents(std::string_view name);

/// The same as base_environment with all of that: for programs of assay's own.
Environment own_environment(char** environ, const Environment& configured);

/// What every agent gets, whatever it is: what is inherited, who commits, and certificates.
Environment agent_environment(char** environ, const Environment& configured);

/// What one agent gets: the same, what its CLI needs, and what its role passes on by name or glob.
/// An agent nobody knows needs nothing.
Environment agent_environment(char** environ, const core::agent::Order& order);

/// Values of variables that the plan only names. Each must be configured still: an agent without
/// its key or address would work, or fail, as another one.
Result<Environment> unsealed(const core::agent::Order& order,
                             const std::vector<core::AgentSpec>& agents);

/// Names of keys that are set and that the agent does not get.
std::vector<std::string> withheld_from(char** environ, const core::agent::Order& order,
                                       const Environment& given);

/// Values of variables whose names say that they are secret.
std::vector<std::string> secrets_of(char** environ);
std::vector<std::string> secrets_of(const Environment& environment);
/// Values of these variables, as far as they have one.
std::vector<std::string> values_of(char** environ, const std::vector<std::string>& names);
std::vector<std::string> values_of(const Environment& environment,
                                   const std::vector<std::string>& names);

/// `base` with `more` on top; what stands last wins. Sorted by name, each name once.
Environment merged(const Environment& base, const Environment& more);

/// An environment as evidence keeps it: values may be secret, so only their digest is kept.
struct EnvironmentRecord {
  std::vector<std::string> names;
  Digest digest;  ///< of NAME=value and a zero byte, for each name in order

  friend bool operator==(const EnvironmentRecord&, const EnvironmentRecord&) = default;
};

EnvironmentRecord record_of(const Environment& environment);

/// Of names and values, without what differs from terminal to terminal and changes no result.
Digest key_of(const Environment& environment);

/// Names that have a value in `environ` and are not among `given`, which is sorted.
std::vector<std::string> names_beyond(char** environ, const std::vector<std::string>& given);

}  // namespace assay::process
