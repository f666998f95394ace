// SPDX-License-Identifier: MIT
#include "face/hook/agent.h"

#include "format/json/tree.h"

#include <doctest/doctest.h>

#include <string>

namespace assay::hook {
namespace {

const Agent& agent(std::string_view name) {
  const Agent* found = find_agent(name);
  REQUIRE(found != nullptr);
  return *found;
}

TEST_CASE("hook input: as each agent's own documentation shows it") {
  const auto claude = read_input(
      "claude",
      R"({"session_id":"s1","transcript_path":"/t","cwd":"/w","permission_mode":"default",
          "hook_event_name":"Stop","stop_hook_active":true,"last_assistant_message":"done",
          "background_tasks":[{"id":1}],"session_crons":[]})");
  REQUIRE(claude);
  CHECK(claude->event == "Stop");
  CHECK(claude->who.session == "s1");
  CHECK(claude->cwd == "/w");
  CHECK(claude->goes_on);
  const auto codex =
      read_input("codex",
                 R"({"session_id":"s","turn_id":"t","transcript_path":null,"cwd":"/w","model":"m",
          "permission_mode":"default","hook_event_name":"SubagentStop","stop_hook_active":false,
          "last_assistant_message":null,"agent_id":"a1","agent_type":"x","agent_transcript_path":null})");
  REQUIRE(codex);
  CHECK(codex->who.subagent == "a1");
  CHECK_FALSE(codex->goes_on);
  const auto cursor =
      read_input("cursor",
                 R"({"conversation_id":"c","generation_id":"g","hook_event_name":"stop",
          "workspace_roots":["/w","/x"],"status":"completed","loop_count":2})");
  REQUIRE(cursor);
  CHECK(cursor->who.session == "c");
  CHECK(cursor->cwd == "/w");
  CHECK(cursor->goes_on);
  const auto copilot =
      read_input("copilot",
                 R"({"timestamp":1704614750000,"cwd":"/w","sessionId":"01H","toolName":"bash",
          "toolArgs":"{\"command\":\"rm assay.yaml\",\"description\":\"x\"}"})");
  REQUIRE(copilot);
  CHECK(copilot->who.session == "01H");
  CHECK(copilot->use.commands == std::vector<std::string>{"rm assay.yaml"});
}

TEST_CASE("hook input: what a tool writes, whatever the tool is called") {
  struct Row {
    const char* tool;
    const char* input;
    std::vector<std::string> paths;
  };
  const Row rows[] = {
      {"Write", R"({"file_path":"a","content":"b"})", {"a"}},
      {"Edit", R"({"file_path":"a","old_string":"x","new_string":"y"})", {"a"}},
      {"NotebookEdit", R"({"notebook_path":"n.ipynb"})", {"n.ipynb"}},
      {"Read", R"({"file_path":"a"})", {}},
      {"Grep", R"({"pattern":"x","path":"a"})", {}},
      {"TodoWrite", R"({"todos":[{"path":"a"}]})", {}},
      {"write_file", R"({"file_path":"a"})", {"a"}},
      {"replace", R"({"file_path":"a"})", {"a"}},
      {"read_file", R"({"file_path":"a"})", {}},
      {"mcp__fs__write_file", R"({"path":"a"})", {"a"}},
      {"mcp__editor__read_file", R"({"path":"a"})", {}},
      {"mcp__fs__move_file", R"({"source":"a","destination":"b"})", {"a", "b"}},
      {"editFiles", R"({"files":["a","b"]})", {"a", "b"}},
      {"str_replace_editor", R"({"command":"view","path":"a"})", {}},
      {"str_replace_editor", R"({"command":"create","path":"a"})", {"a"}},
      {"apply_patch",
       R"({"command":"*** Begin Patch\n*** Update File: a\n@@\n*** Add File: b\n*** End Patch"})",
       {"a", "b"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.tool);
    CAPTURE(row.input);
    const auto input = read_input("claude", std::string(R"({"tool_name":")") + row.tool +
                                                R"(","tool_input":)" + row.input + "}");
    REQUIRE(input);
    CHECK(input->use.paths == row.paths);
  }
  const auto list = read_input(
      "codex", R"({"tool_name":"shell","tool_input":{"command":["bash","-lc","rm f"]}})");
  REQUIRE(list);
  CHECK(list->use.commands.back() == "bash -lc rm f");
}

