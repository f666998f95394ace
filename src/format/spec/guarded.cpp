// SPDX-License-Identifier: MIT
#include "format/spec/guarded.h"

#include <algorithm>

namespace assay::format {

namespace {

constexpr std::string_view interpreters =
    " sh bash dash zsh python python3 node ruby perl php deno bun tsx ts-node lua Rscript . "
    "source ";

std::vector<std::string_view> words_in(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = text.find_first_not_of(" \t"); at < text.size();
       at = text.find_first_not_of(" \t", at)) {
    const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string_view unquoted(std::string_view word) {
  while (!word.empty() && (word.front() == '"' || word.front() == '\'' || word.front() == '(' ||
                           word.front() == '{'))
    word.remove_prefix(1);
  while (!word.empty() &&
         (word.back() == '"' || word.back() == '\'' || word.back() == ')' || word.back() == '}'))
    word.remove_suffix(1);
  while (word.starts_with("./")) word.remove_prefix(2);
  return word;
}

/// A file of the workspace, as far as its name tells.
bool is_inner_path(std::string_view word) {
  return !word.empty() && word.front() != '/' && word.front() != '-' && word.front() != '~' &&
         word.find_first_of("$`*?=<>") == std::string_view::npos &&
         word.find("..") == std::string_view::npos;
}

void take_command(std::string_view part, std::vector<std::string>& scripts) {
  std::vector<std::string_view> words = words_in(part);
  const auto is_assignment = [](std::string_view word) {
    return word.find('=') != std::string_view::npos && word.find('/') > word.find('=');
  };
  while (!words.empty() && (is_assignment(words[0]) || words[0] == "env" || words[0] == "exec" ||
                            words[0] == "time" || words[0] == "!"))
    words.erase(words.begin());
  if (words.empty()) return;
  const std::string_view program = unquoted(words[0]);
  const bool is_path = words[0].find('/') != std::string_view::npos;
  if (is_path && is_inner_path(program)) scripts.emplace_back(program);
  const std::string name = " " + std::string(program) + " ";
  if (interpreters.find(name) == std::string_view::npos) return;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "-c" || words[i] == "-m" || words[i] == "-e") return;
    if (words[i].front() == '-') continue;
    const std::string_view script = unquoted(words[i]);
    if (is_inner_path(script)) scripts.emplace_back(script);
    return;
  }
}

}  // namespace

std::vector<std::string> test_setup() {
  return {"**/conftest.py",
          "**/pytest.ini",
          "**/tox.ini",
          "**/noxfile.py",
          "**/.coveragerc",
          "**/jest.config.*",
          "**/jest.setup.*",
          "**/jest.preset.*",
          "**/vitest.config.*",
          "**/vitest.workspace.*",
          "**/vitest.setup.*",
          "**/karma.conf.*",
          "**/.mocharc*",
          "**/ava.config.*",
          "**/.taprc",
          "**/.nycrc*",
          "**/.c8rc*",
          "**/playwright.config.*",
          "**/cypress.config.*",
          "**/wdio.conf.*",
          "**/nightwatch.conf.*",
          "**/web-test-runner.config.*",
          "**/.testcaferc.*",
          "**/cucumber.js",
          "**/cucumber.cjs",
          "**/cucumber.mjs",
          "**/cucumber.json",
          "**/cucumber.yml",
          "**/phpunit.xml*",
          "**/behat.yml*",
          "**/codeception.yml*",
          "**/phpspec.yml*",
          "**/.rspec",
          "**/.busted",
          "**/.proverc",
          "**/.shellspec",
          "**/CTestCustom.cmake",
          "**/.config/nextest.toml",
          "**/testng.xml",
          "**/junit-platform.properties",
          "**/usercustomize.py",
          "**/sitecustomize.py"};
}

std::vector<std::string> gate_files() {
  return {"assay.yaml",
          ".github/workflows/**",
          ".github/actions/**",
          ".gitea/workflows/**",
          ".forgejo/workflows/**",
          ".gitlab-ci.yml",
          ".gitlab/ci/**",
          ".circleci/**",
          "Jenkinsfile",
          "azure-pipelines.yml",
          "bitbucket-pipelines.yml",
          ".travis.yml",
          ".cirrus.yml",
          ".drone.yml",
          ".woodpecker.yml",
          ".woodpecker/**",
          ".buildkite/**",
          ".semaphore/**",
          "appveyor.yml",
          ".appveyor.yml",
          "cloudbuild.yaml",
          "buildspec.yml",
          ".pre-commit-config.yaml",
          ".husky/**",
          ".githooks/**",
          "lefthook.yml",
          ".lefthook.yml",
          "Dangerfile",
          "dangerfile.*"};
}

std::vector<std::string> scripts_of(std::string_view command) {
  std::vector<std::string> scripts;
  std::size_t at = 0;
  while (at <= command.size()) {
    const std::size_t end = std::min(command.find_first_of(";&|\n", at), command.size());
    take_command(command.substr(at, end - at), scripts);
    at = end + 1;
  }
  std::sort(scripts.begin(), scripts.end());
  scripts.erase(std::unique(scripts.begin(), scripts.end()), scripts.end());
  return scripts;
}

}  // namespace assay::format
