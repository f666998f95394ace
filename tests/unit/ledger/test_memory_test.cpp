// SPDX-License-Identifier: MIT
// Which outcomes are remembered of which tree.
#include "ledger/test_memory.h"

#include "format/outcomes.h"

#include <doctest/doctest.h>

using namespace assay;
using ledger::TestMemory;

namespace {

const std::string outcomes = "p 3 a\nf - b\n";

Instant moment(int second) {
  return Instant{std::chrono::sys_days{std::chrono::year{2026} / 11 / 15}} +
         std::chrono::seconds{second};
}

core::RunStarted started(bool watches = true, bool mutates = false) {
  core::verify::Plan plan;
  plan.workspace = plan.cwd = "/w";
  plan.keeps_outcomes = true;
  plan.watches_tree = watches;
  core::verify::CommandSpec spec;
  spec.id = "unit";
  spec.command = "make test";
  spec.gate_type = core::verify::GateType::test;
  spec.mutates_workspace = mutates;
  plan.manifest.commands.push_back(spec);
  plan.manifest_digest = digest_of(plan.manifest);
  return {moment(0), "r1", std::make_shared<const core::verify::Plan>(std::move(plan))};
}

core::TreeObserved seen(std::uint32_t unit, std::uint32_t attempt, std::string tree,
                        std::vector<std::string> changed = {}) {
  core::TreeObserved event;
  event.at = moment(1);
  event.key = {unit, attempt};
  event.digest = tree;
  event.tree = tree;
  event.changed = std::move(changed);
  return event;
}

core::AttemptEnded ended(std::uint32_t attempt = 1, int code = 1) {
  core::AttemptEnded event;
  event.at = moment(2);
  event.key = {0, attempt};
  event.name = "unit";
  event.evidence.exit = {core::ExitKind::exited, code, 0, ""};
  event.evidence.started = moment(1);
  event.evidence.reading.tally.executed = 2;
  event.evidence.reading.tally.failed = 1;
  core::TestsNamed named;
  named.path = "/logs/unit.tests";
  named.digest = digest_of(outcomes);
  named.passed = named.failed = named.counted = 1;
  event.evidence.reading.tests = std::make_shared<const core::TestsNamed>(named);
  return event;
}

Result<std::string> kept(const std::string& path, const Digest& written) {
  CHECK(path == "/logs/unit.tests");
  if (written != digest_of(outcomes)) return Error{Fault::io, "was changed"};
  return outcomes;
}

}  // namespace

TEST_CASE("test memory: outcomes on a tree that held still") {
  TestMemory memory;
  memory.hear(started());
  memory.hear(seen(1, 1, "t0"));
  memory.hear(ended());
  memory.hear(seen(1, 2, "t0"));
  const auto runs = memory.take(kept);
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].run.tree == "t0");
  CHECK(runs[0].run.whole);
  CHECK(runs[0].run.command.id == "unit");
  CHECK(runs[0].run.command.key == ledger::tests_key("make test", "/copy", "/copy"));
  REQUIRE(runs[0].run.tests.size() == 2);
  CHECK(runs[0].run.tests[1] == core::TestResult{"b", core::TestOutcome::failed, -1});
}

TEST_CASE("test memory: outcomes of a tree that changed meanwhile are of none") {
  TestMemory memory;
  memory.hear(started());
  memory.hear(seen(1, 1, "t0"));
  memory.hear(ended());
  memory.hear(seen(1, 2, "t1", {"a.py"}));
  const auto runs = memory.take(kept);
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].run.tree.empty());
}

TEST_CASE("test memory: a run that nobody looked after has no tree") {
  TestMemory memory;
  memory.hear(started());
  memory.hear(seen(1, 1, "t0"));
  memory.hear(ended());
  CHECK(memory.take(kept)[0].run.tree.empty());
  TestMemory unwatched;
  unwatched.hear(started(false));
  unwatched.hear(ended());
  CHECK(unwatched.take(kept)[0].run.tree.empty());
}

TEST_CASE("test memory: a gate that changes the tree it runs on tells of none") {
  TestMemory memory;
  memory.hear(started(true, true));
  memory.hear(seen(1, 1, "t0"));
  memory.hear(seen(0, 1, "t0"));
  memory.hear(ended());
  memory.hear(seen(0, 1, "t1", {"snapshot"}));
  memory.hear(seen(1, 2, "t1"));
  const auto runs = memory.take(kept);
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].run.tree.empty());
}

TEST_CASE("test memory: what was told before a resume on another tree is of no tree") {
  TestMemory memory;
  memory.hear(started());
  memory.hear(seen(1, 1, "t0"));
  memory.hear(ended());
  memory.hear(core::RunResumed{moment(3)});
  memory.hear(seen(1, 3, "t9"));
  memory.hear(ended(2, 0));
  memory.hear(seen(1, 4, "t9"));
  const auto runs = memory.take(kept);
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].run.tree.empty());
  CHECK(runs[1].run.tree == "t9");
}

TEST_CASE("test memory: what is not there any more, or was changed, is left out") {
  TestMemory memory;
  memory.hear(started());
  memory.hear(seen(1, 1, "t0"));
  memory.hear(ended());
  const auto gone = [](const std::string&, const Digest&) -> Result<std::string> {
    return Error{Fault::not_found, "no"};
  };
  const auto runs = memory.take(gone);
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].digest == Digest{});
  CHECK(runs[0].run.tests.empty());
}
