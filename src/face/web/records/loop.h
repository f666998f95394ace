// SPDX-License-Identifier: MIT
// Tasks of a loop, and what stood between each claim and its tick.
#pragma once

#include "api/run_state.h"
#include "base/record.h"
#include "face/shown/records.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::web {

using shown::OrNull;

struct LayerShown {
  std::string name;
  std::string status;
  std::string why;
};
constexpr auto fields_of(Of<LayerShown>) {
  using Shown = LayerShown;
  return record<Shown>(field("name", &Shown::name, always),
                       field("status", &Shown::status, always, "passed, failed or skipped."),
                       field("why", &Shown::why, always));
}

struct LoopTaskShown {
  std::uint32_t key = 0;
  std::string id;
  std::string title;
  std::string phase;
  std::vector<std::string> markers;
  OrNull<std::int64_t> group;
  api::UnitState state{};
  std::string step;
  bool taken_over = false;
  std::uint32_t iteration = 0;
  std::uint32_t launches = 0;
  std::uint32_t reviews = 0;
  std::vector<std::uint32_t> waits_for;
  OrNull<std::int64_t> fixes;
  std::string last_failure;
  std::vector<LayerShown> layers;
  std::string commit;
  std::string tree;
  std::string proof;
  std::vector<std::string> attempts;
};
constexpr auto fields_of(Of<LoopTaskShown>) {
  using Shown = LoopTaskShown;
  return record<Shown>(
      field("key", &Shown::key, always, "For the whole run; others refer to it."),
      field("id", &Shown::id, always, "As the list calls it; empty: it has none."),
      field("title", &Shown::title, always), field("phase", &Shown::phase, always),
      field("markers", &Shown::markers, always, "P, VERIFY, FIX 1.2, ..."),
      field("group", &Shown::group, always,
            "Tasks of one group run side by side; null: it runs alone."),
      field("state", &Shown::state, always),
      field("step", &Shown::step, always, "What is done with it now; empty: nothing."),
      field("taken_over", &Shown::taken_over, always, "Was ticked before the run began."),
      field("iteration", &Shown::iteration, always),
      field("launches", &Shown::launches, always, "Agents started for it."),
      field("reviews", &Shown::reviews, always, "That ended without approval."),
      field("waits_for", &Shown::waits_for, always, "Keys of tasks."),
      field("fixes", &Shown::fixes, always, "Key of the task it is a fix for."),
      field("last_failure", &Shown::last_failure, always),
      field("layers", &Shown::layers, always,
            "What stood between its last claim and the tick, in their order."),
      field("commit", &Shown::commit, always), field("tree", &Shown::tree, always),
      field("proof", &Shown::proof, always, "Verdict of the proof; empty: not asked."),
      field("attempts", &Shown::attempts, always, "Names of its attempts, in order."));
}

struct LoopShapeShown {
  std::string spec;
  std::string spec_dir;
  std::string step;
  std::vector<LoopTaskShown> tasks;
  std::uint64_t done = 0;
  std::uint32_t global_iteration = 0;
  std::vector<std::string> remarks;
  std::vector<std::string> tampering;
  std::string pull_request;
};
constexpr auto fields_of(Of<LoopShapeShown>) {
  using Shown = LoopShapeShown;
  return record<Shown>(
      field("spec", &Shown::spec, always), field("spec_dir", &Shown::spec_dir, always),
      field("step", &Shown::step, always,
            "What the run does now: baseline, working, merging, reviewing, gates, ..."),
      field("tasks", &Shown::tasks, always, "In the order of the list."),
      field("done", &Shown::done, always),
      field("global_iteration", &Shown::global_iteration, always),
      field("remarks", &Shown::remarks, always, "What people should know."),
      field("tampering", &Shown::tampering, always, "Every time somebody touched the list."),
      field("pull_request", &Shown::pull_request, always, "Its address; empty: there is none."));
}

}  // namespace assay::web
