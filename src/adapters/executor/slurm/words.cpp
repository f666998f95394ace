// SPDX-License-Identifier: MIT
#include "adapters/executor/slurm/words.h"

#include <algorithm>
#include <charconv>

namespace assay::slurm {

namespace {

/// Between the end of the timeout and the end of the job: for ending, draining and bringing back.
constexpr Millis margin = std::chrono::minutes{5};
/// Without any timeout a job still has to have a limit on most clusters.
constexpr Millis time_longest = std::chrono::hours{24 * 7};

Millis whole_minutes(Millis time) { return std::chrono::ceil<std::chrono::minutes>(time); }

std::string minutes_text(Millis time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::minutes>(time).count());
}

std::vector<std::string_view> parts_of(std::string_view line, std::size_t most) {
  std::vector<std::string_view> parts;
  while (parts.size() + 1 < most && line.find('|') != line.npos) {
    parts.push_back(line.substr(0, line.find('|')));
    line.remove_prefix(line.find('|') + 1);
  }
  parts.push_back(line);
  return parts;
}

bool is_one_of(std::string_view state, std::initializer_list<std::string_view> all) {
  return std::find(all.begin(), all.end(), state) != all.end();
}

}  // namespace

JobShape shape_of(const core::ExecutorSettings& settings, const core::Resources& wanted,
                  Millis timeout) {
  JobShape shape{settings.partition, settings.account, settings.qos, settings.cpus,
                 settings.memory,    wanted.gpus,      settings.time};
  if (!wanted.partition.empty()) shape.partition = wanted.partition;
  if (wanted.cpus > 0) shape.cpus = wanted.cpus;
  if (!wanted.memory.empty()) shape.memory = wanted.memory;
  if (wanted.time > Millis{0}) shape.time = wanted.time;
  if (shape.time == Millis{0})
    shape.time = timeout > Millis{0} ? std::min(timeout + margin, time_longest) : time_longest;
  shape.time = whole_minutes(shape.time);
  return shape;
}

std::string job_name(const std::string& run) { return "assay-" + run; }

std::string comment_of(const std::string& run, const std::string& batch) {
  return "assay " + run + " " + batch;
}

std::vector<std::string> sbatch_line(const JobShape& shape, const Submission& submission) {
  std::vector<std::string> line{"sbatch",
                                "--parsable",
                                "--job-name=" + job_name(submission.run),
                                "--comment=" + comment_of(submission.run, submission.batch),
                                "--output=" + submission.folder + "/%a.out",
                                "--open-mode=append",
                                "--chdir=/",
                                "--no-requeue",
                                "--nodes=1",
                                "--ntasks=1",
                                "--cpus-per-task=" + std::to_string(shape.cpus),
                                "--time=" + minutes_text(shape.time),
                                "--signal=B:TERM@30",
                                "--array=0-" + std::to_string(submission.size - 1)};
  const auto add = [&](const char* flag, const std::string& value) {
    if (!value.empty()) line.push_back(flag + value);
  };
  add("--partition=", shape.partition);
  add("--account=", shape.account);
  add("--qos=", shape.qos);
  add("--mem=", shape.memory);
  if (shape.gpus > 0) line.push_back("--gres=gpu:" + std::to_string(shape.gpus));
  add("--dependency=afterany:", shape.after);
  line.push_back(submission.script);
  return line;
}

std::string job_of(std::string_view printed) {
  const std::string_view first = printed.substr(0, printed.find_first_of(";\n"));
  const bool number = !first.empty() && first.find_first_not_of("0123456789") == first.npos;
  return number ? std::string(first) : "";
}

std::vector<std::string> squeue_line(const std::string& run) {
  return {"squeue",
          "--noheader",
          "--array",
          "--me",
          "--states=all",
          "--name=" + job_name(run),
          "--format=%F|%K|%T|%r|%N|%k"};
}

std::vector<std::string> scancel_line(const std::vector<std::string>& jobs) {
  std::vector<std::string> line{"scancel", "--quiet"};
  line.insert(line.end(), jobs.begin(), jobs.end());
  return line;
}

std::vector<JobRow> read_squeue(std::string_view printed, const std::string& run) {
  std::vector<JobRow> rows;
  const std::string ours = comment_of(run, "");
  while (!printed.empty()) {
    const std::size_t end = std::min(printed.find('\n'), printed.size());
    const auto parts = parts_of(printed.substr(0, end), 6);
    printed.remove_prefix(std::min(end + 1, printed.size()));
    if (parts.size() != 6 || !parts[5].starts_with(ours)) continue;
    JobRow row{std::string(parts[0]), 0,
               std::string(parts[2]), std::string(parts[3]),
               std::string(parts[4]), std::string(parts[5].substr(ours.size()))};
    const auto [last, problem] =
        std::from_chars(parts[1].data(), parts[1].data() + parts[1].size(), row.index);
    if (problem == std::errc() && last == parts[1].data() + parts[1].size())
      rows.push_back(std::move(row));
  }
  return rows;
}

Stage stage_of(std::string_view state) {
  if (is_one_of(state, {"PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED",
                        "SPECIAL_EXIT", "RESV_DEL_HOLD"}))
    return Stage::queued;
  if (is_one_of(state, {"RUNNING", "COMPLETING", "SUSPENDED", "STOPPED", "SIGNALING", "STAGE_OUT",
                        "RESIZING"}))
    return Stage::running;
  return Stage::over;
}

bool is_node_failure(std::string_view state) {
  return is_one_of(state, {"NODE_FAIL", "BOOT_FAIL", "PREEMPTED"});
}

core::Exit end_of(const JobRow& row, bool stopped, bool began, std::string_view printed) {
  using core::ExitKind;
  const std::string job = "job " + row.array + "_" + std::to_string(row.index);
  const std::string where = row.node.empty() ? "" : " on " + row.node;
  if (stopped) return {ExitKind::cancelled, -1, 0, job + " was cancelled"};
  if (row.state == "TIMEOUT" || row.state == "DEADLINE")
    return {ExitKind::timed_out, -1, 0, job + ": Slurm's time limit" + where};
  if (row.state == "OUT_OF_MEMORY")
    return {ExitKind::limited, -1, 0, job + ": out of memory" + where};
  if (row.state == "NODE_FAIL" || row.state == "BOOT_FAIL")
    return {ExitKind::lost, -1, 0, job + ": the node failed" + where};
  if (row.state == "PREEMPTED")
    return {ExitKind::lost, -1, 0, job + ": it had to give way" + where};
  if (row.state == "CANCELLED" || row.state == "REVOKED")
    return {ExitKind::lost, -1, 0, job + ": cancelled from outside" + where};
  if (began) return {ExitKind::lost, -1, 0, job + where + " ended without a record"};
  std::string why(printed.substr(0, std::min<std::size_t>(printed.find('\n'), 300)));
  if (why.empty()) why = row.state + (row.reason.empty() ? "" : " (" + row.reason + ")");
  return {ExitKind::spawn_failed, -1, 0, job + where + " did not start: " + why};
}

}  // namespace assay::slurm
