// SPDX-License-Identifier: MIT
#include "adapters/executor/slurm/words.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace assay::slurm {
namespace {

bool has(const std::vector<std::string>& line, const std::string& word) {
  return std::find(line.begin(), line.end(), word) != line.end();
}

TEST_CASE("slurm: what a command asks for goes over what is configured") {
  core::ExecutorSettings settings;
  settings.partition = "main";
  settings.cpus = 2;
  const JobShape plain = shape_of(settings, {}, Millis{30 * 60'000});
  CHECK(plain.partition == "main");
  CHECK(plain.cpus == 2);
  CHECK(plain.time == Millis{35 * 60'000});
  core::Resources wanted;
  wanted.partition = "gpu";
  wanted.gpus = 1;
  wanted.memory = "4G";
  wanted.time = Millis{90'000};
  const JobShape asked = shape_of(settings, wanted, Millis{30 * 60'000});
  CHECK(asked.partition == "gpu");
  CHECK(asked.time == Millis{120'000});  // whole minutes, never less
  const auto line = sbatch_line(asked, {"run", "7-1", "/s/b", "/s/b/script", 3});
  CHECK(has(line, "--partition=gpu"));
  CHECK(has(line, "--mem=4G"));
  CHECK(has(line, "--gres=gpu:1"));
  CHECK(has(line, "--time=2"));
  CHECK(has(line, "--array=0-2"));
  CHECK(has(line, "--no-requeue"));
  CHECK(has(line, "--comment=assay run 7-1"));
}

TEST_CASE("slurm: a job number is a number and nothing else") {
  CHECK(job_of("123\n") == "123");
  CHECK(job_of("123;cluster\n") == "123");
  CHECK(job_of("").empty());
  CHECK(job_of("Submitted batch job 12\n").empty());
}

TEST_CASE("slurm: only jobs of this run are read, element by element") {
  const auto rows = read_squeue(
      "9|0|RUNNING|None|n1|assay run 7-1\n"
      "9|1|PENDING|Resources||assay run 7-1\n"
      "8|0|RUNNING|None|n1|assay other 7-1\n"
      "7|N/A|RUNNING|None|n1|assay run 7-1\n"
      "slurm_load_jobs error\n",
      "run");
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].node == "n1");
  CHECK(rows[1].index == 1);
  CHECK(rows[1].batch == "7-1");
  CHECK(stage_of(rows[0].state) == Stage::running);
  CHECK(stage_of(rows[1].state) == Stage::queued);
  CHECK(stage_of("NODE_FAIL") == Stage::over);
  CHECK(stage_of("a word of a later release") == Stage::over);
}

TEST_CASE("slurm: an end without a record is never a success") {
  for (const char* state : {"COMPLETED", "FAILED", "NODE_FAIL", "TIMEOUT", "OUT_OF_MEMORY",
                            "CANCELLED", "PREEMPTED", "BOOT_FAIL", "UNHEARD_OF"}) {
    for (const bool began : {false, true}) {
      const core::Exit exit = end_of({"9", 0, state, "", "n1", ""}, false, began, "");
      CAPTURE(state);
      CHECK(exit.kind != core::ExitKind::exited);
      CHECK(exit.code == -1);
      CHECK_FALSE(exit.detail.empty());
    }
  }
  const core::Exit told =
      end_of({"9", 0, "FAILED", "NonZeroExitCode", "n1", ""}, false, false, "sh: not found\nmore");
  CHECK(told.kind == core::ExitKind::spawn_failed);
  CHECK(told.detail.find("sh: not found") != std::string::npos);
  CHECK(end_of({"9", 0, "CANCELLED", "", "", ""}, true, false, "").kind ==
        core::ExitKind::cancelled);
}

}  // namespace
}  // namespace assay::slurm
