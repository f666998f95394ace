// SPDX-License-Identifier: MIT
#include "api/connect.h"

#include "format/connect/pieces.h"
#include "unit/api/bench.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <map>

namespace assay::api {
namespace {

namespace fs = std::filesystem;

/// Every file below a folder, with its bytes and its mode; links with where they lead.
std::map<std::string, std::string> snapshot(const std::string& root) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const std::string name = entry.path().lexically_relative(root).string();
    if (entry.is_symlink()) {
      files[name] = "-> " + fs::read_symlink(entry.path()).string();
      continue;
    }
    if (!entry.is_regular_file()) {
      files[name + "/"] = "";
      continue;
    }
    std::ifstream in(entry.path(), std::ios::binary);
    files[name] = std::to_string(static_cast<unsigned>(entry.status().permissions())) + " " +
                  std::string(std::istreambuf_iterator<char>(in), {});
  }
  return files;
}

/// Files of configuration in every shape that people leave them in.
const std::vector<std::string> shapes{
    "{}",
    "{ }",
    "{\n}\n",
    "{\n\n\n}",
    "\n{}\n\n",
    "{\"a\":1}",
    "{\"a\": 1, \"b\": [1, 2]}\n",
    "{\n  \"model\": \"opus\"\n}\n",
    "{\n    \"model\": \"opus\",\n    \"env\": {}\n}",
    "{\n\t\"model\": \"opus\"\n}\n",
    "{\r\n  \"model\": \"opus\"\r\n}\r\n",
    "{\r\n  \"model\": \"opus\"\r\n}",
    "\xEF\xBB\xBF{\n  \"model\": \"opus\"\n}\n",
    "{\n  // a remark\n  \"model\": \"opus\" // another\n}\n",
    "{\n  /* a\n     long one */\n  \"model\": \"opus\",\n}\n",
    "{\n  \"hooks\": {}\n}\n",
    "{\n  \"hooks\": {\n  }\n}\n",
    "{\"hooks\":{\"Stop\":[]}}",
    "{\n  \"hooks\": {\n    \"Stop\": [\n      {\n        \"hooks\": [\n          { \"type\": "
    "\"command\", \"command\": \"lint\" }\n        ]\n      }\n    ]\n  }\n}\n",
    "{\n  \"hooks\": {\n    \"Stop\": [{ \"matcher\": \"\", \"hooks\": [] }],\n    "
    "\"PostToolUse\": "
    "[]\n  },\n  \"z\": 1\n}\n",
    "{\n  \"mcpServers\": {\n    \"other\": { \"command\": \"x\" }\n  }\n}\n",
    "{\"mcpServers\":{\"other\":{\"command\":\"x\"},},}",
    "{\"mcp\": {\"x\": {\"type\": \"local\"}}, \"version\": 2}",
    "{\n  \"version\": 1,\n  \"hooks\": { \"stop\": [ { \"command\": \"x\" } ] }\n}\n",
    "{\n  \"permissions\": {\"allow\": [\"Bash(git *)\"], \"deny\": []},\n  \"unicode\": "
    "\"\xC3\xA4\xE2\x82\xAC\\u00e4\"\n}\n",
    "{\"deep\": {\"a\": {\"b\": {\"c\": [[[{}]]]}}}}",
    "{\"hooks\":{\"SessionStart\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"echo "
    "assay\"}]}]}}",
    "{   \"a\"  :  1   ,   \"b\"  :  2   }",
    "{\n\n  \"a\": 1\n\n\n}\n\n\n",
    "{\"numbers\": [1e10, -0.5, 123456789012345678901234567890]}",
    "{\n  \"a\": \"ends with a quote \\\" and // no comment\"\n}\n",
    "",
};

struct Target {
  const char* agent;
  const char* path;
};
constexpr Target json_files[] = {
    {"claude", ".claude/settings.json"}, {"claude", ".mcp.json"},
    {"codex", ".codex/hooks.json"},      {"gemini", ".gemini/settings.json"},
    {"qwen", ".qwen/settings.json"},     {"cursor", ".cursor/hooks.json"},
    {"cursor", ".cursor/mcp.json"},      {"copilot", ".github/mcp.json"},
    {"opencode", "opencode.json"}};

TEST_CASE("connect: and disconnect give back every byte, of files of every shape") {
  REQUIRE(shapes.size() >= 30);
  for (const Target& target : json_files) {
    Bench bench;
    // Of every file of the first agent all of them, of the others a quarter: they are synced to
    // disk.
    const std::size_t step = target.agent == std::string_view("claude") ? 1 : 4;
    for (std::size_t i = 0; i < shapes.size(); i += step) {
      const std::string& shape = shapes[i];
      CAPTURE(target.path);
      CAPTURE(shape);
      bench.write(target.path, shape);
      bench.write("AGENTS.md", "# How we work\r\n\r\nno end of line");
      const auto before = snapshot(bench.path(""));
      const auto connected = connect({.agent = target.agent}, bench.site());
      REQUIRE(connected);
      for (const FileChange& file : connected->files) {
        CAPTURE(file.why);
        CHECK(file.kind != FileChange::Kind::left_alone);
      }
      const auto once = snapshot(bench.path(""));
      CHECK(once != before);
      REQUIRE(connect({.agent = target.agent}, bench.site()));
      CHECK(snapshot(bench.path("")) == once);
      REQUIRE(disconnect({.agent = target.agent}, bench.site()));
      CHECK(snapshot(bench.path("")) == before);
    }
  }
}

