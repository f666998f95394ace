# What tells assay's own git what to do lies in a folder that agents write. Gain: programs that git starts, outside of every isolation.
. "$ATTACKS/words-reach.sh"
mkdir "$BOX/tmp"; export TMPDIR="$BOX/tmp"
echo ok >file; repo
gate one 'test -e file'
verify   # the state is there from now on
cat >"$BOX/watch.py" <<'P'
import ctypes, os, select, struct, subprocess, sys
libc = ctypes.CDLL(None)
fd = libc.inotify_init1(os.O_NONBLOCK)
libc.inotify_add_watch(fd, sys.argv[1].encode(), 0x100)
subprocess.run(sys.argv[2:])
data = os.read(fd, 1 << 20) if select.select([fd], [], [], 0)[0] else b""
while data:
    size = struct.unpack_from("iIII", data)[3]
    print(data[16:16 + size].rstrip(b"\0").decode())
    data = data[16 + size:]
P
rm -rf "$BOX/manifest.json"
printf 'version: 1\nverify: {commands: [{id: one, command: "test -e file"}]}\n' >assay.yaml
python3 "$BOX/watch.py" "$TMPDIR" assay verify >"$BOX/out" 2>"$BOX/err"
status=1
! grep -q assay-git "$BOX/out" || fail "a folder that git obeys lay in TMPDIR"
caught 'PASS'
