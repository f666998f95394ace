// SPDX-License-Identifier: MIT
// What faces show as JSON, field by field: `--format json` of the command line, results of tools,
// and their schemas come from these lists.
#pragma once

#include "api/history.h"
#include "api/prove.h"
#include "api/status.h"
#include "api/tests.h"
#include "base/record.h"
#include "core/evidence/records.h"
#include "format/record/or_null.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::shown {

using format::stored::OrNull;

inline constexpr Range from_minus_one{-1};

struct GateShown {
  std::string id;
  api::Freshness state{};
  std::string run_id;
  OrNull<std::int64_t> age_ms;
  std::string why;
};

constexpr auto fields_of(Of<GateShown>) {
  using Gate = GateShown;
  return record<Gate>(
      field("id", &Gate::id, always), field("state", &Gate::state, always),
      field("run_id", &Gate::run_id, always, "That says so; empty: none does."),
      field("age_ms", &Gate::age_ms, always, "Since that run ended."),
      field("why", &Gate::why, always, "It is not fresh; empty: nobody can tell, or it is."));
}

struct StatusShown {
  api::Freshness state{};
  std::string tree;
  std::string run_id;
  std::vector<GateShown> gates;
  std::vector<std::string> changed;
};

constexpr auto fields_of(Of<StatusShown>) {
  using Status = StatusShown;
  return record<Status>(
      field("state", &Status::state, always,
            "FRESH: every required gate passed on this very tree. FAILED: one failed on it. STALE: "
            "results are about another tree. NONE: there are none that count."),
      field("tree", &Status::tree, always, "What git would call the files as they are."),
      field("run_id", &Status::run_id, always, "The newest run behind the state."),
      field("gates", &Status::gates, always),
      field("changed", &Status::changed, always,
            "Files that differ from the newest tree a run has looked at."));
}

StatusShown as_shown(const api::TreeStatus& status);

struct OutcomeShown {
  std::string tree;
  core::TestOutcome outcome{};
  bool passed = false;
  bool failed = false;
  std::string run_id;
  std::string at;
};

constexpr auto fields_of(Of<OutcomeShown>) {
  using On = OutcomeShown;
  return record<On>(field("tree", &On::tree, always), field("outcome", &On::outcome, always),
                    field("passed", &On::passed, always), field("failed", &On::failed, always),
                    field("run_id", &On::run_id, always), field("at", &On::at, always));
}

struct TestShown {
  std::string test;
  std::string gate;
  core::TestOutcome outcome{};
  bool flaky = false;
  bool gone = false;
  OrNull<std::string> first_seen;
  OrNull<std::string> last_seen;
  OrNull<std::string> last_passed;
  OrNull<std::string> last_failed;
  std::uint32_t passes = 0;
  std::uint32_t failures = 0;
  OrNull<std::int64_t> duration_ms;
  OrNull<std::int64_t> longest_ms;
  std::vector<OutcomeShown> trees;
};

constexpr auto fields_of(Of<TestShown>) {
  using Test = TestShown;
  return record<Test>(
      field("test", &Test::test, always), field("gate", &Test::gate, always),
      field("outcome", &Test::outcome, always, "The last."), field("flaky", &Test::flaky, always),
      field("gone", &Test::gone, always), field("first_seen", &Test::first_seen, always),
      field("last_seen", &Test::last_seen, always),
      field("last_passed", &Test::last_passed, always),
      field("last_failed", &Test::last_failed, always), field("passes", &Test::passes, always),
      field("failures", &Test::failures, always), field("duration_ms", &Test::duration_ms, always),
      field("longest_ms", &Test::longest_ms, always), field("trees", &Test::trees, always));
}

struct TestsShown {
  std::uint64_t remembered = 0;
  std::uint64_t failing = 0;
  std::uint64_t flaky = 0;
  std::uint64_t gone = 0;
  std::uint64_t attempts = 0;
  std::vector<TestShown> tests;
};

constexpr auto fields_of(Of<TestsShown>) {
  using Tests = TestsShown;
  return record<Tests>(field("remembered", &Tests::remembered, always, "Tests of all gates."),
                       field("failing", &Tests::failing, always),
                       field("flaky", &Tests::flaky, always), field("gone", &Tests::gone, always),
                       field("attempts", &Tests::attempts, always),
                       field("tests", &Tests::tests, always, "Those that were asked for."));
}

TestsShown as_shown(const api::TestsView& view);

struct CellShown {
  core::work::CellStatus status{};
  std::string run_id;
  std::int64_t tests = -1;
  std::vector<std::string> failed;
  std::string why;
};

constexpr auto fields_of(Of<CellShown>) {
  using Cell = CellShown;
  return record<Cell>(field("status", &Cell::status, always),
                      field("run_id", &Cell::run_id, always),
                      field("tests", &Cell::tests, always, from_minus_one, "-1: not told."),
                      field("failed", &Cell::failed, always, "Names of tests, where known."),
                      field("why", &Cell::why, always));
}

struct WeakeningShown {
  std::string path;
  std::string test;
  std::string what;
};

constexpr auto fields_of(Of<WeakeningShown>) {
  using Weak = WeakeningShown;
  return record<Weak>(field("path", &Weak::path, always), field("test", &Weak::test, always),
                      field("what", &Weak::what, always));
}

struct HunkShown {
  std::string path;
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  bool noticed = false;
  core::work::CellStatus status{};
  std::string run_id;
};

constexpr auto fields_of(Of<HunkShown>) {
  using Hunk = HunkShown;
  return record<Hunk>(
      field("path", &Hunk::path, always),
      field("first_line", &Hunk::first_line, always, "0: the whole file."),
      field("last_line", &Hunk::last_line, always), field("noticed", &Hunk::noticed, always),
      field("status", &Hunk::status, always), field("run_id", &Hunk::run_id, always));
}

struct ProofShown {
  core::work::ProofVerdict verdict{};
  CellShown new_on_old;
  CellShown old_on_new;
  std::vector<WeakeningShown> weakened;
  std::vector<HunkShown> hunks;
};

constexpr auto fields_of(Of<ProofShown>) {
  using Proof = ProofShown;
  return record<Proof>(
      field("verdict", &Proof::verdict, always, "Only `proved` is good."),
      field("new_on_old", &Proof::new_on_old, always, "Tests of now on the code of the base."),
      field("old_on_new", &Proof::old_on_new, always, "Tests of the base on the code of now."),
      field("weakened", &Proof::weakened, always), field("hunks", &Proof::hunks, always));
}

ProofShown as_shown(const api::Proved& proved);

struct StepShown {
  std::uint64_t seq = 0;
  std::string at;
  std::string command_id;
  std::string event;
  std::string decision;
};

constexpr auto fields_of(Of<StepShown>) {
  using Step = StepShown;
  return record<Step>(field("seq", &Step::seq, always), field("at", &Step::at, always),
                      field("command_id", &Step::command_id, always),
                      field("event", &Step::event, always),
                      field("decision", &Step::decision, always));
}

StepShown as_shown(const api::Explanation& step);

}  // namespace assay::shown