TEST_CASE("connect: in a workspace that has nothing leaves nothing when it goes") {
  for (const std::string_view agent : format::door_names()) {
    CAPTURE(agent);
    Bench bench;
    bench.commit_all();
    const auto before = snapshot(bench.path(""));
    REQUIRE(connect({.agent = std::string(agent)}, bench.site()));
    CHECK(snapshot(bench.path("")) != before);
    const auto gone = disconnect({.agent = std::string(agent)}, bench.site());
    REQUIRE(gone);
    CHECK(snapshot(bench.path("")) == before);
    CHECK(disconnect({.agent = std::string(agent)}, bench.site())->files.empty());
  }
}

TEST_CASE("connect: what somebody changes since stays, and only ours goes") {
  Bench bench;
  bench.write(".claude/settings.json", "{\n  \"model\": \"a\"\n}\n");
  REQUIRE(connect({.agent = "claude"}, bench.site()));
  std::string text = bench.read(".claude/settings.json");
  text.replace(text.find("\"a\""), 3, "\"b\"");
  bench.write(".claude/settings.json", text);
  REQUIRE(disconnect({.agent = "claude"}, bench.site()));
  CHECK(bench.read(".claude/settings.json") == "{\n  \"model\": \"b\"\n}\n");
}

TEST_CASE("connect: agents share a file, and the last one gives it back") {
  for (const bool in_order : {true, false}) {
    Bench bench;
    bench.write("AGENTS.md", "mine, without an end");
    const auto before = snapshot(bench.path(""));
    REQUIRE(connect({.agent = "codex"}, bench.site()));
    REQUIRE(connect({.agent = "gemini"}, bench.site()));
    REQUIRE(disconnect({.agent = in_order ? "codex" : "gemini"}, bench.site()));
    CHECK(bench.read("AGENTS.md").find("assay begin") != std::string::npos);
    CHECK(fs::exists(bench.path(".agents/skills/assay/SKILL.md")));
    REQUIRE(disconnect({.agent = in_order ? "gemini" : "codex"}, bench.site()));
    CHECK(snapshot(bench.path("")) == before);
  }
}

TEST_CASE("connect: modes and links stay") {
  Bench bench;
  bench.write("dotfiles/settings.json", "{}");
  fs::permissions(bench.path("dotfiles/settings.json"), static_cast<fs::perms>(0600));
  fs::create_directories(bench.path(".claude"));
  fs::create_symlink("../dotfiles/settings.json", bench.path(".claude/settings.json"));
  const auto before = snapshot(bench.path(""));
  REQUIRE(connect({.agent = "claude"}, bench.site()));
  CHECK(fs::is_symlink(bench.path(".claude/settings.json")));
  CHECK(static_cast<unsigned>(fs::status(bench.path("dotfiles/settings.json")).permissions()) ==
        0600U);
  REQUIRE(disconnect({.agent = "claude"}, bench.site()));
  CHECK(snapshot(bench.path("")) == before);
}

TEST_CASE("connect: a file that is broken is left alone with its line, the rest is done") {
  Bench bench;
  bench.write(".claude/settings.json", "{\n  \"a\": oops,,\n}\n");
  const auto connected = connect({.agent = "claude"}, bench.site());
  REQUIRE(connected);
  const FileChange& settings = connected->files.front();
  CHECK(settings.kind == FileChange::Kind::left_alone);
  CHECK(settings.why.starts_with("2: "));
  CHECK(bench.read(".claude/settings.json") == "{\n  \"a\": oops,,\n}\n");
  CHECK(fs::exists(bench.path(".mcp.json")));
}

