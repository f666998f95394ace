// SPDX-License-Identifier: MIT
#include "format/pipeline/result.h"

#include "format/json/fields.h"
#include "format/pipeline/bundle.h"

#include <fmt/format.h>

namespace assay::format {

namespace {

using core::pipeline::State;

void put_or_null(JsonWriter& json, std::string_view key, const std::string& text) {
  json.key(key);
  text.empty() ? json.null() : json.text(text);
}

void put_steps(JsonWriter& json, const State& state) {
  json.key("steps");
  json.begin_array();
  for (const core::pipeline::Step& step : state.plan->definition.steps) {
    const auto entered = state.rounds.find(step.id);
    json.begin_object();
    Fields(json)
        .text("id", step.id)
        .text("title", step.title)
        .number("rounds", entered == state.rounds.end() ? std::int64_t{0} : entered->second);
    json.end_object();
  }
  json.end_array();
}

/// Those of the step under way.
void put_agents(JsonWriter& json, const PipelineStanding& standing) {
  json.key("agents");
  json.begin_array();
  for (const core::pipeline::Job& job : standing.state.jobs) {
    if (standing.outcome) break;
    json.begin_object();
    Fields(json)
        .text("instance", job.instance)
        .text("task", job.task)
        .flag("at_work", job.step == core::pipeline::JobStep::executing)
        .number("attempts", job.spawns)
        .text("failure", job.failure);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

std::string_view status_of(const PipelineStanding& standing) {
  if (standing.outcome) {
    if (*standing.outcome == core::Outcome::cancelled) return "ABORTED";
    return end_word(standing.state);
  }
  return standing.parked && !standing.alive ? "WAITING" : "RUNNING";
}

std::string next_step(const PipelineStanding& standing) {
  const core::pipeline::State& state = standing.state;
  const std::string again = fmt::format("`assay pipeline resume {}`", state.run_id);
  if (!standing.outcome) {
    if (!state.waiting_for.empty()) {
      std::string options;
      for (const auto& option : question_of(state).options)
        options += (options.empty() ? "" : "|") + option.id;
      return fmt::format("answer with `assay pipeline approve {} {} {}`, then {}", state.run_id,
                         state.waiting_for, options, again);
    }
    if (!state.strangers.empty()) return "see to these files, then go on with " + again;
    if (standing.parked && standing.parked->until)
      return fmt::format("after {} go on with {}", assay::to_text(*standing.parked->until), again);
    return standing.alive ? "" : "go on with " + again;
  }
  switch (*standing.outcome) {
    case core::Outcome::passed: return state.bundle_path.empty() ? "" : "read " + state.bundle_path;
    case core::Outcome::out_of_budget: return "raise budgets: in assay.yaml and start again";
    case core::Outcome::cancelled:
      return "its files are where they were; start again when you like";
    case core::Outcome::failed:
    case core::Outcome::error:
    case core::Outcome::exhausted:
      return fmt::format("`assay explain {}` says how it came to this", state.run_id);
  }
  return "";
}

std::string pipeline_json(const PipelineStanding& standing) {
  const core::pipeline::State& state = standing.state;
  std::string out;
  JsonWriter json(out, JsonLayout::indented);
  json.begin_object();
  const std::string reason =
      standing.parked && !standing.outcome ? standing.parked->reason : state.why;
  Fields(json)
      .text("run_id", state.run_id)
      .text("slug", state.plan->slug)
      .text("status", status_of(standing))
      .text("step", current_step(state).id)
      .text("reason", reason);
  put_or_null(json, "confidence", shown_confidence(state));
  put_or_null(json, "waiting_for", standing.outcome ? "" : state.waiting_for);
  put_or_null(json, "commit", state.commit);
  put_or_null(json, "bundle", state.bundle_path);
  put_steps(json, state);
  put_agents(json, standing);
  Fields(json)
      .list("gate", state.gate_notes)
      .list("known_issues", state.known_issues)
      .list("protected_changed", core::pipeline::protected_changed(state));
  put_approvals(json, bundle_of(state).approvals);
  json.end_object();
  return out + "\n";
}

std::string artifacts_json(const std::vector<FoundArtifact>& artifacts) {
  std::string out;
  JsonWriter json(out, JsonLayout::indented);
  json.begin_object();
  json.key("artifacts");
  json.begin_array();
  for (const FoundArtifact& artifact : artifacts) {
    json.begin_object();
    Fields(json).text("path", artifact.path).text("kind", artifact.kind);
    put_or_null(json, "status", artifact.status);
    Fields(json).list("problems", artifact.problems);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return out + "\n";
}

}  // namespace assay::format
