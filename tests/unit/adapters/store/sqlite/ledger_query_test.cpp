// SPDX-License-Identifier: MIT
// SQL from a person can look at everything and change nothing.
#include "unit/adapters/store/sqlite/ledger_fixture.h"

#include <doctest/doctest.h>

#include <filesystem>

namespace assay {
namespace {

using support::Store;

Result<> ignore(std::span<const std::string>, std::span<const shell::Cell>) { return {}; }

TEST_CASE("query: returns columns and typed cells") {
  Store store;
  ledger::Ledger ledger = store.open();
  int rows = 0;
  const auto columns = ledger.query(
      "SELECT 1 AS i, 1.5 AS d, 'x' AS t, x'00ff' AS b, NULL AS n ;\n",
      [&](std::span<const std::string> names, std::span<const shell::Cell> cells) -> Result<> {
        ++rows;
        CHECK(names[0] == "i");
        CHECK(std::get<std::int64_t>(cells[0]) == 1);
        CHECK(std::get<double>(cells[1]) == 1.5);
        CHECK(std::get<std::string>(cells[2]) == "x");
        CHECK(std::get<shell::Blob>(cells[3]).bytes == std::string("\0\xff", 2));
        CHECK(std::holds_alternative<std::monostate>(cells[4]));
        return {};
      });
  REQUIRE(columns);
  CHECK(rows == 1);
  CHECK(columns->size() == 5);
  CHECK(ledger.query("SELECT run_id FROM runs WHERE 0", ignore).take() ==
        std::vector<std::string>{"run_id"});
}

TEST_CASE("query: what the documentation shows works") {
  Store store;
  ledger::Ledger ledger = store.open();
  for (const std::string sql : {
           "SELECT count(*) FROM events",
           "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT "
           "sum(i) FROM n",
           "SELECT key, value FROM json_each('[1,2]')",
           "SELECT run_id, hex(hash) FROM events ORDER BY seq",
           "SELECT command_id, max(duration_ms) FROM attempts GROUP BY command_id",
           "SELECT passed FROM anvil_checks WHERE phase = 'after'",
       }) {
    CAPTURE(sql);
    const auto answer = ledger.query(sql, ignore);
    CHECK_MESSAGE(answer, (answer ? "" : answer.error().what));
  }
}

TEST_CASE("query: nothing but one SELECT is allowed") {
  Store store;
  ledger::Ledger ledger = store.open();
  const std::string other = store.dir / "other.db";
  const std::string sqls[] = {
      "",
      "   ",
      "-- nothing",
      "INSERT INTO durations VALUES(zeroblob(32), 1, '')",
      "UPDATE runs SET outcome = 'passed'",
      "DELETE FROM runs",
      "REPLACE INTO durations VALUES(zeroblob(32), 1, '')",
      "DROP TABLE runs",
      "CREATE TABLE t(a)",
      "CREATE TEMP TABLE t(a)",
      "CREATE TEMP VIEW v AS SELECT 1",
      "CREATE VIRTUAL TABLE temp.t USING fts5(a)",
      "ATTACH '" + other + "' AS o",
      "ATTACH ':memory:' AS o",
      "DETACH main",
      "VACUUM",
      "VACUUM INTO '" + other + "'",
      "PRAGMA user_version = 9",
      "PRAGMA user_version",
      "PRAGMA query_only = OFF",
      "SELECT * FROM pragma_user_version",
      "BEGIN",
      "COMMIT",
      "SAVEPOINT s",
      "REINDEX",
      "ANALYZE",
      "SELECT load_extension('/tmp/x.so')",
      "SELECT fts3_tokenizer('simple')",
      "SELECT 1; SELECT 2",
      "SELECT 1; DROP TABLE runs",
      "nonsense",
      "SELECT * FROM nowhere",
      "SELECT \"not a column\"",
  };
  for (const std::string& sql : sqls) {
    CAPTURE(sql);
    const auto answer = ledger.query(sql, ignore);
    REQUIRE_FALSE(answer);
    CHECK(answer.error().fault == Fault::bad_input);
  }
  CHECK_FALSE(std::filesystem::exists(other));
  CHECK(ledger.query("SELECT count(*) FROM runs", ignore));
}

TEST_CASE("query: memory is limited") {
  Store store;
  ledger::Ledger ledger = store.open();
  CHECK_FALSE(ledger.query("SELECT length(randomblob(100000000))", ignore));
  const auto hungry = ledger.query(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
      " SELECT randomblob(1000000) AS b FROM n ORDER BY b",
      ignore);
  REQUIRE_FALSE(hungry);
  CHECK(hungry.error() == Error{Fault::exhausted, "the query needs more than 256 MiB"});
}

TEST_CASE("query: the reader of the rows can stop it") {
  Store store;
  ledger::Ledger ledger = store.open();
  const auto endless = ledger.query(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
      [](auto, std::span<const shell::Cell> cells) -> Result<> {
        if (std::get<std::int64_t>(cells[0]) < 100) return {};
        return Error{Fault::bad_input, "enough"};
      });
  REQUIRE_FALSE(endless);
  CHECK(endless.error().what == "enough");
}

}  // namespace
}  // namespace assay
