// SPDX-License-Identifier: MIT
// Before a tool of an agent runs: does it write what decides about its work?
#pragma once

#include "api/hook.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::api {

/// What a tool is about to do, as far as its call tells.
struct ToolUse {
  std::string cwd = {};                    ///< absolute; empty: the workspace
  std::vector<std::string> paths = {};     ///< files it writes
  std::vector<std::string> commands = {};  ///< of shells
};

struct GuardAnswer {
  enum class Kind : std::uint8_t { allow, tell, deny };

  Kind kind = Kind::allow;
  std::string reason = {};
};

/// assay.yaml, files of hooks, the state of assay, and ways around hooks of git. A configuration
/// that cannot be read protects as if it said nothing; so does one that was there when the session
/// began and is gone. Without either there is nothing to guard.
GuardAnswer hook_guard(const HookCaller& who, const ToolUse& use, const Site& site);

}  // namespace assay::api
