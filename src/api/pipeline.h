// SPDX-License-Identifier: MIT
// Pipeline runs: start one, go on with it, answer its questions, call it off.
#pragma once

#include "api/agents.h"
#include "api/run.h"
#include "api/verify.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay::api {

/// Where the first step is.
enum class Beginning : std::uint8_t {
  first_step,
  artifacts,  ///< behind the sound files of an earlier run
};

struct PipelineRequest {
  Giving request;                               ///< what is wanted
  std::string slug = {};                        ///< empty: made from the request
  std::string definition = {};                  ///< a name or a file; empty: as configured
  std::optional<core::Approval> approval = {};  ///< none: as configured
  std::string from = {};  ///< the step to begin with; empty: as `beginning` says
  Beginning beginning = Beginning::first_step;
  bool allow_dirty = false;
  std::string run_id = {};  ///< empty: made from time and chance
  bool waits = false;       ///< for a quota or an answer, instead of coming to rest
};

/// A run that could be started: everything that can be known before an agent is paid.
struct PipelineDraft {
  core::pipeline::Plan plan;
  std::map<std::string, RoleAgent> agents;  ///< by role
  format::Config config;
  std::string run_id;
};
Reply<PipelineDraft> draft_pipeline(const PipelineRequest& request, const Site& site,
                                    const OnNote& tell);

/// Writes the request into the feature folder and runs the pipeline to its end, or until it has to
/// wait. `person` may be null.
Reply<Run> start_pipeline(const PipelineRequest& request, const Site& site,
                          shell::Audience& audience, shell::Person* person, const OnNote& tell);

/// What a run would do, with warnings about gates that could not prove anything; nothing is run.
Reply<PipelineDraft> rehearse_pipeline(const PipelineRequest& request, const Site& site,
                                       const OnNote& tell);

/// By id, a unique prefix or "last"; empty: the newest pipeline run.
Reply<Run> find_pipeline(const std::string& name, const Site& site);

/// `waits` as in the request.
Reply<Run> resume_pipeline(const std::string& name, const Site& site, shell::Audience& audience,
                           shell::Person* person, bool waits = false);

Reply<Run> abort_pipeline(const std::string& name, const std::string& by, const Site& site,
                          shell::Audience& audience);

/// Whether its question has been answered.
bool has_answer(const std::string& run_id, const core::pipeline::State& state, const Site& site);

/// Answers the question a run waits for. Problems: it waits for another, has no such option, or
/// somebody was faster.
Reply<Run> approve_pipeline(const std::string& name, const std::string& gate_id,
                            const shell::Answer& answer, const Site& site);

/// A name for folders, from the first words of a request.
std::string slug_of(std::string_view request);
bool is_slug(const std::string& text);

}  // namespace assay::api
