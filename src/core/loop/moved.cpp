// SPDX-License-Identifier: MIT
#include "core/loop/moved.h"

#include "core/loop/layers.h"
#include "core/work/guarded_paths.h"
#include "core/work/test_files.h"

#include <algorithm>
#include <set>

namespace assay::core::loop {

namespace {

bool is_one_of(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// tasks.md is compared by itself, notes and the state of others are nobody's work.
bool is_note_of(const Plan& plan, const std::string& path) {
  const std::string own = plan.spec_dir + "/";
  if (!path.starts_with(own)) return false;
  const std::string name = path.substr(own.size());
  return name == "tasks.md" || name == ".ralph-state.json" ||
         (name.starts_with(".progress") && name.ends_with(".md"));
}

/// Package managers bring it up to date whenever they are called.
bool is_lock_file(std::string_view path) {
  constexpr std::string_view names[] = {"package-lock.json",
                                        "npm-shrinkwrap.json",
                                        "pnpm-lock.yaml",
                                        "yarn.lock",
                                        "bun.lock",
                                        "bun.lockb",
                                        "Cargo.lock",
                                        "go.sum",
                                        "go.mod",
                                        "poetry.lock",
                                        "uv.lock",
                                        "Pipfile.lock",
                                        "Gemfile.lock",
                                        "mix.lock",
                                        "composer.lock",
                                        "packages.lock.json",
                                        "pubspec.lock",
                                        "flake.lock",
                                        "deno.lock",
                                        "gradle.lockfile"};
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// What a runner or a gate would take up the next time.
bool steers(const Plan& plan, const std::string& path) {
  return is_test_code(path) || work::is_protected(plan.protected_globs, path) ||
         fits_one(plan.setup, path) || fits_one(plan.guarded, path);
}

std::vector<std::string> of_repository(const WorkSight& before, const WorkSight& after) {
  std::vector<std::string> words = after.reached;
  for (const std::string& what : after.tampering) words.push_back("the task list: " + what);
  for (const std::string& path : after.differs) words.push_back("what is committed of " + path);
  if (after.branch != before.branch) words.push_back("the branch that is checked out");
  if (!after.continues) words.emplace_back("the history");
  return words;
}

}  // namespace

Moved moved_between(const Plan& plan, const Task* task, const WorkSight& before,
                    const WorkSight& after) {
  Moved moved{of_repository(before, after), {}, {}};
  std::set<std::string> paths(after.changed.begin(), after.changed.end());
  for (const std::string& path : after.dirty) {
    if (!is_one_of(before.dirty, path)) paths.insert(path);
  }
  for (const std::string& path : paths) {
    if (is_note_of(plan, path) || is_tool_litter(path)) continue;
    const bool is_new = is_one_of(after.added, path) && is_one_of(after.dirty, path);
    const bool is_work =
        task != nullptr && (is_declared(task->files, path) || is_one_of(before.changed, path));
    if (is_work) {
      moved.own.push_back(path);
    } else if (is_new && !steers(plan, path)) {
      moved.by_products.push_back(path);
    } else if (!is_lock_file(path)) {
      moved.others.push_back(path);
    }
  }
  const bool committed = after.head != before.head;
  if (committed && moved.own.empty() && moved.others.empty())
    moved.own.push_back("commit " + after.head.substr(0, 12));
  return moved;
}

}  // namespace assay::core::loop
