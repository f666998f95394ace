# A ledger with many runs: some real ones, and copies of their rows under other names. Lists and pages read them like any other; only
# `assay ledger verify` would not call the copies sound.
import datetime, json, os, sqlite3, subprocess, sys

wanted, box = int(sys.argv[1]), os.environ["ASSAY_BENCH"]
work = box + "/shop"
os.makedirs(work)
real = 20
for i in range(real):
    gates = [{"id": "build", "command": "echo built", "gate_type": "build"}, {"id": "unit", "command": f"echo ran; exit {1 if i % 7 == 3 else 0}", "stage": 1}]
    subprocess.run(["assay", "-q", "-C", work, "verify", "--manifest", "-", "--run-id", f"real-{i:02}"], input=json.dumps({"commands": gates}), text=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
ledger = sqlite3.connect(os.environ["ASSAY_STATE_DIR"] + "/ledger.db")
tables = [name for (name,) in ledger.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('runs', 'events', 'decisions')")]
columns = {name: [row[1] for row in ledger.execute(f"PRAGMA table_info({name})")] for name in tables}
old = {name: {f"real-{i:02}": list(ledger.execute(f"SELECT * FROM {name} WHERE run_id = ?", (f"real-{i:02}",))) for i in range(real)} for name in tables}
began = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=30)
with ledger:
    for n in range(wanted - real):
        source, name = f"real-{n % real:02}", f"copy-{n:06}"
        at = (began + datetime.timedelta(minutes=4 * n)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        for table in tables:
            for row in old[table][source]:
                fresh = [name if column == "run_id" else at if column in ("started_at", "ended_at") and value else value for column, value in zip(columns[table], row)]
                ledger.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(fresh))})", fresh)
print(f"{ledger.execute('SELECT count(*) FROM runs').fetchone()[0]} runs, {ledger.execute('SELECT count(*) FROM events').fetchone()[0]} events", file=sys.stderr)
