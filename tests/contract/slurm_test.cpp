// SPDX-License-Identifier: MIT
// What a cluster can do to its jobs, on the fake of Slurm: each end by its own word, nothing lost
// and nothing run twice. Those without faults also hold on a real one (ASSAY_REAL_SLURM).
#include "base/digest.h"
#include "contract/slurm_rig.h"
#include "format/record/text.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

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

TEST_CASE(
    "slurm: who gives up leaves its jobs to who took the run over; who is told to stop ends them") {
  for (const bool told : {false, true}) {
    CAPTURE(told);
    Rig rig;
    auto first = rig.open();
    const std::string go = rig.dir / "go";
    first->start(rig.launch(0, "touch " + (rig.dir / "began") + "; until [ -e " + go +
                                   " ]; do sleep 0.1; done; exit 7"));
    REQUIRE(comes(rig, "began", first.get()));
    auto second = rig.open();  // another machine has the run by now
    REQUIRE(second->attach(rig.launch(0, "")));
    first->stop_all();
    if (told) CHECK(first->wait(Millis{10}));
    first.reset();
    rig.put("go", "");
    const core::Exit exit = ends_of(*second).at({0, 1}).exit;
    if (told) CHECK((exit.kind == ExitKind::cancelled || exit.kind == ExitKind::lost));
    if (!told) CHECK(exit.kind == ExitKind::exited);
    if (!told) CHECK(exit.code == 7);
  }
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

/// A node that has another folder where the workspace is.
struct OtherNode {
  Rig rig;
  OtherNode() {
    std::filesystem::copy(rig.dir / "work", rig.dir / "other");
    rig.put("slurm/elsewhere", rig.workspace() + "\n" + (rig.dir / "other") + "\n");
  }
  /// Whether this machine lets a test have a view of its own.
  static bool can_be() {
    const char* line = ::geteuid() == 0 ? "unshare -m true 2>/dev/null"
                                        : "unshare -U -r -m mount --bind /tmp /tmp 2>/dev/null";
    return !is_real() && std::system(line) == 0;
  }
  void change(const std::string& how) const {
    const std::string file = rig.dir / "other/a.txt";
    namespace fs = std::filesystem;
    if (how == "a byte") rig.put("other/a.txt", "b\n");
    if (how == "its mode") fs::permissions(file, fs::perms::owner_exec, fs::perm_options::add);
    if (how == "a file more") rig.put("other/more.txt", "");
    if (how == "a file less") fs::remove(file);
    if (how == "a link") {
      fs::rename(file, rig.dir / "other/.a");
      fs::create_symlink(".a", file);
    }
  }
};

TEST_CASE("slurm: a node that sees another tree is not believed, whenever it came to differ") {
  if (!OtherNode::can_be()) return;
  for (const bool late : {false, true}) {
    for (const char* how : {"a byte", "its mode", "a file more", "a file less", "a link"}) {
      CAPTURE(how);
      CAPTURE(late);
      const OtherNode node;
      if (!late) node.change(how);
      node.rig.put("slurm/hold", "");
      auto cluster = node.rig.open();
      cluster->start(node.rig.launch(0, "exit 0"));
      REQUIRE(comes(node.rig, "slurm/job-1", cluster.get()));
      if (late) node.change(how);  // by a clock that is ahead it would be no sooner
      node.rig.remove("slurm/hold");
      const core::Exit exit = ends_of(*cluster).at({0, 1}).exit;
      CHECK(exit.kind == ExitKind::spawn_failed);
      CHECK(exit.detail.find("sees another tree") != std::string::npos);
      CHECK(exit.detail.find("tree: copied") != std::string::npos);
    }
  }
}

TEST_CASE("slurm: a node that has the same bytes elsewhere is believed, and asked again later") {
  if (!OtherNode::can_be()) return;
  const OtherNode node;
  auto cluster = node.rig.open();
  cluster->start(node.rig.launch(0, "exit 0"));
  CHECK(ends_of(*cluster).at({0, 1}).exit.kind == ExitKind::exited);
  // The workspace goes on and comes back; the node only went on.
  node.rig.put("work/a.txt", "b\n");
  node.rig.put("other/a.txt", "b\n");
  cluster->start(node.rig.launch(1, "exit 0"));
  CHECK(ends_of(*cluster).at({1, 1}).exit.kind == ExitKind::exited);
  node.rig.put("work/a.txt", "a\n");
  cluster->start(node.rig.launch(2, "exit 0"));
  CHECK(ends_of(*cluster).at({2, 1}).exit.kind == ExitKind::spawn_failed);
}

TEST_CASE("slurm: what changes after the order is judged by who sees it change") {
  if (is_real()) return;
  for (const bool restored : {false, true}) {
    CAPTURE(restored);
    Rig rig;
    rig.put("slurm/hold", "");
    auto cluster = rig.open();
    const std::string until = "until [ -e " + (rig.dir / "go") + " ]; do sleep 0.05; done";
    cluster->start(rig.launch(0, "touch " + (rig.dir / "began") + "; " + until));
    REQUIRE(comes(rig, "slurm/job-1", cluster.get()));
    rig.put("work/a.txt", "changed\n");
    rig.put("work/by-product.txt", "of a gate beside it\n");
    rig.remove("slurm/hold");
    REQUIRE(comes(rig, "began", cluster.get()));
    if (restored) rig.put("work/a.txt", "a\n");
    rig.remove("work/by-product.txt");
    rig.put("go", "");
    const core::Exit exit = ends_of(*cluster).at({0, 1}).exit;
    CHECK(exit.kind == (restored ? ExitKind::unrecorded : ExitKind::exited));
    CHECK((exit.detail.find("saw another tree: a.txt") != std::string::npos) == restored);
  }
}

TEST_CASE("slurm: two ledgers with a run of the same id have nothing of each other") {
  if (is_real()) return;
  Rig rig;
  rig.begun = Instant{Millis{1}};
  auto one = rig.open();
  one->start(rig.launch(0, "touch " + (rig.dir / "began") + "; sleep 600"));
  REQUIRE(comes(rig, "began", one.get()));
  rig.begun = Instant{Millis{2}};
  auto two = rig.open();
  CHECK_FALSE(two->attach(rig.launch(0, "")));
  two->start(rig.launch(0, "exit 5"));
  CHECK(ends_of(*two).at({0, 1}).exit.code == 5);
  two.reset();  // takes its own folder with it
  CHECK(one->in_flight() == 1);
  one->cancel({0, 1});
  CHECK(ends_of(*one).at({0, 1}).exit.kind == ExitKind::cancelled);
}

TEST_CASE(
    "slurm: a copy that a gate changed behind the back of its node is not given to the next") {
  Rig rig;
  rig.settings.tree = core::TreeAtNode::copied;
  auto cluster = rig.open();
  // It knows where copies and what is noted of them used to lie.
  const std::string forging =
      "here=$PWD; echo evil > a.txt; for f in \"$here\".state \"$here\".ready; do rm -rf \"$f\"; "
      "done; "
      "touch -d '2020-01-01' a.txt; exit 0";
  cluster->start(rig.launch(0, forging));
  CHECK(ends_of(*cluster).at({0, 1}).exit.kind == ExitKind::unrecorded);
  cluster->start(rig.launch(1, "cat a.txt"));
  CHECK(ends_of(*cluster).at({1, 1}).exit.code == 0);
  CHECK(rig.read("logs/c1-attempt1.log") == "a\n");
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
    REQUIRE(put_whole(rig.folder().claim({unit, 1}), "1_0 fake1\n"));  // it had begun
  }
  const auto ends = ends_of(*cluster);
  REQUIRE(ends.size() == std::size(rows));
  for (std::uint32_t unit = 0; unit < std::size(rows); ++unit) {
    CAPTURE(rows[unit].state);
    CHECK(ends.at({unit, 1}).exit.kind == rows[unit].kind);
  }
}

