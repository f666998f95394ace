#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Forges ledgers of every machine as somebody would who knows everything but the key, all hashes made anew, and asks
`assay ledger verify`: every forgery must be found, and no honest ledger may be called forged, whether its runs ended, were
killed, resumed, cancelled or parked.

    campaign.py BUILD_DIR COUNT [SEED]     COUNT forgeries, and as many honest ledgers
"""
import hashlib
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

BUILD = os.path.abspath(sys.argv[1])
COUNT = int(sys.argv[2])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else int(os.environ.get("SEED", random.randrange(1 << 30)))
HERE = os.path.dirname(os.path.abspath(__file__))
ASSAY = os.path.join(BUILD, "assay")
ENV = dict(os.environ, PATH=f"{BUILD}:{BUILD}/tests:{os.environ['PATH']}", NO_COLOR="1", LC_ALL="C.UTF-8",
           GIT_AUTHOR_NAME="a", GIT_AUTHOR_EMAIL="a@example.com", GIT_COMMITTER_NAME="a", GIT_COMMITTER_EMAIL="a@example.com")
# The slice of `make test` leaves out what takes longest to make.
MACHINES = ("verify", "agent", "goals", "loop", "pipeline") if COUNT >= 100 else ("verify", "agent", "goals")
# What says nothing about what happened: who coordinates, and numbers a table gives itself.
NO_EVIDENCE = {("runs", "epoch"), ("runs", "owner_pid"), ("runs", "owner_boot"), ("runs", "owner_start"), ("anvil_checks", "id"),
               ("pipeline_telemetry", "id"), ("test_commands", "command"), ("test_names", "command"), ("test_runs", "command")}
NO_PIPES = shutil.ignore_patterns("told", "*.sock")  # of coordinators that were killed
rng = random.Random(SEED)


def field(text):
    return len(text).to_bytes(8, "big") + text


class Forger:
    """A ledger with its triggers dropped; they are there again when it is closed."""

    def __init__(self, state):
        self.db = sqlite3.connect(os.path.join(state, "ledger.db"), isolation_level=None)
        self.triggers = self.db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        self.db.execute("BEGIN")
        for name, _ in self.triggers:
            self.db.execute(f"DROP TRIGGER {name}")

    def close(self):
        for _, sql in self.triggers:
            self.db.execute(sql)
        self.db.execute("COMMIT")
        self.db.close()

    def all(self, sql, *values):
        return self.db.execute(sql, values).fetchall()

    def columns(self, table):
        return [c[1] for c in self.all(f"PRAGMA table_info({table})")]

    def key(self, table):
        return [c[1] for c in sorted(self.all(f"PRAGMA table_info({table})"), key=lambda c: c[5]) if c[5]]

    def rows(self, table):
        return self.all(f"SELECT {', '.join(self.key(table))} FROM {table}")

    def where(self, table):
        return " AND ".join(f"{column} = ?" for column in self.key(table))

    def tables_of_runs(self):
        return [name for (name,) in self.all("SELECT name FROM sqlite_schema WHERE type = 'table'")
                if "run_id" in self.columns(name)]

    def rehash(self, run):
        before = hashlib.sha256(b"assay/genesis/v1" + run.encode()).digest()
        rows = self.all("SELECT seq, at, kind, body FROM events WHERE run_id = ? ORDER BY seq", run)
        for seq, at, kind, body in rows:
            data = b"assay/event/v1" + seq.to_bytes(8, "big") + before
            data += b"".join(field(x.encode()) for x in (run, at, kind, body))
            after = hashlib.sha256(data).digest()
            self.db.execute("UPDATE events SET prev_hash = ?, hash = ? WHERE run_id = ? AND seq = ?", (before, after, run, seq))
            before = after
        self.db.execute("UPDATE runs SET head = ?, event_count = ? WHERE run_id = ?", (before, len(rows), run))

    def any_run(self, sql="SELECT run_id FROM runs"):
        found = self.all(sql)
        return rng.choice(found)[0] if found else None


def another(value):
    if value is None:
        return rng.choice(["x", 1])
    if isinstance(value, int):
        return value + rng.choice([1, -1, 100])
    if isinstance(value, bytes):
        if not value:
            return b"p"
        at = rng.randrange(len(value))
        return value[:at] + bytes([value[at] ^ rng.choice([1, 2, 16])]) + value[at + 1:]
    if not value:
        return "x"
    places = [i for i, c in enumerate(value) if c.isalnum()]
    if not places:
        return value + "x"
    at = rng.choice(places)
    return value[:at] + rng.choice([c for c in "0123456789" if c != value[at]]) + value[at + 1:]


# Each takes a Forger and says what it did; None: there was nothing to do it to.
def edit_event(f):
    run = f.any_run()
    seq, at, kind, body = rng.choice(f.all("SELECT seq, at, kind, body FROM events WHERE run_id = ?", run))
    swaps = [("FAIL", "PASS"), ('"code":1', '"code":0'), ("failed", "passed"), ("false", "true"), ("ERROR", "PASS")]
    swap = next(((a, b) for a, b in rng.sample(swaps, len(swaps)) if a in body), None)
    forged = body.replace(*swap) if swap else another(body)
    f.db.execute("UPDATE events SET body = ? WHERE run_id = ? AND seq = ?", (forged, run, seq))
    f.rehash(run)
    return f"event {seq} ({kind}) of {run} says something else"


def make_pass(f):
    run = f.any_run("SELECT run_id FROM runs WHERE outcome <> 'PASS'")
    if run is None:
        return None
    for table, column in (("events", "body"), ("decisions", "effects")):
        for seq, text in f.all(f"SELECT seq, {column} FROM {table} WHERE run_id = ?", run):
            forged = text.replace('"code":1', '"code":0').replace("FAIL", "PASS").replace('"failed"', '"passed"')
            f.db.execute(f"UPDATE {table} SET {column} = ? WHERE run_id = ? AND seq = ?", (forged, run, seq))
    f.db.execute("UPDATE runs SET outcome = 'PASS' WHERE run_id = ?", (run,))
    f.db.execute("UPDATE attempts SET exit_code = 0, kind = 'exited' WHERE run_id = ?", (run,))
    f.rehash(run)
    return f"{run} has passed"


def drop_events(f):
    run = f.any_run()
    last = f.all("SELECT max(seq) FROM events WHERE run_id = ?", run)[0][0]
    if last < 2:
        return None
    at = rng.randrange(2, last + 1)
    f.db.execute("DELETE FROM decisions WHERE run_id = ? AND seq = ?", (run, at))
    f.db.execute("DELETE FROM events WHERE run_id = ? AND seq = ?", (run, at))
    for seq in range(at + 1, last + 1):
        f.db.execute("UPDATE events SET seq = ? WHERE run_id = ? AND seq = ?", (seq - 1, run, seq))
        f.db.execute("UPDATE decisions SET seq = ? WHERE run_id = ? AND seq = ?", (seq - 1, run, seq))
    f.rehash(run)
    return f"event {at} of {run} is gone"


def cut_end(f):
    run = f.any_run()
    last = f.all("SELECT max(seq) FROM events WHERE run_id = ?", run)[0][0]
    if last < 2:
        return None
    at = rng.randrange(2, last + 1)
    for table in ("decisions", "attempts", "events"):
        f.db.execute(f"DELETE FROM {table} WHERE run_id = ? AND seq >= ?", (run, at))
    f.db.execute("UPDATE runs SET outcome = NULL, ended_at = NULL WHERE run_id = ?", (run,))
    f.db.execute("DELETE FROM seals WHERE run_id = ?", (run,))
    f.rehash(run)
    return f"{run} never came beyond event {at - 1}"


def add_event(f):
    run = f.any_run()
    last = f.all("SELECT max(seq) FROM events WHERE run_id = ?", run)[0][0]
    at = rng.randrange(1, last + 1)
    f.db.execute("INSERT INTO events SELECT run_id, ?, at, kind, body, prev_hash, hash FROM events WHERE run_id = ? AND seq = ?",
                 (last + 1, run, at))
    f.rehash(run)
    return f"event {at} of {run} happened twice"


def swap_events(f):
    run = f.any_run("SELECT run_id FROM runs WHERE event_count > 2")
    if run is None:
        return None
    one, two = rng.sample(f.all("SELECT seq, at, kind, body FROM events WHERE run_id = ? AND seq > 1", run), 2)
    if one[1:] == two[1:]:
        return None
    for seq, (_, at, kind, body) in ((one[0], two), (two[0], one)):
        f.db.execute("UPDATE events SET at = ?, kind = ?, body = ? WHERE run_id = ? AND seq = ?", (at, kind, body, run, seq))
    f.rehash(run)
    return f"events {one[0]} and {two[0]} of {run} in another order"


def drop_run(f):
    run = f.any_run()
    for table in f.tables_of_runs():
        f.db.execute(f"DELETE FROM {table} WHERE run_id = ?", (run,))
    return f"{run} is gone"


def add_run(f):
    run = f.any_run()
    for table in f.tables_of_runs():
        if table in ("seals", "open_runs", "test_runs"):
            continue
        columns = ", ".join(c for c in f.columns(table) if c not in ("run_id", "id"))
        f.db.execute(f"INSERT INTO {table}(run_id, {columns}) SELECT 'r-new', {columns} FROM {table} WHERE run_id = ?", (run,))
    f.rehash("r-new")
    return f"{run} has a double"


def swap_seals(f):
    seals = f.all("SELECT run_id, statement, key, signature FROM seals")
    if len(seals) < 2:
        return None
    one, two = rng.sample(seals, 2)
    for run, seal in ((one[0], two), (two[0], one)):
        f.db.execute("UPDATE seals SET statement = ?, key = ?, signature = ? WHERE run_id = ?", (*seal[1:], run))
    return f"the signatures of {one[0]} and {two[0]} are exchanged"


def edit_cell(f, table, column=None):
    rows = f.rows(table)
    columns = [c for c in f.columns(table) if (table, c) not in NO_EVIDENCE and c not in f.key(table)]
    if not rows or not columns:
        return None
    column, row = column or rng.choice(columns), rng.choice(rows)
    value = f.all(f"SELECT {column} FROM {table} WHERE {f.where(table)}", *row)[0][0]
    for _ in range(20):
        try:
            f.db.execute(f"UPDATE {table} SET {column} = ? WHERE {f.where(table)}", (another(value), *row))
            return f"{table}.{column} of {row} was {value!r:.60}"
        except sqlite3.IntegrityError:
            value = {0: 1, 1: 0}.get(value, value)
    return None


def drop_row(f, table):
    rows = f.rows(table)
    if not rows:
        return None
    row = rng.choice(rows)
    f.db.execute(f"DELETE FROM {table} WHERE {f.where(table)}", row)
    return f"{table} without {row}"


def add_row(f, table):
    rows = f.rows(table)
    if not rows:
        return None
    columns, row = f.columns(table), rng.choice(rows)
    values = list(f.all(f"SELECT {', '.join(columns)} FROM {table} WHERE {f.where(table)}", *row)[0])
    at = columns.index(f.key(table)[-1])
    values[at] = values[at] + 1000 if isinstance(values[at], int) else another(values[at])
    if table in ("run_trees", "open_runs", "seals"):
        values[columns.index("run_id")] = f.any_run()
    try:
        f.db.execute(f"INSERT INTO {table} VALUES({', '.join('?' * len(values))})", values)
    except sqlite3.IntegrityError:
        return None
    return f"{table} with one more, like {row}"


TABLES = ("attempts", "decisions", "run_trees", "durations", "test_runs", "test_commands", "test_names", "spending", "anvil_checks",
          "pipeline_telemetry", "seals", "open_runs", "runs")


def random_row(f):
    table = rng.choice(TABLES)
    if table == "runs":
        return edit_cell(f, table)
    ways = [edit_cell, drop_row, add_row]
    if table in ("test_names",):  # a name that no attempt has is no evidence
        ways = [drop_row]
    if table == "test_commands":
        ways = [edit_cell]
    return rng.choice(ways)(f, table)


FORGERIES = (edit_event, make_pass, drop_events, cut_end, add_event, swap_events, drop_run, add_run, swap_seals,
             random_row, random_row, random_row, random_row, random_row, random_row)


def dump(state):
    """Every row; triggers that were dropped and made again are no difference."""
    db = sqlite3.connect(os.path.join(state, "ledger.db"))
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    rows = [(name, sorted(db.execute(f"SELECT * FROM {name}"), key=repr)) for name in tables if name != "sqlite_sequence"]
    db.close()
    return hashlib.sha256(repr(rows).encode()).digest()


def verify(state):
    return subprocess.run([ASSAY, "ledger", "verify", "--state-dir", state], capture_output=True, text=True, env=ENV)


def forge(state, others, older):
    """One forgery of a copy; returns what was done and which copy it is."""
    while True:
        copy = tempfile.mkdtemp(prefix="assay-forged-")
        shutil.rmtree(copy)
        shutil.copytree(state, copy, symlinks=True, ignore=NO_PIPES)
        way = rng.randrange(len(FORGERIES) + 2)
        if way >= len(FORGERIES):
            other = older if way == len(FORGERIES) else rng.choice(others)
            for name in ("ledger.db", "ledger.db-wal", "ledger.db-shm"):
                path = os.path.join(copy, name)
                if os.path.exists(path):
                    os.remove(path)
                if os.path.exists(os.path.join(other, name)):
                    shutil.copy(os.path.join(other, name), path)
            return ("an older copy put back" if other is older else "the ledger of another workspace"), copy
        before = dump(copy)
        forger = Forger(copy)
        what = FORGERIES[way](forger)
        forger.close()
        if what is not None and dump(copy) != before:
            return f"{FORGERIES[way].__name__}: {what}", copy
        shutil.rmtree(copy)


class Honest:
    """A workspace in which runs pass, fail, are killed, resumed and cancelled."""

    def __init__(self, root):
        self.work, self.state, self.next, self.open = os.path.join(root, "honest"), os.path.join(root, "honest-state"), 0, []
        os.makedirs(self.work)
        subprocess.run(["git", "init", "-q", "-b", "main", self.work], check=True)
        with open(os.path.join(self.work, "test_t.py"), "w") as file:
            file.write("import unittest\nclass T(unittest.TestCase):\n    def test_a(self): pass\n    def test_b(self): pass\n")
        subprocess.run("git add -A && git commit -qm start", shell=True, cwd=self.work, env=ENV, check=True)

    def assay(self, *words, **more):
        return subprocess.run([ASSAY, *words, "--state-dir", self.state], cwd=self.work, env=ENV, capture_output=True, text=True, **more)

    def manifest(self):
        fails = rng.choice(["test -d /", "exit 1", "echo no; exit 2"])
        path = os.path.join(self.work, "..", "m.json")
        with open(path, "w") as file:
            file.write('{"commands": [{"id": "unit", "command": "python3 -B -m unittest -v", "gate_type": "test"}, {"id": "slow", '
                       f'"command": "sleep 0.{rng.randrange(1, 4)}"}}, {{"id": "other", "command": "{fails}", "stage": 1}}]}}')
        return path

    def run(self):
        self.next += 1
        self.assay("verify", "--manifest", self.manifest(), "--run-id", f"h{self.next}", "--quiet")
        return "a run to its end"

    def crash(self):
        self.next += 1
        words = [ASSAY, "verify", "--manifest", self.manifest(), "--run-id", f"h{self.next}", "--quiet", "--state-dir", self.state]
        child = subprocess.Popen(words, cwd=self.work, env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(rng.random() * 0.5)
        child.send_signal(signal.SIGKILL)
        child.wait()
        self.open.append(f"h{self.next}")
        return "killed"

    def go_on(self):
        if not self.open:
            return self.crash()
        run = self.open.pop(rng.randrange(len(self.open)))
        if rng.random() < 0.3:
            self.assay("cancel", run)
            return "cancelled"
        self.assay("verify", "--resume", run, "--quiet")
        return "resumed"

    def stop(self):
        self.next += 1
        words = [ASSAY, "verify", "--manifest", self.manifest(), "--run-id", f"h{self.next}", "--quiet", "--state-dir", self.state]
        child = subprocess.Popen(words, cwd=self.work, env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(rng.random() * 0.4)
        child.send_signal(signal.SIGINT)
        child.wait()
        return "interrupted"

    def two(self):
        words = []
        for _ in range(2):
            self.next += 1
            words.append([ASSAY, "verify", "--manifest", self.manifest(), "--run-id", f"h{self.next}", "--quiet", "--state-dir", self.state])
        children = [subprocess.Popen(w, cwd=self.work, env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for w in words]
        for child in children:
            child.wait()
        return "two at the same time"

    def keys(self):
        self.assay("key", "rotate")
        return "another key"

    def prune(self):
        self.assay("ledger", "prune", "--older-than", "0s")
        return "pruned"

    def step(self):
        ways = [self.run, self.crash, self.go_on, self.go_on, self.stop, self.two, self.keys, self.prune]
        return rng.choices(ways, weights=[4, 4, 3, 3, 2, 1, 1, 1])[0]()


def make_ledgers(root):
    with open(os.path.join(HERE, "..", "golden", "cases.sh")) as file:
        text = file.read()
    script = os.path.join(root, "cases.sh")
    with open(script, "w") as file:
        file.write(text if "loop" in MACHINES else text[:text.index("# --- loop")])
    env = dict(ENV, GOLDEN=root, HOME=os.path.join(root, "home"))
    os.makedirs(env["HOME"])
    subprocess.run(["bash", "-c", f"here={HERE}/../golden; . {script}"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   stdin=subprocess.DEVNULL)
    ledgers = {name: os.path.join(root, name, "state") for name in MACHINES}
    older = {}
    for name, state in ledgers.items():
        older[name] = state + "-older"
        shutil.copytree(state, older[name], symlinks=True, ignore=NO_PIPES)
        subprocess.run([ASSAY, "verify", "--manifest", "-", "--run-id", "newest", "--quiet", "--state-dir", state], text=True, env=env,
                       input='{"commands": [{"id": "a", "command": "test -d /"}]}', cwd=os.path.join(root, name, "work"), capture_output=True)
    return ledgers, older


def main():
    root = tempfile.mkdtemp(prefix="assay-forgeries-")
    passed, failed = 0, 0

    def count(good, words):
        nonlocal passed, failed
        passed, failed = passed + good, failed + (not good)
        if not good:
            print(words, flush=True)

    try:
        ledgers, older = make_ledgers(root)
        for name, state in ledgers.items():
            said = verify(state)
            count(said.returncode == 0, f"FALSE ALARM {name}: {said.stdout}{said.stderr}")
        honest = Honest(root)
        for _ in range(COUNT - len(ledgers)):
            done = honest.step()
            said = verify(honest.state)
            count(said.returncode == 0, f"FALSE ALARM after '{done}': {said.stdout[:600]}{said.stderr}")
            if said.returncode != 0:
                break
        for _ in range(COUNT):
            name = rng.choice(MACHINES)
            what, copy = forge(ledgers[name], [s for n, s in ledgers.items() if n != name], older[name])
            said = verify(copy)
            count(said.returncode == 1, f"NOT FOUND {name}: {what} (exit {said.returncode}) {said.stdout[:300]}{said.stderr[:300]}")
            shutil.rmtree(copy)
    finally:
        shutil.rmtree(root, ignore_errors=True)
    print(f"seed {SEED}\n{passed} passed, {failed} failed")
    return failed != 0


sys.exit(main())
