// SPDX-License-Identifier: MIT
#include "format/connect/pieces.h"

#include "base/ensure.h"
#include "format/connect/block.h"
#include "format/embedded.h"
#include "format/json/fields.h"
#include "format/json/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace assay::format {

namespace {

using Kind = Piece::Kind;

constexpr std::array<std::string_view, 8> doors{"claude",   "codex",  "gemini",  "qwen",
                                                "opencode", "cursor", "copilot", "git"};

constexpr std::array<std::string_view, 26> hook_files{".claude/settings.json",
                                                      ".claude/settings.local.json",
                                                      ".claude/hooks/**",
                                                      ".codex/hooks.json",
                                                      ".codex/config.toml",
                                                      ".gemini/settings.json",
                                                      ".qwen/settings.json",
                                                      ".cursor/hooks.json",
                                                      ".cursor/hooks/**",
                                                      ".github/hooks/**",
                                                      ".copilot/hooks/**",
                                                      ".opencode/plugin/**",
                                                      ".git/hooks/**",
                                                      ".git/config",
                                                      ".husky/**",
                                                      "lefthook.yml",
                                                      ".lefthook.yml",
                                                      "lefthook.yaml",
                                                      ".lefthook.yaml",
                                                      "lefthook-local.yml",
                                                      ".lefthook-local.yml",
                                                      "lefthook-local.yaml",
                                                      ".lefthook-local.yaml",
                                                      ".pre-commit-config.yaml",
                                                      ".git/info/**",
                                                      ".opencode/plugins/**"};

/// What every text of ours has, so that it is known again.
constexpr std::string_view file_mark = "assay disconnect";

std::string quoted_json(std::string_view text) {
  std::string out;
  JsonWriter(out).text(text);
  return out;
}

std::string text_of(std::string_view name) {
  const auto text = embedded("connect/" + std::string(name));
  ENSURE(text.has_value());
  return std::string(*text);
}

/// What an event of an agent's hooks is called, for how long it may take, and for which tools.
struct HookEvent {
  std::string_view name;        ///< as the agent calls it
  std::string_view what;        ///< for people
  bool verifies = false;        ///< as long as a verification takes
  std::string_view tools = {};  ///< a pattern of the agent's; empty: it has none
};

/// How a hook finds a workspace that is not the top of its repository: where the agent was
/// started, by the agent's own variable where it has one, for its shells go elsewhere.
std::string_view place_in(const DoorOrder& order) {
  if (order.folder.empty()) return "";
  if (order.agent == "claude") return R"( -C "$CLAUDE_PROJECT_DIR")";
  if (order.agent == "gemini") return R"( -C "$GEMINI_PROJECT_DIR")";
  if (order.agent == "qwen") return R"( -C "$QWEN_PROJECT_DIR")";
  if (order.agent == "cursor") return R"( -C "$CURSOR_PROJECT_DIR")";
  return " -C .";
}

std::string call_of(const DoorOrder& order, std::string_view event) {
  return fmt::format("{}{} hook {} {}", order.program, place_in(order), order.agent, event);
}

/// Agents start a server where they were started themselves.
std::string_view server_words(const DoorOrder& order) {
  return order.folder.empty() ? R"("mcp")" : R"("-C", ".", "mcp")";
}

/// Hooks of git run at the top of the working tree.
std::string call_by_git(const DoorOrder& order) {
  return order.folder.empty() ? order.program : order.program + " -C " + order.folder;
}

constexpr Millis short_call{60'000};
constexpr Millis slack{60'000};  // to end what runs and to answer

Millis patience_of(const DoorOrder& order, const HookEvent& event) {
  return event.verifies ? order.timeout + slack : short_call;
}

Piece piece(const DoorOrder& order, Kind kind, std::string path, std::string_view what,
            std::string value, JsonPath at = {}) {
  return {.kind = kind,
          .path = std::move(path),
          .what = std::string(what),
          .at = std::move(at),
          .value = std::move(value),
          .agent = order.agent,
          .program = order.program};
}

/// {"matcher", "hooks": [{"type": "command", "command", "timeout"}]}
std::string grouped_hook(const DoorOrder& order, const HookEvent& event, std::int64_t timeout,
                         bool named) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  if (!event.tools.empty()) Fields(json).text("matcher", event.tools);
  json.key("hooks");
  json.begin_array();
  json.begin_object();
  if (named) Fields(json).text("name", "assay");
  Fields(json)
      .text("type", "command")
      .text("command", call_of(order, event.name))
      .number("timeout", timeout);
  json.end_object();
  json.end_array();
  json.end_object();
  return out;
}

void add_grouped(std::vector<Piece>& pieces, const DoorOrder& order, const std::string& path,
                 std::span<const HookEvent> events, std::int64_t per_unit, bool named) {
  for (const HookEvent& event : events) {
    const std::int64_t timeout = patience_of(order, event).count() / per_unit;
    pieces.push_back(piece(order, Kind::hook, path, event.what,
                           grouped_hook(order, event, timeout, named),
                           {"hooks", std::string(event.name)}));
  }
}

constexpr std::int64_t in_seconds = 1000;
constexpr std::int64_t in_millis = 1;

std::string server_entry(const DoorOrder& order, std::string_view before = {},
                         std::string_view after = {}) {
  return fmt::format(R"({{{}"command":{},"args":[{}]{}}})", before, quoted_json(order.program_path),
                     server_words(order), after);
}

void add_server(std::vector<Piece>& pieces, const DoorOrder& order, std::string path,
                std::string entry, JsonPath at = {"mcpServers", "assay"}) {
  pieces.push_back(
      piece(order, Kind::member, std::move(path), "MCP server", std::move(entry), std::move(at)));
}

void add_skill(std::vector<Piece>& pieces, const DoorOrder& order, const std::string& folder) {
  pieces.push_back(piece(order, Kind::file, folder + "/assay/SKILL.md", "skill",
                         text_of("claude/skills/assay/SKILL.md")));
}

void add_instructions(std::vector<Piece>& pieces, const DoorOrder& order) {
  if (order.instructions.empty()) return;
  pieces.push_back(
      piece(order, Kind::markdown, order.instructions, "instructions", text_of("instructions.md")));
}

constexpr HookEvent claude_events[] = {
    {"SessionStart", "session start"},
    {"SubagentStart", "start of subagents"},
    {"PreToolUse", "guard before tools", false, "Bash|Write|Edit|MultiEdit|NotebookEdit|mcp__.*"},
    {"Stop", "Stop hook", true},
    {"SubagentStop", "Stop hook of subagents", true}};

std::vector<Piece> claude_pieces(const DoorOrder& order) {
  std::vector<Piece> pieces;
  add_grouped(pieces, order, ".claude/settings.json", claude_events, in_seconds, false);
  if (!order.user) add_server(pieces, order, ".mcp.json", server_entry(order));
  add_skill(pieces, order, ".claude/skills");
  for (const std::string name : {"verification-coordinator", "verifier"}) {
    pieces.push_back(piece(order, Kind::file, ".claude/agents/" + name + ".md", "agent " + name,
                           text_of("claude/agents/" + name + ".md")));
  }
  add_instructions(pieces, order);
  return pieces;
}

constexpr HookEvent codex_events[] = {{"SessionStart", "session start"},
                                      {"SubagentStart", "start of subagents"},
                                      {"PreToolUse", "guard before tools"},
                                      {"Stop", "Stop hook", true},
                                      {"SubagentStop", "Stop hook of subagents", true}};

std::vector<Piece> codex_pieces(const DoorOrder& order) {
  std::vector<Piece> pieces;
  add_grouped(pieces, order, ".codex/hooks.json", codex_events, in_seconds, false);
  pieces.push_back(piece(order, Kind::toml, ".codex/config.toml", "MCP server",
                         fmt::format("[mcp_servers.assay]\ncommand = {}\nargs = [{}]\n",
                                     quoted_json(order.program_path), server_words(order))));
  add_skill(pieces, order, ".agents/skills");
  add_instructions(pieces, order);
  return pieces;
}

constexpr HookEvent gemini_events[] = {{"SessionStart", "session start"},
                                       {"BeforeTool", "guard before tools", false, ".*"},
                                       {"AfterAgent", "Stop hook (AfterAgent)", true}};

std::vector<Piece> gemini_pieces(const DoorOrder& order) {
  std::vector<Piece> pieces;
  add_grouped(pieces, order, ".gemini/settings.json", gemini_events, in_millis, true);
  add_server(pieces, order, ".gemini/settings.json", server_entry(order));
  add_skill(pieces, order, ".agents/skills");
  add_instructions(pieces, order);
  return pieces;
}

constexpr HookEvent qwen_events[] = {{"SessionStart", "session start"},
                                     {"SubagentStart", "start of subagents"},
                                     {"PreToolUse", "guard before tools", false, "*"},
                                     {"Stop", "Stop hook", true},
                                     {"SubagentStop", "Stop hook of subagents", true}};

std::vector<Piece> qwen_pieces(const DoorOrder& order) {
  std::vector<Piece> pieces;
  // It takes a number from 1000 on for milliseconds.
  const bool is_long = order.timeout + slack >= Millis{1000 * in_seconds};
  add_grouped(pieces, order, ".qwen/settings.json", qwen_events, is_long ? in_millis : in_seconds,
              true);
  add_server(pieces, order, ".qwen/settings.json", server_entry(order));
  add_skill(pieces, order, ".qwen/skills");
  add_instructions(pieces, order);
  return pieces;
}

constexpr HookEvent cursor_events[] = {{"sessionStart", "session start"},
                                       {"preToolUse", "guard before tools"},
                                       {"beforeShellExecution", "guard before commands"},
                                       {"stop", "stop hook", true},
                                       {"subagentStop", "stop hook of subagents", true}};

/// {"command", "timeout", "loop_limit"}: one more than we would ever ask for.
std::string cursor_hook(const DoorOrder& order, const HookEvent& event) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  Fields fields(json);
  fields.text("command", call_of(order, event.name))
      .number("timeout", patience_of(order, event).count() / in_seconds);
  if (event.verifies) fields.number("loop_limit", order.max_blocks + 1);
  json.end_object();
  return out;
}

std::vector<Piece> cursor_pieces(const DoorOrder& order) {
  const std::string path = ".cursor/hooks.json";
  std::vector<Piece> pieces{piece(order, Kind::given, path, "version", "1", {"version"})};
  for (const HookEvent& event : cursor_events)
    pieces.push_back(piece(order, Kind::hook, path, event.what, cursor_hook(order, event),
                           {"hooks", std::string(event.name)}));
  add_server(pieces, order, ".cursor/mcp.json", server_entry(order));
  add_skill(pieces, order, ".agents/skills");
  add_instructions(pieces, order);
  return pieces;
}

constexpr HookEvent copilot_events[] = {{"sessionStart", "session start"},
                                        {"preToolUse", "guard before tools"},
                                        {"agentStop", "Stop hook (agentStop)", true},
                                        {"subagentStop", "Stop hook of subagents", true}};

std::string copilot_hook(const DoorOrder& order, const HookEvent& event) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  Fields(json)
      .text("type", "command")
      .text("bash", call_of(order, event.name))
      .number("timeoutSec", patience_of(order, event).count() / in_seconds);
  json.end_object();
  return out;
}

