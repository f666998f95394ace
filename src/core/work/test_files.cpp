// SPDX-License-Identifier: MIT
#include "core/work/test_files.h"

#include "core/work/declared.h"

#include <algorithm>
#include <array>

namespace assay::core {

namespace {

constexpr std::array<std::string_view, 42> test_globs = {"test/**",          "tests/**",
                                                         "**/test/**",       "**/tests/**",
                                                         "spec/**",          "**/spec/**",
                                                         "**/__tests__/**",  "**/testdata/**",
                                                         "**/fixtures/**",   "**/__snapshots__/**",
                                                         "e2e/**",           "**/e2e/**",
                                                         "**/test_*.*",      "**/*_test.*",
                                                         "**/*_tests.*",     "**/*.test.*",
                                                         "**/*.tests.*",     "**/*.spec.*",
                                                         "**/*_spec.*",      "**/*Test.java",
                                                         "**/*Tests.java",   "**/*IT.java",
                                                         "**/*Test.kt",      "**/*Tests.kt",
                                                         "**/*Spec.scala",   "**/*Test.scala",
                                                         "**/*Test.php",     "**/*Tests.cs",
                                                         "**/*Test.cs",      "**/*Tests.swift",
                                                         "**/*.bats",        "**/*.t",
                                                         "**/conftest.py",   "**/pytest.ini",
                                                         "**/tox.ini",       "**/noxfile.py",
                                                         "**/jest.config.*", "**/vitest.config.*",
                                                         "**/karma.conf.*",  "**/.mocharc.*",
                                                         "**/phpunit.xml*",  "**/.rspec"};

constexpr std::array<std::string_view, 7> document_ends = {".md",  ".rst", ".adoc",    ".txt",
                                                           ".svg", ".png", ".markdown"};

constexpr std::array<std::string_view, 12> litter_folders = {
    "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", "node_modules", ".tox",
    ".nox",        ".hypothesis",   ".nyc_output", ".gradle",     ".venv",        "htmlcov"};
constexpr std::array<std::string_view, 8> litter_ends = {
    ".pyc", ".pyo", ".gcda", ".gcno", ".profraw", ".swp", ".swo", ".assay-before"};
constexpr std::array<std::string_view, 9> litter_names = {".coverage",
                                                          ".DS_Store",
                                                          "Thumbs.db",
                                                          "CTestCostData.txt",
                                                          "LastTest.log",
                                                          "LastTestsFailed.log",
                                                          "LastTestsDisabled.log",
                                                          ".ninja_log",
                                                          ".ninja_deps"};

struct Follower {
  std::string_view lock;
  std::string_view leader;
};
constexpr std::array<Follower, 14> followers = {{{"package-lock.json", "package.json"},
                                                 {"npm-shrinkwrap.json", "package.json"},
                                                 {"pnpm-lock.yaml", "package.json"},
                                                 {"yarn.lock", "package.json"},
                                                 {"bun.lockb", "package.json"},
                                                 {"bun.lock", "package.json"},
                                                 {"Cargo.lock", "Cargo.toml"},
                                                 {"go.sum", "go.mod"},
                                                 {"poetry.lock", "pyproject.toml"},
                                                 {"uv.lock", "pyproject.toml"},
                                                 {"Pipfile.lock", "Pipfile"},
                                                 {"Gemfile.lock", "Gemfile"},
                                                 {"composer.lock", "composer.json"},
                                                 {"mix.lock", "mix.exs"}}};

/// "**/x" also means an x in no folder: fits() wants a slash there.
std::vector<std::string> with_top(std::span<const std::string_view> globs) {
  std::vector<std::string> all;
  for (const std::string_view glob : globs) {
    all.emplace_back(glob);
    if (glob.starts_with("**/")) all.emplace_back(glob.substr(3));
  }
  return all;
}

}  // namespace

std::span<const std::string_view> test_file_globs() { return test_globs; }

bool is_test_file(std::string_view path) {
  static const std::vector<std::string> all = with_top(test_globs);
  return work::is_declared(all, path);
}

bool is_test_code(std::string_view path) {
  static constexpr std::array<std::string_view, 20> ends = {
      ".py",  ".js", ".mjs", ".cjs", ".ts",  ".tsx", ".jsx",  ".rb",   ".go", ".rs",
      ".php", ".pl", ".t",   ".sh",  ".cfg", ".ini", ".toml", ".java", ".kt", ".bats"};
  return is_test_file(path) && std::any_of(ends.begin(), ends.end(), [&](std::string_view end) {
           return path.ends_with(end);
         });
}

bool is_document(std::string_view path) {
  return path.starts_with("docs/") || path.starts_with("doc/") ||
         std::any_of(document_ends.begin(), document_ends.end(),
                     [&](std::string_view end) { return path.ends_with(end); });
}

bool is_tool_litter(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  if (std::find(litter_names.begin(), litter_names.end(), name) != litter_names.end()) return true;
  if (name.starts_with(".#") || name.ends_with("~")) return true;  // editors at work
  if (std::any_of(litter_ends.begin(), litter_ends.end(),
                  [&](std::string_view end) { return name.ends_with(end); }))
    return true;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    if (slash == std::string_view::npos) return false;
    const std::string_view folder = path.substr(0, slash);
    if (std::find(litter_folders.begin(), litter_folders.end(), folder) != litter_folders.end())
      return true;
    path.remove_prefix(slash + 1);
  }
  return false;
}

bool follows_declared(const std::vector<std::string>& declared, std::string_view path) {
  const std::size_t start = path.rfind('/') + 1;
  const std::string folder(path.substr(0, start));
  return std::any_of(followers.begin(), followers.end(), [&](const Follower& each) {
    return path.substr(start) == each.lock &&
           work::is_declared(declared, folder + std::string(each.leader));
  });
}

}  // namespace assay::core
