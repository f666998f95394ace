// SPDX-License-Identifier: MIT
// Questions about a loop run. Whoever is asked may look at everything and changes nothing: what
// does is a member of Turn.
#pragma once

#include "core/ask/workshop.h"
#include "core/loop/layers.h"
#include "core/loop/state.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace assay::core::loop {

/// By the rules of now, not of the first release.
inline bool is_new(const State& run) { return run.rules >= Rules::v0_2; }
inline bool is_group(const State& run) { return run.jobs.size() > 1; }

inline bool has_passed(const Job& job) { return job.settled == Settled::passed; }

/// Commands that come before the agent: they are run again when the run goes on.
bool comes_first(WorkStep step);
/// "a, b and 3 more"
std::string listed_files(const std::vector<std::string>& paths);
/// What its agent said last; nothing, if it said nothing.
const Saying& saying_of(const Job& job);

/// What its commands said; null: none were run.
inline const verify::State* what_ran(const Job& job) {
  return job.checks.state().plan ? &job.checks.state() : nullptr;
}

/// Where the tree lies that the task of a job came in with.
inline std::string copy_of(const State& run, const Job& job) {
  return run.plan->work_dir + "/origin-" + id_of(run.tasks[job.task].task, job.task);
}

// baseline.cpp
std::shared_ptr<const verify::Plan> gates_plan(const State& run);
void seal(const State& run, verify::Plan& plan);
std::vector<GateBefore> gates_now(const State& run, const verify::State& now,
                                  const std::map<std::uint32_t, std::int64_t>& failures);
std::set<std::uint32_t> known_failures(const State& run, const Job& job);
std::string regression_of(const State& run, const GateBefore& before, const GateBefore& now);
std::string void_baseline(const State& run);

// whose.cpp
Work work_of(const State& run, const Job& job);
bool is_traced(const State& run, const Job& job, const std::string& path);
std::vector<std::string> unclaimed(const State& run, const Job& job);
std::set<std::string> excused(const State& run, const Job& job);

// task_checks.cpp
std::shared_ptr<const verify::Plan> checks_plan(const State& run, const Job& job);
bool is_unmeasured(const State& run, const Job& job);
std::vector<std::string> lost_tests(const State& run, const Job& job);

// hold.cpp
/// Tests that passed before under names that nobody tells any more, in words; empty: none.
std::string names_lost(const State& run, const verify::State& ran, std::size_t unit);
/// Tasks of this run with a file that a later one has changed.
std::vector<TaskKey> overtaken(const State& run);

// prove.cpp
/// What is a test file here.
const std::vector<std::string>& test_globs(const Plan& plan);
/// The gates a change is proved with, and what they are called; none: there are no tests.
std::optional<verify::Plan> proof_gates(const State& run, const Task& task,
                                        std::vector<std::string>& names);

// work.cpp, course.cpp, record.cpp
/// Who plays the role that the job is for.
const Hand& hand_of(const State& run, const Job& job);
std::string limit_reached(const State& run, const Job& job);
bool is_ready(const State& run, TaskKey key);
std::uint32_t position(const State& run, TaskKey key);
UpdateSpec update_branch(const State& run, const Job& job, std::string commit_message,
                         std::vector<std::string> files);
StateFields state_fields(const State& run);

// review.cpp, change.cpp
std::string review_trigger(const State& run);
std::string objection_to(const State& run, const agent::ModificationRequest& request,
                         const Job& job);
std::string recovery_objection(const State& run, const Job& job);

}  // namespace assay::core::loop
