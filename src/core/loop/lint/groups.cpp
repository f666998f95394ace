// SPDX-License-Identifier: MIT
#include "base/text/ascii.h"
#include "core/loop/lint/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace assay::core::loop::lint {

namespace {

/// Files everything else is built by: who changes one changes the ground under the others.
bool is_config(std::string_view path) {
  constexpr std::array names{
      "package.json",     "package-lock.json",  "pnpm-lock.yaml",  "pnpm-workspace.yaml",
      "yarn.lock",        "bun.lockb",          "bun.lock",        "tsconfig.json",
      "cargo.toml",       "cargo.lock",         "go.mod",          "go.sum",
      "go.work",          "pyproject.toml",     "poetry.lock",     "uv.lock",
      "requirements.txt", "setup.py",           "setup.cfg",       "pipfile",
      "pipfile.lock",     "cmakelists.txt",     "meson.build",     "makefile",
      "build.gradle",     "build.gradle.kts",   "settings.gradle", "pom.xml",
      "gemfile",          "gemfile.lock",       "composer.json",   "composer.lock",
      "mix.exs",          "mix.lock",           "package.swift",   "pubspec.yaml",
      "deno.json",        "turbo.json",         "nx.json",         "dockerfile",
      "build.sbt",        "settings.gradle.kts"};
  const std::string name = lowered(path.substr(path.find_last_of('/') + 1));
  return std::find(names.begin(), names.end(), name) != names.end() ||
         (name.starts_with("tsconfig.") && name.ends_with(".json"));
}

/// "src/**" and "src/" -> "src"; other paths stay.
std::string_view place_of(std::string_view path) {
  if (const std::size_t star = path.find("/*"); star != std::string_view::npos)
    path = path.substr(0, star);
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  return path;
}

class Group {
 public:
  Group(const Task* begin, const Task* end, Findings& findings)
      : begin_(begin), end_(end), findings_(findings) {}

  void lint() {
    if (end_ - begin_ < 2) {
      return findings_.warning(begin_->line, "lone-parallel",
                               fmt::format("{} is [P] but has no [P] neighbour", name_of(*begin_)),
                               "it runs alone: remove [P], or put it next to others of its phase");
    }
    for (const Task* task = begin_; task != end_; ++task) {
      for (const std::string& file : task->files) take(*task, place_of(file));
    }
    for (const auto& [place, task] : owners_) {
      if (!is_config(place) || shared_.contains(place)) continue;
      findings_.warning(
          task->line, "parallel-shares-config",
          fmt::format("{} changes {} while its [P] neighbours run", name_of(*task), place),
          "let it run before the group, without [P]");
    }
  }

 private:
  void take(const Task& task, std::string_view place) {
    if (const Task* other = owner_of(place); other != nullptr && other != &task) {
      shared_.insert(place);
      report(task, *other, place);
    }
    owners_.try_emplace(place, &task);
    for (std::size_t slash = place.find('/'); slash != place.npos;
         slash = place.find('/', slash + 1))
      users_.try_emplace(place.substr(0, slash), &task);
  }

  /// Who has this file, a folder above it, or something in it.
  const Task* owner_of(std::string_view place) const {
    for (std::size_t slash = place.find('/'); slash != place.npos;
         slash = place.find('/', slash + 1)) {
      if (const auto found = owners_.find(place.substr(0, slash)); found != owners_.end())
        return found->second;
    }
    if (const auto found = owners_.find(place); found != owners_.end()) return found->second;
    const auto inside = users_.find(place);
    return inside == users_.end() ? nullptr : inside->second;
  }

  void report(const Task& task, const Task& other, std::string_view place) {
    const std::string message =
        fmt::format("{} and {} are both [P] and share {}", name_of(other), name_of(task), place);
    findings_.error(task.line,
                    is_config(place) ? "parallel-shares-config" : "parallel-shares-files", message,
                    "remove [P] from one of them, or give each files of its own");
  }

  const Task* begin_;
  const Task* end_;
  Findings& findings_;
  std::map<std::string_view, const Task*> owners_;
  std::map<std::string_view, const Task*> users_;  ///< of folders, by what is in them
  std::set<std::string_view> shared_;
};

}  // namespace

void lint_groups(const TaskRow& tasks, Findings& findings) {
  for (std::size_t i = 0; i < tasks.size();) {
    std::size_t end = i + 1;
    if (tasks[i].parallel) {
      while (end < tasks.size() && tasks[end].parallel && tasks[end].phase == tasks[i].phase) ++end;
      Group(&tasks[i], tasks.data() + end, findings).lint();
    }
    i = end;
  }
}

}  // namespace assay::core::loop::lint
