// SPDX-License-Identifier: MIT
#include "api/gc.h"
#include "api/history.h"
#include "api/prove.h"
#include "api/verify.h"
#include "unit/api/bench.h"

#include <algorithm>
#include <filesystem>

namespace assay::api {
namespace {

namespace fs = std::filesystem;

constexpr const char* gate_on_readme =
    "version: 1\nverify:\n  commands:\n"
    "    - {id: unit, command: 'grep -q project README', gate_type: custom}\n";

TEST_CASE("verify: a commit is verified in a copy, and the plan names it") {
  Bench bench;
  bench.write("assay.yaml", gate_on_readme);
  bench.commit_all();
  bench.write("README", "broken\n");
  const auto run = run_verify({.commit = "HEAD"}, bench.site(), bench.nobody);
  REQUIRE(run);
  CHECK(run->outcome() == core::Outcome::passed);
  const auto& plan = *run->as<core::verify::State>().plan;
  const auto head = bench.outside().find_commit(bench.path(""), "HEAD");
  REQUIRE(head);
  CHECK(plan.commit == head->id);
  CHECK(plan.commit_tree == head->tree);
  CHECK(!fs::exists(plan.workspace));
  const auto now = run_verify({}, bench.site(), bench.nobody);
  REQUIRE(now);
  CHECK(now->outcome() == core::Outcome::failed);
  CHECK(now->as<core::verify::State>().plan->commit == "");
}

TEST_CASE("verify: what names no commit, or lies outside of it, is told before anything runs") {
  Bench bench;
  bench.write("assay.yaml", gate_on_readme);
  CHECK(code_of(run_verify({.commit = "HEAD"}, bench.site(), bench.nobody)) == Code::bad_value);
  bench.commit_all();
  for (const char* revision : {"nothing", "HEAD~7", "--all", "HEAD:README", "HEAD^{tree}"}) {
    CAPTURE(revision);
    const auto run = run_verify({.commit = revision}, bench.site(), bench.nobody);
    REQUIRE_FALSE(run);
    CHECK(run.error().front().code == Code::bad_value);
    CHECK(run.error().front().field == "commit");
  }
  bench.write("assay.yaml", std::string(gate_on_readme) + "  cwd: /tmp\n");
  CHECK(code_of(run_verify({.commit = "HEAD"}, bench.site(), bench.nobody)) == Code::bad_input);
  const auto runs = list_runs(10, bench.site());
  REQUIRE(runs);
  CHECK(runs->empty());
}

TEST_CASE("verify: a set-up that fails is no verdict") {
  Bench bench;
  bench.write("assay.yaml", std::string(gate_on_readme) + "workspace: {setup: exit 4}\n");
  bench.commit_all();
  const auto run = run_verify({.commit = "HEAD"}, bench.site(), bench.nobody);
  REQUIRE_FALSE(run);
  CHECK(run.error().front().code == Code::io);
  CHECK(run.error().front().what.find("set-up of the copy failed (exit 4)") == 0);
}

TEST_CASE("gc: a workspace without runs has nothing to clear up") {
  Bench bench;
  const auto cleared = gc({}, bench.site());
  REQUIRE(cleared);
  CHECK(cleared->removed.empty());
  CHECK(cleared->kept.empty());
}

TEST_CASE("gc: what the ledger refers to stays, and the verdicts with it") {
  Bench bench;
  bench.write("assay.yaml", gate_on_readme);
  bench.commit_all();
  REQUIRE(run_verify({.run_id = "one", .commit = "HEAD"}, bench.site(), bench.nobody));
  const std::string log = bench.site().place.state.logs("one") + "/unit-attempt1.log";
  const std::string stale = bench.site().place.state.blobs() + "/tree-" + std::string(64, 'a');
  REQUIRE(bench.outside().files().make_directories(bench.site().place.state.blobs()));
  REQUIRE(bench.outside().files().create(stale, "old"));
  fs::last_write_time(stale, fs::file_time_type::clock::now() - std::chrono::hours{2});
  const auto would = gc({.dry_run = true}, bench.site());
  REQUIRE(would);
  // Beside it there may be what others have left behind in the folder for temporary files.
  const auto& removed = would->removed;
  const auto blob = [](const auto& each) { return each.kind == "blob"; };
  REQUIRE(std::count_if(removed.begin(), removed.end(), blob) == 1);
  CHECK(std::find_if(removed.begin(), removed.end(), blob)->bytes == 3);
  CHECK(fs::exists(stale));
  REQUIRE(gc({}, bench.site()));
  CHECK(!fs::exists(stale));
  CHECK(fs::exists(log));
  CHECK(show_run("one", bench.site()));
}

TEST_CASE("prove: a project without test gates, and a base that is none") {
  Bench bench;
  bench.write("assay.yaml", gate_on_readme);
  bench.commit_all();
  CHECK(code_of(prove({.base = "nothing"}, bench.site(), bench.nobody, bench.notes())) ==
        Code::bad_value);
  bench.write("code.c", "int x;\n");
  const auto proved = prove({}, bench.site(), bench.nobody, bench.notes());
  REQUIRE(proved);
  CHECK(proved->proof.verdict == core::work::ProofVerdict::none);
  CHECK(proved->proof.why == "assay.yaml has no required test gate");
}

TEST_CASE("prove: configured globs say what a test is") {
  Bench bench;
  const std::string gates =
      "version: 1\nverify:\n  tests: ['checks/**']\n  commands:\n"
      "    - {id: unit, command: 'sh checks/run', gate_type: test, allow_zero_tests: true}\n";
  bench.write("assay.yaml", gates);
  bench.write("value", "1\n");
  bench.write("checks/run",
              "echo 1..1; grep -q '[12]' value && echo ok 1 || { echo not ok 1; exit 1; }\n");
  bench.commit_all();
  bench.write("value", "2\n");
  bench.write("checks/run",
              "echo 1..1; grep -q 2 value && echo ok 1 || { echo not ok 1; exit 1; }\n");
  const auto proved = prove({}, bench.site(), bench.nobody, bench.notes());
  REQUIRE(proved);
  CHECK(proved->test_files == 1);
  CHECK(proved->code_files == 1);
  CHECK(proved->proof.verdict == core::work::ProofVerdict::proved);
  CHECK(bench.told.size() == 4);
  const auto again = prove({}, bench.site(), bench.nobody, bench.notes());
  REQUIRE(again);
  CHECK(again->proof.verdict == core::work::ProofVerdict::proved);
  CHECK(bench.told.size() == 4);  // nothing was run again
}

}  // namespace
}  // namespace assay::api
