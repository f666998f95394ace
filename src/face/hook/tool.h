// SPDX-License-Identifier: MIT
// What a tool of an agent is about to do, read from the arguments of its call. Tools of all agents
// and of MCP servers look alike here: members that are called like paths or commands.
#pragma once

#include "api/guard.h"
#include "format/json/reader.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::hook {

class ToolCall {
 public:
  /// The rest of an object or a list that was just begun.
  void read(format::JsonReader& reader);
  void add(std::string name, std::string value);

  /// Paths only if the tool writes.
  void add_to(std::string_view tool, api::ToolUse& use) const;

 private:
  /// Of a tool that is told by `command` what to do: it is told to show, and nothing else.
  bool only_views(std::string_view tool) const;

  static constexpr std::size_t values_max = 10'000;

  std::vector<std::pair<std::string, std::string>> values_;  // of any depth, by the nearest name
};

}  // namespace assay::hook
