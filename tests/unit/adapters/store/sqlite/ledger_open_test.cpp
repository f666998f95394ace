// SPDX-License-Identifier: MIT
// What a ledger refuses to be opened from, and what it looks like on disk.
#include "adapters/store/state/state_directory.h"
#include "unit/adapters/store/sqlite/ledger_fixture.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

namespace assay {
namespace {

namespace fs = std::filesystem;
using support::append;
using support::begin;
using support::Store;

mode_t mode_of(const std::string& path) {
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 0777;
}

TEST_CASE("ledger: everything it makes is private") {
  Store store;
  const mode_t before = ::umask(0);
  {
    ledger::Ledger ledger = store.open();
    auto journal = begin(ledger, "r1");
    REQUIRE(append(*journal, {support::started("r1")}));
    CHECK(mode_of(store.state) == 0700);
    CHECK(mode_of(store.state + "/runs") == 0700);
    CHECK(mode_of(store.state + "/runs/r1") == 0700);
    CHECK(mode_of(store.file) == 0600);
    CHECK(mode_of(store.file + "-wal") == 0600);
    CHECK(mode_of(store.file + "-shm") == 0600);
    CHECK(mode_of(store.state + "/runs/r1/lock") == 0600);
  }
  ::umask(before);
}

TEST_CASE("ledger: reading where there is none creates nothing") {
  Store store;
  CHECK(store.open_error(sqlite::Mode::read_only).fault == Fault::not_found);
  CHECK_FALSE(fs::exists(store.state));
  fs::create_directory(store.state);
  fs::permissions(store.state, fs::perms::owner_all);
  CHECK(store.open_error(sqlite::Mode::read_only).fault == Fault::not_found);
  CHECK_FALSE(fs::exists(store.file));
}

TEST_CASE("ledger: a reader sees what a living writer has written") {
  Store store;
  ledger::Ledger writer = store.open();
  auto journal = begin(writer, "r1");
  ledger::Ledger reader = store.open(sqlite::Mode::read_only);
  CHECK(reader.runs(10).take().empty());
  REQUIRE(append(*journal, {support::started("r1")}));
  REQUIRE(reader.runs(10).take().size() == 1);
  CHECK(reader.runs(10).take()[0].alive);
}

/// As a ledger was before agents could spend anything.
void make_schema_1(const Store& store) {
  REQUIRE(
      store
          .tamper("DROP TABLE run_trees; DROP INDEX idx_anvil_gate; DROP INDEX idx_spending_day;"
                  "DROP TABLE spending; DROP TABLE test_runs; DROP TABLE test_names;"
                  "DROP TABLE test_commands; DROP TABLE seals; DROP TABLE open_runs;"
                  "DROP TABLE other_seals;"
                  "PRAGMA user_version=1")
          .empty());
  fs::remove_all(store.dir / "state/keys");
}

TEST_CASE("ledger: an older schema is brought up to date and keeps its runs") {
  Store store;
  {
    ledger::Ledger ledger = store.open();
    auto journal = begin(ledger, "r1");
    REQUIRE(append(*journal, {support::started("r1"), support::ended(0),
                              support::concluded(core::Outcome::passed)}));
  }
  make_schema_1(store);
  {
    ledger::Ledger ledger = store.open();
    REQUIRE(ledger.runs(10).take().size() == 1);
    CHECK(ledger.find_run("r1").take().outcome == core::Outcome::passed);
    CHECK(ledger.verify_chains(std::nullopt).take().sound());
    auto journal = begin(ledger, "r2");
    REQUIRE(append(*journal, {support::agent_started("r2")}));
    CHECK(journal->reserve({{0, 1}, "dev"}, support::moment(5)));
  }
  CHECK(store.open().runs(10).take().size() == 2);
}

TEST_CASE("ledger: an older schema can be read as it is, and what was altered is refused") {
  Store store;
  {
    ledger::Ledger ledger = store.open();
    REQUIRE(append(*begin(ledger, "r1"), {support::started("r1")}));
  }
  make_schema_1(store);
  {
    ledger::Ledger reader = store.open(sqlite::Mode::read_only);
    CHECK(reader.runs(10).take().size() == 1);
    CHECK(reader.tested_commands().take().empty());
    CHECK(reader.test_runs(digest_of("make test")).take().empty());
    CHECK(reader.verify_chains(std::nullopt).take().sound());
  }
  // A part of the new schema under the old number is nothing assay ever made.
  REQUIRE(store.tamper("CREATE INDEX idx_spending_day ON runs(machine)").empty());
  CHECK(store.open_error().what.find("idx_spending_day is not part of it") != std::string::npos);
}

TEST_CASE("ledger: a directory that others may write to is refused") {
  Store store;
  { store.open(); }
  fs::permissions(store.state, fs::perms::group_write, fs::perm_options::add);
  CHECK(store.open_error().what.find("others may write") != std::string::npos);
}

TEST_CASE("ledger: links are refused") {
  Store store;
  { store.open(); }
  fs::rename(store.file, store.dir / "elsewhere.db");
  fs::create_symlink("../elsewhere.db", store.file);
  CHECK(store.open_error().what == "ledger.db: is a symbolic link");
  fs::remove(store.file);
  fs::create_hard_link(store.dir / "elsewhere.db", store.file);
  CHECK(store.open_error().what == "ledger.db: has a second name (hard link)");

  fs::create_directory_symlink(store.state, store.dir / "alias");
  CHECK_FALSE(support::open_ledger(store.dir / "alias", sqlite::Mode::read_write));
  CHECK_FALSE(support::open_ledger(store.dir / "alias/", sqlite::Mode::read_write));
}

TEST_CASE("ledger: a directory below a link is fine") {
  Store store;
  fs::create_directory(store.dir / "real");
  fs::create_directory_symlink("real", store.dir / "alias");
  CHECK(support::open_ledger(store.dir / "alias/state", sqlite::Mode::read_write));
}

TEST_CASE("ledger: one made by a newer assay is refused") {
  Store store;
  { store.open(); }
  store.tamper("PRAGMA user_version = 8");
  CHECK(store.open_error().what == "ledger.db: made by a newer assay (schema 8, this one knows 7)");
}

TEST_CASE("ledger: a schema that is not to the letter ours is refused") {
  const char* const changes[] = {
      "CREATE TABLE extra(a)",
      "CREATE VIEW runs2 AS SELECT * FROM runs",
      "CREATE TRIGGER evil AFTER INSERT ON events BEGIN DELETE FROM durations; END",
      "CREATE INDEX extra ON events(kind)",
      "DROP TRIGGER events_keep_rows",
      "ALTER TABLE runs ADD COLUMN note TEXT",
      "PRAGMA application_id = 7",
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'append', "
      "'prepend')"
      " WHERE name = 'events_keep_rows'",
  };
  for (const char* change : changes) {
    CAPTURE(change);
    Store store;
    { store.open(); }
    REQUIRE(store.tamper(change) == "");
    CHECK(store.open_error().fault == Fault::io);
    CHECK(store.open_error(sqlite::Mode::read_only).fault == Fault::io);
  }
}

TEST_CASE("ledger: a foreign database is left alone") {
  Store store;
  fs::create_directory(store.state);
  fs::permissions(store.state, fs::perms::owner_all);
  REQUIRE(store.tamper("CREATE TABLE t(a); INSERT INTO t VALUES(1)") == "");
  CHECK(store.open_error().what == "ledger.db: not a ledger of assay");
}

TEST_CASE("ledger: a damaged file is an error, whatever is damaged") {
  Store store;
  {
    ledger::Ledger ledger = store.open();
    auto journal = begin(ledger, "r1");
    REQUIRE(append(*journal, {support::started("r1", 200)}));
    for (std::uint32_t i = 0; i < 100; ++i) REQUIRE(append(*journal, {support::ended(i)}));
  }
  std::ifstream in(store.file, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  const std::uint64_t first = 20261115;
  int unopened = 0;
  int unsound = 0;
  for (std::uint64_t seed = first; seed < first + 300; ++seed) {
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    std::string bytes = whole;
    for (std::uint64_t flips = 1 + random() % 8; flips > 0; --flips) {
      // Half of the damage goes where it hurts most: header and schema.
      const std::size_t where = random() % (random() % 2 == 0 ? bytes.size() : 8192);
      bytes[where] = static_cast<char>(random());
    }
    fs::remove(store.file + "-wal");
    fs::remove(store.file + "-shm");
    std::ofstream(store.file, std::ios::binary) << bytes;
    auto opened = support::open_ledger(store.state, sqlite::Mode::read_only);
    if (!opened) {
      ++unopened;
      continue;
    }
    const auto report = opened->verify_chains(std::nullopt);
    if (!report || !report->sound()) ++unsound;
  }
  CHECK(unopened > 0);
  CHECK(unsound > 0);
}

TEST_CASE("ledger: the tables of the pipeline are the seed's") {
  Store store;
  ledger::Ledger ledger = store.open();
  std::vector<std::string> columns;
  REQUIRE(ledger.query("SELECT sql FROM sqlite_schema WHERE name = 'anvil_checks'",
                       [&](auto, std::span<const shell::Cell> cells) -> Result<> {
                         columns.push_back(std::get<std::string>(cells[0]));
                         return {};
                       }));
  REQUIRE(columns.size() == 1);
  CHECK(columns[0].find("phase TEXT NOT NULL CHECK(phase IN ('baseline', 'after', 'review'))") !=
        std::string::npos);
  CHECK(columns[0].find("output_snippet TEXT CHECK(LENGTH(output_snippet) <= 500)") !=
        std::string::npos);
  CHECK(store.tamper("INSERT INTO anvil_checks(run_id, task_id, phase, check_name, tool, passed)"
                     " VALUES('r', 't', 'after', 'c', 'x', 1);"
                     "INSERT INTO pipeline_telemetry(run_id, step, agent, started_at, status)"
                     " VALUES('r', '1', 'a', 'now', 'running')") == "");
  CHECK(store.tamper("INSERT INTO anvil_checks(run_id, task_id, phase, check_name, tool, passed)"
                     " VALUES('r', 't', 'before', 'c', 'x', 1)") != "");
}

TEST_CASE("ledger: a state directory inside the workspace is refused, under any name") {
  Store store;
  ledger::Ledger ledger = store.open();
  CHECK(ledger.begin({"r1", "verify", store.dir.path()}).error().fault == Fault::bad_input);
  CHECK(ledger.begin({"r1", "verify", store.state}).error().fault == Fault::bad_input);
  fs::create_directory_symlink(store.dir.path(), store.dir / "alias");
  CHECK(ledger.begin({"r1", "verify", store.dir / "alias"}).error().fault == Fault::bad_input);
  fs::create_directory(store.dir / "work");
  CHECK(ledger.begin({"r1", "verify", store.dir / "work"}));
}

TEST_CASE("ledger: network file systems are told from local ones") {
  CHECK(state::is_remote_filesystem(0x6969, ""));
  CHECK(state::is_remote_filesystem(static_cast<int>(0xFF534D42), ""));
  CHECK(state::is_remote_filesystem(0x65735546, "fuse.sshfs"));
  CHECK_FALSE(state::is_remote_filesystem(0x65735546, "fuse.fuse-overlayfs"));
  CHECK_FALSE(state::is_remote_filesystem(0xEF53, ""));
}

}  // namespace
}  // namespace assay