TEST_CASE(
    "slurm: a node that fails before the job has begun costs no attempt, and nothing runs twice") {
  if (is_real()) return;
  Rig rig;
  rig.put("slurm/hold", "");
  auto cluster = rig.open();
  cluster->start(rig.launch(0, "echo x >> " + (rig.dir / "runs") + "; exit 3"));
  REQUIRE(comes(rig, "slurm/job-1", cluster.get()));
  rig.put("slurm/state-1_0", "NODE_FAIL");
  REQUIRE(comes(rig, "slurm/job-2", cluster.get()));
  rig.remove("slurm/hold");  // both come to run after all
  const auto ends = ends_of(*cluster);
  CHECK(ends.at({0, 1}).exit.code == 3);
  ::usleep(300'000);
  CHECK(rig.read("runs") == "x\n");
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
  const RunFolder folder = rig.folder();
  JobDone done{{0, 1}, {}, {}};
  done.token = rig.token_of({0, 1});
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
  for (std::uint32_t unit = 0; unit < 9; ++unit) cluster->start(rig.launch(unit, "exit 0"));
  REQUIRE(comes(rig, "slurm/job-1", cluster.get()));
  const RunFolder folder = rig.folder();
  const auto from = [&](const std::string& name) {
    return "shared/runs/" + folder_name(rig.run_id, rig.begun) + "/" + name;
  };
  JobDone other{{7, 1}, {}, {}};
  other.token = rig.token_of({7, 1});
  other.evidence.exit = {ExitKind::exited, 0, 0, ""};
  REQUIRE(put_whole(folder.done({0, 1}), "{\"unit\":0"));
  REQUIRE(put_whole(folder.done({1, 1}), format::stored::text_of(other)));
  other.key = {3, 1};  // what another order's record said, or one of an earlier run
  REQUIRE(put_whole(folder.done({3, 1}), format::stored::text_of(other)));
  other.token.clear();
  other.key = {4, 1};
  REQUIRE(put_whole(folder.done({4, 1}), format::stored::text_of(other)));
  // Not read to the end, not followed, not waited for.
  rig.put(from("done/5-1.new"), "{}");
  std::filesystem::resize_file(rig.dir / from("done/5-1.new"), std::uintmax_t{65} << 20);
  std::filesystem::rename(rig.dir / from("done/5-1.new"), rig.dir / from("done/5-1"));
  other.key = {6, 1};
  other.token = rig.token_of({6, 1});
  REQUIRE(put_whole(rig.dir / "elsewhere", format::stored::text_of(other)));
  std::filesystem::create_symlink(rig.dir / "elsewhere", folder.done({6, 1}));
  REQUIRE(::mkfifo(folder.done({7, 1}).c_str(), 0600) == 0);
  REQUIRE(::mkdir(folder.done({8, 1}).c_str(), 0700) == 0);
  other.key = {2, 1};
  other.token = rig.token_of({2, 1});
  other.evidence.output.log_path = "/elsewhere/c2-attempt1.log";
  other.evidence.output.bytes = other.evidence.output.stored = 4;
  REQUIRE(put_whole(folder.done({2, 1}), format::stored::text_of(other)));
  const auto ends = ends_of(*cluster);
  REQUIRE(ends.size() == 9);
  for (const auto& [key, evidence] : ends) {
    CAPTURE(key.unit);
    CHECK(evidence.exit.kind == ExitKind::unrecorded);
  }
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
