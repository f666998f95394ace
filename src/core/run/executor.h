// SPDX-License-Identifier: MIT
// Where attempts run: on the coordinator's machine, or as jobs of a cluster. What a run was told
// when it began, and what single commands and agents ask for beside it.
#pragma once

#include "base/instant.h"
#include "base/record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::core {

enum class ExecutorKind : std::uint8_t { local, slurm };

/// How a node of the cluster comes to the tree that is judged.
enum class TreeAtNode : std::uint8_t {
  shared,  ///< it sees the workspace itself, at the same path
  copied,  ///< it gets a copy, made by content
};

constexpr auto words_of(Of<ExecutorKind>) {
  return words<ExecutorKind>({{ExecutorKind::local, "local"}, {ExecutorKind::slurm, "slurm"}});
}

constexpr auto words_of(Of<TreeAtNode>) {
  return words<TreeAtNode>({{TreeAtNode::shared, "shared"}, {TreeAtNode::copied, "copied"}});
}

constexpr Range cpus_range{1, 4096};
constexpr Range gpus_range{0, 64};

/// What one command or agent asks for; what it leaves open is as `executor:` says.
struct Resources {
  std::optional<ExecutorKind> executor = {};
  std::string partition = {};
  std::int32_t cpus = 0;  ///< 0: left open
  std::string memory = {};
  Millis time{0};
  std::int32_t gpus = 0;

  friend bool operator==(const Resources&, const Resources&) = default;
};

constexpr auto fields_of(Of<Resources>) {
  using Set = Resources;
  return record<Set>(field("executor", &Set::executor,
                           "Where it runs, whatever `executor.kind` says: local or slurm."),
                     field("partition", &Set::partition, Rule::id, "Partition of its job."),
                     field("cpus", &Set::cpus, cpus_range, "CPUs of its job."),
                     field("memory", &Set::memory, Rule::id, "Memory of its job: 500M, 4G."),
                     field("time", &Set::time, "Time limit of its job, beside its own timeout."),
                     field("gpus", &Set::gpus, gpus_range, "GPUs of its job."));
}

/// `executor:` of assay.yaml and of the user's own file.
struct ExecutorSettings {
  ExecutorKind kind = ExecutorKind::local;
  std::string partition = {};
  std::string account = {};
  std::string qos = {};
  std::int32_t cpus = 1;
  std::string memory = {};  ///< empty: what the partition gives
  Millis time{0};           ///< 0: a little more than the timeout of what the job runs
  std::string shared_dir = {};
  TreeAtNode tree = TreeAtNode::shared;
  std::int32_t jobs = 1'000;  ///< in the queue at the same time

  friend bool operator==(const ExecutorSettings&, const ExecutorSettings&) = default;
};

constexpr auto fields_of(Of<ExecutorSettings>) {
  using Set = ExecutorSettings;
  return record<Set>(
      field("kind", &Set::kind, "Where gates and agents run: local or slurm."),
      field("partition", &Set::partition, Rule::id, "Partition of jobs. Default: the cluster's."),
      field("account", &Set::account, Rule::id, "Account that jobs are charged to."),
      field("qos", &Set::qos, Rule::id, "Quality of service of jobs."),
      field("cpus", &Set::cpus, cpus_range, "CPUs of one job."),
      field("memory", &Set::memory, Rule::id,
            "Memory of one job: 500M, 4G. Default: what the partition gives."),
      field("time", &Set::time,
            "Time limit of one job. Default: five minutes more than the timeout of what it runs."),
      field("shared_dir", &Set::shared_dir, Rule::filled,
            "Folder that this machine and every node see at the same path: orders, logs and "
            "results go through it. The user's own file wins over the workspace's."),
      field("tree", &Set::tree,
            "How nodes come to the tree: they see the workspace at the same path (shared), or get "
            "a copy of it by content (copied)."),
      field("jobs", &Set::jobs, Range{1, 100'000}, "Jobs of one run in the queue at once."));
}

/// "500M", "4G": an amount that no cluster can take for another. Nothing is left open.
inline bool is_memory(std::string_view text) {
  if (text.empty()) return true;
  const std::string_view digits = text.substr(0, text.size() - 1);
  const bool number = !digits.empty() && digits.size() < 10 && digits.front() != '0' &&
                      digits.find_first_not_of("0123456789") == digits.npos;
  return number && std::string_view("KMGT").find(text.back()) != std::string_view::npos;
}

/// What the workspace says stands where it says anything; only the folder that evidence goes
/// through is the user's to choose where he has chosen one.
inline ExecutorSettings joined(const ExecutorSettings& users, ExecutorSettings own) {
  const ExecutorSettings silent;
  for_each_field<ExecutorSettings>([&](const auto& each) {
    if (is_equal(own.*each.at, silent.*each.at)) own.*each.at = users.*each.at;
  });
  if (!users.shared_dir.empty()) own.shared_dir = users.shared_dir;
  return own;
}

}  // namespace assay::core
