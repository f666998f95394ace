# The tree that was kept before the attempt is rewritten, seal and all.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
calc FIVE; echo evil >check.sh; git commit -q -am 'fix: five'
python3 - "$BOX"/state/blobs/tree-* <<'P'
import hashlib, sys
for path in sys.argv[1:]:
    body = open(path, "rb").read()[:-32].replace(hashlib.sha256(b'test "$(sh calc.sh)" = 5\n').digest(), hashlib.sha256(b"evil\n").digest())
    open(path, "wb").write(body + hashlib.sha256(body).digest())
P
E
loop
caught 'was not kept|check.sh'
