// SPDX-License-Identifier: MIT
// Which keys an agent gets, and that those it prints are in no log.
#include "adapters/executor/local/git_dirs.h"
#include "adapters/executor/local/zone.h"
#include "unit/adapters/executor/local/harness.h"

#include <doctest/doctest.h>

using namespace assay;
using namespace assay::process;
using namespace assay::process::test;
using core::Dialect;

namespace {

core::agent::Order speaking(Dialect dialect, std::vector<std::string> argv = {"./agent"},
                            std::vector<std::string> pass_env = {}) {
  core::agent::Order order;
  order.role = "dev";
  order.argv = std::move(argv);
  order.dialect = dialect;
  order.pass_env = std::move(pass_env);
  return order;
}

const char* const all_keys[] = {"ANTHROPIC_API_KEY=a-key",
                                "OPENAI_API_KEY=o-key",
                                "GEMINI_API_KEY=g-key",
                                "GROQ_API_KEY=q-key",
                                "AWS_SECRET_ACCESS_KEY=w",
                                "GH_TOKEN=h-key",
                                "GITHUB_TOKEN=h-key",
                                "GOOGLE_APPLICATION_CREDENTIALS=/c",
                                "ACME_TOKEN=m-key",
                                "GIT_AUTHOR_NAME=me",
                                "PATH=/bin"};

std::string given(const core::agent::Order& order, const std::vector<const char*>& more = {}) {
  std::vector<char*> variables;
  for (const char* variable : all_keys) variables.push_back(const_cast<char*>(variable));
  for (const char* variable : more) variables.push_back(const_cast<char*>(variable));
  variables.push_back(nullptr);
  std::string names;
  for (const auto& [name, value] : agent_environment(variables.data(), order))
    names += (names.empty() ? "" : " ") + name;
  return names;
}

}  // namespace

TEST_CASE("keys: an agent gets those of its own CLI, and no others") {
  CHECK(given(speaking(Dialect::text)) == "GIT_AUTHOR_NAME PATH");
  CHECK(given(speaking(Dialect::claude)) == "ANTHROPIC_API_KEY GIT_AUTHOR_NAME PATH");
  CHECK(given(speaking(Dialect::codex)) == "GIT_AUTHOR_NAME OPENAI_API_KEY PATH");
  CHECK(given(speaking(Dialect::gemini)) ==
        "GEMINI_API_KEY GIT_AUTHOR_NAME GOOGLE_APPLICATION_CREDENTIALS PATH");
  CHECK(given(speaking(Dialect::qwen)) == "GIT_AUTHOR_NAME OPENAI_API_KEY PATH");
  CHECK_MESSAGE(given(speaking(Dialect::text, {"/opt/claude", "-p"})) ==
                    "ANTHROPIC_API_KEY GIT_AUTHOR_NAME PATH",
                "known by its name");
}

TEST_CASE("keys: one that takes any model gets those of models, or of the one it is told to use") {
  CHECK(given(speaking(Dialect::opencode)) ==
        "ANTHROPIC_API_KEY GEMINI_API_KEY GIT_AUTHOR_NAME GROQ_API_KEY OPENAI_API_KEY PATH");
  CHECK(given(speaking(Dialect::opencode, {"opencode", "--model", "groq/llama"})) ==
        "GIT_AUTHOR_NAME GROQ_API_KEY PATH");
  CHECK(given(speaking(Dialect::pi, {"pi", "--model=google/gemini"})) ==
        "GEMINI_API_KEY GIT_AUTHOR_NAME PATH");
}

TEST_CASE("keys: those of a cloud only where the CLI is set up for it") {
  CHECK(given(speaking(Dialect::claude), {"CLAUDE_CODE_USE_BEDROCK=1"}) ==
        "ANTHROPIC_API_KEY AWS_SECRET_ACCESS_KEY CLAUDE_CODE_USE_BEDROCK GIT_AUTHOR_NAME PATH");
  CHECK(given(speaking(Dialect::claude), {"CLAUDE_CODE_USE_BEDROCK=0"}).find("AWS_") ==
        std::string::npos);
}

TEST_CASE("keys: whatever a role passes on, by name or by glob") {
  CHECK(given(speaking(Dialect::text, {"./agent"}, {"ACME_*", "GH_TOKEN"})) ==
        "ACME_TOKEN GH_TOKEN GIT_AUTHOR_NAME PATH");
}

