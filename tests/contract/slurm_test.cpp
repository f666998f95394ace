// SPDX-License-Identifier: MIT
// What a cluster can do to its jobs, on the fake of Slurm: each end by its own word, nothing lost
// and nothing run twice. Those without faults also hold on a real one (ASSAY_REAL_SLURM).
#include "base/digest.h"
#include "contract/slurm_rig.h"
#include "format/record/text.h"

#include <doctest/doctest.h>

namespace assay::slurm {
namespace {

using core::ExitKind;

/// Waits until the file is there: a job that has begun.
bool comes(const Rig& rig, const std::string& path, shell::Executor* executor = nullptr) {
  for (int i = 0; i < 600 && !rig.has(path); ++i) {
    if (executor != nullptr) static_cast<void>(static_cast<bool>(executor->wait(Millis{50})));
    if (executor == nullptr) ::usleep(50'000);
  }
  return rig.has(path);
}

TEST_CASE("slurm: a job has its own log, place and queue time, and the environment of the list") {
  Rig rig;
  ::setenv("ASSAY_TEST_NOT_LISTED", "1", 1);
  auto cluster = rig.open();
  core::Launch launch =
      rig.launch(0, "echo one; env | grep -c -e NOT_LISTED -e SLURM_ -e ^GIVEN=; exit 3");
  launch.env = {{"GIVEN", "yes"}};
  cluster->start(launch);
  const auto ends = ends_of(*cluster);
  REQUIRE(ends.size() == 1);
  const core::Evidence& evidence = ends.at({0, 1});
  CAPTURE(evidence.exit.detail);
  CHECK(evidence.exit.kind == ExitKind::exited);
  CHECK(evidence.exit.code == 3);
  CHECK(evidence.output.log_path == rig.dir / "logs/c0-attempt1.log");
  CHECK(rig.read("logs/c0-attempt1.log") == "one\n1\n");
  CHECK(digest_of(rig.read("logs/c0-attempt1.log")) == evidence.output.log);
  REQUIRE(evidence.placed.has_value());
  CHECK_FALSE(evidence.placed->node.empty());
  CHECK_FALSE(evidence.placed->job.empty());
  CHECK(evidence.placed->tree.size() == 40);
  ::unsetenv("ASSAY_TEST_NOT_LISTED");
}

TEST_CASE("slurm: what starts together is one array") {
  Rig rig;
  auto cluster = rig.open();
  for (std::uint32_t unit = 0; unit < 6; ++unit)
    cluster->start(rig.launch(unit, "exit " + std::to_string(unit)));
  const auto ends = ends_of(*cluster);
  REQUIRE(ends.size() == 6);
  const std::string array =
      ends.at({0, 1}).placed->job.substr(0, ends.at({0, 1}).placed->job.find('_'));
  for (const auto& [key, evidence] : ends) {
    CHECK(evidence.exit.code == static_cast<int>(key.unit));
    CHECK(evidence.placed->job == array + "_" + std::to_string(key.unit));
  }
}

TEST_CASE(
    "slurm: a coordinator that comes after finds the jobs of the one that died, and runs nothing "
    "twice") {
  Rig rig;
  const std::string count = rig.dir / "runs";
  auto first = rig.open();
  const std::string until = "; until [ -e " + (rig.dir / "go") + " ]; do sleep 0.1; done; exit ";
  first->start(rig.launch(0, "echo x >> " + count + "0" + until + "4"));
  first->start(rig.launch(1, "echo x >> " + count + "1" + until + "0"));
  REQUIRE(comes(rig, "runs0", first.get()));
  REQUIRE(comes(rig, "runs1", first.get()));
  first.reset();
  rig.put("go", "");  // one may end while nobody is there
  auto second = rig.open();
  CHECK(second->attach(rig.launch(0, "")));
  CHECK(second->attach(rig.launch(1, "")));
  CHECK_FALSE(second->attach(rig.launch(2, "")));
  CHECK(second->in_flight() == 2);
  const auto ends = ends_of(*second);
  REQUIRE(ends.size() == 2);
  CHECK(ends.at({0, 1}).exit.code == 4);
  CHECK(ends.at({1, 1}).exit.code == 0);
  CHECK(rig.read("runs0") == "x\n");
  CHECK(rig.read("runs1") == "x\n");
}

TEST_CASE("slurm: a later attempt of the same unit ends the one that was left") {
  Rig rig;
  auto first = rig.open();
  first->start(rig.launch(0, "touch " + (rig.dir / "began") + "; sleep 600"));
  REQUIRE(comes(rig, "began", first.get()));
  first.reset();
  auto second = rig.open();
  REQUIRE(second->attach(rig.launch(0, "")));
  second->start(rig.launch(0, "exit 0", 2));
  const auto ends = ends_of(*second);
  REQUIRE(ends.size() == 2);
  CHECK(ends.at({0, 1}).exit.kind == ExitKind::cancelled);
  CHECK(ends.at({0, 2}).exit.code == 0);
}

TEST_CASE("slurm: a copy at the node is the tree, is set up once, and brings its report back") {
  Rig rig;
  rig.settings.tree = core::TreeAtNode::copied;
  rig.supplies.setup = "echo made >> made.txt; echo made.txt > /dev/null";
  rig.supplies.include = {"extra.env"};
  rig.put("work/.gitignore", "made.txt\nextra.env\nreport.xml\n");
  rig.put("work/extra.env", "E=1\n");
  auto cluster = rig.open();
  core::Launch launch = rig.launch(0, "cat a.txt extra.env made.txt && pwd && cp a.txt report.xml");
  launch.reading.report = "report.xml";
  cluster->start(launch);
  const auto first = ends_of(*cluster);
  CAPTURE(first.at({0, 1}).exit.detail);
  CHECK(first.at({0, 1}).exit.kind == ExitKind::exited);
  const std::string log = rig.read("logs/c0-attempt1.log");
  CHECK(log.starts_with("a\nE=1\nmade\n"));
  CHECK(log.find(rig.workspace()) == std::string::npos);
  CHECK(rig.has("work/report.xml"));
  CHECK_FALSE(rig.has("work/made.txt"));

  cluster->start(rig.launch(1, "echo changed > a.txt"));
  const auto second = ends_of(*cluster);
  CHECK(second.at({1, 1}).exit.kind == ExitKind::unrecorded);
  CHECK(second.at({1, 1}).exit.detail.find("the tree changed while it ran: a.txt") !=
        std::string::npos);
  CHECK(rig.read("work/a.txt") == "a\n");

  // Whoever comes after gets a copy that nobody changed, set up as before and once.
  cluster->start(rig.launch(2, "cat a.txt made.txt"));
  CHECK(ends_of(*cluster).at({2, 1}).exit.code == 0);
  CHECK(rig.read("logs/c2-attempt1.log") == "a\nmade\n");
}

TEST_CASE("slurm: a reply that gets lost does not run anything twice") {
  if (is_real()) return;
  Rig rig;
  rig.put("slurm/deaf", "");
  auto cluster = rig.open();
  cluster->start(rig.launch(0, "echo x >> " + (rig.dir / "runs") + "; exit 0"));
  const auto ends = ends_of(*cluster);
  CHECK(ends.at({0, 1}).exit.code == 0);
  CHECK(rig.read("runs") == "x\n");
}

TEST_CASE("slurm: a controller that is away is waited for") {
  if (is_real()) return;
  Rig rig;
  rig.put("slurm/down", "");
  auto cluster = rig.open();
  cluster->start(rig.launch(0, "exit 6"));
  for (int i = 0; i < 5; ++i) CHECK(cluster->wait(Millis{200}).take().empty());
  rig.remove("slurm/down");
  CHECK(ends_of(*cluster).at({0, 1}).exit.code == 6);
}

TEST_CASE("slurm: what Slurm refuses is not tried for ever, and says why") {
  if (is_real()) return;
  Rig rig;
  rig.put("slurm/refuse", "invalid partition specified: nowhere");
  auto cluster = rig.open();
  cluster->start(rig.launch(0, "exit 0"));
  const auto ends = ends_of(*cluster);
  CHECK(ends.at({0, 1}).exit.kind == ExitKind::spawn_failed);
  CHECK(ends.at({0, 1}).exit.detail.find("invalid partition") != std::string::npos);
}

TEST_CASE("slurm: every end has its word") {
  if (is_real()) return;
  struct Row {
    const char* state;
    ExitKind kind;
  };
  const Row rows[] = {{"NODE_FAIL", ExitKind::lost},        {"TIMEOUT", ExitKind::timed_out},
                      {"OUT_OF_MEMORY", ExitKind::limited}, {"CANCELLED", ExitKind::lost},
                      {"PREEMPTED", ExitKind::lost},        {"BOOT_FAIL", ExitKind::lost}};
  Rig rig;
  rig.put("slurm/hold", "");
  auto cluster = rig.open();
  for (std::uint32_t unit = 0; unit < std::size(rows); ++unit) {
    cluster->start(rig.launch(unit, "exit 0"));
    rig.put("slurm/state-1_" + std::to_string(unit), rows[unit].state);
  }
  const auto ends = ends_of(*cluster);
  REQUIRE(ends.size() == std::size(rows));
  for (std::uint32_t unit = 0; unit < std::size(rows); ++unit) {
    CAPTURE(rows[unit].state);
    CHECK(ends.at({unit, 1}).exit.kind == rows[unit].kind);
  }
}

TEST_CASE("slurm: a job ended from outside is lost, one ended by us is cancelled") {
  Rig rig;
  auto cluster = rig.open();
  const std::string sleeping = "touch " + (rig.dir / "began") + "$N; sleep 600";
  for (std::uint32_t unit = 0; unit < 2; ++unit) {
    core::Launch launch = rig.launch(unit, sleeping);
    launch.env = {{"N", std::to_string(unit)}};
    cluster->start(launch);
  }
  REQUIRE(comes(rig, "began0", cluster.get()));
  REQUIRE(comes(rig, "began1", cluster.get()));
  if (!is_real()) REQUIRE(std::system("scancel 1_0") == 0);
  if (is_real()) cluster->cancel({0, 1});
  const auto first = ends_of(*cluster, 1);
  CHECK(first.at({0, 1}).exit.kind == (is_real() ? ExitKind::cancelled : ExitKind::lost));
  cluster->cancel({1, 1});
  CHECK(ends_of(*cluster).at({1, 1}).exit.kind == ExitKind::cancelled);
}

TEST_CASE("slurm: a node whose clock is off by an hour changes neither times nor verdicts") {
  if (is_real()) return;
  Rig rig;
  rig.put("slurm/hold", "");
  auto cluster = rig.open();
  cluster->start(rig.launch(0, "exit 0"));
  REQUIRE(comes(rig, "slurm/job-1", cluster.get()));
  const Instant now = std::chrono::floor<Millis>(std::chrono::system_clock::now());
  const RunFolder folder(rig.dir / "shared", rig.run_id);
  JobDone done{{0, 1}, {}, {}};
  done.evidence.exit = {ExitKind::exited, 0, 0, ""};
  done.evidence.started = now + std::chrono::hours(1);
  done.evidence.duration = Millis{100};
  REQUIRE(put_whole(folder.claim({0, 1}), "1_0 fake1\n"));
  REQUIRE(put_whole(folder.done({0, 1}), format::stored::text_of(done)));
  const core::Evidence evidence = ends_of(*cluster).at({0, 1});
  CHECK(evidence.exit.kind == ExitKind::exited);
  CHECK(evidence.started < now + std::chrono::minutes(5));
  CHECK(evidence.placed->queued < std::chrono::minutes(5));
  rig.remove("slurm/hold");
}

TEST_CASE("slurm: a record that is damaged, of another attempt or without its log is no success") {
  if (is_real()) return;
  Rig rig;
  rig.put("slurm/hold", "");
  auto cluster = rig.open();
  for (std::uint32_t unit = 0; unit < 3; ++unit) cluster->start(rig.launch(unit, "exit 0"));
  REQUIRE(comes(rig, "slurm/job-1", cluster.get()));
  const RunFolder folder(rig.dir / "shared", rig.run_id);
  JobDone other{{7, 1}, {}, {}};
  other.evidence.exit = {ExitKind::exited, 0, 0, ""};
  REQUIRE(put_whole(folder.done({0, 1}), "{\"unit\":0"));
  REQUIRE(put_whole(folder.done({1, 1}), format::stored::text_of(other)));
  other.key = {2, 1};
  other.evidence.output.log_path = "/elsewhere/c2-attempt1.log";
  other.evidence.output.bytes = other.evidence.output.stored = 4;
  REQUIRE(put_whole(folder.done({2, 1}), format::stored::text_of(other)));
  const auto ends = ends_of(*cluster);
  REQUIRE(ends.size() == 3);
  for (const auto& [key, evidence] : ends) CHECK(evidence.exit.kind == ExitKind::unrecorded);
  rig.remove("slurm/hold");
}

TEST_CASE("slurm: what stays on this machine has no job") {
  Rig rig;
  auto cluster = rig.open();
  for (std::uint32_t unit = 0; unit < 5; ++unit) {
    core::Launch launch = rig.launch(unit, "exit 2");
    launch.resources.executor = core::ExecutorKind::local;
    cluster->start(launch);
  }
  CHECK(cluster->in_flight() == 5);
  const auto ends = ends_of(*cluster);
  REQUIRE(ends.size() == 5);
  for (const auto& [key, evidence] : ends) CHECK_FALSE(evidence.placed.has_value());
}

}  // namespace
}  // namespace assay::slurm
