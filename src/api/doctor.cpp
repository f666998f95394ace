// SPDX-License-Identifier: MIT
#include "api/doctor.h"

#include "core/agent/roles.h"

namespace assay::api {

namespace {

struct Tool {
  std::string name;
  bool needed;
  std::string remedy;
};

const Tool tools[] = {
    {"bash", true, "apt-get install bash"},
    {"git", false, "apt-get install git (assay works without, but cannot tell ignored files)"},
    {"sqlite3", false, "apt-get install sqlite3 (only to look into the ledger yourself)"},
    {"gh", false, "apt-get install gh (only for the life cycle of pull requests)"},
};

/// The first executable of that name on PATH; empty if there is none.
std::string on_path(const std::string& name, shell::Outside& outside) {
  const std::string path = outside.variable("PATH").value_or("/usr/bin:/bin");
  std::size_t at = 0;
  while (at <= path.size()) {
    const std::size_t colon = std::min(path.find(':', at), path.size());
    const std::string candidate = path.substr(at, colon - at) + "/" + name;
    if (candidate.starts_with("/") && outside.files().is_executable(candidate)) return candidate;
    at = colon + 1;
  }
  return "";
}

Finding examine_tool(const Tool& tool, shell::Outside& outside) {
  Finding finding{tool.name, Health::good, tool.needed, on_path(tool.name, outside), "", ""};
  if (finding.what.empty()) {
    finding.health = Health::missing;
    finding.what = "not on PATH";
    finding.remedy = tool.remedy;
    return finding;
  }
  const auto answer = outside.ask({finding.what, "--version"}, "/");
  if (answer) {
    finding.answer = *answer;
  } else {
    finding.health = Health::broken;
    finding.what += ": " + answer.error().what;
    finding.remedy = tool.remedy;
  }
  return finding;
}

Finding examine_ledger(const Place& place, shell::Outside& outside) {
  Finding finding{"ledger", Health::good, true, place.state_dir + "/ledger.db", "", ""};
  const auto ledger = outside.open_ledger(place.state_dir, shell::LedgerMode::read_only);
  if (ledger) return finding;
  if (ledger.error().fault == Fault::not_found) {
    finding.what += " (not made yet)";
    return finding;
  }
  finding.health = Health::broken;
  finding.what = ledger.error().what;
  finding.remedy = "name another place with --state-dir, or move this one away";
  return finding;
}

}  // namespace

std::vector<Finding> examine(const Result<Place>& place, shell::Outside& outside) {
  std::vector<Finding> findings;
  for (const Tool& tool : tools) findings.push_back(examine_tool(tool, outside));
  for (const core::agent::Preset& preset : core::agent::presets()) {
    const Tool tool{preset.argv.front(), false, std::string(preset.package)};
    findings.push_back(examine_tool(tool, outside));
  }
  if (!place) {
    findings.push_back(
        {"workspace", Health::broken, true, place.error().what, "", "see `assay help`"});
    return findings;
  }
  findings.push_back({"workspace", Health::good, true, place->workspace, "", ""});
  findings.push_back(examine_ledger(*place, outside));
  return findings;
}

}  // namespace assay::api
