# SPDX-License-Identifier: MIT
# forge.py HOW STATE [OLDER]: what somebody does to a ledger who knows everything but the key.
import hashlib, os, re, shutil, sqlite3, sys

how, state = sys.argv[1], sys.argv[2]
db = sqlite3.connect(os.path.join(state, 'ledger.db'))
triggers = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
for name, _ in triggers:
    db.execute(f'DROP TRIGGER {name}')


def field(text):
    return len(text).to_bytes(8, 'big') + text


def rehash(run):
    before = hashlib.sha256(b'assay/genesis/v1' + run.encode()).digest()
    rows = db.execute('SELECT seq, at, kind, body FROM events WHERE run_id = ? ORDER BY seq', (run,)).fetchall()
    for seq, at, kind, body in rows:
        data = b'assay/event/v1' + seq.to_bytes(8, 'big') + before
        data += b''.join(field(x.encode()) for x in (run, at, kind, body))
        after = hashlib.sha256(data).digest()
        db.execute('UPDATE events SET prev_hash = ?, hash = ? WHERE run_id = ? AND seq = ?', (before, after, run, seq))
        before = after
    db.execute('UPDATE runs SET head = ?, event_count = ? WHERE run_id = ?', (before, len(rows), run))


def make_pass(run):
    for table, column in (('events', 'body'), ('decisions', 'effects')):
        for rowid, text in db.execute(f'SELECT seq, {column} FROM {table} WHERE run_id = ?', (run,)).fetchall():
            forged = text.replace('"code":1', '"code":0').replace('FAIL', 'PASS')
            db.execute(f'UPDATE {table} SET {column} = ? WHERE run_id = ? AND seq = ?', (forged, run, rowid))
    db.execute("UPDATE runs SET outcome = 'PASS' WHERE run_id = ?", (run,))
    db.execute('UPDATE attempts SET exit_code = 0 WHERE run_id = ?', (run,))
    rehash(run)


def tables():
    return [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            if 'run_id' in [c[1] for c in db.execute(f'PRAGMA table_info({name})')]]


if how == 'edit':
    make_pass('r2')
elif how == 'drop-run':
    for table in tables():
        db.execute(f"DELETE FROM {table} WHERE run_id = 'r1'")
elif how == 'drop-seal':
    make_pass('r2')
    db.execute("DELETE FROM seals WHERE run_id = 'r2'")
elif how == 'add-run':
    for table in tables():
        if table == 'seals':
            continue
        columns = ', '.join(c[1] for c in db.execute(f'PRAGMA table_info({table})') if c[1] not in ('run_id', 'id', 'ordinal'))
        if table != 'test_runs':
            db.execute(f"INSERT INTO {table}(run_id, {columns}) SELECT 'r9', {columns} FROM {table} WHERE run_id = 'r1'")
    rehash('r9')
elif how == 'outcome':
    db.execute("UPDATE runs SET outcome = 'PASS' WHERE run_id = 'r2'")
elif how == 'swap':
    one, two = (db.execute('SELECT statement, key, signature FROM seals WHERE run_id = ?', (r,)).fetchone() for r in ('r1', 'r2'))
    for run, seal in (('r1', two), ('r2', one)):
        db.execute('UPDATE seals SET statement = ?, key = ?, signature = ? WHERE run_id = ?', (*seal, run))
elif how == 'edit-open':
    make_pass('r6')
    db.execute("UPDATE runs SET outcome = NULL WHERE run_id = 'r6'")
elif how == 'cut-open':  # back to before the failure
    last = db.execute("SELECT min(seq) FROM events WHERE run_id = 'r6' AND body LIKE '%\"code\":1%'").fetchone()[0]
    for table in ('decisions', 'attempts', 'events'):
        db.execute(f"DELETE FROM {table} WHERE run_id = 'r6' AND seq >= ?", (last,))
    rehash('r6')
elif how == 'drop-open':
    for table in tables():
        db.execute(f"DELETE FROM {table} WHERE run_id = 'r6'")
