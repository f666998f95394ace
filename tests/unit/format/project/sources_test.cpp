// SPDX-License-Identifier: MIT
// The readers behind `assay init`: CI files, documents, scripts, and what speaks against a command.
#include "format/project/survey.h"

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace assay::format;
using namespace assay::format::project;
using assay::core::verify::GateType;

using Texts = std::vector<std::string>;

Texts texts_of(const CiReading& reading) {
  Texts texts;
  for (const CiCommand& command : reading.commands)
    texts.push_back((command.folder.empty() ? "" : command.folder + ": ") + command.simple.text);
  return texts;
}

Texts read_with(void (*reader)(std::string_view, const std::string&, CiReading&),
                const char* yaml) {
  CiReading out;
  reader(yaml, "ci.yml", out);
  return texts_of(out);
}

Gate gate(const std::string& slot, GateType type) {
  Gate made = type == GateType::test ? test_gate("run " + slot) : reading_gate(type, "run " + slot);
  if (type == GateType::build) made = build_gate("run " + slot);
  made.slot = slot;
  made.id = slot;
  return made;
}

Trial trial(std::size_t index, int exit_code, std::int64_t tests, const std::string& output = "") {
  Trial made;
  made.gate = index;
  made.exit_code = exit_code;
  made.passed = exit_code == 0;
  made.tests = tests;
  made.effective = made.passed && tests > 0;
  made.output = output;
  made.line = output;
  return made;
}

std::map<std::string, bool> required_of(const ProjectPlan& plan) {
  std::map<std::string, bool> out;
  for (const Gate& each : plan.gates) out[each.id] = each.required;
  return out;
}

}  // namespace

TEST_CASE("ci: GitHub Actions, without what another system, a matrix or a release needs") {
  const Texts texts = read_with(read_github, R"(
on: {push: {branches: [main]}, pull_request: {}}
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: npm ci
      - run: |
          cd sub
          npm test
          tox -e ${{ matrix.env }}
      - run: make check
        working-directory: lib
      - {run: pytest, if: "runner.os == 'Windows'"}
      - {run: Get-Item x, shell: pwsh}
      - run: if true; then make test; fi
      - run: cd ../outside && make test
  release:
    steps: [{run: npm publish}]
  other:
    runs-on: windows-latest
    steps: [{run: nmake test}]
  db:
    services: {postgres: {image: postgres}}
    steps: [{run: make db-test}]
)");
  CHECK(texts == Texts{"npm ci", "sub/: npm test", "lib/: make check"});
  CHECK(read_with(read_github, "on: {release: {}}\njobs: {a: {steps: [{run: make test}]}}\n")
            .empty());
  CHECK(read_with(read_github, "on: {push: {tags: [v1]}}\njobs: {a: {steps: [{run: make test}]}}\n")
            .empty());
  CHECK(read_with(read_github, "on: push\njobs: {a: {steps: [{run: make test}]}}\n") ==
        Texts{"make test"});
  CHECK(read_with(read_github, "not: [a workflow").empty());
}

TEST_CASE("ci: the other systems") {
  CHECK(read_with(read_gitlab,
                  "stages: [test]\nunit:\n  script:\n    - make test\n    - [make lint]\n"
                  ".hidden: {script: x}\ndeploy: {script: make deploy}\n") ==
        Texts{"make test", "make lint"});
  CHECK(read_with(read_circle,
                  "jobs:\n  a:\n    steps:\n      - checkout\n      - run: make test\n      - run: "
                  "{command: go "
                  "test ./..., working_directory: api}\n") ==
        Texts{"make test", "api/: go test ./..."});
  CHECK(read_with(read_azure,
                  "steps:\n  - script: make test\n  - {bash: make lint, workingDirectory: a}\n") ==
        Texts{"make test", "a/: make lint"});
  CHECK(read_with(
            read_travis,
            "language: c\nscript:\n  - make && make test\njobs:\n  include:\n    - {script: make "
            "lint}\n") == Texts{"make", "make test", "make lint"});
  CHECK(read_with(
            read_drone,
            "steps:\n  - {name: t, commands: [make test]}\n  - {name: publish, commands: [x]}\n") ==
        Texts{"make test"});
}

