// SPDX-License-Identifier: MIT
// Gates of a verify run, by stage.
#pragma once

#include "api/run_state.h"
#include "base/record.h"
#include "face/shown/records.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::web {

using shown::from_minus_one;
using shown::OrNull;

struct CountsShown {
  std::uint64_t all = 0;
  std::uint64_t waiting = 0;
  std::uint64_t running = 0;
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  std::uint64_t error = 0;
};
constexpr auto fields_of(Of<CountsShown>) {
  using Shown = CountsShown;
  return record<Shown>(
      field("all", &Shown::all, always), field("waiting", &Shown::waiting, always),
      field("running", &Shown::running, always), field("passed", &Shown::passed, always),
      field("failed", &Shown::failed, always), field("error", &Shown::error, always));
}

struct GateRowShown {
  std::uint32_t unit = 0;
  std::string id;
  std::int32_t stage = 0;
  std::string gate_type;
  std::string command;
  bool required = true;
  bool mutates = false;
  bool parallel = false;
  api::UnitState state{};
  std::string reason;
  bool effective = false;
  bool reused = false;
  std::uint32_t attempts = 0;
  OrNull<std::int64_t> exit_code;
  OrNull<std::int64_t> duration_ms;
  OrNull<std::int64_t> expected_ms;
  std::int64_t tests = -1;
  std::string summary;
  std::string tree;
};
constexpr auto fields_of(Of<GateRowShown>) {
  using Shown = GateRowShown;
  return record<Shown>(
      field("unit", &Shown::unit, always, "Position in the manifest."),
      field("id", &Shown::id, always), field("stage", &Shown::stage, always, from_minus_one),
      field("gate_type", &Shown::gate_type, always), field("command", &Shown::command, always),
      field("required", &Shown::required, always), field("mutates", &Shown::mutates, always),
      field("parallel", &Shown::parallel, always, "May run beside others."),
      field("state", &Shown::state, always),
      field("reason", &Shown::reason, always, "flaky, timeout, ineffective, ...; empty: none."),
      field("effective", &Shown::effective, always, "Proved something."),
      field("reused", &Shown::reused, always, "The result of an earlier run stands for it."),
      field("attempts", &Shown::attempts, always), field("exit_code", &Shown::exit_code, always),
      field("duration_ms", &Shown::duration_ms, always, "Of its last attempt."),
      field("expected_ms", &Shown::expected_ms, always, "What it took last time."),
      field("tests", &Shown::tests, always, from_minus_one, "-1: not told."),
      field("summary", &Shown::summary, always, "One line."),
      field("tree", &Shown::tree, always, "That its last attempt ran on; empty: nobody looked."));
}

struct GatesShown {
  std::vector<GateRowShown> gates;
  std::uint64_t matching = 0;
  OrNull<std::string> next;
};
constexpr auto fields_of(Of<GatesShown>) {
  using Shown = GatesShown;
  return record<Shown>(field("gates", &Shown::gates, always),
                       field("matching", &Shown::matching, always),
                       field("next", &Shown::next, always));
}

struct StageShown {
  std::int32_t stage = 0;
  CountsShown counts;
  std::vector<GateRowShown> gates;
};
constexpr auto fields_of(Of<StageShown>) {
  using Shown = StageShown;
  return record<Shown>(
      field("stage", &Shown::stage, always), field("counts", &Shown::counts, always),
      field("gates", &Shown::gates, always,
            "In the order they run, at most 200: what failed or is running first. All: "
            "/gates."));
}

struct VerifyShapeShown {
  std::vector<StageShown> stages;
  CountsShown counts;
  std::uint32_t jobs = 1;
  std::vector<std::string> left_out;
};
constexpr auto fields_of(Of<VerifyShapeShown>) {
  using Shown = VerifyShapeShown;
  return record<Shown>(field("stages", &Shown::stages, always, "In the order they run."),
                       field("counts", &Shown::counts, always),
                       field("jobs", &Shown::jobs, always, "So many at once."),
                       field("left_out", &Shown::left_out, always, "Ids left out by --only."));
}

}  // namespace assay::web
