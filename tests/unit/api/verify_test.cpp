// SPDX-License-Identifier: MIT
#include "api/verify.h"

#include "api/history.h"
#include "unit/api/bench.h"

namespace assay::api {
namespace {

constexpr const char* two_gates =
    "version: 1\nverify:\n  commands:\n"
    "    - {id: unit, command: 'grep -q project README', gate_type: custom}\n"
    "    - {id: lint, command: 'test -e README', gate_type: lint}\n";

Giving said(std::string text) {
  return [text = std::move(text)]() -> Result<Given> { return Given{"given", text}; };
}

TEST_CASE("verify: the gates of the configuration run to a recorded verdict") {
  Bench bench;
  bench.write("assay.yaml", two_gates);
  const auto run = run_verify({.run_id = "one"}, bench.site(), bench.nobody);
  REQUIRE(run);
  CHECK(run->run_id == "one");
  CHECK(run->machine_name == "verify");
  CHECK(run->outcome() == core::Outcome::passed);
  CHECK(rest_of(*run) == Rest::ended);
  CHECK(verdict_of(*run).overall == core::verify::Status::pass);
  CHECK(spent_by(*run).launches == 0);
  const auto again = run_verify({.run_id = "one"}, bench.site(), bench.nobody);
  CHECK(code_of(again) == Code::conflict);
}

TEST_CASE("verify: the verdict that was recorded stands, whatever would be decided now") {
  Bench bench;
  bench.write("assay.yaml", two_gates);
  auto run = run_verify({}, bench.site(), bench.nobody);
  REQUIRE(run);
  run->machine.outcome = core::Outcome::failed;
  CHECK(verdict_of(*run).overall == core::verify::Status::fail);
  CHECK(verdict_of(*run).outcome == core::Outcome::failed);
}

TEST_CASE("verify: what cannot be run says which field is to blame") {
  Bench bench;
  CHECK(code_of(run_verify({}, bench.site(), bench.nobody)) == Code::no_config);
  bench.write("assay.yaml", "version: 1\n");
  CHECK(code_of(run_verify({}, bench.site(), bench.nobody)) == Code::no_commands);
  bench.write("assay.yaml", two_gates);
  const auto unknown = run_verify({.only = {"nothing"}}, bench.site(), bench.nobody);
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().front() == Problem{.code = Code::bad_value,
                                           .field = "only",
                                           .value = "nothing",
                                           .what = "no command has this id (unit, lint)"});
  CHECK(code_of(run_verify({.manifest = said("{")}, bench.site(), bench.nobody)) == Code::in_file);
  bench.write("assay.yaml", "version: 1\nnothing: 1\nneither: 2\n");
  const auto broken = run_verify({}, bench.site(), bench.nobody);
  REQUIRE_FALSE(broken);
  CHECK(broken.error().size() == 2);
  CHECK(list_runs(10, bench.site())->empty());
}

TEST_CASE("verify: a manifest that is given goes over the configuration; a plan runs nothing") {
  Bench bench;
  bench.write("assay.yaml", two_gates);
  const VerifyRequest request{
      .manifest =
          said(R"({"cwd": ".", "commands": [{"id": "a", "command": "touch ran || true"}]})"),
      .jobs = 3};
  const auto plan = plan_verify(request, bench.site());
  REQUIRE(plan);
  CHECK(plan->jobs == 3);
  REQUIRE(plan->manifest.commands.size() == 1);
  CHECK(core::verify::lint_of(*plan, 0) != nullptr);
  CHECK_FALSE(bench.site().files().is_regular(bench.path("ran")));
  const auto run = run_verify(request, bench.site(), bench.nobody);
  REQUIRE(run);
  CHECK(run->outcome() == core::Outcome::error);  // masked: it proves nothing
  CHECK(bench.site().files().is_regular(bench.path("ran")));
}

TEST_CASE(
    "verify: a run that has ended is returned as it ended, and another machine's is refused") {
  Bench bench;
  bench.write("assay.yaml", two_gates);
  REQUIRE(run_verify({.run_id = "first"}, bench.site(), bench.nobody));
  const auto same = resume_verify("last", bench.site(), bench.nobody);
  REQUIRE(same);
  CHECK(same->run_id == "first");
  CHECK(same->outcome() == core::Outcome::passed);
  CHECK(code_of(resume_verify("nobody", bench.site(), bench.nobody)) == Code::not_found);
}

}  // namespace
}  // namespace assay::api