TEST_CASE("keys: what an agent and a command print of them is in no log and in no transcript") {
  const std::string key = "Zx7q9LmN4vB2kT8wYc5RdEa1oPs3u";
  core::agent::Order order =
      speaking(Dialect::text, {"/bin/bash", "-c",
                               "printf %s \"$MY_TOKEN\"; echo; printf %s \"$MY_TOKEN\" | base64; "
                               "echo $MY_TOKEN >&2; echo end"});
  core::Launch launch;
  launch.key = {0, 1};
  launch.name = "dev";
  launch.cwd = "/";
  launch.env = {{"MY_TOKEN", key}};
  launch.agent = std::make_shared<const core::agent::Order>(std::move(order));
  const Place place;
  const auto processes = must_open(quick(place));
  const core::Evidence evidence = run(*processes, launch);
  const std::string log = slurp(evidence.output.log_path);
  CHECK(log.find(key) == std::string::npos);
  CHECK(log.find("Wng3cTlMbU40") == std::string::npos);
  CHECK(log.find("end\n") != std::string::npos);
  REQUIRE(evidence.transcript);
  CHECK(evidence.transcript->final_text.find("[masked]") == 0);
  CHECK(evidence.transcript->final_text.find(key) == std::string::npos);
  core::Launch gate = launch_of("echo " + key, 1);
  const core::Evidence ran = run(*processes, gate);
  CHECK(slurp(ran.output.log_path) == "[masked]\n");
  CHECK(ran.output.stored == ran.output.bytes);
}

TEST_CASE("keys: one that was withheld and is missed is named") {
  ::setenv("OPENAI_API_KEY", "sk-not-for-everybody", 1);
  core::agent::Order order =
      speaking(Dialect::text, {"/bin/bash", "-c", "echo 'OPENAI_API_KEY is not set' >&2; exit 1"});
  core::Launch launch;
  launch.key = {0, 1};
  launch.name = "dev";
  launch.cwd = "/";
  launch.agent = std::make_shared<const core::agent::Order>(std::move(order));
  const Place place;
  const core::Evidence evidence = run(*must_open(quick(place)), launch);
  ::unsetenv("OPENAI_API_KEY");
  REQUIRE(evidence.transcript);
  CHECK_MESSAGE(evidence.transcript->remedy.find(
                    "OPENAI_API_KEY is set but not passed to role dev") != std::string::npos,
                evidence.transcript->remedy);
}

TEST_CASE("keys: an agent whose program is not there is told how to get it") {
  core::Launch launch;
  launch.key = {0, 1};
  launch.name = "dev";
  launch.cwd = "/";
  launch.env = {{"PATH", "/nowhere"}};
  launch.agent = std::make_shared<const core::agent::Order>(speaking(Dialect::codex, {"codex"}));
  const Place place;
  const auto processes = must_open(quick(place));
  processes->start(launch);
  const auto happened = processes->wait(Millis{1000});
  REQUIRE(happened);
  REQUIRE(happened->size() == 1);
  const auto& ended = std::get<shell::ProcessEnded>(happened->front());
  CHECK(ended.evidence.exit.kind == core::ExitKind::spawn_failed);
  REQUIRE(ended.evidence.transcript);
  CHECK(ended.evidence.transcript->remedy == "install it: npm install -g @openai/codex");
}

TEST_CASE("git folders: of a repository, of a worktree, and of a link that lies") {
  const Place place;
  const std::string root = std::filesystem::canonical(place.path).string();
  const auto git = [&](const std::string& words) {
    const std::string line =
        "cd '" + root + "' && git -c user.name=a -c user.email=a@b " + words + " >/dev/null 2>&1";
    REQUIRE(std::system(line.c_str()) == 0);
  };
  git("init -q main");
  git("-C main commit -q --allow-empty -m start");
  git("-C main worktree add -q ../side");
  std::filesystem::create_directories(root + "/main/sub");
  CHECK(git_dirs_list(root + "/main/sub") == "[\"" + root + "/main/.git\"]");
  CHECK(git_dirs_list(root + "/side") ==
        "[\"" + root + "/main/.git\", \"" + root + "/main/.git/worktrees/side\"]");
  std::filesystem::create_directories(root + "/liar");
  std::ofstream(root + "/liar/.git") << "gitdir: " << root << "/main/.git/worktrees/side\n";
  CHECK_MESSAGE(git_dirs_list(root + "/liar") == "[]", "the worktree does not know of it");
  std::filesystem::create_directories(root + "/home/.ssh");
  std::ofstream(root + "/liar/.git") << "gitdir: " << root << "/home/.ssh\n";
  CHECK(git_dirs_list(root + "/liar") == "[]");
  CHECK(git_dirs_list("/nowhere/at/all") == "[]");
}

TEST_CASE("zones: by name, from the files of this machine") {
  const Instant summer = *parse_instant("2026-07-01T12:00:00.000Z");
  const Instant winter = *parse_instant("2026-12-01T12:00:00.000Z");
  if (zone_offset("Europe/Berlin", summer)) {
    CHECK(*zone_offset("Europe/Berlin", summer) == std::chrono::hours(2));
    CHECK(*zone_offset("Europe/Berlin", winter) == std::chrono::hours(1));
  }
  CHECK_FALSE(zone_offset("../../etc/passwd", winter));
  CHECK_FALSE(zone_offset("No/Such", winter));
  CHECK(zone_offset("", winter));
}
