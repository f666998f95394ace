// SPDX-License-Identifier: MIT
// Whatever is done to a ledger offline is found.
#include "ledger/chain.h"
#include "unit/adapters/store/sqlite/ledger_fixture.h"

#include <doctest/doctest.h>

#include <filesystem>

namespace assay {
namespace {

using support::append;
using support::begin;
using support::ended;
using support::started;
using support::Store;

// Anybody who may write the file may also drop the triggers; the chain is what finds them out.
constexpr const char* without_triggers =
    "DROP TRIGGER events_keep_rows; DROP TRIGGER events_keep_values; DROP TRIGGER "
    "events_keep_places;"
    "DROP TRIGGER decisions_keep_rows; DROP TRIGGER decisions_keep_values;"
    "DROP TRIGGER decisions_keep_places; DROP TRIGGER runs_keep_rows;"
    "DROP TRIGGER run_trees_keep_rows; DROP TRIGGER run_trees_keep_values;"
    "DROP TRIGGER seals_keep_rows; DROP TRIGGER seals_keep_values;"
    "DROP TRIGGER other_seals_keep_rows; DROP TRIGGER other_seals_keep_values;";
// The very statements of the schema, so that the ledger opens again.
std::string trigger_texts(const Store& store) {
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(store.file.c_str(), &database) == SQLITE_OK);
  std::string all;
  sqlite3_exec(
      database, "SELECT sql FROM sqlite_schema WHERE type = 'trigger'",
      [](void* to, int, char** values, char**) {
        *static_cast<std::string*>(to) += std::string(values[0]) + ";\n";
        return 0;
      },
      &all, nullptr);
  sqlite3_close(database);
  return all;
}

void fill(const Store& store) {
  ledger::Ledger ledger = store.open();
  REQUIRE(append(*begin(ledger, "r1"), {started("r1"), ended(0), ended(1), ended(2), ended(3)}));
  REQUIRE(append(*begin(ledger, "r2"), {started("r2"), ended(0), ended(1), ended(2)}));
}

ledger::ChainReport verified(const Store& store) {
  return store.open().verify_chains(std::nullopt).take();
}

TEST_CASE("chain: the formula is the documented one") {
  // Computed independently: sha256 of the bytes chain.h lists.
  CHECK(ledger::genesis("r1").hex() ==
        "887d764a31a1a85eed2d46e270ffc6c7835550c16874df7e48140b17bac1663a");
  CHECK(ledger::hash_of({"r1", 1, "t", "k", "{}"}, ledger::genesis("r1")).hex() ==
        "cca248fef8b018d9da036283a8c7d1e11b9e1a49657a3c68c5cd38c85b48a5b6");
}

TEST_CASE("ledger: rows cannot be changed, removed or replaced") {
  Store store;
  fill(store);
  CHECK(store.tamper("UPDATE events SET body = '{}'") == "events are append-only");
  CHECK(store.tamper("DELETE FROM events") == "events are append-only");
  CHECK(store.tamper("INSERT OR REPLACE INTO events SELECT * FROM events") ==
        "events are append-only");
  CHECK(store.tamper("UPDATE decisions SET effects = ''") == "decisions are append-only");
  CHECK(store.tamper("DELETE FROM decisions") == "decisions are append-only");
  CHECK(store.tamper("REPLACE INTO decisions SELECT * FROM decisions") ==
        "decisions are append-only");
  CHECK(store.tamper("DELETE FROM runs") == "runs are never removed");
  CHECK(verified(store).sound());
}

TEST_CASE("ledger: every way to tamper is found") {
  struct Row {
    const char* name;
    const char* sql;
  };
  const Row rows[] = {
      {"a changed body",
       "UPDATE events SET body = replace(body, 'c1', 'cx') WHERE run_id = 'r1' AND seq = 3"},
      {"a changed time",
       "UPDATE events SET at = '2026-11-15T00:00:11.001Z' WHERE run_id = 'r1' AND seq = 3"},
      {"a changed kind", "UPDATE events SET kind = 'world_idle' WHERE run_id = 'r1' AND seq = 3"},
      {"a changed hash", "UPDATE events SET hash = zeroblob(32) WHERE run_id = 'r1' AND seq = 3"},
      {"a changed link",
       "UPDATE events SET prev_hash = zeroblob(32) WHERE run_id = 'r1' AND seq = 3"},
      {"a dropped event", "DELETE FROM events WHERE run_id = 'r1' AND seq = 3"},
      {"a dropped tail", "DELETE FROM events WHERE run_id = 'r1' AND seq >= 4"},
      {"a dropped head", "DELETE FROM events WHERE run_id = 'r1' AND seq = 1"},
      {"a dropped tail with its count",
       "DELETE FROM events WHERE run_id = 'r1' AND seq = 5;"
       "UPDATE runs SET event_count = 4 WHERE run_id = 'r1'"},
      {"two events swapped",
       "UPDATE events SET seq = 99 WHERE run_id = 'r1' AND seq = 2;"
       "UPDATE events SET seq = 2 WHERE run_id = 'r1' AND seq = 3;"
       "UPDATE events SET seq = 3 WHERE run_id = 'r1' AND seq = 99"},
      {"events of another run",
       "DELETE FROM events WHERE run_id = 'r1' AND seq >= 3;"
       "UPDATE events SET run_id = 'r1' WHERE run_id = 'r2' AND seq >= 3"},
      {"two runs exchanged",
       "UPDATE events SET run_id = 'x' WHERE run_id = 'r1';"
       "UPDATE events SET run_id = 'r1' WHERE run_id = 'r2';"
       "UPDATE events SET run_id = 'r2' WHERE run_id = 'x'"},
      {"a moved head", "UPDATE runs SET head = zeroblob(32) WHERE run_id = 'r2'"},
      {"a run without its row", "DELETE FROM runs WHERE run_id = 'r2'"},
      {"a prettier exit code", "UPDATE attempts SET exit_code = 7 WHERE command_id = 'c1'"},
      {"an attempt nobody made",
       "INSERT INTO attempts SELECT run_id, 'ghost', attempt, seq, kind, exit_code,"
       " signal, started_at, duration_ms, bytes, log_path, log_sha256,"
       " tests_executed, tests_failed, reason FROM attempts LIMIT 1"},
      {"an attempt removed", "DELETE FROM attempts WHERE run_id = 'r1' AND command_id = 'c1'"},
      {"a decision for nothing", "INSERT INTO decisions VALUES('r1', 77, 'conclude passed')"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Store store;
    fill(store);
    REQUIRE(verified(store).sound());
    const std::string triggers = trigger_texts(store);
    REQUIRE(store.tamper(std::string(without_triggers) + row.sql) == "");
    REQUIRE(store.tamper(triggers) == "");
    const ledger::ChainReport report = verified(store);
    CHECK_FALSE(report.sound());
    CHECK(report.problems.size() == report.problem_count);
  }
}

TEST_CASE("ledger: a journal whose past was changed cannot be read") {
  Store store;
  fill(store);
  const std::string triggers = trigger_texts(store);
  store.tamper(std::string(without_triggers) +
               "UPDATE events SET body = '{}' WHERE run_id = 'r1' AND seq = 2;" + triggers);
  ledger::Ledger ledger = store.open();
  const auto taken = ledger.take_over("r1");
  REQUIRE_FALSE(taken);
  CHECK(taken.error().what == "ledger.db: run r1: event 2 does not match its hash");
  CHECK(ledger.take_over("r2").take()->read().take().size() == 4);
}

TEST_CASE("ledger: a journal whose end was cut off is not continued") {
  Store store;
  fill(store);
  const std::string triggers = trigger_texts(store);
  store.tamper(std::string(without_triggers) +
               "DELETE FROM events WHERE run_id = 'r1' AND seq = 5;" + triggers);
  const auto refused = store.open().take_over("r1");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().fault == Fault::io);
}

TEST_CASE("ledger: a log that is gone or was changed is found") {
  Store store;
  shell::Entry entry = ended(0);
  auto& output = std::get<core::AttemptEnded>(entry.event).evidence.output;
  output.log_path = store.dir / "c0.log";
  output.log = digest_of("all good\n");
  store.dir.write("c0.log", "all good\n");
  {
    ledger::Ledger ledger = store.open();
    REQUIRE(append(*begin(ledger, "r1"), {started("r1"), entry}));
  }
  CHECK(verified(store).sound());
  CHECK(verified(store).logs == 1);
  store.dir.write("c0.log", "all bad!\n");
  REQUIRE(verified(store).problem_count == 1);
  CHECK(verified(store).problems[0].seq == 2);
  std::filesystem::remove(store.dir / "c0.log");
  CHECK(verified(store).problem_count == 1);
}

TEST_CASE("ledger: the second result of one attempt stays in the journal and out of the table") {
  Store store;
  ledger::Ledger ledger = store.open();
  REQUIRE(append(*begin(ledger, "r1"), {started("r1"), ended(0, 1, 1), ended(0, 1, 0)}));
  std::vector<shell::Cell> found;
  const auto rows = ledger.query("SELECT exit_code, (SELECT count(*) FROM events) FROM attempts",
                                 [&](auto, std::span<const shell::Cell> cells) -> Result<> {
                                   found.insert(found.end(), cells.begin(), cells.end());
                                   return {};
                                 });
  REQUIRE(rows);
  REQUIRE(found.size() == 2);
  CHECK(std::get<std::int64_t>(found[0]) == 1);
  CHECK(std::get<std::int64_t>(found[1]) == 3);
  CHECK(ledger.verify_chains(std::nullopt).take().sound());
}

}  // namespace
}  // namespace assay
