// SPDX-License-Identifier: MIT
// How attempts end by themselves, and what could never be started.
#include "unit/adapters/executor/local/harness.h"

#include <doctest/doctest.h>

using namespace assay;
using namespace assay::process;
using namespace assay::process::test;
using core::ExitKind;

TEST_CASE("exit: code and signal are those of the command") {
  struct Row {
    const char* command;
    ExitKind kind;
    int code;
    int signal;
  };
  const Row rows[] = {
      {"true", ExitKind::exited, 0, 0},
      {"false", ExitKind::exited, 1, 0},
      {"exit 77", ExitKind::exited, 77, 0},
      {"no-such-program-anywhere", ExitKind::exited, 127, 0},
      {"false | true", ExitKind::exited, 1, 0},
      {"kill -SEGV $$", ExitKind::signaled, 139, 11},
      {"kill -KILL $$", ExitKind::signaled, 137, 9},
      {"-c true", ExitKind::exited, 127, 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.command);
    const auto evidence = run_alone(row.command).evidence;
    CHECK(evidence.exit.kind == row.kind);
    CHECK(evidence.exit.code == row.code);
    CHECK(evidence.exit.signal == row.signal);
    CHECK(evidence.orphans.empty());
  }
}

TEST_CASE("exit: duration, start and usage are measured") {
  const Instant before = wall_clock();
  const auto evidence = run_alone("sleep 0.2; i=0; while ((i < 20000)); do ((i++)); done").evidence;
  CHECK(evidence.started >= before);
  CHECK(evidence.started <= wall_clock());
  CHECK(evidence.duration >= Millis{200});
  CHECK(evidence.duration < Millis{20'000});
  CHECK(evidence.usage.user + evidence.usage.system > Millis{0});
  CHECK(evidence.usage.max_rss_kib > 500);
}

TEST_CASE("spawn: what cannot be started ends as spawn_failed and says why") {
  const Place place;
  const auto processes = must_open(quick(place));
  struct Row {
    const char* name;
    std::function<void(core::Launch&)> spoil;
    const char* detail;
  };
  const Row rows[] = {
      {"cwd is missing", [](auto& l) { l.cwd = "/no/such/place"; },
       "chdir /no/such/place: No such file or directory"},
      {"cwd is a file", [](auto& l) { l.cwd = "/etc/passwd"; },
       "chdir /etc/passwd: Not a directory"},
      {"command too long", [](auto& l) { l.command = std::string(1 << 20, ':'); },
       "exec /bin/bash: Argument list too long"},
      {"zero byte in command", [](auto& l) { l.command = std::string("exit 0\0; exit 1", 15); },
       "command: contains a zero byte"},
      {"zero byte in value",
       [](auto& l) {
         l.env = {{"A", std::string("x\0y", 3)}};
       },
       "env A: contains a zero byte"},
      {"name of a variable",
       [](auto& l) {
         l.env = {{"A=B", "c"}};
       },
       "env: a name is empty or contains '=' or a zero byte"},
      {"name leads elsewhere", [](auto& l) { l.name = "../outside"; },
       "not a valid name of a command"},
  };
  std::uint32_t unit = 0;
  for (const Row& row : rows) {
    CAPTURE(row.name);
    core::Launch launch = launch_of("true", unit++);
    row.spoil(launch);
    const auto evidence = run(*processes, launch);
    CHECK(evidence.exit.kind == ExitKind::spawn_failed);
    CHECK(evidence.exit.code == -1);
    CHECK(evidence.exit.detail == row.detail);
    CHECK(evidence.output.log_path.empty());
  }
  CHECK(std::filesystem::is_empty(place / "logs"));
  CHECK(os::own_children()->size() == 1);  // the keeper
}

TEST_CASE("start: a key that is in flight or has ended is not started again") {
  const Place place;
  const auto processes = must_open(quick(place));
  const std::string command = "echo x >> " + (place / "count");
  processes->start(launch_of(command));
  processes->start(launch_of(command));
  CHECK(processes->in_flight() == 1);
  CHECK(all_ends(*processes).size() == 1);
  processes->start(launch_of(command));
  CHECK(processes->in_flight() == 0);
  CHECK(processes->wait(Millis{1000})->empty());
  CHECK(slurp(place / "count") == "x\n");
  processes->start(launch_of(command, 0, 2));
  CHECK(all_ends(*processes).size() == 1);
  CHECK(slurp(place / "count") == "x\nx\n");
}

TEST_CASE("wait: returns at once when nothing is in flight, and in time when nothing happens") {
  const Place place;
  const auto processes = must_open(quick(place));
  Nanos before = since_boot();
  CHECK(processes->wait(Millis{60'000})->empty());
  CHECK(since_boot() - before < std::chrono::seconds(1));
  processes->start(launch_of("sleep 100"));
  before = since_boot();
  CHECK(processes->wait(Millis{30})->empty());
  CHECK(since_boot() - before >= Millis{30});
  CHECK(since_boot() - before < std::chrono::seconds(5));
}

TEST_CASE("many: 500 attempts leave no zombie, no descriptor and no child behind") {
  const Place place;
  const std::size_t before = count_descriptors();
  {
    const auto processes = must_open(secluded(place));
    std::uint32_t started = 0;
    std::size_t ended = 0;
    while (ended < 500) {
      for (; started < 500 && processes->in_flight() < 8; ++started) {
        processes->start(launch_of(started % 5 == 0 ? "sleep 0 & echo $$" : "exit 3", started));
      }
      const auto happened = processes->wait(Millis{30'000});
      for (const auto& happening : *happened) {
        const auto& end = std::get<shell::ProcessEnded>(happening);
        CHECK(end.evidence.exit.code == (end.key.unit % 5 == 0 ? 0 : 3));
        ++ended;
      }
    }
    const bool kept = !processes->isolation().starts_with("none");
    const bool room = kept && processes->isolation().find("Landlock") == std::string::npos;
    CHECK(os::own_children()->size() == (room ? 2 : 1));  // the keeper, and that of the room
    // epoll, log directory, keeper, observer, and the key of the room
    CHECK(count_descriptors() - before == (kept ? 5 : 4));
  }
  CHECK(os::own_children()->empty());
  CHECK(count_descriptors() == before);
}

TEST_CASE("isolation: says what holds") {
  const Place place;
  CHECK(core::kept_by(must_open(secluded(place))->isolation()).has_value());
  Options options = secluded(place);
  options.seclusion.wanted.gates = core::GateIsolation::none;
  const auto executor = must_open(std::move(options));
  CHECK(executor->isolation() == "none");
  CHECK(executor->agent_isolation() != "none");
}

TEST_CASE("limits: 16 descriptors are enough for one attempt after the other") {
  const Place place;
  const int code = in_fork([&] {
    // As if a ledger had three files open, beside what a test program has.
    for (int fd = 3; fd < 1024; ++fd) ::close(fd);
    for (int i = 0; i < 3; ++i) {
      if (::open("/dev/null", O_RDONLY | O_CLOEXEC) < 0) return 1;
    }
    const rlimit limit{16, 16};
    if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) return 2;
    if (Processes::room_for_attempts() != 1) return 3;
    Options options = quick(place);
    options.handle_signals = true;
    const auto processes = must_open(options);
    for (std::uint32_t unit = 0; unit < 20; ++unit) {
      const auto evidence = run(*processes, launch_of("echo hello; (sleep 0.01 &)", unit));
      if (evidence.exit.kind != ExitKind::exited || evidence.exit.code != 0) return 4;
      if (slurp(evidence.output.log_path) != "hello\n") return 5;
    }
    // More than fit: typed results, no crash.
    for (std::uint32_t unit = 20; unit < 30; ++unit) processes->start(launch_of("true", unit));
    const auto ends = all_ends(*processes);
    const auto failed = std::count_if(ends.begin(), ends.end(), [](const auto& end) {
      return end.evidence.exit.kind == ExitKind::spawn_failed &&
             end.evidence.exit.detail.find("Too many open files") != std::string::npos;
    });
    if (ends.size() != 10 || failed == 0 || failed == 10) return 6;
    return 0;
  });
  CHECK(code == 0);
}

TEST_CASE("capacity: grows with the descriptor limit") {
  const int code = in_fork([] {
    const rlimit limit{256, 256};
    if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) return 1;
    const auto capacity = Processes::room_for_attempts();
    return capacity > 60 && capacity < 85 ? 0 : 2;
  });
  CHECK(code == 0);
}

TEST_CASE("observer: exit 0 over a failure nobody looked at is told, with its place") {
  const Place place;
  const auto processes = must_open(secluded(place));
  const std::string script = place / "run.sh";
  std::ofstream(script) << "false\ntrue\n";
  core::Launch launch = launch_of("bash " + script, 1);
  processes->start(launch);
  processes->start(launch_of("false; r=$?; true", 2));
  processes->start(launch_of("false; true", 3));
  processes->start(launch_of("bash -c 'false; exit 4' || true", 4));
  auto ends = all_ends(*processes);
  REQUIRE(ends.size() == 4);
  std::sort(ends.begin(), ends.end(), [](auto& a, auto& b) { return a.key < b.key; });
  REQUIRE(ends[0].evidence.lost.size() == 1);
  CHECK(ends[0].evidence.lost[0].command == "false");
  CHECK(ends[0].evidence.lost[0].status == 1);
  CHECK(ends[0].evidence.lost[0].place == script + ":1");
  CHECK(ends[1].evidence.lost.empty());
  REQUIRE(ends[2].evidence.lost.size() == 1);
  CHECK(ends[2].evidence.lost[0].place.empty());
  CHECK(ends[3].evidence.lost.empty());
}
