// SPDX-License-Identifier: MIT
// Timeouts, cancelling, and processes that try to outlive their attempt.
#include "unit/adapters/executor/local/harness.h"

#include <doctest/doctest.h>

#include <csignal>
#include <sstream>

using namespace assay;
using namespace assay::process;
using namespace assay::process::test;
using core::ExitKind;

namespace {

/// The lines of a log that are numbers; a shell may complain in between about children that were
/// killed.
std::vector<pid_t> pids_in(const std::string& text) {
  std::vector<pid_t> pids;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const bool is_number = line.find_first_not_of("0123456789") == std::string::npos;
    if (is_number && !line.empty()) pids.push_back(std::stoi(line));
  }
  return pids;
}

/// Waits for a file that a command writes when it has come far enough.
void wait_for(Processes& processes, const std::string& path) {
  for (int i = 0; i < 2000 && !std::filesystem::exists(path); ++i) {
    ENSURE(processes.wait(Millis{10})->empty());
  }
  ENSURE(std::filesystem::exists(path));
}

std::vector<std::string> names(const core::Evidence& evidence) {
  std::vector<std::string> all;
  for (const auto& orphan : evidence.orphans) all.push_back(orphan.name);
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

TEST_CASE("timeout: the whole tree is ended, with the result timed_out") {
  const Ran ran = run_alone("sleep 1000 & echo $!; sleep 1001 & echo $!; wait", Millis{200});
  CHECK(ran.evidence.exit.kind == ExitKind::timed_out);
  CHECK(ran.evidence.exit.signal == SIGTERM);
  CHECK(ran.evidence.exit.code == 128 + SIGTERM);
  CHECK(ran.evidence.duration >= Millis{200});
  CHECK(ran.evidence.duration < Millis{5'000});
  const auto pids = pids_in(ran.text);
  REQUIRE(pids.size() == 2);
  for (const pid_t pid : pids) CHECK_FALSE(is_alive(pid));
}

TEST_CASE("timeout: who ignores TERM is killed after the grace") {
  const Ran ran = run_alone("trap '' TERM; sleep 1000 & echo $!; wait; sleep 1001", Millis{100});
  CHECK(ran.evidence.exit.kind == ExitKind::timed_out);
  CHECK(ran.evidence.exit.signal == SIGKILL);
  CHECK(ran.evidence.exit.code == 137);
  CHECK(ran.evidence.duration >= Millis{400});
  for (const pid_t pid : pids_in(ran.text)) CHECK_FALSE(is_alive(pid));
}

TEST_CASE("timeout: a clean exit during the grace is a timeout all the same") {
  const Ran ran = run_alone("trap 'echo cleaned; exit 0' TERM; sleep 1000 & wait", Millis{200});
  CHECK(ran.evidence.exit.kind == ExitKind::timed_out);
  CHECK(ran.evidence.exit.code == 0);
  CHECK(ran.text == "cleaned\n");
}

TEST_CASE("timeout: what is stopped is woken up to hear of it") {
  const Ran ran = run_alone("trap 'echo woken; exit 9' TERM; kill -STOP $$; sleep 1000",
                            Millis{200}, [](Options& options) { options.grace = Millis{20'000}; });
  CHECK(ran.evidence.exit.kind == ExitKind::timed_out);
  CHECK(ran.evidence.exit.code == 9);
  CHECK(ran.text == "woken\n");
  CHECK(ran.evidence.duration < Millis{10'000});
}

TEST_CASE("timeout: a process in a session of its own hears of it too") {
  const Ran ran = run_alone(
      "setsid bash -c 'trap \"echo heard; exit\" TERM; echo ready; while :; do sleep 0.02; done'; "
      "exit 1",
      Millis{500}, [](Options& options) { options.grace = Millis{20'000}; });
  CHECK(ran.evidence.exit.kind == ExitKind::timed_out);
  CHECK(ran.text.find("heard\n") != std::string::npos);
}

TEST_CASE("timeout: who forks on TERM is killed with all it forked") {
  const Ran ran = run_alone(
      "trap 'for i in 1 2 3; do setsid bash -c \"trap : TERM; echo \\$\\$; sleep 1000\" & done' "
      "TERM; "
      "while :; do sleep 0.05; done",
      Millis{200});
  CHECK(ran.evidence.exit.kind == ExitKind::timed_out);
  for (const pid_t pid : pids_in(ran.text)) CHECK_FALSE(is_alive(pid));
  CHECK(pids_in(ran.text).size() >= 1);
}

TEST_CASE("timeout: one attempt's does not touch another") {
  const Place place;
  const auto processes = must_open(quick(place));
  core::Launch hasty = launch_of("sleep 1000", 0);
  hasty.timeout = Millis{100};
  processes->start(hasty);
  processes->start(launch_of("sleep 0.6; exit 5", 1));
  const auto ends = all_ends(*processes);
  REQUIRE(ends.size() == 2);
  CHECK(ends[0].key.unit == 0);
  CHECK(ends[0].evidence.exit.kind == ExitKind::timed_out);
  CHECK(ends[1].evidence.exit.kind == ExitKind::exited);
  CHECK(ends[1].evidence.exit.code == 5);
}

TEST_CASE("orphans: a daemon that holds the output is killed and named, and holds nothing up") {
  const Ran ran = run_alone("setsid sleep 1000 & echo $!; exit 4");
  CHECK(ran.evidence.exit.kind == ExitKind::exited);
  CHECK(ran.evidence.exit.code == 4);
  CHECK(ran.evidence.duration < Millis{1'500});
  REQUIRE(ran.evidence.orphans.size() == 1);
  CHECK(ran.evidence.orphans[0].name == "sleep");
  CHECK(ran.evidence.orphans[0].pid == pids_in(ran.text)[0]);
  CHECK_FALSE(is_alive(ran.evidence.orphans[0].pid));
}

TEST_CASE("orphans: nothing that is still in the group or session escapes") {
  const Ran ran =
      run_alone("sleep 1000 & (sleep 1001 &) ; nohup sleep 1002 > /dev/null 2>&1 & exit 0");
  CHECK(names(ran.evidence) == std::vector<std::string>{"sleep", "sleep", "sleep"});
  for (const auto& orphan : ran.evidence.orphans) CHECK_FALSE(is_alive(orphan.pid));
}

TEST_CASE("orphans: a double fork into a new session with an empty environment is found") {
  const Ran ran = run_alone(
      "(env -i setsid -f /bin/bash -c 'trap \"\" TERM HUP INT; echo $$ >&3; exec >/dev/null 2>&1 "
      "3>&-; "
      "/bin/sleep 1000; :' 3>&1 &) ; sleep 0.3");
  CHECK(ran.evidence.exit.code == 0);
  const auto pids = pids_in(ran.text);
  REQUIRE(pids.size() == 1);
  CHECK_FALSE(is_alive(pids[0]));
  CHECK(names(ran.evidence) == std::vector<std::string>{"bash", "sleep"});
}

TEST_CASE("orphans: each is put down to its own attempt, even without environment and session") {
  const Place place;
  const auto processes = must_open(quick(place));
  const std::string daemon = "env -i setsid -f /bin/sleep 1000 > /dev/null 2>&1";
  processes->start(launch_of("exec -a x true", 9));
  processes->start(launch_of(daemon + "; sleep 0.1", 0));
  processes->start(launch_of("sleep 2; exit 3", 1));
  for (const auto& end : all_ends(*processes)) {
    CAPTURE(end.key.unit);
    CHECK(end.evidence.orphans.size() == (end.key.unit == 0 ? 1 : 0));
    if (end.key.unit == 0) CHECK(end.evidence.duration < Millis{1'500});
  }
}

TEST_CASE("orphans: a daemon of an attempt that is still running is left alone") {
  const Place place;
  const auto processes = must_open(quick(place));
  processes->start(
      launch_of("setsid -f sleep 1000; sleep 1.5; pgrep -g 0 > /dev/null; "
                "pgrep -x sleep -f 'sleep 1000' > /dev/null && echo still there",
                0));
  processes->start(launch_of("sleep 0.2", 1));
  const auto ends = all_ends(*processes);
  REQUIRE(ends.size() == 2);
  CHECK(ends[0].key.unit == 1);
  CHECK(ends[0].evidence.orphans.empty());
  CHECK(ends[1].evidence.orphans.size() == 1);
}

TEST_CASE("orphans: a forking tree that ignores signals, re-forks and hides leaves no survivor") {
  const Place place;
  const auto processes = must_open(quick(place));
  const std::string nest = "nest() { trap '' TERM HUP INT; echo $BASHPID >> " + (place / "pids") +
                           "; if (($1 > 0)); then (nest $(($1-1))) & setsid bash -c \"$(declare -f "
                           "nest); nest $(($1-1))\" & fi; "
                           "exec sleep 1000; }; nest 3 & sleep 0.4; exit 0";
  for (std::uint32_t unit = 0; unit < 5; ++unit) {
    const auto evidence = run(*processes, launch_of(nest, unit));
    CHECK(evidence.exit.code == 0);
    CHECK(evidence.orphans.size() >= 5);
    const auto pids = pids_in(slurp(place / "pids"));
    CHECK(pids.size() >= 5);
    for (const pid_t pid : pids) CHECK_FALSE(is_alive(pid));
  }
  CHECK(os::own_children()->size() == 1);
}

TEST_CASE("orphans: a child of assay's own session is none of an attempt's business") {
  const Place place;
  const auto processes = must_open(quick(place));
  const pid_t own = ::fork();
  if (own == 0) {
    ::execl("/bin/sleep", "sleep", "1000", nullptr);
    ::_exit(127);
  }
  const auto evidence = run(*processes, launch_of("setsid sleep 1001 & exit 0"));
  CHECK(evidence.orphans.size() == 1);
  CHECK(is_alive(own));
  ::kill(own, SIGKILL);
  int status = 0;
  CHECK(::waitpid(own, &status, 0) == own);
}

TEST_CASE("orphans: the dead are reaped while their attempt is still running") {
  const Place place;
  const auto processes = must_open(quick(place));
  processes->start(launch_of("for i in 1 2 3 4 5; do setsid -f true; done; touch " +
                             (place / "ready") + "; sleep 1000"));
  wait_for(*processes, place / "ready");
  CHECK(processes->wait(Millis{1'300})->empty());
  CHECK(os::own_children()->size() == 2);  // the shell and the keeper
}

TEST_CASE("stop: everything in flight is cancelled, and politely") {
  const Place place;
  Options options = quick(place);
  options.grace = Millis{20'000};
  const auto processes = must_open(options);
  processes->start(launch_of(
      "trap 'echo bye; exit 3' TERM; touch " + (place / "ready") + "; while :; do sleep 0.02; done",
      0));
  processes->start(launch_of("sleep 1000", 1));
  wait_for(*processes, place / "ready");
  processes->stop_all();
  CHECK(processes->in_flight() == 2);
  const auto ends = all_ends(*processes);
  REQUIRE(ends.size() == 2);
  for (const auto& end : ends) {
    CHECK(end.evidence.exit.kind == ExitKind::cancelled);
    CHECK(end.evidence.exit.code == (end.key.unit == 0 ? 3 : 143));
  }
  CHECK(slurp(place / "logs/c0-attempt1.log").find("bye\n") != std::string::npos);
}

TEST_CASE("stop: the second time kills at once") {
  const Place place;
  Options options = quick(place);
  options.grace = Millis{600'000};
  const auto processes = must_open(options);
  processes->start(launch_of("trap '' TERM; setsid sleep 1001 & touch " + (place / "ready") +
                             "; while :; do sleep 0.02; done"));
  wait_for(*processes, place / "ready");
  processes->stop_all();
  CHECK(processes->wait(Millis{200})->empty());
  processes->stop_all();
  const auto ends = all_ends(*processes);
  REQUIRE(ends.size() == 1);
  CHECK(ends[0].evidence.exit.kind == ExitKind::cancelled);
  CHECK(ends[0].evidence.exit.signal == SIGKILL);
}

TEST_CASE("stop: signals to assay are reported, each of them") {
  const Place place;
  Options options = quick(place);
  options.handle_signals = true;
  ::signal(SIGHUP, SIG_DFL);  // under nohup it is ignored, and stays so
  const auto processes = must_open(options);
  processes->start(launch_of("sleep 1000"));
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGINT}) {
    ::kill(::getpid(), signal);
    const auto happened = processes->wait(Millis{10'000});
    REQUIRE(happened->size() == 1);
    const std::string by = std::get<shell::StopAsked>((*happened)[0]).by;
    CHECK(by == (signal == SIGINT ? "SIGINT" : signal == SIGTERM ? "SIGTERM" : "SIGHUP"));
  }
  processes->stop_all();
  CHECK(all_ends(*processes).size() == 1);
  ::kill(::getpid(), SIGTERM);  // not heard by anybody any more, and must not end us
}

TEST_CASE("stop: destruction ends what is in flight") {
  const Place place;
  {
    const auto processes = must_open(quick(place));
    processes->start(launch_of("trap '' TERM; setsid sleep 1001 & echo $!; echo $$; touch " +
                               (place / "ready") + "; sleep 1000"));
    wait_for(*processes, place / "ready");
  }
  const auto pids = pids_in(slurp(place / "logs/c0-attempt1.log"));
  CHECK(pids.size() == 2);
  for (const pid_t pid : pids) CHECK_FALSE(is_alive(pid));
  CHECK(os::own_children()->empty());
}
