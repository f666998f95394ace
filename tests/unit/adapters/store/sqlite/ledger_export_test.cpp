// SPDX-License-Identifier: MIT
// The databases for other tools: what is in them, and what they never take the place of.
#include "core/pipeline/definition.h"
#include "unit/adapters/store/sqlite/ledger_fixture.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace assay {
namespace {

namespace fs = std::filesystem;
using core::pipeline::CheckRow;
using support::append;
using support::begin;
using support::Store;

/// Runs SQL on a database. Every value of every row, or SQLite's message.
std::vector<std::string> sql(const std::string& path, const std::string& text) {
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
  std::vector<std::string> values;
  char* message = nullptr;
  const auto keep = [](void* out, int count, char** cells, char**) {
    for (int i = 0; i < count; ++i) {
      static_cast<std::vector<std::string>*>(out)->push_back(cells[i] == nullptr ? "" : cells[i]);
    }
    return 0;
  };
  sqlite3_exec(database, text.c_str(), keep, &values, &message);
  if (message != nullptr) values.push_back(std::string("error: ") + message);
  sqlite3_free(message);
  sqlite3_close(database);
  return values;
}

using Values = std::vector<std::string>;

std::string bytes_of(const std::string& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

std::set<std::string> names_in(const std::string& directory) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory)) names.insert(entry.path().filename());
  return names;
}

CheckRow after(const std::string& task, const std::string& name, bool passed,
               std::int64_t round = 1) {
  return {task, "after", name, "make", "make " + name, passed ? 0 : 1, "", passed, "", "", round};
}

CheckRow vote(const std::string& scope, const std::string& focus, const std::string& verdict,
              std::int64_t round = 1) {
  return {"s-" + scope + "-review",
          "review",
          "review-" + scope + "-" + focus,
          "adversarial-review",
          "adversarial-review",
          {},
          "",
          verdict == "approve",
          verdict,
          "",
          round};
}

std::unique_ptr<shell::Journal> run(ledger::Ledger& ledger, const std::string& run_id,
                                    std::vector<CheckRow> checks) {
  auto journal = begin(ledger, run_id);
  const core::RowsRecorded rows{support::moment(9),
                                {1, 1},
                                std::move(checks),
                                {{"step-6", "assay", "", "t", "", "DONE", 1, 0, ""}}};
  REQUIRE(append(*journal, {support::started(run_id), {rows, ""}}));
  return journal;
}

struct Exported {
  Store store;
  ledger::Ledger ledger = store.open();
  std::unique_ptr<shell::Journal> first = run(ledger, "r1", {after("T-1", "tests", true)});
  std::unique_ptr<shell::Journal> second =
      run(ledger, "r2", {after("T-1", "lint", false), after("T-2", "lint", true)});
  std::string out = store.dir / "out";
  std::string checks = out + "/verification-ledger.db";
  std::string telemetry = out + "/pipeline-telemetry.db";

  shell::RowExport write(const std::optional<std::string>& run_id = std::nullopt) {
    auto done = ledger.export_rows(out, run_id);
    if (!done) FAIL(done.error().what);
    return *done;
  }
};

TEST_CASE("export: two databases with the tables and indexes other tools expect") {
  Exported here;
  const shell::RowExport done = here.write();
  CHECK(done.checks_path == here.checks);
  CHECK(done.checks == 3);
  CHECK(done.telemetry_path == here.telemetry);
  CHECK(done.telemetry == 2);
  CHECK(names_in(here.out) ==
        std::set<std::string>{"pipeline-telemetry.db", "verification-ledger.db"});
  const std::string names = "SELECT name FROM sqlite_schema ORDER BY name";
  CHECK(sql(here.checks, names) ==
        Values{"anvil_checks", "idx_anvil_run_round", "idx_anvil_task_phase", "sqlite_sequence"});
  CHECK(sql(here.telemetry, names) ==
        Values{"idx_telemetry_step", "pipeline_telemetry", "sqlite_sequence"});
  for (const std::string& file : {here.checks, here.telemetry}) {
    CHECK(sql(file, "PRAGMA journal_mode") == Values{"wal"});
    CHECK(sql(file, "PRAGMA integrity_check") == Values{"ok"});
  }
  CHECK(sql(here.checks,
            "SELECT run_id || ' ' || task_id || ' ' || check_name || ' ' || passed ||"
            " ' ' || ts FROM anvil_checks ORDER BY id") ==
        Values{"r1 T-1 tests 1 2026-11-15T00:00:09.000Z", "r2 T-1 lint 0 2026-11-15T00:00:09.000Z",
               "r2 T-2 lint 1 2026-11-15T00:00:09.000Z"});
  // Others may go on writing, under the same rules.
  CHECK(sql(here.checks,
            "INSERT INTO anvil_checks(run_id, task_id, phase, check_name, tool, passed)"
            " VALUES('r1', 'T-1', 'never', 'x', 'x', 1)")
            .size() == 1);
}

