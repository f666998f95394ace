// SPDX-License-Identifier: MIT
// Loop runs: drive the tasks of a spec, go on with them, look at them, call them off.
#pragma once

#include "api/run.h"
#include "api/spec.h"
#include "core/ask/process.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::api {

struct LoopRequest {
  std::string spec_dir = {};  ///< as somebody wrote it
  std::string until = {};     ///< id of the task to stop after; empty: none
  std::string run_id = {};    ///< empty: made from time and chance
  bool allow_dirty = false;
  /// What is given here goes over the configuration.
  std::optional<std::int32_t> max_task_iterations = {};
  std::optional<std::int32_t> max_global_iterations = {};
  std::optional<std::int32_t> jobs = {};
  bool recovery_mode = false;
  bool waits = false;  ///< until a quota is over, instead of coming to rest
};

/// Goes on with the run of the spec that was interrupted, or starts one, and drives it to its end
/// or until it has to wait. Problems: nothing was run.
Reply<Run> run_loop(const LoopRequest& request, const Site& site, shell::Audience& audience,
                    const OnNote& tell);

/// Goes on with this very run, if it is wanted still. Problems: its list was changed since, or it
/// is not wanted.
Reply<Run> wake_loop(const std::string& spec_dir, RunNeeds needs, const Site& site,
                     shell::Audience& audience);

/// A run in which all goes well; nothing is started.
struct LoopRehearsal {
  std::vector<core::Launch> launches;  ///< in order, with their words
  std::vector<Note> warnings;          ///< about commands that could not prove anything
};
Reply<LoopRehearsal> rehearse_loop(const LoopRequest& request, const Site& site,
                                   const OnNote& tell);

struct LoopStatus {
  Spec spec;
  std::optional<Run> run;  ///< the newest; none: there was none
};
Reply<LoopStatus> loop_status(const std::string& spec_dir, const Site& site);

/// Ends the run of the spec for good. A coordinator that is alive is asked to stop first.
Reply<Run> cancel_loop(const std::string& spec_dir, const std::string& by, const Site& site,
                       shell::Audience& audience);

}  // namespace assay::api