TEST_CASE("commands: what they are for") {
  const std::pair<const char*, Purpose> rows[] = {
      {"npm test", Purpose::test},
      {"npm run test:unit", Purpose::test},
      {"yarn test", Purpose::test},
      {"pnpm lint", Purpose::lint},
      {"npm ci", Purpose::setup},
      {"uv run --group dev pytest tests/", Purpose::test},
      {"python -m unittest", Purpose::test},
      {"uv run ruff check .", Purpose::lint},
      {"ruff format --check", Purpose::format},
      {"mypy --strict x", Purpose::typecheck},
      {"make check", Purpose::test},
      {"make -j4 test", Purpose::test},
      {"make", Purpose::build},
      {"make install", Purpose::setup},
      {"./run-tests.sh", Purpose::test},
      {"sh tests/check.sh", Purpose::test},
      {"cargo clippy -- -D warnings", Purpose::lint},
      {"mix format --check-formatted", Purpose::format},
      {"pip install -e .", Purpose::setup},
      {"echo test", Purpose::other},
      {"npm run release", Purpose::other},
      {"npm run test:watch", Purpose::other},
      {"timeout 60 bundle exec rspec", Purpose::test},
  };
  for (const auto& [text, want] : rows) {
    CAPTURE(std::string{text});
    const Splitting parts = split_script(text);
    REQUIRE(parts.commands.size() == 1);
    CHECK(purpose_of(parts.commands.front()) == want);
  }
}

TEST_CASE("commands: what must never become a gate") {
  const char* outward[] = {"npm publish",
                           "git push origin main",
                           "sudo make test",
                           "apt-get install -y x",
                           "make test && twine upload dist/*",
                           "docker build .",
                           "curl -sSL http://x | sh",
                           "cargo publish",
                           "rm -rf ~/x",
                           "rm -rf src",
                           "rm -rf \"$HOME\"",
                           "npm install -g x",
                           "pip install x",
                           "make install",
                           "gh release create",
                           "kubectl apply -f x",
                           "if true; then npm publish; fi",
                           "env A=b npm publish",
                           "cmake --install build"};
  for (const char* text : outward) {
    CAPTURE(text);
    CHECK(hazard_in(text).danger == Danger::outward);
  }
  const char* rewrites[] = {"eslint . --fix",  "prettier --write .",
                            "black .",         "gofmt -w .",
                            "ruff format",     "cargo fmt",
                            "mix format",      "biome lint --write",
                            "sed -i s/a/b/ x", "oxlint --fix",
                            "npx jest -u",     "isort .",
                            "dart format .",   "dune fmt"};
  for (const char* text : rewrites) {
    CAPTURE(text);
    CHECK(hazard_in(text).danger == Danger::rewrites);
  }
  for (const char* text : {"jest --watch", "vite dev", "nodemon x", "tail -f log", "next start"}) {
    CAPTURE(text);
    CHECK(hazard_in(text).danger == Danger::endless);
  }
  const char* fine[] = {"npm test",           "rm -rf coverage && jest",
                        "black --check .",    "cargo fmt --check",
                        "prettier --check .", "make test",
                        "gofmt -l .",         "mix format --check-formatted",
                        "xo && ava",          "git diff --exit-code",
                        "rm -f a.out",        "go test ./...",
                        "jest --watch=false", "vite build",
                        "ruff check ."};
  for (const char* text : fine) {
    CAPTURE(text);
    CHECK(hazard_in(text).danger == Danger::none);
  }
}

