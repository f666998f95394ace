# The memory of unchanged files says that a broken file is the one it was.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
calc FIVE && echo '# broken' >>check.sh && git commit -q -am 'fix: five'
python3 - "$BOX/state/tree-cache" check.sh <<'P'
import hashlib, os, struct, sys
path, name = sys.argv[1:]
s = os.stat(name)
root = os.getcwd().encode()
text = lambda b: struct.pack("<Q", len(b)) + b
look = struct.pack("<QqqQQ", s.st_size, s.st_mtime_ns, s.st_ctime_ns, s.st_ino, s.st_mode)
old = hashlib.sha256(b'test "$(sh calc.sh)" = 5\n').digest()
body = b"assay tree cache 1\n" + text(root) + text(b"") + struct.pack("<Q", 1) + text(name.encode()) + look + old
open(path, "wb").write(body + hashlib.sha256(body).digest())
P
sleep 0.1
E
loop
caught 'check.sh'
