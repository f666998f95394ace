// SPDX-License-Identifier: MIT
// CMake, Meson, Cargo and Go projects.
#include "format/project/survey.h"

#include <fmt/format.h>

namespace assay::format::project {
namespace {

using core::verify::GateType;

/// The text without `#` comments: an `enable_testing()` that is commented out does not count.
std::string without_comments(std::string_view text) {
  std::string out;
  for (const std::string_view line : lines_of(text)) {
    out += line.substr(0, line.find('#'));
    out += '\n';
  }
  return out;
}

bool any_of_these(std::string_view text, std::initializer_list<const char*> parts) {
  for (const char* part : parts) {
    if (contains(text, part)) return true;
  }
  return false;
}

}  // namespace

void find_cmake(Survey& survey) {
  const std::string text = without_comments(survey.text("CMakeLists.txt"));
  if (!contains(text, "project(") && !contains(text, "project (")) return;
  survey.found("CMake", "CMakeLists.txt");
  Gate build = build_gate("cmake -S . -B build && cmake --build build --parallel \"$(nproc)\"",
                          "configures and builds in build/");
  build.mutates_workspace = !survey.ignores("build");
  survey.add("cmake", build);
  if (survey.has("CMakePresets.json")) {
    survey.note(
        "CMakePresets.json is there: use `cmake --preset NAME` in the build gate if it is needed");
  }
  const bool tests =
      any_of_these(text, {"enable_testing", "include(CTest)", "include (CTest)", "ENABLE_TESTING"});
  if (!tests) {
    survey.note(
        "CMakeLists.txt does not call enable_testing(), so ctest would find nothing: no CTest gate "
        "written");
    return;
  }
  survey.add("cmake", test_gate("ctest --test-dir build --output-on-failure --no-tests=error",
                                "--no-tests=error: an empty test list is a failure"));
}

void find_meson(Survey& survey) {
  const std::string text = without_comments(survey.text("meson.build"));
  if (!contains(text, "project(")) return;
  survey.found("Meson", "meson.build");
  Gate build = build_gate("meson setup build && meson compile -C build",
                          "meson setup leaves a folder that is already configured as it is");
  build.mutates_workspace = !survey.ignores("build");
  survey.add("meson", build);
  bool tests = contains(text, "test(");
  for (const char* folder : {"test", "tests"}) {
    tests = tests ||
            contains(without_comments(survey.text(std::string{folder} + "/meson.build")), "test(");
  }
  if (tests) {
    survey.add("meson", test_gate("meson test -C build --print-errorlogs", ""));
  } else {
    survey.note("no test() was found in meson.build: no test gate written");
  }
}

void find_cargo(Survey& survey) {
  if (!survey.has("Cargo.toml")) return;
  survey.found("Cargo", "Cargo.toml");
  const char* scope = survey.mentions("Cargo.toml", "[workspace]") ? " --workspace" : "";
  Gate build = build_gate(fmt::format("cargo build{} --all-targets", scope), "");
  build.mutates_workspace = !survey.ignores("target");
  survey.add("cargo", build);
  survey.add("cargo", test_gate(fmt::format("cargo test{} --no-fail-fast", scope),
                                "--no-fail-fast: all failures in one run"));
  if (survey.first_of({"clippy.toml", ".clippy.toml"}) || survey.ci_runs("cargo clippy")) {
    survey.add("cargo", reading_gate(GateType::lint, "cargo clippy --all-targets -- -D warnings"));
  }
  if (survey.first_of({"rustfmt.toml", ".rustfmt.toml"}) || survey.ci_runs("cargo fmt")) {
    survey.add("cargo", reading_gate(GateType::format, "cargo fmt --check"));
  }
}

void find_go(Survey& survey) {
  if (!survey.has("go.mod")) {
    if (survey.has("go.work"))
      survey.note(
          "go.work: write one gate per module, e.g. `cd MODULE && go test -v -count=1 ./...`");
    return;
  }
  survey.found("Go", "go.mod");
  Gate build = build_gate("go build -o /dev/null ./...", "");
  build.mutates_workspace = false;  // -o /dev/null: of a single program it would leave the binary
  build.parallel_safe = true;
  survey.add("go", build);
  survey.add("go", reading_gate(GateType::lint, "go vet ./..."));
  survey.add("go", test_gate("go test -v -count=1 ./...",
                             "-v tells which tests ran, -count=1 keeps cached results out"));
  if (survey.first_of({".golangci.yml", ".golangci.yaml", ".golangci.toml"})) {
    survey.add("golangci", reading_gate(GateType::lint, "golangci-lint run"));
  }
}

}  // namespace assay::format::project
