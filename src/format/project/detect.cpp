// SPDX-License-Identifier: MIT
// The whole tree, a few levels deep: a gate at the root must not hide the tests below it.
#include "format/project/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>

namespace assay::format {
namespace {

using core::verify::GateType;
using project::Survey;

constexpr std::size_t folders_max = 400;
constexpr std::size_t projects_max = 40;
constexpr int levels_max = 3;

using Finder = void (*)(Survey&);
constexpr std::array<Finder, 35> finders{
    project::find_cmake,      project::find_meson,      project::find_autotools,
    project::find_cargo,      project::find_go,         project::find_node,
    project::find_deno,       project::find_python,     project::find_maven,
    project::find_gradle,     project::find_dotnet,     project::find_ruby,
    project::find_php,        project::find_elixir,     project::find_erlang,
    project::find_ocaml,      project::find_haskell,    project::find_perl,
    project::find_lua,        project::find_r,          project::find_swift,
    project::find_dart,       project::find_zig,        project::find_sbt,
    project::find_bazel,      project::find_clojure,    project::find_nim,
    project::find_tcl,        project::find_julia,      project::find_make,
    project::find_tasks,      project::find_ci_checks,  project::find_shell_tests,
    project::find_documented, project::find_own_scripts};

/// What makes a folder below the root worth examining.
constexpr std::string_view marks =
    " CMakeLists.txt meson.build configure.ac Cargo.toml go.mod package.json deno.json "
    "pyproject.toml "
    "setup.py manage.py pytest.ini pom.xml build.gradle build.gradle.kts Gemfile Rakefile "
    "composer.json "
    "mix.exs rebar.config dune-project stack.yaml Makefile.PL Build.PL .busted DESCRIPTION "
    "Package.swift "
    "pubspec.yaml build.zig build.sbt project.clj Makefile GNUmakefile justfile Taskfile.yml "
    "conftest.py ";

bool is_looked_into(const std::string& name) {
  if (name.size() < 2 || name.back() != '/' || name.front() == '.') return false;
  return !project::is_one_of(
      name,
      " node_modules/ vendor/ third_party/ 3rdparty/ thirdparty/ extern/ external/ deps/ build/ "
      "dist/ out/ target/ docs/ doc/ examples/ example/ samples/ sample/ demo/ demos/ test/ tests/ "
      "spec/ specs/ fixtures/ fixture/ testdata/ test-data/ __tests__/ e2e/ bench/ benches/ "
      "benchmark/ benchmarks/ templates/ template/ site/ website/ coverage/ tmp/ fuzz/ fuzzing/ "
      "subprojects/ contrib/ packaging/ debian/ venv/ env/ __pycache__/ _build/ obj/ bin/ Pods/ "
      "elm-stuff/ bower_components/ jspm_packages/ site-packages/ tools/ scripts/ ");
}

bool looks_like_test(const std::string& name) {
  if (project::is_one_of(name, " test/ tests/ spec/ __tests__/ t/ ")) return true;
  return project::contains_any(name, {"_test.", ".test.", ".spec.", "_spec."}) ||
         starts_with(name, "test_") || ends_with(name, ".bats");
}

/// "api/go:test" -> "go"
std::string tool_of(const Gate& gate) {
  const std::string rest = gate.slot.substr(gate.folder.size());
  return rest.substr(0, rest.find(':'));
}

bool has_below(const ProjectFiles& files, const std::string& folder, std::string_view ending,
               int levels) {
  std::string path = folder;
  if (!path.empty()) path.pop_back();
  for (const std::string& name : files.list(path)) {
    if (ends_with(name, ending)) return true;
    if (levels > 0 && name.back() == '/' && name.front() != '.' &&
        has_below(files, folder + name, ending, levels - 1))
      return true;
  }
  return false;
}

bool is_node_workspace(const ProjectFiles& files) {
  return files.exists("pnpm-workspace.yaml") || files.exists("lerna.json") ||
         contains(files.read("package.json").value_or(""), "\"workspaces\"");
}

/// Some gate above runs what this one would.
bool is_covered(const Gate& gate, const ProjectPlan& plan, const ProjectFiles& files) {
  const std::string tool = tool_of(gate);
  const bool native = project::is_one_of(
      tool, " cmake meson autotools make said script shunit2 bats just task perl ");
  if (tool == "go") return !has_below(files, gate.folder, "_test.go", 3);
  for (const Gate& above : plan.gates) {
    if (above.folder.size() >= gate.folder.size() || !starts_with(gate.folder, above.folder))
      continue;
    const bool builds = above.gate_type == GateType::build &&
                        project::is_one_of(tool_of(above), " cmake meson autotools ");
    const bool tests =
        above.gate_type == GateType::test &&
        project::is_one_of(tool_of(above), " cmake meson autotools make said script ");
    if (native && (tests || builds)) return true;
    if (tool_of(above) != tool || above.gate_type != GateType::test) continue;
    if (tool != "node" || (above.folder.empty() && is_node_workspace(files))) return true;
  }
  return false;
}

void examine(const ProjectFiles& files, const std::string& folder, const project::CiReading& ci,
             ProjectPlan& plan) {
  Survey survey{files, folder, ci, plan};
  for (const Finder find : finders) find(survey);
}

void examine_below(const ProjectFiles& files, const std::string& folder,
                   const project::CiReading& ci, ProjectPlan& plan) {
  ProjectPlan next = plan;
  examine(files, folder, ci, next);
  std::vector<Gate> kept;
  for (std::size_t i = plan.gates.size(); i < next.gates.size(); ++i) {
    if (!is_covered(next.gates[i], plan, files)) kept.push_back(next.gates[i]);
  }
  if (kept.empty()) return;
  plan.gates.insert(plan.gates.end(), kept.begin(), kept.end());
  plan.found = next.found;
  plan.notes = next.notes;
  plan.setup = next.setup;
  plan.left_out = next.left_out;
}

void walk(const ProjectFiles& files, const project::CiReading& ci, ProjectPlan& plan) {
  struct Place {
    std::string folder;
    int level;
  };
  std::deque<Place> open{{"", 0}};
  std::size_t seen = 0;
  std::size_t examined = 0;
  while (!open.empty() && ++seen <= folders_max) {
    const Place place = open.front();
    open.pop_front();
    const std::string path =
        place.folder.substr(0, place.folder.empty() ? 0 : place.folder.size() - 1);
    bool marked = false;
    for (const std::string& name : files.list(path)) {
      plan.has_test_files = plan.has_test_files || looks_like_test(name);
      marked = marked || project::is_one_of(name, marks);
      if (place.level < levels_max && is_looked_into(name))
        open.push_back({place.folder + name, place.level + 1});
    }
    if (place.folder.empty()) {
      examine(files, "", ci, plan);
    } else if (marked && ++examined <= projects_max) {
      examine_below(files, place.folder, ci, plan);
    }
  }
}

bool ci_names(const project::CiReading& ci, const std::string& folder) {
  return std::any_of(
      ci.commands.begin(), ci.commands.end(), [&](const project::CiCommand& command) {
        return starts_with(command.folder, folder) || contains(command.simple.text, folder);
      });
}

bool is_idle_build(const Gate& gate, const std::vector<Gate>& all) {
  if (gate.gate_type != GateType::build ||
      !project::is_one_of(tool_of(gate), " cmake meson autotools "))
    return false;
  bool tested = false;
  for (const Gate& other : all) {
    if (other.needs == gate.slot) return false;
    tested = tested || (other.folder == gate.folder && other.gate_type == GateType::test);
  }
  return tested;
}

/// The order in which gates are tried: what matters most first, each build before its tests.
int rank(const Gate& gate) {
  const bool test = gate.gate_type == GateType::test;
  const bool build = gate.gate_type == GateType::build;
  if (!test && !build) return 4;
  if (gate.extra) return 3;
  return gate.second ? 2 : gate.folder.empty() ? 0 : 1;
}

}  // namespace

ProjectPlan detect_project(const ProjectFiles& files) {
  ProjectPlan plan;
  const project::CiReading ci = project::read_ci(files);
  walk(files, ci, plan);
  const bool tested = std::any_of(plan.gates.begin(), plan.gates.end(), [](const Gate& gate) {
    return gate.gate_type == GateType::test;
  });
  // Folders of tests hold fixtures as a rule; where nothing else was found they may be projects.
  for (const char* folder : {"test/", "tests/"}) {
    if (!tested) examine_below(files, folder, ci, plan);
  }
  const bool tested_at_root = std::any_of(
      plan.gates.begin(), plan.gates.end(),
      [](const Gate& gate) { return gate.folder.empty() && gate.gate_type == GateType::test; });
  for (Gate& gate : plan.gates) {
    if (!gate.folder.empty() && tested_at_root && !ci_names(ci, gate.folder)) gate.second = true;
  }
  // A build system without tests beside another way to test would only leave a build folder behind.
  const std::vector<Gate> all = plan.gates;
  plan.gates.erase(std::remove_if(plan.gates.begin(), plan.gates.end(),
                                  [&](const Gate& gate) { return is_idle_build(gate, all); }),
                   plan.gates.end());
  // Beside the project's own way to test, a guess is worth something only if it passes.
  for (Gate& gate : plan.gates) {
    const bool own_beside =
        std::any_of(plan.gates.begin(), plan.gates.end(), [&](const Gate& other) {
          return other.folder == gate.folder && other.gate_type == GateType::test && !other.extra &&
                 other.origin != Provenance::inferred && other.slot != gate.slot;
        });
    const bool only_guessed =
        std::none_of(plan.gates.begin(), plan.gates.end(), [&](const Gate& other) {
          return other.slot == gate.slot && other.origin != Provenance::inferred;
        });
    if (gate.gate_type == GateType::test && own_beside && only_guessed) gate.extra = true;
  }
  std::stable_sort(plan.gates.begin(), plan.gates.end(),
                   [](const Gate& a, const Gate& b) { return rank(a) < rank(b); });
  project::propose_copies(files, ci, plan);
  project::propose_protected(files, plan);
  return plan;
}

}  // namespace assay::format
