// SPDX-License-Identifier: MIT
// What assay needs on this machine, what of it is there, and how to get the rest.
#pragma once

#include "api/site.h"
#include "shell/ports/audience.h"

#include <string>
#include <vector>

namespace assay::api {

enum class Health : std::uint8_t { good, missing, broken };

struct Finding {
  std::string name;
  Health health = Health::good;
  bool needed = false;       ///< assay cannot do what is configured without it
  std::string what;          ///< where it is, or what is wrong
  std::string version = {};  ///< empty if it was not asked, or did not say
  std::string remedy = {};   ///< empty if there is nothing to do
  Problems problems = {};    ///< of which `what` is the plain text; empty: none
};

/// Names of known agent CLIs that are installed here, as presets.
std::vector<std::string> installed_agents(shell::Outside& outside);

/// Tools, the state directory with its ledger, the configuration with its gates and roles. Starts
/// nothing that takes long.
std::vector<Finding> examine(const Reply<Site>& site, shell::Outside& outside);

/// One real turn of every agent that is configured, in a repository made for it: it has to write a
/// file and commit it. The same command line is tried once, however many roles use it.
std::vector<Finding> try_agents(const Site& site, shell::Audience& audience);

}  // namespace assay::api
