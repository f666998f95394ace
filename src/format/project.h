// SPDX-License-Identifier: MIT
// `assay init`: which gates a project has, told from its own files, and the assay.yaml that runs
// them. Nothing is run and nothing is installed; each gate is a command the project's own tools
// understand and whose output tells how many tests ran.
#pragma once

#include "core/verify/manifest.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

/// What may be looked at. Paths are relative to the workspace, with '/'; "" is the workspace
/// itself.
class ProjectFiles {
 public:
  virtual ~ProjectFiles() = default;
  virtual bool exists(const std::string& path) const = 0;
  /// The text of a regular file; nothing if there is none. May be cut at a MiB.
  virtual std::optional<std::string> read(const std::string& path) const = 0;
  /// The names in a folder, sorted; those of folders end with '/'.
  virtual std::vector<std::string> list(const std::string& folder) const = 0;
};

struct Gate {
  std::string id;
  std::string command;
  std::int32_t stage = 0;
  core::verify::GateType gate_type = core::verify::GateType::custom;
  bool parallel_safe = false;
  bool mutates_workspace = false;
  std::string report;
  std::string comment;
};

struct ProjectPlan {
  std::vector<std::string> found;  ///< "CMake (CMakeLists.txt)"
  std::vector<Gate>
      gates;  ///< empty: nothing was recognised; the YAML is then a template without gates
  std::vector<std::string> notes;  ///< what to look at, one sentence each
};

/// Looks at the workspace; if nothing is recognised there, at each folder directly in it.
ProjectPlan detect_project(const ProjectFiles& files);

/// A commented assay.yaml with the gates of the plan.
std::string to_assay_yaml(const ProjectPlan& plan);

}  // namespace assay::format
