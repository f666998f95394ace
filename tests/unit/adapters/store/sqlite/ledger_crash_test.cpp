// SPDX-License-Identifier: MIT
// Nothing that was acknowledged is lost: not to kill -9, not to a full or failing disk, not to
// another coordinator.
#include "support/faulty_vfs.h"
#include "unit/adapters/store/sqlite/ledger_fixture.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <random>

namespace assay {
namespace {

using support::append;
using support::begin;
using support::ended;
using support::started;
using support::Store;

/// A process of our own with one end of a pipe; what it does must not use what the parent has open.
class Child {
 public:
  explicit Child(const std::function<int(int out)>& work) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    pid_ = ::fork();
    REQUIRE(pid_ >= 0);
    if (pid_ == 0) {
      ::close(ends[0]);
      ::_exit(work(ends[1]));
    }
    ::close(ends[1]);
    from_ = ends[0];
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    kill_and_wait();
    ::close(from_);
  }

  /// The next number it wrote, or nothing at the end.
  std::optional<std::uint32_t> next() const {
    std::uint32_t number = 0;
    if (::read(from_, &number, sizeof number) != sizeof number) return std::nullopt;
    return number;
  }
  void kill_and_wait() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    wait();
  }
  int wait() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = 0;
    return status;
  }

 private:
  pid_t pid_ = 0;
  int from_ = -1;
};

void tell(int out, std::uint32_t number) {
  if (::write(out, &number, sizeof number) != sizeof number) ::_exit(9);
}

std::unique_ptr<shell::Journal> begin_in_child(ledger::Ledger& ledger, const std::string& run_id) {
  auto journal = ledger.begin({run_id, "verify", "/w"});
  if (!journal) ::_exit(8);
  return journal.take();
}

TEST_CASE("ledger: kill -9 at any moment loses nothing that was acknowledged") {
  Store store;
  constexpr int rounds = 100;
  std::mt19937_64 random(20261115);
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(round);
    const std::string run_id = "r" + std::to_string(round);
    Child writer([&](int out) {
      auto ledger = support::open_ledger(store.state, sqlite::Mode::read_write);
      if (!ledger) return 7;
      auto journal = begin_in_child(*ledger, run_id);
      if (!append(*journal, {started(run_id)})) return 6;
      for (std::uint32_t unit = 0;; unit += 2) {
        tell(out, unit + 1);
        if (!append(*journal, {ended(unit), ended(unit + 1)})) return 5;
      }
    });
    std::uint32_t acknowledged = 0;
    for (std::uint64_t left = 1 + random() % 12; left > 0; --left) {
      const auto number = writer.next();
      REQUIRE(number.has_value());
      acknowledged = *number;
    }
    writer.kill_and_wait();
    while (const auto late = writer.next()) acknowledged = *late;

    ledger::Ledger ledger = store.open();
    const ledger::RunRow run = ledger.find_run(run_id).take();
    CHECK(run.events >= acknowledged);
    CHECK(run.events <= acknowledged + 2);
    CHECK(run.events % 2 == 1);  // a group is there as a whole or not at all
    CHECK_FALSE(run.alive);
    auto heir = ledger.take_over(run_id);
    REQUIRE(heir);
    CHECK((*heir)->read().take().size() == run.events);
    REQUIRE(append(**heir, {support::concluded(core::Outcome::cancelled)}));
    CHECK(ledger.verify_chains(run_id).take().sound());
  }
  CHECK(store.open().verify_chains(std::nullopt).take().runs == rounds);
}

TEST_CASE("ledger: a run whose coordinator lives in another process is not taken over") {
  Store store;
  { store.open(); }
  Child holder([&](int out) {
    auto ledger = support::open_ledger(store.state, sqlite::Mode::read_write);
    if (!ledger) return 7;
    auto journal = begin_in_child(*ledger, "r1");
    if (!append(*journal, {started("r1")})) return 6;
    tell(out, static_cast<std::uint32_t>(::getpid()));
    for (;;) ::pause();
  });
  const auto pid = holder.next();
  REQUIRE(pid.has_value());
  ledger::Ledger ledger = store.open();
  CHECK(ledger.find_run("r1").take().alive);
  const auto refused = ledger.take_over("r1");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().fault == Fault::conflict);
  CHECK(refused.error().what.find("process " + std::to_string(*pid) + ":") != std::string::npos);
  holder.kill_and_wait();
  CHECK_FALSE(ledger.find_run("r1").take().alive);
  CHECK(ledger.take_over("r1"));
}

TEST_CASE("ledger: two coordinators write two runs at the same time") {
  Store store;
  constexpr std::uint32_t count = 200;
  const auto write_run = [&](const std::string& run_id) {
    auto ledger = support::open_ledger(store.state, sqlite::Mode::read_write);
    if (!ledger) return 7;
    auto journal = begin_in_child(*ledger, run_id);
    if (!append(*journal, {started(run_id)})) return 6;
    for (std::uint32_t unit = 0; unit < count; ++unit) {
      if (!append(*journal, {ended(unit)})) return 5;
    }
    return 0;
  };
  // Both start with no ledger at all, so that they also race for making it.
  Child first([&](int) { return write_run("r1"); });
  Child second([&](int) { return write_run("r2"); });
  CHECK(first.wait() == 0);
  CHECK(second.wait() == 0);
  const auto report = store.open().verify_chains(std::nullopt).take();
  CHECK(report.sound());
  CHECK(report.events == 2 * (count + 1));
}

