// SPDX-License-Identifier: MIT
#include "core/agent/leave.h"

#include "base/text/glob.h"
#include "base/text/join.h"
#include "base/text/path.h"
#include "core/ask/permission_records.h"

#include <algorithm>

namespace assay::core::agent {

namespace {

/// As far as the rule is about this kind of tool.
bool is_about(const Permission& rule, ToolKind kind) {
  return rule.kind == ToolKind::any || rule.kind == kind;
}

bool fits_path(const Permission& rule, const std::string& path, std::string_view directory) {
  const std::optional<std::string> inside = path_inside(path, directory);
  return matches_glob(rule.path, inside ? *inside : path);
}

bool fits(const Permission& rule, const Wish& wish, std::string_view directory) {
  if (!is_about(rule, wish.kind)) return false;
  if (rule.path.empty()) return true;
  const auto matches = [&](const std::string& path) { return fits_path(rule, path, directory); };
  // Who does not say which files he means may mean those that are denied.
  if (wish.paths.empty()) return rule.leave == Leave::deny;
  return rule.leave == Leave::deny ? std::any_of(wish.paths.begin(), wish.paths.end(), matches)
                                   : std::all_of(wish.paths.begin(), wish.paths.end(), matches);
}

std::optional<std::string> never(const Wish& wish, std::string_view directory) {
  if (!changes_files(wish.kind)) return std::nullopt;
  for (const std::string& path : wish.paths) {
    const std::optional<std::string> inside = path_inside(path, directory);
    if (!inside) return path + " is outside of the agent's directory";
    if (is_out_of_reach(*inside)) return *inside + " is not for agents to change";
  }
  return std::nullopt;
}

}  // namespace

bool changes_files(ToolKind kind) {
  return kind == ToolKind::edit || kind == ToolKind::remove || kind == ToolKind::move;
}

std::optional<std::string> path_inside(std::string_view path, std::string_view directory) {
  std::string whole = path.starts_with('/') ? "" : std::string(directory) + "/";
  whole += path;
  const std::string plain = "/" + assay::joined(path_parts(whole).parts, "/");
  while (directory.size() > 1 && directory.ends_with('/')) directory.remove_suffix(1);
  const std::string below = directory == "/" ? "/" : std::string(directory) + "/";
  if (!plain.starts_with(below) || plain.size() == below.size()) return std::nullopt;
  return plain.substr(below.size());
}

bool is_out_of_reach(std::string_view inside) {
  return inside == "assay.yaml" || has_part(inside, ".git");
}

LeaveGiven leave_for(const Wish& wish, std::span<const Permission> rules,
                     std::string_view directory) {
  if (const auto why = never(wish, directory)) return {Leave::deny, *why};
  for (const Permission& rule : rules) {
    if (!fits(rule, wish, directory)) continue;
    const std::string where = rule.path.empty() ? "" : " " + rule.path;
    return {rule.leave, "permissions: " + std::string(to_text(rule.kind)) + where + " " +
                            std::string(to_text(rule.leave))};
  }
  return {Leave::allow, "no rule is against it"};
}

}  // namespace assay::core::agent
