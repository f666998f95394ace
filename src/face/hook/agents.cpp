// SPDX-License-Identifier: MIT
#include "base/text/ascii.h"
#include "face/hook/agent.h"
#include "format/json/fields.h"

#include <algorithm>
#include <array>

namespace assay::hook {

namespace {

using api::GuardAnswer;
using api::HookAnswer;
using format::Fields;
using format::JsonWriter;

/// An object of texts, and another one inside.
class Saying {
 public:
  Saying() { json_.begin_object(); }

  Saying& text(std::string_view key, std::string_view value) {
    if (!value.empty()) Fields(json_).text(key, value);
    return *this;
  }
  Saying& begin(std::string_view key) {
    json_.key(key);
    json_.begin_object();
    return *this;
  }
  Saying& end() {
    json_.end_object();
    return *this;
  }
  Words words() {
    json_.end_object();
    return {.out = out_ + "\n"};
  }

 private:
  std::string out_;
  JsonWriter json_{out_};
};

/// Nothing at all: every agent takes that for yes.
bool says_nothing(const HookAnswer& answer) {
  return answer.kind == HookAnswer::Kind::silent ||
         (answer.kind == HookAnswer::Kind::let_go && answer.remark.empty());
}

// ---- Claude Code, and those who speak like it: codex, qwen --------------------------------------

Words claude_start(const HookAnswer& answer, std::string_view event) {
  if (says_nothing(answer)) return {};
  return Saying()
      .begin("hookSpecificOutput")
      .text("hookEventName", event)
      .text("additionalContext", answer.remark)
      .end()
      .words();
}

Words claude_stop(const HookAnswer& answer, std::string_view) {
  if (says_nothing(answer)) return {};
  if (answer.kind == HookAnswer::Kind::let_go)
    return Saying().text("systemMessage", answer.remark).words();
  return Saying().text("decision", "block").text("reason", answer.reason).words();
}

Words claude_guard(const GuardAnswer& answer, std::string_view event) {
  if (answer.kind == GuardAnswer::Kind::allow) return {};
  if (answer.kind == GuardAnswer::Kind::tell)
    return Saying().text("systemMessage", answer.reason).words();
  return Saying()
      .begin("hookSpecificOutput")
      .text("hookEventName", event)
      .text("permissionDecision", "deny")
      .text("permissionDecisionReason", answer.reason)
      .end()
      .words();
}

constexpr std::array<EventName, 5> claude_events{{{"SessionStart", Event::start},
                                                  {"SubagentStart", Event::start, true},
                                                  {"PreToolUse", Event::guard},
                                                  {"Stop", Event::stop},
                                                  {"SubagentStop", Event::stop, true}}};

// ---- Gemini -------------------------------------------------------------------------------------

Words gemini_stop(const HookAnswer& answer, std::string_view) {
  if (says_nothing(answer)) return {};
  if (answer.kind == HookAnswer::Kind::let_go)
    return Saying().text("systemMessage", answer.remark).words();
  return Saying().text("decision", "deny").text("reason", answer.reason).words();
}

Words gemini_guard(const GuardAnswer& answer, std::string_view) {
  if (answer.kind == GuardAnswer::Kind::allow) return {};
  if (answer.kind == GuardAnswer::Kind::tell)
    return Saying().text("systemMessage", answer.reason).words();
  return Saying().text("decision", "deny").text("reason", answer.reason).words();
}

constexpr std::array<EventName, 3> gemini_events{
    {{"SessionStart", Event::start}, {"BeforeTool", Event::guard}, {"AfterAgent", Event::stop}}};

// ---- Cursor: a stop is followed up by a message, never refused
// -----------------------------------

Words cursor_start(const HookAnswer& answer, std::string_view) {
  if (says_nothing(answer)) return {};
  return Saying().text("additional_context", answer.remark).words();
}

Words cursor_stop(const HookAnswer& answer, std::string_view) {
  if (answer.kind == HookAnswer::Kind::block)
    return Saying().text("followup_message", answer.reason).words();
  return {.err = answer.remark.empty() ? "" : answer.remark + "\n"};
}

Words cursor_guard(const GuardAnswer& answer, std::string_view) {
  if (answer.kind == GuardAnswer::Kind::allow) return Saying().text("permission", "allow").words();
  const bool denies = answer.kind == GuardAnswer::Kind::deny;
  return Saying()
      .text("permission", denies ? "deny" : "allow")
      .text("user_message", answer.reason)
      .text("agent_message", answer.reason)
      .words();
}

constexpr std::array<EventName, 5> cursor_events{{{"sessionStart", Event::start},
                                                  {"preToolUse", Event::guard},
                                                  {"beforeShellExecution", Event::guard},
                                                  {"stop", Event::stop},
                                                  {"subagentStop", Event::stop, true}}};

// ---- Copilot ------------------------------------------------------------------------------------

Words copilot_start(const HookAnswer& answer, std::string_view) {
  if (says_nothing(answer)) return {};
  return Saying().text("additionalContext", answer.remark).words();
}

Words copilot_stop(const HookAnswer& answer, std::string_view) {
  if (answer.kind == HookAnswer::Kind::block)
    return Saying().text("decision", "block").text("reason", answer.reason).words();
  return {.err = answer.remark.empty() ? "" : answer.remark + "\n"};
}

Words copilot_guard(const GuardAnswer& answer, std::string_view) {
  if (answer.kind == GuardAnswer::Kind::allow) return {};
  if (answer.kind == GuardAnswer::Kind::tell) return {.err = answer.reason + "\n"};
  return Saying()
      .text("permissionDecision", "deny")
      .text("permissionDecisionReason", answer.reason)
      .words();
}

constexpr std::array<EventName, 4> copilot_events{{{"sessionStart", Event::start},
                                                   {"preToolUse", Event::guard},
                                                   {"agentStop", Event::stop},
                                                   {"subagentStop", Event::stop, true}}};

constexpr std::array<Agent, 6> agents{{
    {"claude", claude_events, "CLAUDE_PROJECT_DIR", claude_start, claude_stop, claude_guard},
    {"codex", claude_events, "", claude_start, claude_stop, claude_guard},
    {"gemini", gemini_events, "GEMINI_PROJECT_DIR", claude_start, gemini_stop, gemini_guard},
    {"qwen", claude_events, "QWEN_PROJECT_DIR", claude_start, claude_stop, claude_guard},
    {"cursor", cursor_events, "CURSOR_PROJECT_DIR", cursor_start, cursor_stop, cursor_guard},
    {"copilot", copilot_events, "", copilot_start, copilot_stop, copilot_guard},
}};

/// Our own names, for every agent.
struct CommonName {
  std::string_view name;
  Event event;
  bool of_subagent;
};
constexpr std::array<CommonName, 6> common_names{{{"sessionstart", Event::start, false},
                                                  {"subagentstart", Event::start, true},
                                                  {"guard", Event::guard, false},
                                                  {"pretooluse", Event::guard, false},
                                                  {"stop", Event::stop, false},
                                                  {"subagentstop", Event::stop, true}}};

/// Without case, dashes and underscores.
std::string bare(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c != '-' && c != '_') out += lower(c);
  }
  return out;
}

}  // namespace

const Agent* find_agent(std::string_view name) {
  const auto* found = std::find_if(agents.begin(), agents.end(),
                                   [&](const Agent& agent) { return agent.name == name; });
  return found == agents.end() ? nullptr : found;
}

std::vector<std::string> agent_names() {
  std::vector<std::string> names;
  for (const Agent& agent : agents) names.emplace_back(agent.name);
  names.emplace_back("git");
  return names;
}

const EventName* find_event(const Agent& agent, std::string_view name) {
  const std::string wanted = bare(name);
  for (const EventName& event : agent.events) {
    if (bare(event.name) == wanted) return &event;
  }
  for (const CommonName& common : common_names) {
    if (common.name != wanted) continue;
    for (const EventName& event : agent.events) {
      if (event.event == common.event && event.of_subagent == common.of_subagent) return &event;
    }
  }
  return nullptr;
}

}  // namespace assay::hook
