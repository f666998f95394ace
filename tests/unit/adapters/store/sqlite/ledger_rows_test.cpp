// SPDX-License-Identifier: MIT
// The tables pipelines share with other tools: how rows come in, what gates may ask, and that
// nobody else writes them.
#include "unit/adapters/store/sqlite/ledger_fixture.h"

#include <doctest/doctest.h>

#include <optional>

namespace assay {
namespace {

using core::pipeline::CheckRow;
using core::pipeline::TelemetryRow;
using support::append;
using support::begin;
using support::Store;

shell::Entry recorded(std::vector<CheckRow> checks, std::vector<TelemetryRow> telemetry = {}) {
  return {core::RowsRecorded{support::moment(30), {3, 1}, std::move(checks), std::move(telemetry)},
          ""};
}

CheckRow test_row(std::string task = "T-1") {
  return {std::move(task), "after", "tests", "make", "make test", 2, "1 failed", false, "", "", 2};
}

CheckRow review_row() {
  return {"s-code-review",
          "review",
          "review-code-security",
          "adversarial-review",
          "",
          {},
          "",
          true,
          "approve",
          "Minor",
          1};
}

std::vector<std::string> lines(ledger::Ledger& ledger, const std::string& sql) {
  std::vector<std::string> all;
  const auto columns = ledger.query(sql, [&](auto, std::span<const shell::Cell> cells) -> Result<> {
    all.push_back(std::get<std::string>(cells[0]));
    return {};
  });
  if (!columns) FAIL(columns.error().what);
  return all;
}

constexpr const char* checks_as_text =
    "SELECT run_id || '|' || task_id || '|' || phase || '|' || check_name || '|' || tool || '|' ||"
    " quote(command) || '|' || quote(exit_code) || '|' || quote(output_snippet) || '|' || passed"
    " || '|' || quote(verdict) || '|' || quote(severity) || '|' || round || '|' || ts"
    " FROM anvil_checks ORDER BY id";

TEST_CASE(
    "rows: they are in the tables as soon as their event is, with NULL for what is not there") {
  Store store;
  ledger::Ledger ledger = store.open();
  auto journal = begin(ledger, "r1");
  const TelemetryRow dispatch{"step-5",
                              "implementer",
                              "implementer-T-1",
                              "2026-11-15T00:00:01.000Z",
                              "2026-11-15T00:00:02.000Z",
                              "DONE",
                              2,
                              1,
                              "a note"};
  const TelemetryRow bare{"step-6", "assay", "", "2026-11-15T00:00:03.000Z", "", "", 1, 0, ""};
  REQUIRE(append(*journal,
                 {support::started("r1"), recorded({test_row(), review_row()}, {dispatch, bare})}));
  CHECK(lines(ledger, checks_as_text) ==
        std::vector<std::string>{
            "r1|T-1|after|tests|make|'make test'|2|'1 failed'|0|NULL|NULL|2|"
            "2026-11-15T00:00:30.000Z",
            "r1|s-code-review|review|review-code-security|adversarial-review|NULL|NULL|NULL|1|"
            "'approve'|'Minor'|1|2026-11-15T00:00:30.000Z"});
  CHECK(lines(ledger,
              "SELECT run_id || '|' || step || '|' || agent || '|' || quote(instance) || '|' ||"
              " started_at || '|' || quote(completed_at) || '|' || quote(status) || '|' ||"
              " dispatch_count || '|' || retry_count || '|' || quote(notes) || '|' || ts"
              " FROM pipeline_telemetry ORDER BY id") ==
        std::vector<std::string>{
            "r1|step-5|implementer|'implementer-T-1'|2026-11-15T00:00:01.000Z|"
            "'2026-11-15T00:00:02.000Z'|'DONE'|2|1|'a note'|2026-11-15T00:00:30.000Z",
            "r1|step-6|assay|NULL|2026-11-15T00:00:03.000Z|NULL|NULL|1|0|NULL|"
            "2026-11-15T00:00:30.000Z"});
  CHECK(ledger.verify_chains(std::nullopt).take().sound());
}

TEST_CASE("rows: an event whose rows the tables refuse is not stored either") {
  Store store;
  ledger::Ledger ledger = store.open();
  auto journal = begin(ledger, "r1");
  REQUIRE(append(*journal, {support::started("r1")}));
  CheckRow wrong = test_row();
  wrong.phase = "sometime";
  CHECK_FALSE(append(*journal, {recorded({test_row(), wrong})}));
  CHECK(ledger.find_run("r1").take().events == 1);
  CHECK(lines(ledger, checks_as_text).empty());
}

std::optional<std::int64_t> ask(shell::Journal& journal, const std::string& sql) {
  const core::pipeline::RowQuestion question{"q", sql, "T-1", 2, "code"};
  auto numbers = journal.count({&question, 1});
  if (!numbers) FAIL(numbers.error().what);
  REQUIRE(numbers->size() == 1);
  return numbers->front();
}

TEST_CASE("rows: a question is one SELECT with bound parameters that gives one integer") {
  Store store;
  ledger::Ledger ledger = store.open();
  auto journal = begin(ledger, "r1");
  REQUIRE(append(*journal,
                 {support::started("r1"), recorded({test_row(), test_row("it's"), review_row()})}));
  struct Row {
    std::string sql;
    std::optional<std::int64_t> want;
  };
  const Row rows[] = {
      {"SELECT COUNT(*) FROM anvil_checks", 3},
      {"SELECT COUNT(*) FROM anvil_checks;\n", 3},
      {"SELECT COUNT(*) FROM anvil_checks WHERE run_id = :run_id", 3},
      {"SELECT COUNT(*) FROM anvil_checks WHERE task_id = :task_id AND round = :round", 1},
      {"SELECT COUNT(*) FROM anvil_checks WHERE check_name LIKE 'review-' || :scope || '-%'", 1},
      {"SELECT COUNT(*) FROM (SELECT DISTINCT task_id FROM anvil_checks WHERE passed = 0)", 2},
      {"SELECT COUNT(*) FROM pipeline_telemetry", 0},
      {"SELECT :round", 2},
      {"SELECT exit_code FROM anvil_checks WHERE task_id = :task_id", 2},
      {"SELECT exit_code FROM anvil_checks WHERE phase = 'review'", {}},  // NULL
      {"SELECT exit_code FROM anvil_checks WHERE 0", {}},                 // no row
      {"SELECT id FROM anvil_checks", {}},                                // three rows
      {"SELECT COUNT(*), 1 FROM anvil_checks", {}},
      {"SELECT avg(passed) FROM anvil_checks", {}},
      {"SELECT '3'", {}},
      {"SELECT COUNT(*) FROM anvil_checks WHERE run_id = ?", {}},
      {"SELECT COUNT(*) FROM anvil_checks WHERE run_id = ?1", {}},
      {"SELECT COUNT(*) FROM anvil_checks WHERE run_id = :run", {}},
      {"SELECT COUNT(*) FROM anvil_checks WHERE run_id = @run_id", {}},
      {"SELECT COUNT(*) FROM anvil_checks WHERE run_id = $run_id", {}},
      {"SELECT 1; SELECT 2", {}},
      {"SELECT COUNT(*) FROM events", {}},
      {"SELECT COUNT(*) FROM runs", {}},
      {"SELECT COUNT(*) FROM sqlite_schema", {}},
      {"SELECT COUNT(*) FROM pragma_table_info('runs')", {}},
      {"SELECT COUNT(*) FROM json_each('[1]')", {}},
      {"SELECT COUNT(*) FROM anvil_checks WHERE EXISTS(SELECT 1 FROM spending)", {}},
      {"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
       {}},
      {"SELECT load_extension('x')", {}},
      {"SELECT length(zeroblob(100000000))", {}},
      {"PRAGMA user_version", {}},
      {"PRAGMA journal_mode=DELETE", {}},
      {"DELETE FROM anvil_checks", {}},
      {"DELETE FROM anvil_checks RETURNING 1", {}},
      {"INSERT INTO anvil_checks(run_id, task_id, phase, check_name, tool, passed)"
       " VALUES('r1', 'T-1', 'after', 'x', 'x', 1) RETURNING id",
       {}},
      {"UPDATE anvil_checks SET passed = 1 RETURNING 1", {}},
      {"ATTACH ':memory:' AS other", {}},
      {"VACUUM", {}},
      {"BEGIN IMMEDIATE", {}},
      {"EXPLAIN SELECT COUNT(*) FROM anvil_checks", {}},
      {"-- nothing", {}},
      {"", {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.sql);
    CHECK(ask(*journal, row.sql) == row.want);
  }
  // And the journal goes on.
  REQUIRE(append(*journal, {recorded({test_row("T-9")})}));
  CHECK(ask(*journal, "SELECT COUNT(*) FROM anvil_checks") == 4);
}

TEST_CASE("rows: values are bound, never pasted") {
  Store store;
  ledger::Ledger ledger = store.open();
  auto journal = begin(ledger, "r1");
  const std::string evil = "x' OR '1'='1";
  REQUIRE(append(*journal, {support::started("r1"), recorded({test_row(), test_row(evil)})}));
  const core::pipeline::RowQuestion question{
      "q", "SELECT COUNT(*) FROM anvil_checks WHERE task_id = :task_id", evil, 1, ""};
  CHECK(journal->count({&question, 1}).take()[0] == 1);
}

TEST_CASE("rows: what others write into the tables changes no number, also after a restart") {
  Store store;
  const std::string all = "SELECT COUNT(*) FROM anvil_checks";
  const std::string passed = "SELECT COUNT(*) FROM anvil_checks WHERE passed = 1";
  {
    ledger::Ledger ledger = store.open();
    auto journal = begin(ledger, "r1");
    REQUIRE(append(*journal, {support::started("r1"), recorded({test_row(), review_row()})}));
    REQUIRE(store
                .tamper("UPDATE anvil_checks SET passed = 1;"
                        "INSERT INTO anvil_checks(run_id, task_id, phase, check_name, tool, passed)"
                        " VALUES('r1', 'T-1', 'after', 'tests', 'make', 1)")
                .empty());
    CHECK(ask(*journal, all) == 2);
    CHECK(ask(*journal, passed) == 1);
  }
  ledger::Ledger ledger = store.open();
  auto journal = ledger.take_over("r1").take();
  REQUIRE(journal->read());
  CHECK(ask(*journal, all) == 2);
  REQUIRE(append(*journal, {recorded({test_row("T-9")})}));
  CHECK(ask(*journal, all) == 3);
  CHECK(ask(*journal, passed) == 1);
}

TEST_CASE("rows: whoever changes the tables behind assay's back is found out") {
  struct Row {
    std::string sql;
    const char* want;
  };
  const Row rows[] = {
      {"UPDATE anvil_checks SET passed = 1 WHERE task_id = 'T-1'", "anvil_checks says otherwise"},
      {"UPDATE anvil_checks SET verdict = NULL WHERE phase = 'review'",
       "anvil_checks says otherwise"},
      {"DELETE FROM anvil_checks WHERE phase = 'review'", "anvil_checks says otherwise"},
      {"UPDATE anvil_checks SET ts = CURRENT_TIMESTAMP", "anvil_checks says otherwise"},
      {"INSERT INTO anvil_checks(run_id, task_id, phase, check_name, tool, passed)"
       " VALUES('r1', 'T-1', 'after', 'tests', 'make', 1)",
       "anvil_checks has rows that no event tells of"},
      {"INSERT INTO anvil_checks(run_id, task_id, phase, check_name, tool, passed)"
       " VALUES('r7', 'T-1', 'after', 'tests', 'make', 1)",
       "anvil_checks without a run"},
      {"UPDATE pipeline_telemetry SET retry_count = 0", "pipeline_telemetry says otherwise"},
      {"DELETE FROM pipeline_telemetry; DELETE FROM anvil_checks WHERE phase = 'review'",
       "anvil_checks says otherwise, and pipeline_telemetry says otherwise"},
      {"INSERT INTO pipeline_telemetry(run_id, step, agent, started_at) VALUES('r1','a','b','c')",
       "pipeline_telemetry has rows that no event tells of"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.sql);
    Store store;
    {
      ledger::Ledger ledger = store.open();
      REQUIRE(append(*begin(ledger, "r1"),
                     {support::started("r1"), recorded({test_row()}),
                      recorded({review_row()}, {{"s", "a", "", "t", "", "DONE", 1, 1, ""}})}));
      CHECK(ledger.verify_chains(std::nullopt).take().sound());
    }
    REQUIRE(store.tamper(row.sql).empty());
    const auto report = store.open().verify_chains(std::nullopt).take();
    REQUIRE(report.problems.size() == 1);
    CHECK(report.problems[0].what == row.want);
  }
}

}  // namespace
}  // namespace assay
