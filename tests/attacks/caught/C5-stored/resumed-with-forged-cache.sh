# Killed, edited and resumed; the memory of unchanged files is forged so that the tree looks like the one that was checked.
echo 'echo 5' >calc.sh
cat >crash.sh <<'C'
[ ! -e "$HOME/killed" ] || exit 0
touch "$HOME/killed"
pid=$PPID
while [ "$pid" -gt 1 ] && [ "$(cat /proc/$pid/comm)" != assay ]; do pid=$(ps -o ppid= -p "$pid" | tr -d ' '); done
[ "$pid" -gt 1 ] && kill -9 "$pid"
C
repo
gate calc 'test "$(sh calc.sh)" = 5'
gate crash 'sh crash.sh' '"stage": 1'
sleep 0.1
verify --run-id one
[ "$status" -ge 128 ] || fail "the coordinator was not killed"
echo 'echo 4' >calc.sh
python3 - "$BOX/state/tree-cache" calc.sh <<'P'
import hashlib, os, struct, sys
path, name = sys.argv[1:]
s = os.stat(name)
text = lambda b: struct.pack("<Q", len(b)) + b
look = struct.pack("<QqqQQ", s.st_size, s.st_mtime_ns, s.st_ctime_ns, s.st_ino, s.st_mode)
body = b"assay tree cache 1\n" + text(os.getcwd().encode()) + text(b"") + struct.pack("<Q", 1) + text(name.encode()) + look
body += hashlib.sha256(b"echo 5\n").digest()
open(path, "wb").write(body + hashlib.sha256(body).digest())
P
assay verify --resume one --format json >"$BOX/out" 2>"$BOX/err"
status=$?
caught 'calc'
