// SPDX-License-Identifier: MIT
// What an agent that asks for leave is given: one answer per kind of tool and place.
#pragma once

#include <cstdint>
#include <string>

namespace assay::core {

/// What a tool call is about, in the words of the Agent Client Protocol.
enum class ToolKind : std::uint8_t {
  any,
  read,
  edit,
  remove,
  move,
  search,
  execute,
  think,
  fetch,
  switch_mode,
  other,
};

enum class Leave : std::uint8_t { allow, deny };

/// The first that fits decides.
struct Permission {
  ToolKind kind = ToolKind::any;
  std::string path = {};  ///< glob, from the agent's directory; empty: anywhere, and nowhere at all
  Leave leave = Leave::deny;

  friend bool operator==(const Permission&, const Permission&) = default;
};

}  // namespace assay::core
