// SPDX-License-Identifier: MIT
// Questions about a pipeline run. Whoever is asked may look at everything and changes nothing: what
// does is a member of Turn.
#pragma once

#include "core/pipeline/state.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace assay::core::pipeline {

/// By the rules of now, not of the first release.
inline bool is_new(const State& run) { return run.rules >= Rules::v0_2; }

inline std::string feature_path(const State& run, const std::string& path) {
  return run.plan->feature_dir + "/" + path;
}

/// Bytes of output that a row keeps.
inline constexpr std::size_t snippet_max = 500;

/// "a, b and 3 more"
std::string listed(const std::vector<std::string>& names);
/// Of sorted lists: what only the first has.
std::vector<std::string> missing_from(const std::vector<std::string>& wanted,
                                      const std::vector<std::string>& there);
/// Old failures can be told from new ones.
bool is_known_red(const CheckResult& check);
/// It was there before the attempt, and was not written again.
bool is_stale(const Job& job, const Artifact& artifact);

// jobs.cpp
bool may_start(const State& run, const Job& job);
bool may_start_task(const State& run, const Job& job);
bool is_lost(const State& run);
const TaskRecord& record_of(const State& run, const Job& job);

// contract.cpp
std::vector<Output> outputs_of(const State& run, const Job& job);
std::vector<Input> inputs_of(const State& run, const Job& job);
std::vector<std::string> contract_violations(const State& run, const Job& job);
std::string contract_violation(const State& run, const Job& job);
std::string rejected_dir(const State& run, const Job& job);
bool has_blocker(const Job& job);

// tasks.cpp
std::vector<std::string> tasks_in_set(const State& run);

// verification.cpp
std::shared_ptr<const verify::Plan> checks_in(const State& run, const std::string& directory,
                                              const std::string& prefix);
std::vector<CheckResult> results_of(const State& run, const verify::State& ran);

// prove.cpp
bool asks_for_proof(const State& run);

// gate.cpp
std::int64_t evidence_round(const State& run);
std::int64_t wanted_of(const State& run, const Condition& condition, const std::string& subject);
std::string unmet(const State& run, const Condition& condition, std::size_t& number,
                  std::string& note);
bool holds(const State& run, Fact fact, const TaskRecord* task);
std::vector<std::string> question_subjects(const State& run);

}  // namespace assay::core::pipeline
