// SPDX-License-Identifier: MIT
#include "adapters/store/postgres/schema.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace assay::postgres {

namespace {

// The same meaning as SQLite's, table by table; beside it what only several machines need: leases,
// public keys, and contents in pieces.
constexpr const char* tables_of_1 = R"(
CREATE TABLE assay_ledger(
  version integer NOT NULL,
  made timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE runs(
  run_id text NOT NULL PRIMARY KEY,
  ordinal bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  machine text NOT NULL,
  host text NOT NULL,
  home text NOT NULL,
  workspace text NOT NULL,
  started_at text NOT NULL,
  ended_at text,
  outcome text,
  epoch bigint NOT NULL,
  event_count bigint NOT NULL,
  head bytea NOT NULL CHECK(length(head) = 32)
);
CREATE INDEX runs_of_home ON runs(host, home, ordinal);
CREATE INDEX runs_of_workspace ON runs(workspace, host, ordinal);
CREATE INDEX runs_by_name ON runs(run_id text_pattern_ops);
CREATE TABLE events(
  run_id text NOT NULL REFERENCES runs(run_id),
  seq bigint NOT NULL CHECK(seq >= 1),
  at text NOT NULL,
  kind text NOT NULL,
  body text NOT NULL,
  prev_hash bytea NOT NULL CHECK(length(prev_hash) = 32),
  hash bytea NOT NULL CHECK(length(hash) = 32),
  PRIMARY KEY(run_id, seq)
);
CREATE TABLE decisions(
  run_id text NOT NULL,
  seq bigint NOT NULL,
  effects text NOT NULL,
  PRIMARY KEY(run_id, seq),
  FOREIGN KEY(run_id, seq) REFERENCES events(run_id, seq)
);
CREATE TABLE attempts(
  run_id text NOT NULL REFERENCES runs(run_id),
  command_id text NOT NULL,
  attempt bigint NOT NULL,
  seq bigint NOT NULL,
  kind text NOT NULL,
  exit_code bigint NOT NULL,
  signal bigint NOT NULL,
  started_at text NOT NULL,
  duration_ms bigint NOT NULL,
  bytes bigint NOT NULL,
  log_path text NOT NULL,
  log_sha256 text NOT NULL,
  tests_executed bigint,
  tests_failed bigint NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY(run_id, command_id, attempt)
);
CREATE TABLE durations(
  command_key bytea NOT NULL PRIMARY KEY CHECK(length(command_key) = 32),
  millis bigint NOT NULL,
  at text NOT NULL
);
CREATE TABLE anvil_checks(
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id text NOT NULL,
  task_id text NOT NULL,
  phase text NOT NULL CHECK(phase IN ('baseline', 'after', 'review')),
  check_name text NOT NULL,
  tool text NOT NULL,
  command text,
  exit_code bigint,
  output_snippet text,
  passed bigint NOT NULL CHECK(passed IN (0, 1)),
  verdict text CHECK(verdict IN ('approve', 'needs_revision', 'blocker')),
  severity text CHECK(severity IN ('Blocker', 'Critical', 'Major', 'Minor')),
  round bigint NOT NULL DEFAULT 1,
  ts text
);
CREATE INDEX anvil_of_run ON anvil_checks(run_id, task_id, phase, round);
CREATE TABLE pipeline_telemetry(
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id text NOT NULL,
  step text NOT NULL,
  agent text NOT NULL,
  instance text,
  started_at text NOT NULL,
  completed_at text,
  status text CHECK(status IN ('DONE', 'NEEDS_REVISION', 'ERROR', 'running')),
  dispatch_count bigint DEFAULT 1,
  retry_count bigint DEFAULT 0,
  notes text,
  ts text
);
CREATE INDEX telemetry_of_run ON pipeline_telemetry(run_id);
CREATE TABLE spending(
  run_id text NOT NULL,
  unit bigint NOT NULL,
  attempt bigint NOT NULL,
  role text NOT NULL,
  day text NOT NULL,
  settled bigint NOT NULL CHECK(settled IN (0, 1)),
  wall_ms bigint NOT NULL,
  tokens bigint NOT NULL,
  micro_usd bigint NOT NULL,
  cost_known bigint NOT NULL CHECK(cost_known IN (0, 1)),
  PRIMARY KEY(run_id, unit, attempt)
);
CREATE INDEX spending_of_day ON spending(day);
CREATE TABLE run_trees(
  tree text NOT NULL,
  run_id text NOT NULL REFERENCES runs(run_id),
  PRIMARY KEY(tree, run_id)
);
CREATE INDEX trees_of_run ON run_trees(run_id);
CREATE TABLE test_commands(
  command bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  command_key bytea NOT NULL UNIQUE CHECK(length(command_key) = 32),
  command_id text NOT NULL,
  command_text text NOT NULL
);
CREATE TABLE test_names(
  command bigint NOT NULL REFERENCES test_commands(command),
  name text COLLATE "C" NOT NULL,
  test bigint NOT NULL,
  PRIMARY KEY(command, test)
);
CREATE TABLE test_runs(
  command bigint NOT NULL REFERENCES test_commands(command),
  ordinal bigint NOT NULL,
  run_id text NOT NULL REFERENCES runs(run_id),
  attempt bigint NOT NULL,
  tree text NOT NULL,
  at text NOT NULL,
  whole bigint NOT NULL CHECK(whole IN (0, 1)),
  outcomes bytea NOT NULL,
  times bytea NOT NULL,
  PRIMARY KEY(command, ordinal)
);
CREATE TABLE seals(
  ring text NOT NULL,
  number bigint NOT NULL CHECK(number >= 1),
  run_id text NOT NULL UNIQUE REFERENCES runs(run_id),
  statement text NOT NULL,
  key text NOT NULL,
  signature bytea NOT NULL,
  PRIMARY KEY(ring, number)
);
CREATE TABLE open_runs(
  run_id text NOT NULL PRIMARY KEY REFERENCES runs(run_id),
  code bytea NOT NULL
);
CREATE TABLE public_keys(
  name text NOT NULL PRIMARY KEY,
  ring text NOT NULL,
  pem text NOT NULL,
  host text NOT NULL,
  home text NOT NULL,
  added timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE runs_before(
  ring text NOT NULL,
  list text NOT NULL,
  key text NOT NULL,
  signature bytea NOT NULL,
  PRIMARY KEY(ring, key)
);
CREATE TABLE leases(
  run_id text NOT NULL PRIMARY KEY,
  token text NOT NULL,
  host text NOT NULL,
  place text NOT NULL,
  pid bigint NOT NULL,
  start bigint NOT NULL,
  expires timestamptz NOT NULL,
  stop_by text
);
CREATE TABLE blobs(
  digest bytea NOT NULL PRIMARY KEY CHECK(length(digest) = 32),
  size bigint NOT NULL,
  kept boolean NOT NULL
);
CREATE TABLE blob_pieces(
  digest bytea NOT NULL REFERENCES blobs(digest) ON DELETE CASCADE,
  piece bigint NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY(digest, piece)
);
CREATE TABLE run_files(
  run_id text NOT NULL,
  path text NOT NULL,
  digest bytea NOT NULL REFERENCES blobs(digest),
  PRIMARY KEY(run_id, path)
);
CREATE INDEX files_of_blob ON run_files(digest);
CREATE TABLE pruned_runs(
  run_id text NOT NULL PRIMARY KEY,
  mark text NOT NULL
);
)";

// What an append needs before it writes: that the run is the caller's still, and ends where he left
// it. It locks the row of the run, so that two never append at once.
constexpr const char* functions_of_1 = R"(
CREATE FUNCTION assay_keep() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'AS400', MESSAGE = TG_TABLE_NAME || ': what is written stays';
END $f$;
CREATE FUNCTION assay_hold(a_run text, a_token text, a_epoch bigint, a_events bigint, a_head bytea,
                           a_seconds bigint) RETURNS void LANGUAGE plpgsql AS $f$
DECLARE
  r record;
  last bytea;
BEGIN
  SELECT epoch, event_count, head INTO r FROM runs WHERE run_id = a_run FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION USING ERRCODE = 'AS500', MESSAGE = 'run ' || a_run || ' has vanished';
  END IF;
  UPDATE leases SET expires = clock_timestamp() + make_interval(secs => a_seconds)
    WHERE run_id = a_run AND token = a_token;
  IF r.epoch <> a_epoch OR NOT FOUND THEN
    RAISE EXCEPTION USING ERRCODE = 'AS409',
      MESSAGE = 'run ' || a_run || ' was taken over by another coordinator';
  END IF;
  SELECT hash INTO last FROM events WHERE run_id = a_run ORDER BY seq DESC LIMIT 1;
  IF r.event_count <> a_events OR r.head <> a_head OR coalesce(last, a_head) <> a_head
     OR (last IS NULL) <> (a_events = 0) THEN
    RAISE EXCEPTION USING ERRCODE = 'AS500',
      MESSAGE = 'run ' || a_run || ': event ' || r.event_count || ' is not the one written last';
  END IF;
END $f$;
)";

struct Guard {
  const char* table;
  const char* events;
};
constexpr std::array<Guard, 5> guards = {{
    {"events", "UPDATE OR DELETE"},
    {"decisions", "UPDATE OR DELETE"},
    {"seals", "UPDATE OR DELETE"},
    {"run_trees", "UPDATE OR DELETE"},
    {"runs", "DELETE"},
}};

std::string guards_of_1() {
  std::string sql;
  for (const Guard& each : guards) {
    sql += fmt::format(
        "CREATE TRIGGER {0}_keep BEFORE {1} ON {0} FOR EACH ROW EXECUTE FUNCTION assay_keep();\n"
        "CREATE TRIGGER {0}_keep_all BEFORE TRUNCATE ON {0} EXECUTE FUNCTION assay_keep();\n",
        each.table, each.events);
  }
  return sql;
}

constexpr std::int64_t newest_schema = 1;

Result<std::int64_t> stored_version(Connection& connection) {
  const Rows there = TRY(connection.run("SELECT to_regclass('assay_ledger') IS NOT NULL"));
  if (there.integer(0, 0) == 0) return 0;
  const Rows version = TRY(connection.run("SELECT max(version) FROM assay_ledger"));
  return version.is_null(0, 0) ? 0 : version.integer(0, 0);
}

}  // namespace

