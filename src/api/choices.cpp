// SPDX-License-Identifier: MIT
#include "api/choices.h"

#include "api/history.h"
#include "format/manifest.h"

#include <algorithm>
#include <set>

namespace assay::api {

namespace {

constexpr std::size_t runs_offered = 50;
constexpr std::uint64_t manifest_bytes_offered = 16U << 20;

std::string state_word(const ledger::RunRow& row) {
  if (row.outcome) return std::string(to_text(*row.outcome));
  if (row.alive) return "running";
  return row.parked ? "parked" : "interrupted";
}

}  // namespace

Choices gate_choices(const Site& site, const std::string& manifest) {
  core::verify::Manifest found;
  if (manifest.empty()) {
    if (auto loaded = load_config(site)) found = std::move(loaded->config.verify.manifest);
  } else if (const auto text = site.files().read(manifest, manifest_bytes_offered)) {
    found = format::read_manifest_json(manifest, *text).manifest;
  }
  Choices all;
  for (const core::verify::CommandSpec& spec : found.commands)
    all.push_back({spec.id, spec.command});
  return all;
}

Choices role_choices(const Site& site) {
  Choices all;
  const auto loaded = load_config(site);
  if (!loaded) return all;
  for (const core::AgentSpec& agent : loaded->config.agents) {
    if (agent.role != "*") all.push_back({agent.role});
  }
  return all;
}

Choices run_choices(const Site& site, const std::string& machine) {
  Choices all;
  const auto rows = list_runs(runs_offered, site);
  if (!rows) return all;
  for (const ledger::RunRow& row : *rows) {
    if (machine.empty() || row.machine == machine)
      all.push_back({row.run_id, row.machine + ", " + state_word(row)});
  }
  if (!all.empty()) all.push_back({"last", "the newest run"});
  return all;
}

Choices attempt_choices(const Site& site, const std::string& run) {
  Choices all;
  const auto view = show_run(run, site);
  if (!view) return all;
  std::set<std::string> told;
  for (const core::AttemptEnded& attempt : view->attempts) {
    if (told.insert(attempt.name).second) all.push_back({attempt.name});
  }
  return all;
}

Choices folder_choices(const Site& site, const std::string& folder) {
  Choices all;
  const std::string below = site.place.workspace + "/" + folder;
  for (const std::string& name : site.files().list(below)) {
    if (!name.starts_with(".") && site.files().is_directory(below + "/" + name))
      all.push_back({name});
  }
  return all;
}

Choices revision_choices(const Site& site) {
  Choices all;
  const auto names = site.outside.output_of(
      {"git", "for-each-ref", "--count=100", "--sort=-committerdate", "--format=%(refname:short)",
       "refs/heads", "refs/tags", "refs/remotes"},
      site.place.workspace);
  if (!names) return all;
  for (std::size_t at = 0; at < names->size();) {
    const std::size_t end = std::min(names->find('\n', at), names->size());
    if (end > at) all.push_back({names->substr(at, end - at)});
    at = end + 1;
  }
  if (!all.empty()) all.push_back({"HEAD", "what is checked out"});
  return all;
}

}  // namespace assay::api
