// SPDX-License-Identifier: MIT
// Reading /proc, telling whose process is whose, and signals that cannot hit a stranger.
#include "unit/adapters/executor/local/harness.h"

#include <doctest/doctest.h>

#include <csignal>

using namespace assay;
using namespace assay::process;
using namespace assay::process::test;

TEST_CASE("stat: names may contain anything") {
  const std::string tail = " S 10 20 30 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 4242 99 100\n";
  struct Row {
    const char* name;
    const char* shown;
  };
  for (const Row& row : {Row{"bash", "bash"}, Row{"a) S 1 2 3", "a) S 1 2 3"}, Row{"", ""},
                         Row{"x\ny\033", "x?y?"}, Row{"()", "()"}}) {
    const auto seen = os::parse_stat("7 (" + std::string(row.name) + ")" + tail);
    REQUIRE(seen);
    CHECK(*seen == os::Seen{7, 10, 20, 30, 4242, 'S', row.shown});
  }
}

TEST_CASE("stat: what is cut short is not a process") {
  const std::string whole = "7 (sh) S 10 20 30 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 4242";
  CHECK(os::parse_stat(whole));
  for (std::size_t size = 0; size + 4 < whole.size(); ++size) {
    CAPTURE(size);
    CHECK_FALSE(os::parse_stat(whole.substr(0, size)));
  }
}

TEST_CASE("look: we see ourselves, and nobody with a number that is not in use") {
  const auto self = os::look_at(::getpid());
  REQUIRE(self);
  CHECK(self->pid == ::getpid());
  CHECK(self->parent == ::getppid());
  CHECK(self->session == ::getsid(0));
  CHECK(self->group == ::getpgrp());
  CHECK(self->start <= to_ticks(since_boot()));
  CHECK_FALSE(os::look_at(std::numeric_limits<pid_t>::max()));
}

TEST_CASE("signals: a process of the same number but another start is not hit") {
  const pid_t child = ::fork();
  if (child == 0) {
    for (;;) ::pause();
  }
  os::Seen seen = os::look_at(child).value();
  seen.start -= 1;
  CHECK_FALSE(os::send_signal(seen, SIGKILL));
  CHECK(is_alive(child));
  seen.start += 1;
  CHECK(os::send_signal(seen, SIGKILL));
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WTERMSIG(status) == SIGKILL);
  CHECK_FALSE(os::send_signal(seen, SIGKILL));
}

TEST_CASE("descendants: of some, at any depth and in any order") {
  const auto process = [](pid_t pid, pid_t parent) {
    return os::Seen{.pid = pid, .parent = parent};
  };
  const std::vector<os::Seen> all = {process(9, 8), process(1, 0), process(5, 1),
                                     process(8, 5), process(6, 1), process(7, 6)};
  std::vector<os::Seen> some = {process(5, 1)};
  os::add_descendants(some, all);
  REQUIRE(some.size() == 3);
  CHECK(some[1].pid == 8);
  CHECK(some[2].pid == 9);
}

TEST_CASE("owner: session, then tag, then who was there") {
  const Root roots[] = {{.serial = 1, .session = 100, .start = 50},
                        {.serial = 2, .session = 200, .start = 60}};
  const Lineage two{.own_session = 10, .first_start = 40, .roots = roots};
  const Lineage one{.own_session = 10, .first_start = 40, .roots = std::span(roots).first(1)};
  const Lineage none{.own_session = 10, .first_start = 40, .roots = {}};
  using Tag = std::optional<std::uint32_t>;
  struct Row {
    const char* name;
    const Lineage& lineage;
    pid_t session;
    std::uint64_t start;
    Tag tag;
    Owner want;
  };
  const Row rows[] = {
      {"assay's own session", two, 10, 70, 1U, {Whose::stranger}},
      {"session", two, 200, 70, {}, {Whose::one, 2}},
      {"session counts before the tag", two, 200, 70, 1U, {Whose::one, 2}},
      {"tag", two, 300, 70, 1U, {Whose::one, 1}},
      {"tag of one that ended", two, 300, 70, 3U, {Whose::ended}},
      {"only one was there", two, 300, 55, {}, {Whose::one, 1}},
      {"both were there", two, 300, 60, {}, {Whose::several}},
      {"one is left", one, 300, 60, {}, {Whose::one, 1}},
      {"none is left", none, 300, 60, {}, {Whose::ended}},
      {"older than every attempt", two, 300, 39, {}, {Whose::stranger}},
      {"from the time of an ended one", two, 300, 45, {}, {Whose::ended}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const os::Seen child{.pid = 300, .session = row.session, .start = row.start};
    CHECK(owner_of(child, row.tag, row.lineage) == row.want);
  }
}

TEST_CASE(
    "mark: survives setsid, a double fork and an empty environment, and tells attempts apart") {
  const Marks ours(0x1234'5678);
  const Marks others(0x0234'5679);
  CHECK_FALSE(ours.serial_of(::getpid()));
  const int code = in_fork([&] {
    const rlimit limit{ours.mark(77), RLIM_INFINITY};
    if (::setrlimit(RLIMIT_RTTIME, &limit) != 0) return 1;
    if (ours.serial_of(::getpid()) != 77U) return 2;
    if (others.serial_of(::getpid())) return 3;
    const std::string want = std::to_string(ours.mark(77));
    return std::system(("test \"$(env -i setsid bash -c 'ulimit -SR')\" = " + want).c_str()) == 0
               ? 0
               : 4;
  });
  CHECK(code == 0);
}