TEST_CASE("documents: commands below a heading about tests, and nothing else") {
  CHECK(documented_commands("# Use\n```\nnpm test\n```\n# Testing\nText npm test\n```sh\n$ "
                            "./run-tests.sh  # all\nnpm "
                            "install\nmake test\n```\n\n    prove -l t\n") ==
        Texts{"./run-tests.sh", "make test", "prove -l t"});
}

TEST_CASE("settle: a test that said no is never exchanged for one that says yes") {
  ProjectPlan plan;
  plan.gates = {gate("t", GateType::test), gate("t", GateType::test)};
  plan.gates[1].command = "other";
  CHECK(next_to_try(plan, {trial(0, 1, 5)}) == std::nullopt);
  const ProjectPlan settled = settle(plan, {trial(0, 1, 5), trial(1, 0, 5)});
  REQUIRE(settled.gates.size() == 1);
  CHECK(settled.gates[0].command == "run t");
  CHECK(settled.gates[0].required);
}

TEST_CASE(
    "settle: what cannot run here gives way to the next way, and to no gate only beside tests") {
  ProjectPlan plan;
  plan.gates = {gate("t", GateType::test), gate("t", GateType::test), gate("l", GateType::lint)};
  plan.gates[1].command = "other";
  CHECK(next_to_try(plan, {trial(0, 127, -1)}) == 1U);
  CHECK(settle(plan, {trial(0, 127, -1), trial(1, 0, 3)}).gates.back().command == "other");
  const ProjectPlan none =
      settle(plan, {trial(0, 127, -1), trial(1, 1, -1, "No module named x"), trial(2, 0, -1)});
  CHECK(required_of(none) == std::map<std::string, bool>{{"t", true}, {"l", true}});
}

TEST_CASE("settle: linters that fail or are missing are left out with what was seen") {
  ProjectPlan plan;
  plan.gates = {gate("t", GateType::test), gate("l", GateType::lint),
                gate("m", GateType::typecheck)};
  const ProjectPlan settled = settle(plan, {trial(0, 0, 3), trial(1, 1, -1, "12 problems"),
                                            trial(2, 127, -1, "mypy: command not found")});
  CHECK(required_of(settled) == std::map<std::string, bool>{{"t", true}});
  REQUIRE(settled.left_out.size() == 2);
  CHECK(settled.left_out[0].why == "fails: 12 problems");
  CHECK(settled.left_out[1].why == "cannot run here: mypy: command not found");
}

TEST_CASE(
    "settle: a green test that cannot be counted is required by its exit status, zero tests are "
    "not enough") {
  ProjectPlan plan;
  plan.gates = {gate("t", GateType::test)};
  const ProjectPlan unknown = settle(plan, {trial(0, 0, -1)});
  CHECK_FALSE(unknown.gates.at(0).counted);
  CHECK(to_assay_yaml(unknown).find("must_be_effective: false") != std::string::npos);
  CHECK(settle(plan, {trial(0, 0, 0)}).gates.at(0).counted);
  plan.gates[0].origin = Provenance::inferred;
  CHECK(settle(plan, {trial(0, 0, -1)}).gates.at(0).counted);
}

TEST_CASE(
    "settle: another build system that cannot build here is left out, one whose tests fail is "
    "not") {
  ProjectPlan plan;
  plan.gates = {gate("cmake:build", GateType::build), gate("cmake:test", GateType::test),
                gate("meson:build", GateType::build), gate("meson:test", GateType::test)};
  plan.gates[1].needs = "cmake:build";
  plan.gates[3].needs = "meson:build";
  plan.gates[2].second = plan.gates[3].second = true;
  CHECK(next_to_try(plan, {trial(0, 0, -1), trial(1, 0, 2), trial(2, 1, -1)}) == std::nullopt);
  CHECK(settle(plan, {trial(0, 0, -1), trial(1, 0, 2), trial(2, 1, -1)}).gates.size() == 2);
  const ProjectPlan red =
      settle(plan, {trial(0, 0, -1), trial(1, 0, 2), trial(2, 0, -1), trial(3, 1, 4)});
  CHECK(red.gates.size() == 4);
  CHECK(required_of(red)["meson:test"]);
}

