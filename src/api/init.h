// SPDX-License-Identifier: MIT
// A configuration for a workspace that has none: find the gates it has, try them, write them down.
#pragma once

#include "api/trial.h"

#include <string>

namespace assay::api {

/// What the files of the workspace say, nothing run. Fails if there is a configuration that would
/// be written over; a survey that is only shown does not mind.
enum class Purpose : std::uint8_t { write, show };
Reply<format::ProjectPlan> survey(const Site& site, Purpose purpose);

/// Nothing was found that could be written, or nothing was left after trying.
Problem no_gates_found(const Site& site);

/// Writes the configuration; returns where.
Reply<std::string> write_config(const format::ProjectPlan& plan, const Site& site);

}  // namespace assay::api