std::vector<Piece> copilot_pieces(const DoorOrder& order) {
  const std::string path = order.user ? ".copilot/hooks/assay.json" : ".github/hooks/assay.json";
  std::vector<Piece> pieces{piece(order, Kind::given, path, "version", "1", {"version"})};
  for (const HookEvent& event : copilot_events)
    pieces.push_back(piece(order, Kind::hook, path, event.what, copilot_hook(order, event),
                           {"hooks", std::string(event.name)}));
  add_server(pieces, order, order.user ? ".copilot/mcp-config.json" : ".github/mcp.json",
             server_entry(order, R"("type":"local",)", R"(,"tools":["*"])"));
  add_skill(pieces, order, ".agents/skills");
  add_instructions(pieces, order);
  return pieces;
}

std::vector<Piece> opencode_pieces(const DoorOrder& order) {
  std::vector<Piece> pieces;
  add_server(pieces, order, order.user ? ".config/opencode/opencode.json" : "opencode.json",
             fmt::format(R"({{"type":"local","command":[{},{}],"enabled":true}})",
                         quoted_json(order.program_path), server_words(order)),
             {"mcp", "assay"});
  add_skill(pieces, order, ".agents/skills");
  add_instructions(pieces, order);
  return pieces;
}

/// A hook may read what git tells it: that is given on.
std::string pre_push_block(const DoorOrder& order) {
  return fmt::format(
      "# Verifies what is pushed; `assay disconnect git` removes this.\n"
      "assay_refs=$(cat)\n"
      "printf '%s\\n' \"$assay_refs\" | {} hook git pre-push \"$@\" || exit 1\n"
      "exec <<ASSAY_REFS\n$assay_refs\nASSAY_REFS\n",
      call_by_git(order));
}

