// SPDX-License-Identifier: MIT
#include "face/mcp/command_line.h"

namespace assay::mcp {

namespace {

/// The same workspace, state and configuration as here, and JSON.
api::Words here(const api::Site& site, api::Words words) {
  words.insert(words.end(), {"-C", site.place.workspace, "--state-dir", site.place.state.path(),
                             "--format", "json", "--no-color"});
  if (!site.gates_from.empty()) words.insert(words.end(), {"--gates-from", site.gates_from});
  if (site.config_path.empty()) return words;
  const auto config = site.files().real_path(site.config_path);
  words.insert(words.end(), {"--config", config ? *config : site.config_path});
  return words;
}

}  // namespace

api::Words verify_words(const api::VerifyRequest& request, const std::string& run_id,
                        const api::Site& site) {
  api::Words words{"verify", "--run-id=" + run_id, "--quiet"};
  for (const std::string& id : request.only) words.push_back("--only=" + id);
  if (request.reuse) words.emplace_back("--reuse");
  return here(site, std::move(words));
}

api::Words goals_words(const api::GoalsRequest& request, const api::Site& site) {
  api::Words words{"goals", "check", site.place.workspace + "/" + request.phase_dir,
                   "--out=" + request.files.report};
  if (!request.with_commands) words.emplace_back("--no-commands");
  if (request.allow_missing_summaries) words.emplace_back("--allow-missing-summaries");
  return here(site, std::move(words));
}

api::Words prove_words(const api::ProveRequest& request, const api::Site& site) {
  api::Words words{"prove"};
  if (!request.base.empty()) words.push_back("--base=" + request.base);
  if (request.hunks > 0) words.push_back("--hunks=" + std::to_string(request.hunks));
  return here(site, std::move(words));
}

}  // namespace assay::mcp