TEST_CASE("export: one run or all, and again") {
  Exported here;
  const std::string runs = "SELECT DISTINCT run_id FROM anvil_checks ORDER BY 1";
  CHECK(here.write("r1").checks == 1);
  CHECK(sql(here.checks, runs) == Values{"r1"});
  CHECK(sql(here.telemetry, "SELECT run_id FROM pipeline_telemetry") == Values{"r1"});
  CHECK(here.write().checks == 3);
  CHECK(sql(here.checks, runs) == Values{"r1", "r2"});
  CHECK(here.write("r2").checks == 2);
  CHECK(sql(here.checks, runs) == Values{"r2"});
  CHECK(here.write("r3").checks == 0);
}

TEST_CASE("export: a reader keeps what it reads, and its lock does not stop the export") {
  Exported here;
  here.write("r1");
  sqlite3* reader = nullptr;
  REQUIRE(sqlite3_open(here.checks.c_str(), &reader) == SQLITE_OK);
  REQUIRE(sqlite3_exec(reader, "BEGIN; SELECT * FROM anvil_checks", nullptr, nullptr, nullptr) ==
          SQLITE_OK);
  CHECK(here.write("r2").checks == 2);
  std::string seen;
  const auto keep = [](void* out, int, char** cells, char**) {
    *static_cast<std::string*>(out) += cells[0];
    return 0;
  };
  sqlite3_exec(reader, "SELECT run_id FROM anvil_checks", keep, &seen, nullptr);
  sqlite3_close(reader);
  CHECK(seen == "r1");
  CHECK(sql(here.checks, "SELECT count(*) FROM anvil_checks") == Values{"2"});
}

TEST_CASE("export: what is no such database is never written over") {
  const auto database = [](const char* text) {
    return [text](const std::string& path) { sql(path, text); };
  };
  struct Row {
    std::function<void(const std::string& path)> make;
    const char* want;
  };
  const Row rows[] = {
      {[](const std::string& path) { std::ofstream(path) << "my notes\n"; },
       "it is not an SQLite database"},
      {[](const std::string& path) { std::ofstream{path}; }, "it is not an SQLite database"},
      {[](const std::string& path) { fs::create_directory(path); }, "it is not a regular file"},
      {[](const std::string& path) { fs::create_symlink("elsewhere.db", path); },
       "it is not a regular file"},
      {[](const std::string& path) { std::ofstream(path) << "SQLite format 3" << '\0' << "junk"; },
       "it is "},
      {database("CREATE TABLE mine(a)"), "it has 'mine' in it"},
      {database("CREATE TABLE anvil_checks(id INTEGER PRIMARY KEY)"),
       "its 'anvil_checks' is another one"},
      {database("PRAGMA user_version=1; CREATE TABLE a(b); DROP TABLE a"), "it has no "},
  };
  for (const Row& row : rows) {
    CAPTURE(row.want);
    Exported here;
    fs::create_directory(here.out);
    row.make(here.checks);
    const std::string before = fs::is_regular_file(here.checks) ? bytes_of(here.checks) : "";
    const auto done = here.ledger.export_rows(here.out, std::nullopt);
    REQUIRE_FALSE(done);
    CHECK(done.error().fault == Fault::bad_input);
    CHECK(done.error().what.find(row.want) != std::string::npos);
    CHECK(done.error().what.find(here.checks + ": is there already") == 0);
    CHECK(names_in(here.out) == std::set<std::string>{"verification-ledger.db"});
    if (fs::is_regular_file(here.checks)) CHECK(bytes_of(here.checks) == before);
  }
}

