// SPDX-License-Identifier: MIT
#include "core/agent/roles.h"

#include <doctest/doctest.h>

#include <set>

namespace {

using namespace assay;
using namespace assay::core;
using namespace assay::core::agent;
using namespace std::chrono_literals;

using Argv = std::vector<std::string>;

AgentSpec spec(std::string role) {
  AgentSpec made;
  made.role = std::move(role);
  return made;
}

AgentSpec commanded(std::string role, Argv command) {
  AgentSpec made = spec(std::move(role));
  made.command = std::move(command);
  return made;
}

AgentSpec using_role(std::string role, std::string use) {
  AgentSpec made = spec(std::move(role));
  made.use = std::move(use);
  return made;
}

AgentSpec preset_of(std::string role, std::string preset) {
  AgentSpec made = spec(std::move(role));
  made.preset = std::move(preset);
  return made;
}

Agent resolved(const std::vector<AgentSpec>& agents, std::string_view role) {
  const Result<Agent> agent = resolve(agents, role);
  if (!agent) FAIL(agent.error().what);
  return *agent;
}

std::string problem(const std::vector<AgentSpec>& agents, std::string_view role) {
  const Result<Agent> agent = resolve(agents, role);
  REQUIRE_FALSE(agent);
  CHECK(agent.error().fault == Fault::bad_input);
  return agent.error().what;
}

}  // namespace

TEST_CASE("roles: a command is taken as it is, with limits nobody had to write") {
  const Agent agent = resolved({commanded("dev", {"my-agent", "--go"})}, "dev");
  CHECK(agent.role == "dev");
  CHECK(agent.argv == Argv{"my-agent", "--go"});
  CHECK(agent.dialect == Dialect::text);
  CHECK(agent.timeout == 45min);
  CHECK(agent.stall == 10min);
  CHECK(agent.max_turns == 0);
  CHECK(agent.prompt.empty());
  CHECK(agent.cwd.empty());
}

TEST_CASE("roles: every preset has a name, a dialect and a program, and can be resolved") {
  std::set<std::string_view> names;
  std::set<Dialect> dialects;
  for (const Preset& preset : presets()) {
    INFO(preset.name);
    CHECK(names.insert(preset.name).second);
    CHECK(dialects.insert(preset.dialect).second);
    CHECK(preset.dialect != Dialect::text);
    REQUIRE_FALSE(preset.argv.empty());
    CHECK_FALSE(preset.package.empty());
    const Agent agent = resolved({preset_of("dev", std::string(preset.name))}, "dev");
    Argv whole = preset.argv;
    whole.insert(whole.end(), preset.words.begin(), preset.words.end());
    CHECK(agent.argv == whole);
    CHECK_FALSE(preset.login.empty());
    CHECK(preset.model_flag.starts_with("--"));
    CHECK(agent.dialect == preset.dialect);
  }
  CHECK(names.size() == 8);
}

TEST_CASE("roles: a preset's dialect can be replaced") {
  AgentSpec dev = preset_of("dev", "codex");
  dev.dialect = Dialect::text;
  CHECK(resolved({dev}, "dev").dialect == Dialect::text);
  CHECK(resolved({dev}, "dev").argv.front() == "codex");
}

TEST_CASE("roles: the star is for every role without an entry of its own") {
  const std::vector<AgentSpec> agents = {commanded("*", {"any"}), commanded("review", {"strict"})};
  CHECK(resolved(agents, "review").argv == Argv{"strict"});
  CHECK(resolved(agents, "dev").argv == Argv{"any"});
  CHECK_MESSAGE(resolved(agents, "dev").role == "dev", "not the star");
}

TEST_CASE("roles: what is set nearer to the role wins over what it uses") {
  AgentSpec base = preset_of("base", "claude");
  base.timeout = 10min;
  base.stall = 2min;
  base.max_turns = 9;
  base.prompt = "base.md";
  base.cwd = "base";
  base.env = {{"A", "base"}, {"B", "base"}};
  AgentSpec middle = using_role("middle", "base");
  middle.timeout = 20min;
  middle.prompt = "middle.md";
  middle.env = {{"B", "middle"}, {"C", "middle"}};
  AgentSpec dev = using_role("dev", "middle");
  dev.prompt = "dev.md";
  dev.max_turns = 0;
  dev.env = {{"C", "dev"}};
  const Agent agent = resolved({dev, middle, base}, "dev");
  CHECK(agent.role == "dev");
  CHECK(agent.argv.front() == "claude");
  CHECK(agent.dialect == Dialect::claude);
  CHECK(agent.timeout == 20min);
  CHECK(agent.stall == 2min);
  CHECK_MESSAGE(agent.max_turns == 0, "said, although it says: any number");
  CHECK(agent.prompt == "dev.md");
  CHECK(agent.cwd == "base");
  const std::vector<std::pair<std::string, std::string>> env = {
      {"C", "dev"}, {"B", "middle"}, {"A", "base"}};
  CHECK(agent.env == env);
}