std::string pre_commit_block(const DoorOrder& order) {
  return fmt::format(
      "# Verifies the workspace before a commit; `assay disconnect git` removes this.\n"
      "{} hook git pre-commit </dev/null || exit 1\n",
      call_by_git(order));
}

std::vector<Piece> git_pieces(const DoorOrder& order) {
  std::vector<Piece> pieces{piece(order, Kind::script, order.hooks_folder + "/pre-push",
                                  "pre-push hook", pre_push_block(order))};
  if (order.pre_commit)
    pieces.push_back(piece(order, Kind::script, order.hooks_folder + "/pre-commit",
                           "pre-commit hook", pre_commit_block(order)));
  return pieces;
}

IsOurs ours_of(const Piece& piece) {
  return [call = " hook " + piece.agent, program = piece.program](std::string_view raw) {
    const auto at = raw.find(call);
    if (at == std::string_view::npos) return false;
    const std::string_view before = raw.substr(0, at);
    return before.find("assay") != std::string_view::npos || before.ends_with(program);
  };
}

bool is_ours(std::string_view raw_entry) {
  return raw_entry.find("\"mcp\"") != std::string_view::npos;
}

Result<std::string> with_member(const Piece& piece, const std::string& text) {
  const std::string there = TRY(raw_member(text, piece.at));
  if (!there.empty() && piece.kind == Kind::given) return text;
  if (!there.empty() && !is_ours(there))
    return Error{Fault::bad_input, "has another '" + piece.at.back() + "', which is left alone"};
  return set_member(text, piece.at, piece.value);
}

