// SPDX-License-Identifier: MIT
// The words of each agent's hooks: what an event is called, what it says on standard input, and
// what it wants to hear. One descriptor for each agent; whether it may stop is the api's business.
#pragma once

#include "api/guard.h"
#include "api/hook.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::hook {

enum class Event : std::uint8_t { start, stop, guard };

/// What an agent is told: two streams and an exit status, as agents read them.
struct Words {
  std::string out = {};
  std::string err = {};
  int status = 0;
};

/// One event as the agent calls it.
struct EventName {
  std::string_view name;
  Event event;
  bool of_subagent = false;
};

struct Agent {
  std::string_view name;
  std::span<const EventName> events;
  /// Variables that name the project, whatever the current directory is.
  std::string_view project_variable;
  /// `event`: as the agent calls it.
  Words (*start)(const api::HookAnswer& answer, std::string_view event);
  Words (*stop)(const api::HookAnswer& answer, std::string_view event);
  Words (*guard)(const api::GuardAnswer& answer, std::string_view event);
};

/// Null: there is none of that name.
const Agent* find_agent(std::string_view name);
std::vector<std::string> agent_names();

/// By the agent's own name for it or by ours (stop, subagent-stop, session-start, subagent-start,
/// guard), whatever the case and the dashes. Null: the agent has none of that name.
const EventName* find_event(const Agent& agent, std::string_view name);

/// What stands in the input, as far as anybody needs it.
struct Input {
  std::string event = {};  ///< empty: it does not say
  api::HookCaller who = {};
  std::string cwd = {};
  bool goes_on = false;
  bool began_earlier = false;  ///< a start of a session that is resumed or compacted
  bool broken_off = false;     ///< a stop that a person or an error caused
  std::string tool = {};
  api::ToolUse use = {};
};

inline constexpr std::uint64_t input_bytes_max = 256U << 20;

/// Fault::bad_input: it is no JSON object, and why.
Result<Input> read_input(std::string_view agent, std::string_view text);

}  // namespace assay::hook