elif how in ('unsign', 'unsign-older'):
    if how == 'unsign-older':  # as a release that knows no keys would have written it
        for run, in db.execute('SELECT run_id FROM runs').fetchall():
            for seq, body in db.execute("SELECT seq, body FROM events WHERE run_id = ? AND kind = 'run_started'", (run,)).fetchall():
                body = re.sub(r'"isolation":"[^"]*"', '"isolation":"process group"', body)
                db.execute('UPDATE events SET body = ? WHERE run_id = ? AND seq = ?', (body, run, seq))
            rehash(run)
    db.execute('DROP TABLE open_runs')
    db.execute('DROP TABLE seals')
    db.execute('DROP TABLE other_seals')
    triggers = [t for t in triggers if not t[0].startswith(('seals', 'other_seals'))]
    db.execute('PRAGMA user_version = 4')
for _, sql in triggers:
    db.execute(sql)
db.commit()
db.close()
if how == 'older':  # the ledger of yesterday, with the keys of today
    shutil.copy(os.path.join(sys.argv[3], 'ledger.db'), os.path.join(state, 'ledger.db'))
    for left in ('ledger.db-wal', 'ledger.db-shm'):
        if os.path.exists(os.path.join(state, left)):
            os.remove(os.path.join(state, left))
keys = os.path.join(state, 'keys')
if how == 'own-key':  # one of his own beside ours, and an end signed with it
    import subprocess
    private = subprocess.run(['openssl', 'genpkey', '-algorithm', 'ed25519'], capture_output=True, check=True).stdout
    own = os.path.join(state, 'own.pem')
    open(own, 'wb').write(private)
    public = subprocess.run(['openssl', 'pkey', '-in', own, '-pubout'], capture_output=True, check=True).stdout
    der = subprocess.run(['openssl', 'pkey', '-in', own, '-pubout', '-outform', 'DER'], capture_output=True, check=True).stdout
    name = hashlib.sha256(der).hexdigest()
    open(os.path.join(keys, name + '.pem'), 'wb').write(public)
    db = sqlite3.connect(os.path.join(state, 'ledger.db'))
    for trigger, _ in triggers:
        db.execute(f'DROP TRIGGER {trigger}')
    make_pass('r2')
    head = db.execute("SELECT head FROM runs WHERE run_id = 'r2'").fetchone()[0].hex()
    statement = db.execute("SELECT statement FROM seals WHERE run_id = 'r2'").fetchone()[0]
    statement = re.sub(r'"head":"[0-9a-f]+"', f'"head":"{head}"', statement).replace('"failed"', '"PASS"')
    message = f'DSSEv1 30 application/vnd.assay.run+json {len(statement)} {statement}'
    path = os.path.join(state, 'message')
    open(path, 'w').write(message)
    signature = subprocess.run(['openssl', 'pkeyutl', '-sign', '-inkey', own, '-rawin', '-in', path], capture_output=True, check=True).stdout
    db.execute("UPDATE seals SET statement = ?, key = ?, signature = ? WHERE run_id = 'r2'", (statement, name, signature))
    for _, sql in triggers:
        db.execute(sql)
    db.commit()
if how == 'count-back':
    path = os.path.join(keys, 'private.pem')
    text = open(path).read()
    open(path, 'w').write(text.replace('counted 2', 'counted 1'))
if how == 'longer-list':
    open(os.path.join(keys, 'before'), 'a').write('r2 ' + '0' * 64 + '\n')
if how == 'lost-key':
    os.remove(os.path.join(keys, 'private.pem'))
if how == 'foreign':  # a key of his own, under the name of ours
    for name in os.listdir(os.path.join(state, 'keys')):
        path = os.path.join(state, 'keys', name)
        if re.fullmatch(r'[0-9a-f]{64}\.pem', name):
            os.system(f'openssl genpkey -algorithm ed25519 2>/dev/null | openssl pkey -pubout > {path}')