Result<std::string> with_toml(const Piece& piece, const std::string& text) {
  const std::string table = piece.value.substr(0, piece.value.find('\n'));
  const std::string without = remove_block(text, script_marks);
  if (("\n" + without).find("\n" + table) != std::string::npos)
    return Error{Fault::bad_input, "has another " + table + ", which is left alone"};
  return put_block(text, script_marks, piece.value);
}

bool is_shell_script(std::string_view text) {
  const std::string_view first = text.substr(0, text.find('\n'));
  return first.starts_with("#!") && (first.find("sh") != std::string_view::npos);
}

Result<std::string> with_script(const Piece& piece, const std::optional<std::string>& text) {
  if (!text || text->empty()) return put_block_first("#!/bin/sh\n", script_marks, piece.value);
  if (!is_shell_script(*text))
    return Error{
        Fault::bad_input,
        "is no shell script, and is left alone; call there what stands here:\n" + piece.value};
  return put_block_first(*text, script_marks, piece.value);
}

}  // namespace

std::span<const std::string_view> door_names() { return doors; }

bool is_door(std::string_view name) {
  return std::find(doors.begin(), doors.end(), name) != doors.end();
}

std::span<const std::string_view> files_of_hooks() { return hook_files; }

std::vector<Piece> pieces_of(const DoorOrder& order) {
  if (order.agent == "claude") return claude_pieces(order);
  if (order.agent == "codex") return codex_pieces(order);
  if (order.agent == "gemini") return gemini_pieces(order);
  if (order.agent == "qwen") return qwen_pieces(order);
  if (order.agent == "opencode") return opencode_pieces(order);
  if (order.agent == "cursor") return cursor_pieces(order);
  if (order.agent == "copilot") return copilot_pieces(order);
  return git_pieces(order);
}