/// What a program gets done until the disk stops it: how many entries were acknowledged, and the
/// error.
struct Progress {
  std::uint32_t acknowledged = 0;
  std::optional<Error> error;
};

Progress write_until_refused(const std::string& state, std::uint32_t groups) {
  Progress progress;
  const auto work = [&]() -> Result<> {
    ledger::Ledger ledger = TRY(support::open_ledger(state, sqlite::Mode::read_write));
    auto journal = TRY(ledger.begin({"r1", "verify", "/w"}));
    TRY(append(*journal, {started("r1")}));
    progress.acknowledged = 1;
    for (std::uint32_t unit = 0; unit < 2 * groups; unit += 2) {
      const Result<> stored = append(*journal, {ended(unit), ended(unit + 1)});
      if (!stored) {
        CHECK(append(*journal, {ended(unit)}).error() == stored.error());  // for good
        return stored;
      }
      progress.acknowledged += 2;
    }
    return {};
  };
  const Result<> done = work();
  if (!done) progress.error = done.error();
  return progress;
}

void check_survived(const Store& store, const Progress& progress) {
  auto ledger = support::open_ledger(store.state, sqlite::Mode::read_write);
  REQUIRE(ledger);
  const auto run = ledger->find_run("r1");
  if (!run) {
    CHECK(progress.acknowledged == 0);
    return;
  }
  CHECK(run->events >= progress.acknowledged);
  CHECK(ledger->verify_chains(std::nullopt).take().sound());
  std::uint32_t seen = 0;
  REQUIRE(ledger->for_each_entry("r1", [&](std::uint64_t, const auto&) -> Result<> {
    ++seen;
    return {};
  }));
  CHECK(seen == run->events);
  CHECK(append(*ledger->take_over("r1").take(), {ended(500)}));
}

TEST_CASE("ledger: whichever write or sync fails, what was acknowledged survives") {
  struct Row {
    const char* name;
    int code;
    Fault want;
  };
  const Row rows[] = {{"disk full", SQLITE_FULL, Fault::exhausted},
                      {"write error", SQLITE_IOERR_WRITE, Fault::io},
                      {"sync error", SQLITE_IOERR_FSYNC, Fault::io}};
  for (const Row& row : rows) {
    int failures = 0;
    for (int nth = 1;; ++nth) {
      CAPTURE(row.name);
      CAPTURE(nth);
      REQUIRE(nth < 1000);
      Store store;
      Progress progress;
      bool failed = false;
      {
        support::FaultyDisk disk;
        disk.fail_from(nth, row.code);
        progress = write_until_refused(store.state, 5);
        failed = disk.has_failed();
      }
      if (progress.error) {
        CHECK(progress.error->fault == row.want);
        if (row.code == SQLITE_FULL) CHECK(progress.error->what == "ledger.db: disk full");
        ++failures;
      }
      check_survived(store, progress);
      if (!failed) break;
    }
    CHECK(failures > 20);
  }
}

TEST_CASE(
    "ledger: a journal that could not write once does not write again, though the disk has "
    "recovered") {
  Store store;
  support::FaultyDisk disk;
  {
    ledger::Ledger ledger = store.open();
    auto journal = begin(ledger, "r1");
    REQUIRE(append(*journal, {started("r1")}));
    disk.fail_from(1, SQLITE_FULL);
    const Result<> refused = append(*journal, {ended(0)});
    REQUIRE_FALSE(refused);
    CHECK(refused.error() == Error{Fault::exhausted, "ledger.db: disk full"});
    disk.heal();
    CHECK(append(*journal, {ended(0)}).error() == refused.error());
    CHECK(ledger.find_run("r1").take().events == 1);
  }
  ledger::Ledger ledger = store.open();
  REQUIRE(append(*ledger.take_over("r1").take(), {ended(0)}));
  CHECK(ledger.verify_chains(std::nullopt).take().sound());
}

TEST_CASE("ledger: a really full file system loses nothing that was acknowledged") {
  Store store;
  std::filesystem::create_directory(store.state);
  if (::mount("tmpfs", store.state.c_str(), "tmpfs", 0, "size=384k,mode=700") != 0) {
    MESSAGE("skipped: may not mount a file system");
    return;
  }
  const Progress progress = write_until_refused(store.state, 100'000);
  CHECK(progress.acknowledged > 10);
  REQUIRE(progress.error.has_value());
  CHECK(*progress.error == Error{Fault::exhausted, "ledger.db: disk full"});
  {
    ledger::Ledger ledger = store.open(sqlite::Mode::read_only);
    CHECK(ledger.find_run("r1").take().events >= progress.acknowledged);
    CHECK(ledger.verify_chains(std::nullopt).take().sound());
  }
  CHECK(::umount(store.state.c_str()) == 0);
}

}  // namespace
}  // namespace assay
