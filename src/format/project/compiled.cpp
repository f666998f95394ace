// SPDX-License-Identifier: MIT
// Cargo, Go, Zig, Swift and Bazel: tools whose one test command builds what it tests.
#include "format/project/survey.h"

#include <fmt/format.h>

namespace assay::format::project {

void find_cargo(Survey& survey) {
  if (!survey.has("Cargo.toml")) return;
  survey.found("Cargo", "Cargo.toml");
  const char* scope = survey.mentions("Cargo.toml", "[workspace]") ? " --workspace" : "";
  survey.add("cargo", test_gate(fmt::format("cargo test{} --no-fail-fast", scope),
                                "--no-fail-fast: all failures in one run"));
}

void find_go(Survey& survey) {
  const bool module = survey.has("go.mod");
  if (!module && survey.has("go.work")) {
    survey.found("Go", "go.work");
    return survey.note("go.work: each module below gets gates of its own");
  }
  const bool old = !module && survey.first_ending({"_test.go"}).has_value();
  if (!module && !old) return;
  survey.found("Go", module ? "go.mod" : "*_test.go");
  const std::string command = "go test -v -count=1 ./...";
  survey.add("go", test_gate(module ? command : "GO111MODULE=off " + command,
                             "-v tells which tests ran, -count=1 keeps cached results out"));
  if (!module) survey.add("go", test_gate("GO111MODULE=off go test -v -count=1 ."));
}

void find_zig(Survey& survey) {
  if (!survey.has("build.zig")) return;
  survey.found("Zig", "build.zig");
  survey.add("zig",
             test_gate("zig build test --summary all", "the summary tells how many tests ran"));
}

void find_swift(Survey& survey) {
  if (!survey.has("Package.swift")) return;
  survey.found("Swift", "Package.swift");
  if (survey.has("Tests") || survey.mentions("Package.swift", "testTarget"))
    survey.add("swift", test_gate("swift test"));
}

void find_bazel(Survey& survey) {
  const auto file = survey.first_of({"MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel"});
  if (!file) return;
  survey.found("Bazel", *file);
  survey.add("bazel",
             test_gate("bazel test //... --nocache_test_results --test_output=errors",
                       "--nocache_test_results: a cached result proves nothing about this run"));
}

}  // namespace assay::format::project