TEST_CASE("settle: a plan without tests says so") {
  ProjectPlan plan;
  plan.gates = {gate("l", GateType::lint)};
  plan.has_test_files = true;
  const ProjectPlan settled = settle(plan, {trial(0, 0, -1)});
  REQUIRE(!settled.notes.empty());
  CHECK(settled.notes[0].find("NO TEST GATE") == 0);
  CHECK(to_assay_yaml(settled).find("NO TEST GATE") != std::string::npos);
}

TEST_CASE("settle: a linter that changes files is no gate, a test that does is told") {
  ProjectPlan plan;
  plan.gates = {gate("t", GateType::test), gate("l", GateType::lint)};
  Trial test = trial(0, 0, 3);
  Trial lint = trial(1, 0, -1);
  test.changed = lint.changed = {"a.c"};
  const ProjectPlan settled = settle(plan, {test, lint});
  REQUIRE(settled.gates.size() == 1);
  CHECK(settled.gates[0].mutates_workspace);
  CHECK(settled.left_out.at(0).why == "changes files: a.c");
}

TEST_CASE("node: scripts of CI that come to the same program as `test` get no gate of their own") {
  class Files final : public ProjectFiles {
   public:
    bool exists(const std::string& path) const override {
      return path == "package.json" || path == ".github/workflows/ci.yml";
    }
    std::optional<std::string> read(const std::string& path) const override {
      if (path == "package.json")
        return R"({"scripts":{"test":"npm run lint && npm run mocha","mocha":"mocha","lint":"eslint .",
                "test:ci":"npm run test:cover","test:cover":"nyc npm run mocha","test:more":"node more-test.js"}})";
      if (exists(path))
        return "on: push\njobs: {a: {steps: [{run: npm run test:ci}, {run: npm run test:more}]}}\n";
      return std::nullopt;
    }
    std::vector<std::string> list(const std::string& folder) const override {
      if (folder.empty()) return {"package.json"};
      return folder == ".github/workflows" ? std::vector<std::string>{"ci.yml"}
                                           : std::vector<std::string>{};
    }
  };
  Texts commands;
  for (const Gate& each : settle(detect_project(Files{}), {}).gates)
    commands.push_back(each.command);
  CHECK(commands == Texts{"npm run test", "npm run test:more"});
}

TEST_CASE("settle: a second build system that took too long is told, not called unable to run") {
  ProjectPlan plan;
  Gate build = gate("b:build", GateType::build);
  Gate test = gate("b:test", GateType::test);
  build.second = test.second = true;
  test.needs = "b:build";
  plan.gates = {gate("a:test", GateType::test), build, test};
  Trial slow = trial(1, -1, -1);
  slow.timed_out = true;
  const ProjectPlan settled = settle(plan, {trial(0, 0, 3), slow});
  const std::map<std::string, bool> wanted{{"a:test", true}, {"b:build", false}, {"b:test", false}};
  CHECK(required_of(settled) == wanted);
}

TEST_CASE("settle: a build whose output counts tests is a test, unless there are others") {
  ProjectPlan plan;
  plan.gates = {gate("a:build", GateType::build)};
  const ProjectPlan alone = settle(plan, {trial(0, 0, 16)});
  REQUIRE(alone.gates.size() == 1);
  CHECK(alone.gates.front().gate_type == GateType::test);
  CHECK(settle(plan, {trial(0, 0, -1)}).gates.front().gate_type == GateType::build);
  plan.gates.push_back(gate("a:test", GateType::test));
  for (const Gate& each : settle(plan, {trial(0, 0, 16), trial(1, 0, 3)}).gates)
    CHECK((each.gate_type == GateType::test) == (each.slot == "a:test"));
}
