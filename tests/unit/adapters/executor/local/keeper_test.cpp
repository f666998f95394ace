// SPDX-License-Identifier: MIT
// assay is killed with SIGKILL: nothing it was running may go on.
#include "unit/adapters/executor/local/harness.h"

#include <doctest/doctest.h>

#include <csignal>

using namespace assay;
using namespace assay::process;
using namespace assay::process::test;

namespace {

/// Starts `command` in a process that plays assay, and kills that one when the command wrote
/// `ready`.
void die_while_running(const Place& place, const std::string& command) {
  const pid_t assay = ::fork();
  if (assay == 0) {
    const auto processes = must_open(quick(place));
    processes->start(launch_of(command + " touch " + (place / "ready") + "; wait; sleep 1000"));
    for (;;) (void)processes->wait(Millis{1000});
  }
  for (int i = 0; i < 2000 && !std::filesystem::exists(place / "ready"); ++i) ::usleep(5'000);
  REQUIRE(std::filesystem::exists(place / "ready"));
  ::kill(assay, SIGKILL);
  ::waitpid(assay, nullptr, 0);
}

bool is_gone_soon(const std::string& pid) {
  const Nanos until = since_boot() + std::chrono::seconds(3);
  while (since_boot() < until) {
    if (!is_alive(std::stoi(pid))) return true;
    ::usleep(10'000);
  }
  return false;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> all;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    all.push_back(text.substr(at, text.find('\n', at) - at));
  }
  return all;
}

}  // namespace

TEST_CASE("keeper: when assay is killed, everything it ran is gone within three seconds") {
  const Place place;
  const std::string note = "echo $! >> " + (place / "pids") + "; ";
  die_while_running(place, "echo $$ >> " + (place / "pids") + "; sleep 1000 & " + note +
                               "setsid sleep 1001 & " + note +
                               "(trap '' TERM HUP INT; sleep 1002; sleep 1003) & " + note +
                               "env -i setsid bash -c 'echo $$ >> " + (place / "pids") +
                               "; (sleep 1004; :)' & sleep 0.3;");
  const auto pids = split(slurp(place / "pids"));
  CHECK(pids.size() == 5);
  for (const std::string& pid : pids) {
    CAPTURE(pid);
    CHECK(is_gone_soon(pid));
  }
}

TEST_CASE("keeper: a fork storm does not outrun it") {
  const Place place;
  die_while_running(place, "setsid bash -c 'while :; do (sleep 0.01; echo x >> " +
                               (place / "beat") + ") & sleep 0.005; done' & sleep 0.2;");
  ::usleep(2'000'000);
  const auto size = std::filesystem::file_size(place / "beat");
  ::usleep(300'000);
  CHECK(size > 0);
  CHECK(std::filesystem::file_size(place / "beat") == size);
}

TEST_CASE("keeper: holds nothing of assay's, and is forked only when there is something to keep") {
  const Place place;
  const auto processes = must_open(quick(place));
  CHECK(os::own_children()->empty());
  (void)run(*processes, launch_of("true"));
  const auto children = *os::own_children();
  REQUIRE(children.size() == 1);
  const std::string root = "/proc/" + std::to_string(children[0]);
  for (int i = 0; i < 1000 && std::filesystem::read_symlink(root + "/cwd") != "/"; ++i)
    ::usleep(5'000);
  const auto keeper = os::look_at(children[0]);
  REQUIRE(keeper);
  CHECK(keeper->name == "run-keeper");
  CHECK(keeper->session == keeper->pid);
  std::vector<std::string> open;
  for (const auto& entry : std::filesystem::directory_iterator(root + "/fd")) {
    open.push_back(entry.path().filename());
  }
  CHECK(open == std::vector<std::string>{"0"});
  CHECK(std::filesystem::read_symlink(root + "/cwd") == "/");
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::kill(keeper->pid, signal);
  CHECK(is_alive(keeper->pid));
}
