// SPDX-License-Identifier: MIT
// The command lines of Slurm's programs and what they print. Pure.
#pragma once

#include "core/evidence/attempt.h"
#include "core/run/executor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::slurm {

/// What the jobs of one array have in common.
struct JobShape {
  std::string partition;
  std::string account;
  std::string qos;
  std::int32_t cpus = 1;
  std::string memory;
  std::int32_t gpus = 0;
  Millis time{0};
  std::string after = {};  ///< a job that must be over before

  friend auto operator<=>(const JobShape&, const JobShape&) = default;
};

/// What a launch asks for, over what is configured for all. Its time is never less than its timeout
/// needs, in whole minutes.
JobShape shape_of(const core::ExecutorSettings& settings, const core::Resources& wanted,
                  Millis timeout);

/// `run`: the name of its folder, which no other run of the cluster has.
std::string job_name(const std::string& run);
std::string comment_of(const std::string& run, const std::string& batch);

struct Submission {
  std::string run;
  std::string batch;
  std::string folder;  ///< what jobs print before assay takes over goes there
  std::string script;
  std::size_t size = 1;
};
std::vector<std::string> sbatch_line(const JobShape& shape, const Submission& submission);
/// The number of the array; empty: sbatch printed something else.
std::string job_of(std::string_view printed);

/// Everything that Slurm knows about the jobs of a run.
std::vector<std::string> squeue_line(const std::string& run);
std::vector<std::string> scancel_line(const std::vector<std::string>& jobs);

/// How far a job is, of all the words Slurm has for it.
enum class Stage : std::uint8_t { queued, running, over };

struct JobRow {
  std::string array;
  std::uint32_t index = 0;
  std::string state;
  std::string reason;
  std::string node;
  std::string batch;  ///< by its comment
};
/// Rows of jobs that are elements of an array of assay's; the rest is left out.
std::vector<JobRow> read_squeue(std::string_view printed, const std::string& run);

Stage stage_of(std::string_view state);

/// Slurm could not keep its node, whatever the job itself did.
bool is_node_failure(std::string_view state);

/// What a job that is over and left no record came to. `stopped`: we ended it.
core::Exit end_of(const JobRow& row, bool stopped, bool began, std::string_view printed);

}  // namespace assay::slurm
