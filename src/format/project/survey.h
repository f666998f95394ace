// SPDX-License-Identifier: MIT
// One folder under examination: what its files say, and the gates found so far. Private to
// format/project.
#pragma once

#include "format/project.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::project {

class Survey {
 public:
  /// `folder` is "" or "name/".
  Survey(const ProjectFiles& files, std::string folder, std::string_view ci, ProjectPlan& plan)
      : files_(files), folder_(std::move(folder)), ci_(ci), plan_(plan) {}

  bool has(const std::string& name) const { return files_.exists(folder_ + name); }
  /// The first of the names that exists.
  std::optional<std::string> first_of(std::initializer_list<const char*> names) const;
  std::string text(const std::string& name) const;
  bool mentions(const std::string& name, std::string_view part) const;
  std::vector<std::string> list(const std::string& folder = "") const;
  /// The continuous integration of the project uses this command: so it exists and is kept green.
  bool ci_runs(std::string_view command) const {
    return ci_.find(command) != std::string_view::npos;
  }
  /// The folder is not part of the source as far as git is concerned.
  bool ignores(std::string_view name) const;

  void found(std::string_view what, std::string_view file);
  void note(std::string text);
  /// Adds a gate of `tool` (in small letters, for ids that are taken already).
  void add(std::string_view tool, Gate gate);
  bool has_gate(core::verify::GateType type) const;
  std::string command_of(core::verify::GateType type) const;

 private:
  const ProjectFiles& files_;
  std::string folder_;
  std::string_view ci_;
  ProjectPlan& plan_;
  std::vector<Gate> own_;
};

bool contains(std::string_view text, std::string_view part);
bool ends_with(std::string_view text, std::string_view tail);
std::vector<std::string_view> lines_of(std::string_view text);
std::string_view trimmed(std::string_view text);

Gate build_gate(std::string command, std::string comment);
Gate test_gate(std::string command, std::string comment);
/// Lint, typecheck or format: reads only, and needs nobody else's output.
Gate reading_gate(core::verify::GateType type, std::string command);

void find_cmake(Survey& survey);
void find_meson(Survey& survey);
void find_cargo(Survey& survey);
void find_go(Survey& survey);
void find_node(Survey& survey);
void find_python(Survey& survey);
void find_maven(Survey& survey);
void find_gradle(Survey& survey);
void find_dotnet(Survey& survey);
void find_ruby(Survey& survey);
void find_php(Survey& survey);
/// Last: its targets fill in what the others did not find.
void find_make(Survey& survey);

/// The names of the explicit targets of a makefile, in order.
std::vector<std::string> make_targets(std::string_view makefile);

}  // namespace assay::format::project
