// SPDX-License-Identifier: MIT
// What decides about work beside assay.yaml: settings of test runners, files of build services,
// lock files. Only what is there is proposed.
#include "format/project/survey.h"

#include <array>
#include <string_view>

namespace assay::format::project {

namespace {

/// Files at the top of a project. As globs they hold in every folder below it, too.
constexpr std::array<std::string_view, 42> deciding_files{"conftest.py",
                                                          "pytest.ini",
                                                          "tox.ini",
                                                          "noxfile.py",
                                                          ".coveragerc",
                                                          "jest.config.js",
                                                          "jest.config.ts",
                                                          "jest.config.cjs",
                                                          "jest.config.mjs",
                                                          "vitest.config.ts",
                                                          "vitest.config.js",
                                                          "vitest.config.mts",
                                                          ".mocharc.yml",
                                                          ".mocharc.json",
                                                          ".mocharc.cjs",
                                                          "karma.conf.js",
                                                          "playwright.config.ts",
                                                          "cypress.config.ts",
                                                          "cypress.config.js",
                                                          "phpunit.xml",
                                                          "phpunit.xml.dist",
                                                          ".rspec",
                                                          "CTestConfig.cmake",
                                                          "Jenkinsfile",
                                                          ".gitlab-ci.yml",
                                                          ".travis.yml",
                                                          "azure-pipelines.yml",
                                                          ".drone.yml",
                                                          "package-lock.json",
                                                          "npm-shrinkwrap.json",
                                                          "pnpm-lock.yaml",
                                                          "yarn.lock",
                                                          "bun.lock",
                                                          "bun.lockb",
                                                          "Cargo.lock",
                                                          "go.sum",
                                                          "poetry.lock",
                                                          "uv.lock",
                                                          "Pipfile.lock",
                                                          "Gemfile.lock",
                                                          "composer.lock",
                                                          ".worktreeinclude"};

constexpr std::array<std::string_view, 3> deciding_folders{".github/workflows", ".circleci",
                                                           ".buildkite"};

}  // namespace

void propose_protected(const ProjectFiles& files, ProjectPlan& plan) {
  for (const std::string_view name : deciding_files) {
    if (files.exists(std::string(name))) plan.protects.emplace_back(name);
  }
  for (const std::string_view folder : deciding_folders) {
    if (!files.list(std::string(folder)).empty())
      plan.protects.push_back(std::string(folder) + "/**");
  }
}

}  // namespace assay::format::project
