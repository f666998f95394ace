// SPDX-License-Identifier: MIT
// One table of tools: whoever asks whether a command is a test run gets the same answer.
#include "format/tools/tools.h"

#include "format/claim/seen.h"
#include "format/goals/criterion.h"
#include "format/project/command.h"
#include "format/shell/parser.h"
#include "format/shell/sources.h"
#include "format/tasks/commands.h"
#include "format/tools/languages.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

namespace tools_test {

using namespace assay;
using namespace assay::format;
using tools::Purpose;

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    if (end > 0) words.emplace_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return words;
}

bool is_test_run(std::string_view command) {
  const std::vector<std::string> words = words_of(command);
  const std::vector<std::string_view> views(words.begin(), words.end());
  return tools::purpose_of(views) == Purpose::test;
}

/// Goals, tasks, claims and init, each through its own door.
void check_all_agree(const std::string& command, bool want) {
  CAPTURE(command);
  CHECK(is_test_run(command) == want);
  CHECK(is_test_command(command, core::Rules::v0_2) == want);
  CHECK(tasklist::is_test_gate(command) == want);
  CHECK((claim::use_of(command).kind == claim::CommandUse::Kind::tests) == want);
  const project::Splitting parts = project::split_script(command);
  REQUIRE(parts.commands.size() == 1);
  CHECK((project::purpose_of(parts.commands.front()) == Purpose::test) == want);
}

/// Calls that every row allows, and whether each is a test run.
std::vector<std::pair<std::string, bool>> calls_of(const tools::Tool& tool,
                                                   const std::string& name) {
  using tools::Asked;
  std::vector<std::pair<std::string, bool>> calls{{name, tool.purpose == Purpose::test}};
  for (const std::string& verb : words_of(tool.verbs)) {
    const std::size_t equals = verb.find('=');
    const bool test = verb.substr(equals + 1) == "test";
    calls.emplace_back(name + " " + verb.substr(0, equals), test);
  }
  if (tool.asked == Asked::target) {
    for (const char* target : {"test", "check", "verify", "unit"})
      calls.emplace_back(name + " -x lint " + target, true);
    for (const char* target : {"build", "all", "lint", "install", "latest"})
      calls.emplace_back(name + " " + target, false);
  }
  if (tool.asked == Asked::script) {
    for (const char* script : {"test", "test:unit", "unit"})
      calls.emplace_back(name + " run " + script, true);
    for (const char* script : {"check", "verify", "lint", "build", "latest", "test:watch"})
      calls.emplace_back(name + " run " + script, false);
  }
  if (tool.asked == Asked::environment) {
    calls.emplace_back(name + " -e lint", false);
    calls.emplace_back(name + " -e py312", true);
  }
  return calls;
}

}  // namespace tools_test

using namespace tools_test;

TEST_CASE("tools: every row gets the same answer from goals, tasks, claims and init") {
  std::set<std::string> names;
  for (const tools::Tool& tool : tools::all_tools()) {
    for (const std::string& name : words_of(tool.names)) {
      CHECK_MESSAGE(names.insert(name).second, name << " stands in two rows");
      CHECK(tools::find_tool(name) == &tool);
      for (const auto& [call, want] : calls_of(tool, name)) check_all_agree(call, want);
    }
  }
}

TEST_CASE("tools: what is a test run, through launchers and paths") {
  for (const char* command : {"env A=1 timeout 5 npx vitest run",
                              "poetry run pytest -q",
                              "uv run --group dev pytest",
                              "python3.11 -X dev -m pytest",
                              "coverage run -m pytest",
                              "bundle exec rspec",
                              ".venv/bin/pytest",
                              "node_modules/.bin/jest --ci",
                              "node node_modules/jest/bin/jest.js",
                              "python manage.py test",
                              "php artisan test",
                              "yarn jest",
                              "pnpm -C web test",
                              "npm --prefix web run test:unit",
                              "pnpm -w test",
                              "make -C sub test",
                              "cargo +nightly test",
                              "go -C x test ./...",
                              "./gradlew :app:testDebugUnitTest",
                              "mvn -q -pl core verify",
                              "node --test tests/",
                              "nx run app:test",
                              "deno task test",
                              "xvfb-run -a npm test"}) {
    check_all_agree(command, true);
  }
  for (const char* command :
       {"cargo check", "deno check x.ts", "test -f x", "[ -f x ]", "npm run check",
        "npm run verify", "ruff check .", "make -C test", "gradle build -x test", "mvn package",
        "node x.js --test", "go vet ./...", "npm ci", "git commit -m test", "echo test",
        "npm run latest", "assay verify", "cmake -S test -B build", "rake db:test:prepare"}) {
    check_all_agree(command, false);
  }
}

TEST_CASE("tools: lint asks the same table which calls run tests on their way") {
  const auto setting = [](const std::string& command) {
    std::string text = command;
    const shell::Parsed parsed = shell::parse(text, {});
    const auto sources = [](const std::string& path) -> std::optional<std::string> {
      if (path == "pom.xml") return "<testFailureIgnore>true</testFailureIgnore>";
      if (path == "build.gradle") return "test { ignoreFailures = true }";
      return std::nullopt;
    };
    return shell::lenient_setting(parsed.list.items[0].commands[0].words, "", sources);
  };
  for (const char* command : {"mvn test", "mvn verify", "mvn package", "gradle check",
                              "./gradlew build", "gradle :app:test"}) {
    CAPTURE(command);
    CHECK_FALSE(setting(command).empty());
  }
  for (const char* command : {"mvn compile", "gradle assemble", "gradle tasks"}) {
    CAPTURE(command);
    CHECK(setting(command).empty());
  }
}

TEST_CASE("tools: which words begin a command in a sentence") {
  using tools::Spoken;
  for (const char* word : {"pytest", "make", "tsc", "npm", "grep", "jq", "sudo", "cargo"})
    CHECK(tools::spoken_of(word) == Spoken::command);
  for (const char* word : {"node", "go", "git", "bash"})
    CHECK(tools::spoken_of(word) == Spoken::worded);
  for (const char* word : {"test", "file", "next", "stack", "time"})
    CHECK(tools::spoken_of(word) == Spoken::english);
  for (const char* word : {"standard", "robot", "trial", "return", "id", "the", "./run", ""})
    CHECK(tools::spoken_of(word) == Spoken::never);
}

TEST_CASE("tools: an everyday program is no test run, and a tool is no everyday program") {
  for (const char* program : {"test", "[", "grep", "diff", "echo", "cat", "true", "ls"}) {
    CAPTURE(program);
    CHECK(tools::has_trait(program, tools::Trait::harmless));
    CHECK(tools::find_tool(program) == nullptr);
  }
  CHECK_FALSE(tools::has_trait("pytest", tools::Trait::harmless));
  CHECK_FALSE(tools::has_trait("source", tools::Trait::harmless));
}

TEST_CASE("tools: the language of a file") {
  using tools::Language;
  CHECK(tools::language_of("src/a.ts") == Language::script);
  CHECK(tools::language_of("a.vue") == Language::component);
  CHECK(tools::language_of("x/.go") == Language::none);
  CHECK(tools::language_of("Makefile") == Language::none);
  CHECK(tools::has_known_ending("a.json"));
  CHECK_FALSE(tools::has_known_ending("a.nonsense"));
}
