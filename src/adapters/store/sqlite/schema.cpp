// SPDX-License-Identifier: MIT
#include "adapters/store/sqlite/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace assay::sqlite {

namespace {

struct Object {
  const char* name;
  const char* sql;         ///< exactly as SQLite keeps it in sqlite_schema
  std::int64_t since = 1;  ///< the version of the schema it came with
};

// Which tables have a rowid was measured by the pages a commit writes: appending to the end of a
// table is cheaper than to the end of an index, and rows above 1 KB stay on their page; small rows
// do better without.
constexpr std::array<Object, 35> objects = {{
    {"runs", R"(CREATE TABLE runs(
  run_id TEXT NOT NULL PRIMARY KEY,
  machine TEXT NOT NULL,
  workspace TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ended_at TEXT,
  outcome TEXT,
  epoch INTEGER NOT NULL,
  owner_pid INTEGER NOT NULL,
  owner_boot TEXT NOT NULL,
  owner_start INTEGER NOT NULL,
  event_count INTEGER NOT NULL,
  head BLOB NOT NULL CHECK(length(head) = 32)
) STRICT)"},
    {"events", R"(CREATE TABLE events(
  run_id TEXT NOT NULL REFERENCES runs(run_id),
  seq INTEGER NOT NULL CHECK(seq >= 1),
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  prev_hash BLOB NOT NULL CHECK(length(prev_hash) = 32),
  hash BLOB NOT NULL CHECK(length(hash) = 32),
  PRIMARY KEY(run_id, seq)
) STRICT)"},
    {"decisions", R"(CREATE TABLE decisions(
  run_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  effects TEXT NOT NULL,
  PRIMARY KEY(run_id, seq),
  FOREIGN KEY(run_id, seq) REFERENCES events(run_id, seq)
) STRICT, WITHOUT ROWID)"},
    {"attempts", R"(CREATE TABLE attempts(
  run_id TEXT NOT NULL REFERENCES runs(run_id),
  command_id TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  kind TEXT NOT NULL,
  exit_code INTEGER NOT NULL,
  signal INTEGER NOT NULL,
  started_at TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  log_path TEXT NOT NULL,
  log_sha256 TEXT NOT NULL,
  tests_executed INTEGER,
  tests_failed INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY(run_id, command_id, attempt)
) STRICT)"},
    {"durations", R"(CREATE TABLE durations(
  command_key BLOB NOT NULL PRIMARY KEY CHECK(length(command_key) = 32),
  millis INTEGER NOT NULL,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID)"},
    {"anvil_checks", R"(CREATE TABLE anvil_checks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL,
    task_id TEXT NOT NULL,
    phase TEXT NOT NULL CHECK(phase IN ('baseline', 'after', 'review')),
    check_name TEXT NOT NULL,
    tool TEXT NOT NULL,
    command TEXT,
    exit_code INTEGER,
    output_snippet TEXT CHECK(LENGTH(output_snippet) <= 500),
    passed INTEGER NOT NULL CHECK(passed IN (0, 1)),
    verdict TEXT CHECK(verdict IN ('approve', 'needs_revision', 'blocker')),
    severity TEXT CHECK(severity IN ('Blocker', 'Critical', 'Major', 'Minor')),
    round INTEGER NOT NULL DEFAULT 1,
    ts DATETIME DEFAULT CURRENT_TIMESTAMP
))"},
    {"sqlite_sequence", nullptr},  // SQLite's own, for AUTOINCREMENT
    {"idx_anvil_task_phase", "CREATE INDEX idx_anvil_task_phase ON anvil_checks(task_id, phase)"},
    {"idx_anvil_run_round", "CREATE INDEX idx_anvil_run_round ON anvil_checks(run_id, round)"},
    {"pipeline_telemetry", R"(CREATE TABLE pipeline_telemetry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL,
    step TEXT NOT NULL,
    agent TEXT NOT NULL,
    instance TEXT,
    started_at TEXT NOT NULL,
    completed_at TEXT,
    status TEXT CHECK(status IN ('DONE', 'NEEDS_REVISION', 'ERROR', 'running')),
    dispatch_count INTEGER DEFAULT 1,
    retry_count INTEGER DEFAULT 0,
    notes TEXT,
    ts DATETIME DEFAULT CURRENT_TIMESTAMP
))"},
    {"idx_telemetry_step", "CREATE INDEX idx_telemetry_step ON pipeline_telemetry(step)"},
    {"events_keep_rows", R"(CREATE TRIGGER events_keep_rows BEFORE DELETE ON events BEGIN
  SELECT RAISE(ABORT, 'events are append-only');
END)"},
    {"events_keep_values", R"(CREATE TRIGGER events_keep_values BEFORE UPDATE ON events BEGIN
  SELECT RAISE(ABORT, 'events are append-only');
END)"},
    // REPLACE deletes without asking the trigger above.
    {"events_keep_places", R"(CREATE TRIGGER events_keep_places BEFORE INSERT ON events
WHEN EXISTS(SELECT 1 FROM events WHERE run_id = NEW.run_id AND seq = NEW.seq) BEGIN
  SELECT RAISE(ABORT, 'events are append-only');
END)"},
    {"decisions_keep_rows", R"(CREATE TRIGGER decisions_keep_rows BEFORE DELETE ON decisions BEGIN
  SELECT RAISE(ABORT, 'decisions are append-only');
END)"},
    {"decisions_keep_values",
     R"(CREATE TRIGGER decisions_keep_values BEFORE UPDATE ON decisions BEGIN
  SELECT RAISE(ABORT, 'decisions are append-only');
END)"},
    {"decisions_keep_places", R"(CREATE TRIGGER decisions_keep_places BEFORE INSERT ON decisions
WHEN EXISTS(SELECT 1 FROM decisions WHERE run_id = NEW.run_id AND seq = NEW.seq) BEGIN
  SELECT RAISE(ABORT, 'decisions are append-only');
END)"},
    {"spending", R"(CREATE TABLE spending(
  run_id TEXT NOT NULL,
  unit INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  role TEXT NOT NULL,
  day TEXT NOT NULL,
  settled INTEGER NOT NULL CHECK(settled IN (0, 1)),
  wall_ms INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  micro_usd INTEGER NOT NULL,
  cost_known INTEGER NOT NULL CHECK(cost_known IN (0, 1)),
  PRIMARY KEY(run_id, unit, attempt)
) STRICT, WITHOUT ROWID)",
     2},
    {"idx_spending_day", "CREATE INDEX idx_spending_day ON spending(day)", 2},
    // What gates ask: the rows of one task in one round, however many others there are.
    {"idx_anvil_gate", "CREATE INDEX idx_anvil_gate ON anvil_checks(run_id, task_id, phase, round)",
     3},
    {"run_trees", R"(CREATE TABLE run_trees(
  tree TEXT NOT NULL,
  run_id TEXT NOT NULL REFERENCES runs(run_id),
  PRIMARY KEY(tree, run_id)
) STRICT, WITHOUT ROWID)",
     4},
    // What became of tests. Outcomes are kept by attempt, one byte for each test: a million of them
    // are a few pages, and who asks for a history reads them in a millisecond.
    {"test_commands", R"(CREATE TABLE test_commands(
  command INTEGER PRIMARY KEY,
  command_key BLOB NOT NULL UNIQUE CHECK(length(command_key) = 32),
  command_id TEXT NOT NULL,
  command_text TEXT NOT NULL
) STRICT)",
     4},
    {"test_names", R"(CREATE TABLE test_names(
  command INTEGER NOT NULL REFERENCES test_commands(command),
  name TEXT NOT NULL,
  test INTEGER NOT NULL,
  PRIMARY KEY(command, name)
) STRICT, WITHOUT ROWID)",
     4},
    {"idx_test_names", "CREATE UNIQUE INDEX idx_test_names ON test_names(command, test)", 4},
    {"test_runs", R"(CREATE TABLE test_runs(
  command INTEGER NOT NULL REFERENCES test_commands(command),
  ordinal INTEGER NOT NULL,
  run_id TEXT NOT NULL REFERENCES runs(run_id),
  attempt INTEGER NOT NULL,
  tree TEXT NOT NULL,
  at TEXT NOT NULL,
  whole INTEGER NOT NULL CHECK(whole IN (0, 1)),
  outcomes BLOB NOT NULL,
  times BLOB NOT NULL,
  PRIMARY KEY(command, ordinal)
) STRICT)",
     4},
    {"run_trees_keep_rows", R"(CREATE TRIGGER run_trees_keep_rows BEFORE DELETE ON run_trees BEGIN
  SELECT RAISE(ABORT, 'what a run has seen stays');
END)",
     4},
    {"run_trees_keep_values",
     R"(CREATE TRIGGER run_trees_keep_values BEFORE UPDATE ON run_trees BEGIN
  SELECT RAISE(ABORT, 'what a run has seen stays');
END)",
     4},
    {"seals", R"(CREATE TABLE seals(
  number INTEGER PRIMARY KEY CHECK(number >= 1),
  run_id TEXT NOT NULL UNIQUE REFERENCES runs(run_id),
  statement TEXT NOT NULL,
  key TEXT NOT NULL,
  signature BLOB NOT NULL
) STRICT)",
     5},
    {"seals_keep_rows", R"(CREATE TRIGGER seals_keep_rows BEFORE DELETE ON seals BEGIN
  SELECT RAISE(ABORT, 'seals are append-only');
END)",
     5},
    {"seals_keep_values", R"(CREATE TRIGGER seals_keep_values BEFORE UPDATE ON seals BEGIN
  SELECT RAISE(ABORT, 'seals are append-only');
END)",
     5},
    // Of runs that have not ended: vouches for what was written last.
    {"open_runs", R"(CREATE TABLE open_runs(
  run_id TEXT NOT NULL PRIMARY KEY REFERENCES runs(run_id),
  code BLOB NOT NULL
) STRICT, WITHOUT ROWID)",
     6},
    // Ends that were signed elsewhere, of runs that were copied here: each ring counts its own.
    {"other_seals", R"(CREATE TABLE other_seals(
  ring TEXT NOT NULL,
  number INTEGER NOT NULL CHECK(number >= 1),
  run_id TEXT NOT NULL UNIQUE REFERENCES runs(run_id),
  statement TEXT NOT NULL,
  key TEXT NOT NULL,
  signature BLOB NOT NULL,
  PRIMARY KEY(ring, number)
) STRICT)",
     7},
    {"other_seals_keep_rows",
     R"(CREATE TRIGGER other_seals_keep_rows BEFORE DELETE ON other_seals BEGIN
  SELECT RAISE(ABORT, 'seals are append-only');
END)",
     7},
    {"other_seals_keep_values",
     R"(CREATE TRIGGER other_seals_keep_values BEFORE UPDATE ON other_seals BEGIN
  SELECT RAISE(ABORT, 'seals are append-only');
END)",
     7},
    {"runs_keep_rows", R"(CREATE TRIGGER runs_keep_rows BEFORE DELETE ON runs BEGIN
  SELECT RAISE(ABORT, 'runs are never removed');
END)"},
}};