Result<SchemaState> check_schema(Connection& connection) {
  const std::int64_t version = TRY(stored_version(connection));
  if (version > newest_schema)
    return Error{Fault::io, fmt::format("{}: made by a newer assay (schema {}, this one knows {})",
                                        connection.shown(), version, newest_schema)};
  if (version == 0) return SchemaState::absent;
  return version < newest_schema ? SchemaState::older : SchemaState::ours;
}

Result<> create_schema(Connection& connection) {
  constexpr const char* one_at_a_time =
      "SELECT pg_advisory_xact_lock(hashtextextended('assay schema ' || current_schema(), 0))";
  Transaction transaction = TRY(Transaction::begin(connection));
  static_cast<void>(TRY(connection.run(one_at_a_time)));
  if (TRY(check_schema(connection)) == SchemaState::ours) return {};
  TRY(connection.execute(tables_of_1));
  TRY(connection.execute(functions_of_1));
  TRY(connection.execute(guards_of_1()));
  TRY(connection.execute(
      fmt::format("INSERT INTO assay_ledger(version) VALUES({})", newest_schema)));
  return transaction.commit();
}

Result<std::vector<std::string>> missing_guards(Connection& connection) {
  std::vector<std::string> missing;
  for (const Guard& each : guards) {
    const Rows found = TRY(connection.run(
        "SELECT count(*) FROM pg_trigger WHERE tgrelid = to_regclass($1) AND tgenabled IN ('O',"
        " 'A') AND tgname IN ($1 || '_keep', $1 || '_keep_all')",
        Params().text(each.table)));
    if (found.integer(0, 0) != 2)
      missing.push_back(fmt::format("{}: what keeps its rows as they are is gone", each.table));
  }
  return missing;
}

}  // namespace assay::postgres
