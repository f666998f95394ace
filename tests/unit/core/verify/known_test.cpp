// SPDX-License-Identifier: MIT
#include "core/verify/known.h"

#include <doctest/doctest.h>

using namespace assay;
using namespace assay::core;
using namespace assay::core::verify;

namespace {

TestsBefore before(std::vector<std::string> failed, std::vector<std::string> flaky,
                   std::vector<std::string> fitting = {}) {
  TestsBefore made;
  made.whole = true;
  made.failed = std::move(failed);
  made.flaky = std::move(flaky);
  made.fitting = std::move(fitting);
  return made;
}

KnownFailure line(std::string test) {
  KnownFailure made;
  made.test = std::move(test);
  return made;
}

}  // namespace

TEST_CASE("known: globs over ids of tests") {
  CHECK(fits_test("a", "a"));
  CHECK(!fits_test("a", "ab"));
  CHECK(fits_test("t/*::x", "t/a/b.py::x"));
  CHECK(fits_test("p[?]", "p[1]"));  // brackets are those of parameters
  CHECK(!fits_test("p[1]", "p1"));
  CHECK(fits_test("*a*b*c*", "xxaxxbxxcxx"));
  CHECK(!fits_test("*a*b*c*", "xxaxxcxxbxx"));
  CHECK(!fits_test("", "a"));
  CHECK(fits_test("*", ""));
  // No pattern makes it slow.
  CHECK(!fits_test("*a*a*a*a*a*a*a*a*a*a*b", std::string(20'000, 'a')));
}

TEST_CASE("known: how a failing test stands to the base") {
  Plan plan;
  plan.manifest.commands.resize(2);
  CHECK(standing_of(plan, 0, "a") == Standing::unknown);
  plan.base.gates.push_back(before({"old"}, {"often"}));
  CHECK(standing_of(plan, 0, "a") == Standing::fresh);
  CHECK(standing_of(plan, 0, "old") == Standing::known);
  CHECK(standing_of(plan, 0, "often") == Standing::flaky);
  CHECK(standing_of(plan, 1, "a") == Standing::unknown);
  plan.base.gates[0].whole = false;  // somebody may have been without a name there
  CHECK(standing_of(plan, 0, "a") == Standing::unknown);
  CHECK(standing_of(plan, 0, "old") == Standing::known);
  plan.known.file = "known.yaml";
  plan.known.lines.push_back(line("a*"));
  CHECK(standing_of(plan, 0, "abc") == Standing::known);
  plan.known.lines[0].expired = true;
  CHECK(standing_of(plan, 0, "abc") == Standing::unknown);
}

TEST_CASE("known: a wildcard does not cover a test that the base does not have") {
  Plan plan;
  plan.manifest.commands.resize(1);
  plan.known.file = "known.yaml";
  plan.known.lines = {line("net*"), line("exact")};
  plan.base.gates.push_back(before({}, {}, {"net1"}));
  CHECK(standing_of(plan, 0, "net1") == Standing::known);
  CHECK(standing_of(plan, 0, "net_renamed") == Standing::fresh);
  CHECK(standing_of(plan, 0, "exact") == Standing::known);
}

TEST_CASE("known: pytest that ended with any status but 1 has not run all tests") {
  Plan plan;
  plan.manifest.commands.resize(1);
  CommandSpec& spec = plan.manifest.commands[0];
  spec.command = "pytest --junitxml=r.xml";
  spec.gate_type = GateType::test;
  auto extras = std::make_shared<CommandExtras>();
  extras->report = "r.xml";
  spec.extras = extras;
  plan.known.file = "known.yaml";
  plan.known.lines = {line("a")};
  TestsNamed named;
  named.passed = named.failed = named.counted = 1;
  named.by_report = true;
  Evidence evidence;
  evidence.reading.tests = std::make_shared<const TestsNamed>(named);
  evidence.reading.failed_tests = {"a"};
  evidence.exit = {ExitKind::exited, 1, 0, ""};
  CHECK(excuse_of(plan, 0, evidence).granted);
  for (const int code : {2, 3, 4, 5}) {
    CAPTURE(code);
    evidence.exit.code = code;
    CHECK(!excuse_of(plan, 0, evidence).granted);
  }
  spec.command = "make check";  // make says 2 whatever its recipe said
  evidence.exit.code = 2;
  CHECK(excuse_of(plan, 0, evidence).granted);
  evidence.reading.tally.doubt = "pytest stopped before all tests had run";
  CHECK(!excuse_of(plan, 0, evidence).granted);
}
