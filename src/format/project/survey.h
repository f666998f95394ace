// SPDX-License-Identifier: MIT
// One folder under examination: what its files say, and the candidates found so far. Private to
// format/project.
#pragma once

#include "base/text/ascii.h"
#include "format/json/tree.h"
#include "format/project.h"
#include "format/project/ci.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::project {

class Survey {
 public:
  /// `folder` is "" or "name/".
  Survey(const ProjectFiles& files, std::string folder, const CiReading& ci, ProjectPlan& plan)
      : files_(files), folder_(std::move(folder)), ci_(ci), plan_(plan) {}

  bool has(const std::string& name) const { return files_.exists(folder_ + name); }
  bool has_program(const std::string& name) const { return files_.has_program(name); }
  /// The first of the names that exists.
  std::optional<std::string> first_of(std::initializer_list<const char*> names) const;
  /// The first name in this folder that ends so.
  std::optional<std::string> first_ending(std::initializer_list<const char*> endings) const;
  std::string text(const std::string& name) const;
  /// Comments are passed over; null if it is no JSON.
  JsonNode json(const std::string& name) const;
  bool mentions(const std::string& name, std::string_view part) const;
  std::vector<std::string> list(const std::string& folder = "") const;
  std::optional<std::string> rehearse_make(const std::string& target) const;
  const std::string& folder() const { return folder_; }

  /// The commands CI runs in this folder.
  std::vector<const CiCommand*> ci_commands() const;
  /// The folder is not part of the source as far as git is concerned.
  bool ignores(std::string_view name) const;

  void found(std::string_view what, std::string_view file);
  void note(std::string text);
  void leave_out(std::string command, std::string why);
  void set_up(std::string what);
  /// Adds a candidate. `tool` in small letters, for ids that are taken already and for the slot.
  void add(std::string_view tool, Gate gate);
  bool has_gate(core::verify::GateType type) const;
  /// A test gate that is more than a guess.
  bool has_own_test() const;
  std::string command_of(core::verify::GateType type) const;

 private:
  const ProjectFiles& files_;
  std::string folder_;
  const CiReading& ci_;
  ProjectPlan& plan_;
  std::vector<Gate> own_;
};

std::vector<std::string_view> lines_of(std::string_view text);
/// Without `#` comments: a call that is commented out does not count.
std::string without_hash_comments(std::string_view text);
bool contains_any(std::string_view text, std::initializer_list<const char*> parts);
bool has_ending(const std::vector<std::string>& names, std::string_view ending);
/// The first of the folders that holds such a file, itself or one level below.
std::optional<std::string> folder_with(const Survey& survey,
                                       std::initializer_list<const char*> folders,
                                       std::string_view ending);

Gate build_gate(std::string command, std::string comment = {});
Gate test_gate(std::string command, std::string comment = {});
/// Lint, typecheck or format: reads only, and needs nobody else's output.
Gate reading_gate(core::verify::GateType type, std::string command);
/// The same gate, found there.
Gate from(Provenance origin, std::string source, Gate gate);

/// Each looks for one kind of project.
void find_cmake(Survey& survey);
void find_meson(Survey& survey);
void find_autotools(Survey& survey);
void find_cargo(Survey& survey);
void find_go(Survey& survey);
void find_node(Survey& survey);
void find_deno(Survey& survey);
void find_python(Survey& survey);
void find_maven(Survey& survey);
void find_gradle(Survey& survey);
void find_dotnet(Survey& survey);
void find_ruby(Survey& survey);
void find_php(Survey& survey);
void find_elixir(Survey& survey);
void find_erlang(Survey& survey);
void find_ocaml(Survey& survey);
void find_haskell(Survey& survey);
void find_perl(Survey& survey);
void find_lua(Survey& survey);
void find_r(Survey& survey);
void find_swift(Survey& survey);
void find_dart(Survey& survey);
void find_zig(Survey& survey);
void find_sbt(Survey& survey);
void find_bazel(Survey& survey);
void find_clojure(Survey& survey);
void find_nim(Survey& survey);
void find_tcl(Survey& survey);
void find_julia(Survey& survey);
/// After the tools: targets, tasks, scripts and what CI and documents say fill in what is missing.
void find_make(Survey& survey);
void find_tasks(Survey& survey);
void find_ci_checks(Survey& survey);
void find_shell_tests(Survey& survey);
void find_own_scripts(Survey& survey);
void find_documented(Survey& survey);

/// Files that decide beside the gates: `verify.protected`.
void propose_protected(const ProjectFiles& files, ProjectPlan& plan);

/// Last of all: what copies need to run what was found.
void propose_copies(const ProjectFiles& files, const CiReading& ci, ProjectPlan& plan);

/// The names of the explicit targets of a makefile, in order.
std::vector<std::string> make_targets(std::string_view makefile);
/// The commands of a document that people are told to run for testing.
std::vector<std::string> documented_commands(std::string_view markdown);

}  // namespace assay::format::project