Error altered(std::string_view name, std::string_view how) {
  return {Fault::io, fmt::format("ledger.db: not the schema assay made: {} {}", name, how)};
}

const Object* find(std::string_view name) {
  for (const Object& object : objects) {
    if (object.name == name) return &object;
  }
  return nullptr;
}

Result<> compare_objects(Connection& connection, std::int64_t version) {
  // Automatic indexes have no text; they follow from the tables.
  Statement rows =
      TRY(connection.prepare("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"));
  std::size_t count = 0;
  while (TRY(rows.step())) {
    const Object* object = find(rows.text_at(0));
    if (object == nullptr || object->since > version)
      return altered(rows.text_at(0), "is not part of it");
    const bool same = object->sql == nullptr || rows.text_at(1) == object->sql;
    if (!same) return altered(object->name, "was changed");
    ++count;
  }
  const auto expected = std::count_if(objects.begin(), objects.end(), [&](const Object& object) {
    return object.since <= version;
  });
  if (count != static_cast<std::size_t>(expected)) return altered("something", "is missing");
  return {};
}

}  // namespace

std::string_view sql_of(std::string_view name) {
  const Object* object = find(name);
  return object == nullptr || object->sql == nullptr ? "" : object->sql;
}

Result<SchemaState> check_schema(Connection& connection) {
  // Counted first: once there are tables, the marks that were committed with them can be seen too.
  const std::int64_t found = TRY(connection.integer("SELECT count(*) FROM sqlite_schema"));
  const std::int64_t version = TRY(connection.integer("PRAGMA user_version"));
  const std::int64_t id = TRY(connection.integer("PRAGMA application_id"));
  if (found == 0) return SchemaState::absent;
  if (id != application_id) return Error{Fault::io, "ledger.db: not a ledger of assay"};
  if (version > schema_version) {
    return Error{Fault::io,
                 fmt::format("ledger.db: made by a newer assay (schema {}, this one knows {})",
                             version, schema_version)};
  }
  TRY(compare_objects(connection, version));
  return version < schema_version ? SchemaState::older : SchemaState::ours;
}

Result<> create_schema(Connection& connection) {
  Transaction transaction = TRY(Transaction::begin(connection));
  const SchemaState state = TRY(check_schema(connection));
  if (state == SchemaState::ours) return {};
  const std::int64_t version =
      state == SchemaState::absent ? 0 : TRY(connection.integer("PRAGMA user_version"));
  for (const Object& object : objects) {
    const bool is_new = object.since > version;
    if (is_new && object.sql != nullptr) TRY(connection.execute(object.sql));
  }
  TRY(connection.execute(fmt::format("PRAGMA application_id={}", application_id).c_str()));
  TRY(connection.execute(fmt::format("PRAGMA user_version={}", schema_version).c_str()));
  return transaction.commit();
}

}  // namespace assay::sqlite