TEST_CASE("roles: a limit of zero is a limit that was set") {
  AgentSpec dev = commanded("dev", {"a"});
  dev.timeout = 0ms;
  dev.stall = 0ms;
  CHECK(resolved({dev}, "dev").timeout == 0ms);
  CHECK(resolved({dev}, "dev").stall == 0ms);
}

TEST_CASE("roles: a command wins over the preset of what is used") {
  AgentSpec dev = using_role("dev", "base");
  dev.command = {"mine"};
  const Agent agent = resolved({dev, preset_of("base", "codex")}, "dev");
  CHECK(agent.argv == Argv{"mine"});
  CHECK_MESSAGE(agent.dialect == Dialect::text, "another program does not speak its dialect");
}

TEST_CASE("roles: a role nobody has is told with those there are, and how to add it") {
  CHECK(problem({}, "dev") ==
        "no agent for the role 'dev': assay.yaml has no agents (add `agents: {dev: {preset: "
        "claude}}`; `assay agent presets` lists them)");
  CHECK(problem({commanded("a", {"x"}), commanded("b", {"x"})}, "dev") ==
        "no agent for the role 'dev': assay.yaml has agents for a, b only (add `agents: {dev: "
        "{preset: claude}}`; `assay agent presets` lists them)");
  CHECK_MESSAGE(
      problem({using_role("dev", "gone")}, "dev").find("the role 'gone'") != std::string::npos,
      "the one that is missing, not the one that was asked for");
}

TEST_CASE("roles: a circle is an error, not a hang") {
  CHECK(problem({using_role("dev", "dev")}, "dev").find("dev") != std::string::npos);
  CHECK_FALSE(problem({using_role("a", "b"), using_role("b", "a")}, "a").empty());
  std::vector<AgentSpec> chain;
  for (int i = 0; i < 200; ++i)
    chain.push_back(using_role("r" + std::to_string(i), "r" + std::to_string(i + 1)));
  chain.push_back(commanded("r200", {"deep"}));
  CHECK(resolved(chain, "r0").argv == Argv{"deep"});
}

TEST_CASE("roles: a model and more words come before what must come last") {
  AgentSpec dev = ::preset_of("dev", "codex");
  dev.model = "gpt-5";
  dev.args = {"--config", "a=b"};
  const Argv argv = resolved({dev}, "dev").argv;
  REQUIRE(argv.size() > 6);
  CHECK(Argv(argv.end() - 5, argv.end()) == Argv{"--model", "gpt-5", "--config", "a=b", "-"});
  AgentSpec own = commanded("own", {"mine"});
  own.args = {"-v"};
  CHECK(resolved({own}, "own").argv == Argv{"mine", "-v"});
}

TEST_CASE("roles: a fallback is a role or a preset, with its own variables") {
  AgentSpec dev = ::preset_of("dev", "claude");
  dev.fallback = {"second", "gemini"};
  dev.env = {{"ONLY", "first"}};
  AgentSpec second = commanded("second", {"mine"});
  second.env = {{"OWN", "1"}};
  second.pass_env = {"ACME_*"};
  const Agent agent = resolved({dev, second}, "dev");
  REQUIRE(agent.spares.size() == 2);
  CHECK(agent.spares[0] == Spare{"second", {"mine"}, Dialect::text, {"ACME_*"}, {{"OWN", "1"}}});
  CHECK(agent.spares[1].name == "gemini");
  CHECK(agent.spares[1].dialect == Dialect::gemini);
  CHECK(agent.spares[1].env.empty());
  const Order order = order_of(agent);
  REQUIRE(order.spares.size() == 2);
  CHECK(order.spares[0] == Spare{"second", {"mine"}, Dialect::text, {"ACME_*"}, {}, {"OWN"}});
  CHECK(order.spares[1] == agent.spares[1]);
  CHECK(order.sealed == std::vector<std::string>{"ONLY"});
}

TEST_CASE("roles: a program is known by its dialect, or by its name") {
  CHECK(assay::core::agent::preset_of("/opt/bin/claude", Dialect::text)->name == "claude");
  CHECK(assay::core::agent::preset_of("./wrapper", Dialect::codex)->name == "codex");
  CHECK(assay::core::agent::preset_of("./wrapper", Dialect::text) == nullptr);
}
