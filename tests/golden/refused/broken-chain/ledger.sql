BEGIN TRANSACTION;
CREATE TABLE anvil_checks (
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
);
CREATE TABLE attempts(
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
) STRICT;
INSERT INTO "attempts" VALUES('failed','no',1,2,'exited',1,0,'2026-11-16T16:23:45.333Z',1,18,'/tmp/assay-golden/verify/state/runs/failed/logs/no-attempt1.log','73f5ded5655f09d2dd3c15bced25d7d18b7af0c50abb5d730e2f024fa2f1c7f8',NULL,0,'');
INSERT INTO "attempts" VALUES('failed','optional',1,3,'exited',2,0,'2026-11-16T16:23:45.342Z',1,0,'/tmp/assay-golden/verify/state/runs/failed/logs/optional-attempt1.log','e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',NULL,0,'');
CREATE TABLE decisions(
  run_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  effects TEXT NOT NULL,
  PRIMARY KEY(run_id, seq),
  FOREIGN KEY(run_id, seq) REFERENCES events(run_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "decisions" VALUES('failed',1,'start no#1');
INSERT INTO "decisions" VALUES('failed',2,'start optional#1');
INSERT INTO "decisions" VALUES('failed',3,'drain');
INSERT INTO "decisions" VALUES('failed',4,'conclude failed: no failed');
CREATE TABLE durations(
  command_key BLOB NOT NULL PRIMARY KEY CHECK(length(command_key) = 32),
  millis INTEGER NOT NULL,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE events(
  run_id TEXT NOT NULL REFERENCES runs(run_id),
  seq INTEGER NOT NULL CHECK(seq >= 1),
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  prev_hash BLOB NOT NULL CHECK(length(prev_hash) = 32),
  hash BLOB NOT NULL CHECK(length(hash) = 32),
  PRIMARY KEY(run_id, seq)
) STRICT;
INSERT INTO "events" VALUES('failed',1,'2026-11-16T16:23:45.332Z','run_started','{"run_id":"failed","verify":{"manifest":{"commands":[{"id":"no","command":"echo expected 4, got 5; exit 1"},{"id":"optional","command":"exit 2","required":false}]},"workspace":"/tmp/assay-golden/verify/work","cwd":"/tmp/assay-golden/verify/work","log_dir":"/tmp/assay-golden/verify/state/runs/failed/logs","jobs":2,"environment":["HOME","LANG","PATH","TERM"],"environment_digest":"80d5c07909b98d0661edcf5ea3e65c9c10815fbd5e91b78e6684af621b8104fd","isolation":"session,subreaper,pidfd","manifest_digest":"6a6d7a43a4e5f13242565127542fa326a9565ed1606b9d2e9356d1d6b4a46c7e"}}',X'B2A1AE11D427D66A257B6527C7F429E0ACE8AF6E1B0F0DB88184C9729F4DCC3D',X'5A97D5F89D178F3E586AC5EAD024A929EC796FB50BDAAF7CA581C93C47A47447');
INSERT INTO "events" VALUES('failed',2,'2026-11-16T16:23:45.336Z','attempt_ended','{"unit":0,"attempt":1,"name":"no","exit":"exited","code":0,"started_ms":1794846225333,"duration_ms":1,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/failed/logs/no-attempt1.log","bytes":18,"stream":"73f5ded5655f09d2dd3c15bced25d7d18b7af0c50abb5d730e2f024fa2f1c7f8"},"user_ms":1,"max_rss_kib":10928,"excerpt":["expected 4, got 5"]}',X'5A97D5F89D178F3E586AC5EAD024A929EC796FB50BDAAF7CA581C93C47A47447',X'8356E2C8FE99F6F00EEC9D2DBB2F92966F86BB88AEF6DADF06F5F6533AE7ECD8');
INSERT INTO "events" VALUES('failed',3,'2026-11-16T16:23:45.343Z','attempt_ended','{"unit":1,"attempt":1,"name":"optional","exit":"exited","code":2,"started_ms":1794846225342,"duration_ms":1,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/failed/logs/optional-attempt1.log","stream":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},"user_ms":1,"max_rss_kib":12208}',X'8356E2C8FE99F6F00EEC9D2DBB2F92966F86BB88AEF6DADF06F5F6533AE7ECD8',X'3138239EACD4F102855E8F40DB20EB18503CEAF50FE505FAB0142A8094EBA197');
INSERT INTO "events" VALUES('failed',4,'2026-11-16T16:23:45.343Z','drain_reported','{"alive":0}',X'3138239EACD4F102855E8F40DB20EB18503CEAF50FE505FAB0142A8094EBA197',X'6E68B5076875B2C567F92AA4CB26EBCC4ACBEA0452852CBEB6E27290DF021503');
INSERT INTO "events" VALUES('failed',5,'2026-11-16T16:23:45.343Z','run_concluded','{"outcome":"failed","trace":"1eb96932c154966874374e3027db930a97873568913284d37f1e961fb5d640f9"}',X'6E68B5076875B2C567F92AA4CB26EBCC4ACBEA0452852CBEB6E27290DF021503',X'D34E13FA3DC0A93E22B55CE397119720AF2788F2E51480F2632D2E3DFA82C736');
CREATE TABLE pipeline_telemetry (
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
);
CREATE TABLE runs(
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
) STRICT;
INSERT INTO "runs" VALUES('failed','verify','/tmp/assay-golden/verify/work','2026-11-16T16:23:45.332Z','2026-11-16T16:23:45.343Z','failed',1,13850,'dc73f29c-6585-438b-aa59-7761545cb113',212056,5,X'D34E13FA3DC0A93E22B55CE397119720AF2788F2E51480F2632D2E3DFA82C736');
CREATE TABLE spending(
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
) STRICT, WITHOUT ROWID;
CREATE INDEX idx_anvil_task_phase ON anvil_checks(task_id, phase);
CREATE INDEX idx_anvil_run_round ON anvil_checks(run_id, round);
CREATE INDEX idx_telemetry_step ON pipeline_telemetry(step);
CREATE INDEX idx_spending_day ON spending(day);
CREATE INDEX idx_anvil_gate ON anvil_checks(run_id, task_id, phase, round);
CREATE TRIGGER events_keep_rows BEFORE DELETE ON events BEGIN
  SELECT RAISE(ABORT, 'events are append-only');
END;
CREATE TRIGGER events_keep_values BEFORE UPDATE ON events BEGIN
  SELECT RAISE(ABORT, 'events are append-only');
END;
CREATE TRIGGER events_keep_places BEFORE INSERT ON events
WHEN EXISTS(SELECT 1 FROM events WHERE run_id = NEW.run_id AND seq = NEW.seq) BEGIN
  SELECT RAISE(ABORT, 'events are append-only');
END;
CREATE TRIGGER decisions_keep_rows BEFORE DELETE ON decisions BEGIN
  SELECT RAISE(ABORT, 'decisions are append-only');
END;
CREATE TRIGGER decisions_keep_values BEFORE UPDATE ON decisions BEGIN
  SELECT RAISE(ABORT, 'decisions are append-only');
END;
CREATE TRIGGER decisions_keep_places BEFORE INSERT ON decisions
WHEN EXISTS(SELECT 1 FROM decisions WHERE run_id = NEW.run_id AND seq = NEW.seq) BEGIN
  SELECT RAISE(ABORT, 'decisions are append-only');
END;
CREATE TRIGGER runs_keep_rows BEFORE DELETE ON runs BEGIN
  SELECT RAISE(ABORT, 'runs are never removed');
END;
DELETE FROM "sqlite_sequence";
COMMIT;
PRAGMA user_version=3;
PRAGMA application_id=1095979865;
