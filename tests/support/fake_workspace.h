// SPDX-License-Identifier: MIT
// A workspace in memory: files by their paths, looked at as the real one is.
#pragma once

#include "core/goals/check.h"
#include "shell/ports/inspector.h"
#include "shell/ports/trees.h"

#include <map>
#include <string>
#include <vector>

namespace assay::fake {

using WorkspaceFiles = std::map<std::string, std::string>;

class Trees final : public shell::Trees {
 public:
  WorkspaceFiles files;
  bool readable = true;

  Result<shell::TreeSight> observe(const core::ObserveTree& wanted) override {
    if (!readable) return Error{Fault::io, "unreadable"};
    shell::TreeSight sight;
    sight.digest = digest();
    if (wanted.keep) kept_[sight.digest.hex()] = files;
    const auto before = kept_.find(wanted.since);
    if (before != kept_.end()) sight.changed = changed_since(before->second);
    return sight;
  }

 private:
  Digest digest() const {
    Hasher hasher;
    for (const auto& [path, content] : files) {
      hasher.update(std::to_string(path.size())).update(":").update(path);
      hasher.update(std::to_string(content.size())).update(":").update(content);
    }
    return hasher.finish();
  }

  std::vector<std::string> changed_since(const WorkspaceFiles& before) const {
    std::map<std::string, int> paths;
    for (const auto& [path, content] : files) {
      const auto old = before.find(path);
      if (old == before.end() || old->second != content) paths[path] = 1;
    }
    for (const auto& [path, content] : before) {
      if (!files.contains(path)) paths[path] = 1;
    }
    std::vector<std::string> changed;
    for (const auto& [path, one] : paths) changed.push_back(path);
    return changed;
  }

  std::map<std::string, WorkspaceFiles> kept_;  ///< by digest
};

/// Knows which files there are; what stands in them it does not read.
class Inspector final : public shell::Inspector {
 public:
  WorkspaceFiles files;

  Result<std::vector<core::goals::CheckResult>> inspect(
      const core::InspectWorkspace& wanted) override {
    std::vector<core::goals::CheckResult> results;
    for (const core::goals::Check& check : *wanted.checks) results.push_back(look(check));
    return results;
  }

 private:
  core::goals::CheckResult look(const core::goals::Check& check) const {
    using core::goals::CheckStatus;
    if (const auto* there = std::get_if<core::goals::FileExists>(&check.form)) {
      const bool is_there = files.contains(there->path);
      return {is_there ? CheckStatus::ok : CheckStatus::gap, "", there->path, 0};
    }
    if (const auto* gone = std::get_if<core::goals::FileAbsent>(&check.form)) {
      const bool is_there = files.contains(gone->path);
      return {is_there ? CheckStatus::gap : CheckStatus::ok, "", gone->path, 0};
    }
    return core::goals::unchecked(check);
  }
};

}  // namespace assay::fake
