// SPDX-License-Identifier: MIT
// What an agent that asks before it acts is answered.
#pragma once

#include "core/ask/permission.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::core::agent {

/// What it wants to do, as it says.
struct Wish {
  ToolKind kind = ToolKind::other;
  std::vector<std::string> paths = {};  ///< absolute, or from its directory; empty: it does not say
};

struct LeaveGiven {
  Leave leave = Leave::deny;
  std::string why = {};

  friend bool operator==(const LeaveGiven&, const LeaveGiven&) = default;
};

/// Files outside of the directory, assay.yaml and git's own are never for tools that change files.
/// Else the first rule that fits decides: one that allows has to fit every file, one that denies
/// any of them. Without one it is allowed.
LeaveGiven leave_for(const Wish& wish, std::span<const Permission> rules,
                     std::string_view directory);

/// The path from the directory, without dots; none: it leads out. Links are not looked at.
std::optional<std::string> path_inside(std::string_view path, std::string_view directory);

/// Whether it is what decides about the agent's own work.
bool is_out_of_reach(std::string_view inside);

bool changes_files(ToolKind kind);

}  // namespace assay::core::agent
