// SPDX-License-Identifier: MIT
#include "api/artifacts.h"

#include "api/pipeline.h"
#include "format/completion/completion.h"

#include <algorithm>

namespace assay::api {

namespace {

constexpr std::uint64_t artifact_bytes_max = 4U << 20;
constexpr std::size_t artifacts_max = 10'000;
constexpr int artifact_depth_max = 8;

std::string status_word(core::agent::CompletionStatus status) {
  using core::agent::CompletionStatus;
  if (status == CompletionStatus::done) return "DONE";
  return status == CompletionStatus::needs_revision ? "NEEDS_REVISION" : "ERROR";
}

format::FoundArtifact read_one(const Site& site, const std::string& root, const std::string& path,
                               format::ArtifactKind kind) {
  format::FoundArtifact artifact{path, std::string(to_text(kind)), "", {}};
  const auto text = read_of_workspace(site, root + "/" + path, artifact_bytes_max);
  if (!text) {
    artifact.problems.push_back(text.error().what);
    return artifact;
  }
  const format::ArtifactReading reading = format::read_artifact(kind, path, *text);
  for (const format::Problem& problem : reading.problems)
    artifact.problems.push_back(problem.where + ": " + problem.what);
  if (reading.completion) artifact.status = status_word(reading.completion->status);
  return artifact;
}

void collect(const Site& site, const std::string& root, const std::string& below, int depth,
             std::vector<format::FoundArtifact>& found) {
  const std::string directory = below.empty() ? root : root + "/" + below;
  for (const std::string& name : site.files().list(directory)) {
    const std::string path = below.empty() ? name : below + "/" + name;
    if (site.files().is_directory(root + "/" + path)) {
      if (depth < artifact_depth_max) collect(site, root, path, depth + 1, found);
      continue;
    }
    const auto kind = format::artifact_kind(path);
    if (kind && found.size() < artifacts_max) found.push_back(read_one(site, root, path, *kind));
  }
}

std::string without_slash(std::string path) {
  while (path.ends_with('/')) path.pop_back();
  return path;
}

bool is_sound(const core::pipeline::Outputs& found) {
  using core::agent::CompletionStatus;
  return !found.artifacts.empty() &&
         std::all_of(found.artifacts.begin(), found.artifacts.end(), [](const auto& artifact) {
           return artifact.exists && artifact.problems.empty() &&
                  artifact.status.value_or(CompletionStatus::done) == CompletionStatus::done;
         });
}

}  // namespace

Reply<std::vector<format::FoundArtifact>> list_artifacts(const std::string& slug,
                                                         const Site& site) {
  if (!is_slug(slug)) return Error{Fault::bad_input, slug + " is not the name of a feature"};
  const std::string root = site.place.workspace + "/" + core::pipeline::feature_folder(slug);
  if (!site.files().is_directory(root))
    return Error{Fault::bad_input, root + ": no such directory"};
  std::vector<format::FoundArtifact> found;
  collect(site, without_slash(root), "", 0, found);
  return found;
}

std::string first_open_step(const core::pipeline::Plan& plan, const Site& site,
                            std::vector<std::string>& taken_over) {
  using core::pipeline::StepKind;
  const std::string& workspace = site.place.workspace;
  const auto shop = site.outside.open_workshop(workspace, site.place.state);
  if (!shop) return "";
  const std::string feature = without_slash(core::pipeline::feature_folder(plan.slug));
  for (const core::pipeline::Step& step : plan.definition.steps) {
    if (step.kind == StepKind::prepare || step.kind == StepKind::approval) continue;
    // Nobody's word that something was done, verified or approved is taken over.
    if (step.kind != StepKind::agents) return step.id;
    for (const core::pipeline::Instance& instance : step.dispatch.instances) {
      core::ReadOutputs wanted{{}, step.id, workspace, feature, step.dispatch.outputs, {}};
      for (core::pipeline::Output& output : wanted.outputs)
        output.path = core::pipeline::fill(output.path,
                                           {plan.slug, "", instance.name, instance.focus, "", "1"});
      const core::pipeline::Outputs found = (*shop)->outputs(wanted);
      if (!is_sound(found)) return step.id;
      for (const auto& artifact : found.artifacts) taken_over.push_back(artifact.path);
    }
  }
  return "";
}

}  // namespace assay::api
