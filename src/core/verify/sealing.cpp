// SPDX-License-Identifier: MIT
#include "core/verify/sealing.h"

#include "base/ensure.h"
#include "core/work/test_files.h"

#include <algorithm>

namespace assay::core::verify {

namespace {

std::string tree_in(const std::string& place) { return place + "/tree"; }
std::string home_in(const std::string& place) { return place + "/home"; }

/// What the configuration sets itself is not set again.
std::vector<std::pair<std::string, std::string>> variables_in(const Plan& plan,
                                                              const std::string& place) {
  auto all = home_variables(home_in(place));
  all.insert(all.end(), plan.sealing.env.begin(), plan.sealing.env.end());
  std::erase_if(all, [&](const auto& each) {
    const auto& own = plan.sealing.own;
    return std::find(own.begin(), own.end(), each.first) != own.end();
  });
  return all;
}

}  // namespace

bool is_to_be_sealed(const Plan& plan) { return plan.sealing.on && !plan.sealing.folder.empty(); }

std::vector<std::pair<std::string, std::string>> home_variables(const std::string& home) {
  return {{"HOME", home},
          {"XDG_CONFIG_HOME", home + "/.config"},
          {"XDG_CACHE_HOME", home + "/.cache"},
          {"XDG_DATA_HOME", home + "/.local/share"}};
}

std::string sealed_place(const Plan& plan, std::uint32_t unit, std::uint32_t copies) {
  return plan.sealing.folder + "-" + std::to_string(unit) + "-" + std::to_string(copies);
}

OpenCopy sealed_copy(const Plan& plan, const std::string& place, AttemptKey key) {
  OpenCopy wanted{.key = key,
                  .workspace = plan.workspace,
                  .directory = tree_in(place),
                  .commit = "",
                  .with_changes = true};
  wanted.guarded_by = plan.guarded_by;
  wanted.guarded = plan.sealing.globs;
  wanted.judged = plan.sealing.judged;
  wanted.home = home_in(place);
  if (!plan.supplies) return wanted;
  Supplies supplies = *plan.supplies;
  supplies.env = variables_in(plan, place);
  wanted.supplies = std::make_shared<const Supplies>(std::move(supplies));
  return wanted;
}

std::shared_ptr<const Plan> plan_in_copy(const Plan& plan, const std::string& place,
                                         const work::WorkResult& made) {
  ENSURE(plan.cwd.starts_with(plan.workspace));
  auto inside = std::make_shared<Plan>(plan);
  inside->cwd = tree_in(place) + plan.cwd.substr(plan.workspace.size());
  inside->workspace = tree_in(place);
  inside->sealing.env = variables_in(plan, place);
  inside->sealing.restored = made.paths;
  if (made.status != work::WorkResult::Status::done)
    inside->sealing.problem = "no copy to seal the gates in: " + made.detail;
  return inside;
}

InspectWork look_at_copy(const std::string& place, const std::string& since, AttemptKey key) {
  InspectWork look{.key = key,
                   .name = "sealed",
                   .directory = tree_in(place),
                   .since = since,
                   .files_only = true};
  return look;
}

std::string spoilt_by(const work::WorkSight& after) {
  if (!after.problem.empty()) return "the sealed copy cannot be read: " + after.problem;
  std::string files;
  for (const std::string& path : after.changed) {
    const bool added = std::find(after.added.begin(), after.added.end(), path) != after.added.end();
    if ((added && !is_test_code(path)) || is_tool_litter(path)) continue;
    files += (files.empty() ? "" : ", ") + path;
  }
  return files.empty() ? "" : "a gate changed the copy it ran in: " + files;
}

void spoil(State& state, const std::string& why) {
  for (CommandState& command : state.commands) {
    if (command.status != Status::pass) continue;
    command.status = Status::error;
    command.reason = Reason::tree_changed;
    command.effective = false;
    command.note().detail = why;
  }
}

std::vector<CloseWork> unsealed(const Plan& plan, const std::string& place, AttemptKey key) {
  std::vector<CloseWork> wanted;
  for (const std::string& folder : {tree_in(place), place})
    wanted.push_back({.key = key, .workspace = plan.workspace, .directory = folder, .branch = ""});
  return wanted;
}

}  // namespace assay::core::verify