TEST_CASE("connect: what cannot be read is there all the same, and is left alone") {
  const auto check = [](Bench& bench) {
    const auto before = fs::symlink_status(bench.path(".claude/settings.json"));
    for (const auto& done : {connect({.agent = "claude"}, bench.site()),
                             disconnect({.agent = "claude"}, bench.site())}) {
      REQUIRE(done);
      CHECK(done->files.front().kind == FileChange::Kind::left_alone);
      CHECK_FALSE(done->files.front().why.empty());
      CHECK(fs::symlink_status(bench.path(".claude/settings.json")).type() == before.type());
    }
    CHECK(connect({.agent = "claude"}, bench.site())->lacks_hooks);
  };
  SUBCASE("too large") {
    Bench bench;
    const std::string large = "{}" + std::string(20U << 20, ' ');
    bench.write(".claude/settings.json", large);
    check(bench);
    CHECK(fs::file_size(bench.path(".claude/settings.json")) == large.size());
  }
  SUBCASE("a link that leads nowhere") {
    Bench bench;
    fs::create_directories(bench.path(".claude"));
    fs::create_symlink("../away/settings.json", bench.path(".claude/settings.json"));
    check(bench);
  }
  SUBCASE("a link to a device") {
    Bench bench;
    fs::create_directories(bench.path(".claude"));
    fs::create_symlink("/dev/null", bench.path(".claude/settings.json"));
    check(bench);
  }
  SUBCASE("a FIFO") {
    Bench bench;
    fs::create_directories(bench.path(".claude"));
    REQUIRE(::mkfifo(bench.path(".claude/settings.json").c_str(), 0600) == 0);
    check(bench);
  }
}

TEST_CASE("connect: what was ours before goes as well, and files that were there stay") {
  // Somebody else's connect was committed, and is not whole any more.
  Bench bench;
  bench.write(".claude/settings.json", "{\n  \"model\": \"a\"\n}\n");
  REQUIRE(connect({.agent = "claude"}, bench.site()));
  std::string text = bench.read(".claude/settings.json");
  const std::size_t name = text.find("\"SessionStart\"");
  REQUIRE(name != std::string::npos);
  text.replace(name, 14, "\"SessionEnded\"");
  bench.write(".claude/settings.json", text);
  REQUIRE(connect({.agent = "claude"}, bench.site()));
  REQUIRE(disconnect({.agent = "claude"}, bench.site()));
  CHECK(bench.read(".claude/settings.json").find("hook claude Stop") == std::string::npos);
  CHECK(bench.read(".claude/settings.json").find("\"model\": \"a\"") != std::string::npos);
  // A hook that does nothing but begin, and was there.
  bench.commit_all();
  bench.write(".git/hooks/pre-push", "#!/bin/sh\n");
  REQUIRE(disconnect({.agent = "git"}, bench.site()));
  CHECK(fs::exists(bench.path(".git/hooks/pre-push")));
}

TEST_CASE("connect: a dry run shows everything and changes nothing") {
  Bench bench;
  const auto before = snapshot(bench.path(""));
  const auto connected = connect({.agent = "claude", .dry_run = true}, bench.site());
  REQUIRE(connected);
  CHECK(connected->files.front().after.find("hook claude Stop") != std::string::npos);
  CHECK(snapshot(bench.path("")) == before);
}

TEST_CASE("connect: git: beside the hook that is there; managers are told, not overwritten") {
  Bench bench;
  bench.commit_all();
  bench.write(".git/hooks/pre-push", "#!/bin/sh\ncat >/dev/null\nexit 0\n");
  const auto before = bench.read(".git/hooks/pre-push");
  REQUIRE(connect({.agent = "git", .pre_commit = true}, bench.site()));
  CHECK(bench.read(".git/hooks/pre-push").ends_with("cat >/dev/null\nexit 0\n"));
  CHECK(bench.outside().files().is_executable(bench.path(".git/hooks/pre-commit")));
  REQUIRE(disconnect({.agent = "git"}, bench.site()));
  CHECK(bench.read(".git/hooks/pre-push") == before);
  CHECK_FALSE(fs::exists(bench.path(".git/hooks/pre-commit")));
  bench.write("lefthook.yml", "pre-push: {}\n");
  const auto told = connect({.agent = "git"}, bench.site());
  REQUIRE(told);
  CHECK(told->files.empty());
  CHECK(told->remarks.front().find("lefthook") != std::string::npos);
  fs::remove(bench.path("lefthook.yml"));
  bench.git({"config", "core.hooksPath", ".myhooks"});
  CHECK(
      connect({.agent = "git"}, bench.site())->remarks.front().find("core.hooksPath (.myhooks)") !=
      std::string::npos);
}

TEST_CASE("connect: the instructions go where the agent reads them") {
  Bench bench;
  bench.write("CLAUDE.md", "my rules\n");
  REQUIRE(connect({.agent = "claude"}, bench.site()));
  CHECK(bench.read("CLAUDE.md").find("assay begin") != std::string::npos);
  CHECK_FALSE(fs::exists(bench.path("AGENTS.md")));
  Bench imports;
  imports.write("CLAUDE.md", "@AGENTS.md\n");
  REQUIRE(connect({.agent = "claude"}, imports.site()));
  CHECK(imports.read("CLAUDE.md") == "@AGENTS.md\n");
  CHECK(imports.read("AGENTS.md").find("assay begin") != std::string::npos);
}

TEST_CASE("connect: nobody of that name") {
  Bench bench;
  CHECK(code_of(connect({.agent = "nobody"}, bench.site())) == Code::bad_value);
  CHECK_FALSE(connect({.agent = "git"}, bench.site()));
}

}  // namespace
}  // namespace assay::api
