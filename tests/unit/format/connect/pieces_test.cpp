// SPDX-License-Identifier: MIT
#include "format/connect/pieces.h"

#include "format/connect/block.h"
#include "format/connect/diff.h"
#include "format/embedded.h"
#include "format/json/tree.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>

namespace assay::format {
namespace {

DoorOrder order_for(std::string_view agent) {
  return {.agent = std::string(agent),
          .program = "assay",
          .program_path = "assay",
          .timeout = std::chrono::minutes{9},
          .hooks_folder = ".git/hooks",
          .instructions = agent == "git" ? "" : "AGENTS.md"};
}

/// Every file of the agent as connecting makes it from these texts.
std::map<std::string, std::string> connected(const DoorOrder& order,
                                             std::map<std::string, std::string> files) {
  for (const Piece& piece : pieces_of(order)) {
    const auto found = files.find(piece.path);
    const auto text = with_piece(
        piece, found == files.end() ? std::nullopt : std::optional<std::string>(found->second));
    REQUIRE_MESSAGE(text, piece.path << ": " << (text ? "" : text.error().what));
    files[piece.path] = *text;
  }
  return files;
}

TEST_CASE("pieces: every agent gets what it has, twice is once, and everything goes again") {
  for (const std::string_view agent : door_names()) {
    CAPTURE(agent);
    const DoorOrder order = order_for(agent);
    const auto once = connected(order, {});
    CHECK_FALSE(once.empty());
    CHECK(connected(order, once) == once);
    for (const Piece& piece : pieces_of(order)) {
      const auto without = without_piece(piece, once.at(piece.path));
      REQUIRE(without);
      CHECK((piece.kind == Piece::Kind::given || *without != once.at(piece.path)));
    }
  }
}

TEST_CASE("pieces: the plugin for claude says what connect writes") {
  const auto files = connected(order_for("claude"), {});
  const auto plugin = embedded("connect/claude/hooks/hooks.json");
  REQUIRE(plugin);
  const JsonTree mine = read_json_tree(files.at(".claude/settings.json"), 10'000);
  const JsonTree theirs = read_json_tree(*plugin, 10'000);
  REQUIRE(mine.fault == "");
  REQUIRE(theirs.fault == "");
  CHECK(same_value(*mine.root.find("hooks"), *theirs.root.find("hooks")));
  const auto server = embedded("connect/claude/.mcp.json");
  REQUIRE(server);
  CHECK(same_value(read_json_tree(files.at(".mcp.json"), 100).root,
                   read_json_tree(*server, 100).root));
}

TEST_CASE("pieces: the skill is as the standard wants it") {
  const auto skill = embedded("connect/claude/skills/assay/SKILL.md");
  REQUIRE(skill);
  CHECK(skill->starts_with("---\nname: assay\ndescription: "));
  CHECK(std::count(skill->begin(), skill->end(), '\n') <= 60);
  const auto from = skill->find("description: ") + 13;
  CHECK(skill->find('\n', from) - from < 1024);
}

TEST_CASE("pieces: timeouts are in the unit of each agent, and longer than the verification") {
  const auto hook_of = [](std::string_view agent, const char* path, const char* event) {
    return *raw_member(connected(order_for(agent), {}).at(path), {"hooks", event});
  };
  CHECK(hook_of("claude", ".claude/settings.json", "Stop").find("\"timeout\": 600") !=
        std::string::npos);
  CHECK(hook_of("gemini", ".gemini/settings.json", "AfterAgent").find("\"timeout\": 600000") !=
        std::string::npos);
  CHECK(hook_of("qwen", ".qwen/settings.json", "Stop").find("\"timeout\": 600\n") !=
        std::string::npos);
  DoorOrder patient = order_for("qwen");
  patient.timeout = std::chrono::minutes{30};
  CHECK(raw_member(connected(patient, {}).at(".qwen/settings.json"), {"hooks", "Stop"})
            ->find("\"timeout\": 1860000\n") != std::string::npos);
  CHECK(hook_of("copilot", ".github/hooks/assay.json", "agentStop").find("\"timeoutSec\": 600") !=
        std::string::npos);
}

TEST_CASE("pieces: somebody else's entry of our name, and somebody else's file, are left alone") {
  const Piece* server = nullptr;
  const auto pieces = pieces_of(order_for("claude"));
  for (const Piece& piece : pieces) {
    if (piece.kind == Piece::Kind::member) server = &piece;
    if (piece.kind == Piece::Kind::file) CHECK_FALSE(with_piece(piece, "my own\n"));
  }
  REQUIRE(server != nullptr);
  const std::string theirs = R"({"mcpServers":{"assay":{"command":"theirs"}}})";
  CHECK_FALSE(with_piece(*server, theirs));
  CHECK(*without_piece(*server, theirs) == theirs);
  for (const Piece& piece : pieces_of(order_for("codex"))) {
    if (piece.kind == Piece::Kind::toml)
      CHECK_FALSE(with_piece(piece, "[mcp_servers.assay]\ncommand = \"x\"\n"));
  }
}

TEST_CASE(
    "pieces: a hook of git that is no shell script is left alone; one that is keeps its input") {
  const auto pieces = pieces_of(order_for("git"));
  REQUIRE(pieces.size() == 1);
  CHECK_FALSE(with_piece(pieces[0], "#!/usr/bin/env python3\nprint()\n"));
  const auto with = with_piece(pieces[0], "#!/bin/bash\nread refs\n");
  REQUIRE(with);
  CHECK(with->find("exec <<ASSAY_REFS") < with->find("read refs"));
  CHECK(*without_piece(pieces[0], *with) == "#!/bin/bash\nread refs\n");
}

TEST_CASE("pieces: the command that is installed is found again") {
  const auto files = connected(order_for("codex"), {});
  std::vector<std::string> commands;
  for (const Piece& piece : pieces_of(order_for("codex"))) {
    const std::string command = command_in(piece, files.at(piece.path));
    if (!command.empty()) commands.push_back(command);
  }
  CHECK(commands == std::vector<std::string>{"assay hook codex SessionStart",
                                             "assay hook codex SubagentStart",
                                             "assay hook codex PreToolUse", "assay hook codex Stop",
                                             "assay hook codex SubagentStop"});
}

TEST_CASE("diff: one piece with three lines around it") {
  CHECK(diff_text("f", "a\nb\n", "a\nb\n") == "");
  CHECK(diff_text("f", "", "a\n") == "--- /dev/null\n+++ f\n@@ -0,0 +1,1 @@\n+a\n");
  CHECK(diff_text("f", "1\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\nx\n5\n6\n") ==
        "--- f\n+++ f\n@@ -2,5 +2,6 @@\n 2\n 3\n 4\n+x\n 5\n 6\n");
  CHECK(diff_text("f", "a", "b\n") ==
        "--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n");
}

}  // namespace
}  // namespace assay::format
