// SPDX-License-Identifier: MIT
// Going on with runs that are parked, once what they wait for has come.
#pragma once

#include "api/run.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace assay::api {

/// What became of a run that was parked.
struct WakeResult {
  std::string run_id = {};
  std::string machine = {};
  std::string workspace = {};
  std::optional<Run> run = {};        ///< it was gone on with, and rests or has ended again
  std::string left = {};              ///< why it was not
  std::optional<Instant> until = {};  ///< what it waits for; none: not for a time
  bool is_problem = false;            ///< its time had come, and it could not be gone on with
};

/// Whether its time has come; one that waits for no time has none. A clock that was set back behind
/// the moment when it was parked says nothing about that: then it is tried, and parks again if it
/// was too early.
bool is_time_up(const core::Machine& machine, Instant now);

/// Goes on with every parked run of one workspace whose time has come, or whose question has been
/// answered, one after the other. However many do this at a time, each run is gone on with once.
Reply<std::vector<WakeResult>> wake_runs(const Site& site, shell::Audience& audience);

/// The same for every workspace of this user; `at` makes the site of each.
using SiteAt = std::function<Site(const Place&)>;
std::vector<WakeResult> wake_all(shell::Outside& outside, const SiteAt& at,
                                 shell::Audience& audience);

}  // namespace assay::api
