// SPDX-License-Identifier: MIT
// `assay init`: which gates a project has, told from its own files, how they stand after they were
// tried, and the assay.yaml that runs them. Nothing here runs anything.
#pragma once

#include "base/words.h"
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
  /// Whether this program can be started. Unknown counts as yes.
  virtual bool has_program(const std::string& /*name*/) const { return true; }
  /// What `make TARGET` in that folder would do (`make -n`); nothing if make refuses or cannot be
  /// asked.
  virtual std::optional<std::string> rehearse_make(const std::string& /*folder*/,
                                                   const std::string& /*target*/) const {
    return std::nullopt;
  }
};

/// Where a gate was found: what the project itself runs comes before what its files let one guess.
enum class Provenance : std::uint8_t {
  ci,          ///< its continuous integration runs this
  documented,  ///< its README or CONTRIBUTING tells people to run this
  script,      ///< a script, target or task of the project
  tool,        ///< the build system's own way: ctest, cargo test
  inferred,    ///< only a guess
};

/// What became of a gate when it was tried.
enum class Standing : std::uint8_t {
  untried,
  passed,     ///< and a test gate told how many tests ran
  uncounted,  ///< a test gate that passed without telling how many tests ran
  failed,     ///< it ran and said no
  unready,    ///< it could not do its work here: a program, module or package is missing
  slow,       ///< stopped when its time was up
};

struct Gate {
  std::string id = {};
  std::string command = {};
  std::int32_t stage = 0;
  core::verify::GateType gate_type = core::verify::GateType::custom;
  bool parallel_safe = false;
  bool mutates_workspace = false;
  std::string report = {};
  std::string comment = {};

  Provenance origin = Provenance::tool;
  std::string source = {};  ///< the file it was found in
  std::string folder = {};  ///< "" or "name/"
  std::string slot = {};    ///< gates of one slot are alternatives: one of them is written
  std::string needs = {};   ///< slot of the build this gate works on; empty: none
  bool required = true;
  bool extra = false;   ///< a script beside the main one: wanted only if it passes
  bool second = false;  ///< of another build system beside the main one: must not say no
  bool counted = true;  ///< false: its tests cannot be counted, only its exit status speaks
  bool tried = true;    ///< false: must not be tried, e.g. because it rewrites files
  Standing standing = Standing::untried;
  std::string seen = {};  ///< what trying it showed, one line
};

struct LeftOut {
  std::string command;
  std::string why;
};

/// What copies of the workspace need beside what git has: `workspace:` of assay.yaml.
struct CopyPlan {
  std::vector<std::string> include = {};
  std::string setup = {};
  std::vector<std::string> setup_inputs = {};
  std::vector<std::string> remarks = {};  ///< what cannot be known, one line each
};

struct ProjectPlan {
  std::vector<std::string> found;  ///< "CMake (CMakeLists.txt)"
  std::vector<Gate> gates;         ///< candidates before settle(), the gates after it
  std::vector<LeftOut> left_out;
  std::vector<std::string> setup;   ///< what has to be done before, e.g. "npm ci"
  std::vector<std::string> notes;   ///< what to look at, one sentence each
  std::vector<std::string> agents;  ///< presets of agents that are installed
  bool has_test_files = false;      ///< the tree has files that look like tests
  CopyPlan copies;
  std::vector<std::string> protects = {};  ///< globs of files that decide beside the gates
  std::vector<std::string> leaves =
      {};  ///< globs of what gates left behind and git does not ignore
};

/// Looks at the whole workspace, a few levels deep.
ProjectPlan detect_project(const ProjectFiles& files);

/// What one try of a candidate showed.
struct Trial {
  std::size_t gate = 0;  ///< index in ProjectPlan::gates
  bool passed = false;
  bool timed_out = false;
  std::int32_t exit_code = -1;
  std::int64_t tests = -1;                ///< that its output tells of; -1: unknown
  bool effective = false;                 ///< the tests it ran were counted and are more than none
  std::string line = {};                  ///< the most useful line of its output
  std::string output = {};                ///< some of it, for telling why it could not run
  std::vector<std::string> changed = {};  ///< files git would see as changed
};

/// The line of an output that names something missing on this machine; empty if none does.
std::string missing_line(std::string_view output);

/// How a trial is read.
Standing standing_after(const Gate& gate, const Trial& trial);

/// The next candidate worth trying; nothing when all slots are decided.
std::optional<std::size_t> next_to_try(const ProjectPlan& plan, const std::vector<Trial>& trials);

/// The gates that are written: of each slot one, with what trying showed. Without trials the first
/// of each slot.
ProjectPlan settle(ProjectPlan plan, const std::vector<Trial>& trials);

/// A commented assay.yaml with the gates of the plan.
std::string to_assay_yaml(const ProjectPlan& plan);

using assay::to_text;

constexpr auto words_of(Of<Provenance>) {
  return words<Provenance>({{Provenance::ci, "ci"},
                            {Provenance::documented, "documented"},
                            {Provenance::script, "script"},
                            {Provenance::tool, "tool"},
                            {Provenance::inferred, "inferred"}});
}

constexpr auto words_of(Of<Standing>) {
  return words<Standing>({{Standing::untried, "untried"},
                          {Standing::passed, "passed"},
                          {Standing::uncounted, "uncounted"},
                          {Standing::failed, "failed"},
                          {Standing::unready, "unready"},
                          {Standing::slow, "slow"}});
}

}  // namespace assay::format