TEST_CASE("hook input: what cannot be read is told, whatever it is") {
  for (const std::string& text :
       {std::string(""), std::string("  \n"), std::string("[]"), std::string("{"),
        std::string("null"), std::string("{\"a\":1} x"), std::string("\0\1", 2),
        std::string(100'000, '['), std::string("{\"tool_input\":{\"a\":")}) {
    const auto input = read_input("claude", text);
    REQUIRE_FALSE(input);
    CHECK(input.error().what.starts_with("standard input: "));
  }
  // Half a character in a text is no reason to refuse all of it.
  CHECK(read_input("claude", R"({"session_id":"\ud83d","cwd":"/w"})"));
  CHECK(read_input("claude", R"({"session_id":7,"cwd":["x"],"tool_input":5})"));
}

TEST_CASE("hook events: by the agent's name, by ours, whatever the case") {
  CHECK(find_event(agent("claude"), "Stop")->event == Event::stop);
  CHECK(find_event(agent("claude"), "stop")->event == Event::stop);
  CHECK(find_event(agent("claude"), "subagent-stop")->of_subagent);
  CHECK(find_event(agent("gemini"), "stop")->name == "AfterAgent");
  CHECK(find_event(agent("gemini"), "guard")->name == "BeforeTool");
  CHECK(find_event(agent("copilot"), "stop")->name == "agentStop");
  CHECK(find_event(agent("cursor"), "pre-tool-use")->event == Event::guard);
  CHECK(find_event(agent("claude"), "PostToolUse") == nullptr);
  CHECK(find_event(agent("gemini"), "subagent-stop") == nullptr);
  CHECK(find_agent("nobody") == nullptr);
}

TEST_CASE("hook answers: a block in the words of each agent, as its schema has them") {
  const api::HookAnswer block{api::HookAnswer::Kind::block, "why \"so\"\n", ""};
  const api::HookAnswer quiet{api::HookAnswer::Kind::let_go, "", ""};
  const api::HookAnswer told{api::HookAnswer::Kind::let_go, "", "remark"};
  CHECK(agent("claude").stop(block, "Stop").out ==
        "{\"decision\":\"block\",\"reason\":\"why \\\"so\\\"\\n\"}\n");
  CHECK(agent("gemini").stop(block, "AfterAgent").out ==
        "{\"decision\":\"deny\",\"reason\":\"why \\\"so\\\"\\n\"}\n");
  CHECK(agent("cursor").stop(block, "stop").out ==
        "{\"followup_message\":\"why \\\"so\\\"\\n\"}\n");
  CHECK(agent("copilot").stop(block, "agentStop").out == agent("claude").stop(block, "Stop").out);
  for (const std::string& name : agent_names()) {
    if (name == "git") continue;
    const Agent& each = agent(name);
    CHECK(each.stop({}, "Stop").out == "");
    CHECK(each.stop(quiet, "Stop").out == "");
    CHECK(each.start({}, "SessionStart").out == "");
    for (const Words& words :
         {each.stop(block, "Stop"), each.stop(told, "Stop"), each.start(told, "SessionStart"),
          each.guard({api::GuardAnswer::Kind::deny, "no"}, "PreToolUse"),
          each.guard({api::GuardAnswer::Kind::tell, "hm"}, "PreToolUse")}) {
      CHECK(words.status == 0);
      if (!words.out.empty()) CHECK(format::read_json_tree(words.out, 100).fault == "");
    }
  }
}

TEST_CASE("hook answers: a tool that is denied") {
  const api::GuardAnswer deny{api::GuardAnswer::Kind::deny, "no"};
  CHECK(agent("claude").guard(deny, "PreToolUse").out ==
        "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\","
        "\"permissionDecisionReason\":\"no\"}}\n");
  CHECK(agent("gemini").guard(deny, "BeforeTool").out ==
        "{\"decision\":\"deny\",\"reason\":\"no\"}\n");
  CHECK(agent("cursor").guard(deny, "preToolUse").out ==
        "{\"permission\":\"deny\",\"user_message\":\"no\",\"agent_message\":\"no\"}\n");
  CHECK(agent("cursor").guard({}, "preToolUse").out == "{\"permission\":\"allow\"}\n");
  CHECK(agent("copilot").guard(deny, "preToolUse").out ==
        "{\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"no\"}\n");
  CHECK(agent("claude").guard({}, "PreToolUse").out == "");
}

}  // namespace
}  // namespace assay::hook