TEST_CASE("export: neither file changes if the other must not be written over") {
  Exported here;
  here.write("r1");
  fs::remove(here.telemetry);
  std::ofstream(here.telemetry) << "mine";
  CHECK_FALSE(here.ledger.export_rows(here.out, std::nullopt));
  CHECK(sql(here.checks, "SELECT run_id FROM anvil_checks") == Values{"r1"});
  CHECK(bytes_of(here.telemetry) == "mine");
}

TEST_CASE("export: rows that only stand there, and triggers, are not written over") {
  Exported here;
  here.write();
  CHECK(sql(here.checks,
            "INSERT INTO anvil_checks(run_id, task_id, phase, check_name, tool, passed)"
            " VALUES('theirs', 'T-1', 'after', 'x', 'x', 1)")
            .empty());
  const auto foreign = here.ledger.export_rows(here.out, std::nullopt);
  REQUIRE_FALSE(foreign);
  CHECK(foreign.error().fault == Fault::bad_input);
  CHECK(foreign.error().what.find("rows of run 'theirs'") != std::string::npos);
  CHECK(sql(here.checks,
            "DELETE FROM anvil_checks WHERE run_id = 'theirs';"
            "CREATE TRIGGER t AFTER DELETE ON anvil_checks BEGIN SELECT 1; END")
            .empty());
  CHECK_FALSE(here.ledger.export_rows(here.out, std::nullopt));
  CHECK(sql(here.checks, "DROP TRIGGER t").empty());
  CHECK(here.write().checks == 3);
}

TEST_CASE("export: a database that others made with other spaces is one as well") {
  Exported here;
  fs::create_directory(here.out);
  CHECK(sql(here.checks,
            "CREATE TABLE IF NOT EXISTS anvil_checks (\n"
            "       id INTEGER PRIMARY KEY AUTOINCREMENT,\n       run_id TEXT NOT NULL,\n"
            "       task_id TEXT NOT NULL,\n"
            "       phase TEXT NOT NULL CHECK(phase IN ('baseline', 'after', 'review')),\n"
            "       check_name TEXT NOT NULL,\n       tool TEXT NOT NULL,\n       command TEXT,\n"
            "       exit_code INTEGER,\n"
            "       output_snippet TEXT CHECK(LENGTH(output_snippet) <= 500),\n"
            "       passed INTEGER NOT NULL CHECK(passed IN (0, 1)),\n"
            "       verdict TEXT CHECK(verdict IN ('approve', 'needs_revision', 'blocker')),\n"
            "       severity TEXT CHECK(severity IN ('Blocker', 'Critical', 'Major', 'Minor')),\n"
            "       round INTEGER NOT NULL DEFAULT 1,\n"
            "       ts DATETIME DEFAULT CURRENT_TIMESTAMP\n   );"
            "CREATE INDEX IF NOT EXISTS idx_anvil_task_phase ON anvil_checks(task_id, phase);"
            "CREATE INDEX IF NOT EXISTS idx_anvil_run_round ON anvil_checks(run_id, round);")
            .empty());
  CHECK(here.write().checks == 3);
  CHECK(sql(here.checks, "PRAGMA journal_mode") == Values{"wal"});
}

TEST_CASE("export: the log of a database that is gone is not taken for that of the new one") {
  Exported here;
  fs::create_directory(here.out);
  std::ofstream(here.checks + "-wal") << "old";
  const auto done = here.ledger.export_rows(here.out, std::nullopt);
  REQUIRE_FALSE(done);
  CHECK(done.error().fault == Fault::bad_input);
  CHECK(done.error().what.find("remove it first") != std::string::npos);
  CHECK(names_in(here.out) == std::set<std::string>{"verification-ledger.db-wal"});
}

