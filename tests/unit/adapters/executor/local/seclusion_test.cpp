// SPDX-License-Identifier: MIT
#include "adapters/executor/local/seclusion.h"

#include "unit/adapters/executor/local/harness.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

using namespace assay;
using namespace assay::process;
using namespace assay::process::test;

TEST_CASE("seclusion: its word is full, or says what is missing") {
  using core::Network;
  CHECK(word_for({}) == "full");
  CHECK(word_for({.network = Network::off}) == "full");
  CHECK(word_for({.docker = true}) == "partial: a docker socket is open");
  CHECK(word_for({.root = true}) == "full");
  CHECK(word_for({.root = true, .system = true}) == "partial: root can write the system");
  CHECK(word_for({.linked = true}) == "partial: a link leads to the state, and can be replaced");
  CHECK(word_for({.means = Means::landlock, .landlock = 7, .root = true}) ==
        "partial: files only, by Landlock; root can set the kernel");
  CHECK(word_for({.means = Means::none}) == "none");
  CHECK(word_for({.means = Means::none, .why = "no Landlock"}) == "none: no Landlock");
  CHECK(word_for({.means = Means::mounts, .why = "mount /proc: not permitted"}) ==
        "partial: processes outside are seen (mount /proc: not permitted)");
  CHECK(word_for({.means = Means::landlock, .landlock = 7}) == "partial: files only, by Landlock");
  CHECK(word_for({.means = Means::landlock, .landlock = 2, .network = Network::off}) ==
        "partial: files only, by Landlock; files can be emptied; assay can be killed; the network "
        "is on");
  CHECK(word_for({.means = Means::landlock, .landlock = 7, .network = Network::off}) ==
        "partial: files only, by Landlock; the network is off for TCP alone");
  for (const Means means : {Means::none, Means::landlock, Means::mounts})
    CHECK(core::kept_by(word_for({.means = means})) != core::Kept::in_full);
}

TEST_CASE("seclusion: a copy is the folder below `work` of its run") {
  CHECK(copy_root("/s/runs/r/work/t1/src", "/s") == "/s/runs/r/work/t1");
  CHECK(copy_root("/s/runs/r/work/t1", "/s") == "/s/runs/r/work/t1");
  CHECK(copy_root("/s/runs/r/logs/x", "/s") == "/s/runs/r/logs/x");
  CHECK(copy_root("/s/setups/x", "/s") == "/s/setups/x");
  CHECK(copy_root("/home/work/x", "/s") == "/home/work/x");
  CHECK(copy_root("/s/runs/r/other/work/t1", "/s") == "/s/runs/r/other/work/t1");
}

namespace {

struct Home {
  Place place;
  std::filesystem::path state = place.path / "state";
  std::filesystem::path copy = state / "runs/r/work/t1";
  std::filesystem::path other = state / "runs/r/work/t2";

  Home() {
    std::filesystem::create_directories(copy);
    std::filesystem::create_directories(other);
    std::ofstream(state / "key") << "secret";
    std::ofstream(copy / "mine") << "mine";
    std::ofstream(other / "theirs") << "theirs";
  }

  Options options() const {
    Options options = secluded(place);
    options.log_dir = (state / "runs/r/logs").string();
    options.seclusion.state_dir = state.string();
    options.seclusion.workspace = place.path.string();
    return options;
  }
};

bool has_rooms(const Processes& executor) { return executor.isolation() == "full"; }

}  // namespace

TEST_CASE("seclusion: the state is not there, the copy that is worked in is") {
  const Home home;
  const auto executor = must_open(home.options());
  if (executor->isolation().starts_with("none")) return;
  core::Launch launch = launch_of(
      "test ! -e ../../../../key -o ! -r ../../../../key && cat mine && "
      "! cat ../t2/theirs && echo more >> mine",
      1);
  launch.cwd = home.copy.string();
  const auto evidence = run(*executor, launch);
  CHECK(evidence.exit.code == 0);
  std::ifstream mine(home.copy / "mine");
  std::string text;
  std::getline(mine, text);
  CHECK(text == "minemore");
  CHECK(std::filesystem::exists(home.state / "key"));
}

TEST_CASE("seclusion: what is left behind in a room is killed and named") {
  const Home home;
  const auto executor = must_open(home.options());
  core::Launch launch = launch_of("setsid sleep 7332 & sleep 0.1; true && true", 1);
  launch.cwd = home.place.path.string();
  const auto evidence = run(*executor, launch);
  REQUIRE(evidence.orphans.size() == 1);
  CHECK(evidence.orphans[0].name == "sleep");
}

TEST_CASE("seclusion: a folder above the logs that was moved is an error") {
  const Home home;
  const auto executor = must_open(home.options());
  const std::string parent = home.place.path.string();
  core::Launch launch = launch_of("mv " + parent + " " + parent + "-away", 1);
  launch.cwd = "/";
  const auto evidence = run(*executor, launch);
  if (std::filesystem::exists(parent + "-away")) std::filesystem::rename(parent + "-away", parent);
  if (evidence.exit.kind == core::ExitKind::exited) {
    CHECK(evidence.exit.code != 0);  // it could not
  } else {
    CHECK(evidence.exit.kind == core::ExitKind::unrecorded);
  }
}

TEST_CASE("seclusion: the network can be this attempt's own, or none") {
  const Home home;
  Options options = home.options();
  options.seclusion.wanted.network.gates = core::Network::loopback;
  const auto executor = must_open(std::move(options));
  if (!has_rooms(*executor)) return;
  core::Launch launch =
      launch_of("test $(grep -c : /proc/net/dev) = 1 && grep -q lo: /proc/net/dev", 1);
  launch.cwd = "/";
  CHECK(run(*executor, launch).exit.code == 0);
}

TEST_CASE("seclusion: only what is listed can be written, and what is hidden cannot be seen") {
  const Home home;
  const std::filesystem::path base = home.place.path;
  for (const char* name : {"work", "listed", "hidden", "rest"})
    std::filesystem::create_directories(base / name);
  std::ofstream(base / "hidden/file") << "x";
  Options options = home.options();
  options.seclusion.workspace = (base / "work").string();
  options.seclusion.wanted.write = {(base / "listed").string()};
  options.seclusion.wanted.hide = {(base / "hidden").string()};
  const auto executor = must_open(std::move(options));
  if (executor->isolation().starts_with("none")) return;
  core::Launch launch = launch_of("touch here ../listed/x && ! cat ../hidden/file", 1);
  launch.cwd = (base / "work").string();
  CHECK(run(*executor, launch).exit.code == 0);
  launch = launch_of("test ! -w /etc -a ! -w /usr/bin && test -w /tmp -a -w .", 2);
  launch.cwd = (base / "work").string();
  CHECK(run(*executor, launch).exit.code == 0);
}