std::vector<std::string> remarks_on(const DoorOrder& order) {
  std::vector<std::string> told;
  if (!order.folder.empty() && order.agent != "git")
    told.push_back("start " + order.agent + " in " + order.folder +
                   ": it reads these files there, and not at the top of the repository");
  if (order.agent == "claude" && order.user)
    told.push_back(
        "the MCP server of a user is added by claude itself: claude mcp add --scope user assay "
        "-- " +
        order.program + " mcp");
  if (order.agent == "claude" && !order.user)
    told.emplace_back("claude asks once whether the server of .mcp.json may be used");
  if (order.agent == "codex") {
    told.emplace_back(
        "codex runs hooks only after a person has trusted them: start codex, look at them with "
        "/hooks and trust them; it asks again whenever they change");
    told.emplace_back(
        "for automation: codex exec --dangerously-bypass-hook-trust, with hooks you know");
    if (!order.user)
      told.emplace_back("codex reads .codex/ of a project only if the project is trusted");
  }
  if (order.agent == "gemini" || order.agent == "qwen")
    told.push_back(order.agent +
                   " runs hooks of a project only in a trusted folder, and tells when they are new "
                   "or changed");
  if (order.agent == "opencode")
    told.emplace_back(
        "opencode has no Stop hook: it is told to verify, and CI or `assay connect git` make sure");
  return told;
}

Result<std::string> with_piece(const Piece& piece, const std::optional<std::string>& text) {
  switch (piece.kind) {
    case Kind::hook: return add_item(text.value_or(""), piece.at, piece.value, ours_of(piece));
    case Kind::member:
    case Kind::given: return with_member(piece, text.value_or(""));
    case Kind::markdown: return put_block(text.value_or(""), markdown_marks, piece.value);
    case Kind::toml: return with_toml(piece, text.value_or(""));
    case Kind::script: return with_script(piece, text);
    case Kind::file: break;
  }
  if (text && text->find(file_mark) == std::string::npos)
    return Error{Fault::bad_input, "is somebody else's, and is left alone"};
  return piece.value;
}

Result<std::optional<std::string>> without_piece(const Piece& piece, const std::string& text) {
  switch (piece.kind) {
    case Kind::hook: return std::optional(TRY(remove_items(text, piece.at, ours_of(piece))));
    case Kind::member: {
      const std::string there = TRY(raw_member(text, piece.at));
      if (there.empty() || !is_ours(there)) return std::optional(text);
      return std::optional(TRY(remove_member(text, piece.at)));
    }
    case Kind::given: return std::optional(text);
    case Kind::markdown: return std::optional(remove_block(text, markdown_marks));
    case Kind::toml:
    case Kind::script: return std::optional(remove_block(text, script_marks));
    case Kind::file: break;
  }
  // Somebody's own, or ours with changes of somebody's: not for us to remove.
  if (text == piece.value) return std::optional<std::string>();
  return std::optional(text);
}

std::string command_in(const Piece& piece, std::string_view text) {
  if (piece.kind == Kind::script) {
    return has_block(text, script_marks) ? std::string(text) : "";
  }
  if (piece.kind != Kind::hook) return "";
  const auto raws = our_items(text, piece.at, ours_of(piece));
  if (!raws || raws->empty()) return "";
  const JsonTree tree = read_json_tree(raws->front(), 1000);
  for (const std::string_view key : {"command", "bash"}) {
    const JsonNode* found = tree.fault.empty() ? tree.root.find(key) : nullptr;
    if (found != nullptr && found->kind == JsonNode::Kind::text) return found->text;
  }
  return "";
}

}  // namespace assay::format