TEST_CASE("export: a directory that cannot be made is the caller's to fix") {
  Exported here;
  const auto done = here.ledger.export_rows(here.store.dir / "a/b/c", std::nullopt);
  REQUIRE_FALSE(done);
  CHECK(done.error().fault == Fault::bad_input);
}

std::string filled(std::string text, const std::vector<std::pair<std::string, std::string>>& by) {
  for (const auto& [name, value] : by) {
    for (auto at = text.find(name); at != text.npos; at = text.find(name, at + value.size())) {
      text.replace(at, name.size(), value);
    }
  }
  return text;
}

// Where every reviewer answered once and every check ran once per task, counting rows and counting
// names is the same.
TEST_CASE("export: the seven queries of the pipeline's authors agree with the gates") {
  struct Template {
    const char* text;
    const char* query;
    const char* task;
    const char* scope;
  };
  const std::string review =
      "SELECT COUNT(*) FROM anvil_checks WHERE run_id = '{run_id}' AND task_id = '{task_id}'"
      " AND phase = 'review' AND check_name LIKE 'review-";
  const std::string round = "-%' AND round = {current_round} AND verdict ";
  const std::string texts[] = {
      "SELECT COUNT(*) FROM anvil_checks WHERE run_id = '{run_id}' AND task_id = '{task_id}'"
      " AND phase = 'baseline';",
      "SELECT COUNT(*) FROM anvil_checks WHERE run_id = '{run_id}' AND task_id = '{task_id}'"
      " AND phase = 'after' AND passed = 1;",
      review + "design" + round + "= 'approve';",
      review + "design" + round + "= 'blocker';",
      review + "code" + round + "= 'approve';",
      review + "code" + round + "= 'blocker';",
      review + "{scope}" + round + "IS NOT NULL;"};
  const Template templates[] = {
      {texts[0].c_str(), "baseline_checks", "T-1", ""},
      {texts[1].c_str(), "checks_passed", "T-1", ""},
      {texts[2].c_str(), "review_approvals", "s-design-review", "design"},
      {texts[3].c_str(), "review_blockers", "s-design-review", "design"},
      {texts[4].c_str(), "review_approvals", "s-code-review", "code"},
      {texts[5].c_str(), "review_blockers", "s-code-review", "code"},
      {texts[6].c_str(), "review_submitted", "s-code-review", "code"},
  };
  const std::int64_t want[] = {1, 2, 2, 0, 1, 1, 3};

  Store store;
  ledger::Ledger ledger = store.open();
  CheckRow baseline = after("T-1", "baseline-tests", true, 0);
  baseline.phase = "baseline";
  auto journal =
      run(ledger, "r1",
          {baseline, after("T-1", "tests", true), after("T-1", "build", true),
           after("T-1", "lint", false), after("T-2", "tests", true),
           vote("design", "security", "approve"), vote("design", "correctness", "approve"),
           vote("design", "architecture", "needs_revision"), vote("code", "security", "blocker"),
           vote("code", "correctness", "approve"), vote("code", "architecture", "needs_revision"),
           vote("code", "security", "approve", 2)});
  run(ledger, "r2", {after("T-1", "tests", true), vote("code", "security", "blocker")});
  const std::string out = store.dir / "out";
  REQUIRE(ledger.export_rows(out, std::nullopt));
  for (std::size_t i = 0; i < std::size(templates); ++i) {
    const Template& each = templates[i];
    CAPTURE(each.text);
    const core::pipeline::Query* query =
        core::pipeline::find_query(core::pipeline::standard_queries(), each.query);
    REQUIRE(query != nullptr);
    const core::pipeline::RowQuestion question{each.query, query->sql, each.task, 1, each.scope};
    CHECK(journal->count({&question, 1}).take()[0] == want[i]);
    const std::string text = filled(each.text, {{"{run_id}", "r1"},
                                                {"{task_id}", each.task},
                                                {"{scope}", each.scope},
                                                {"{current_round}", "1"}});
    CHECK(sql(out + "/verification-ledger.db", text) == Values{std::to_string(want[i])});
  }
}

}  // namespace
}  // namespace assay
