# The same with Git LFS: files in worktrees have their content.
. "$ATTACKS/words-loop.sh"
mkdir -p specs/demo
cat >specs/demo/tasks.md <<'T'
- [ ] 1.1 [P] five
  - **Do**: x
  - **Files**: `calc.sh`
  - **Done when**: x
  - **Verify**: `sh check.sh`
  - **Commit**: `fix: five`
- [ ] 1.2 [P] b
  - **Do**: x
  - **Files**: `b.txt`
  - **Done when**: x
  - **Verify**: `test -s b.txt`
  - **Commit**: `feat: b`
T
cat >"$BOX/lfs" <<'P'
import hashlib, os, sys
box, way = os.environ.get("BOX") or os.path.dirname(os.path.abspath(sys.argv[0])), sys.argv[1]
data = sys.stdin.buffer.read()
store = os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), "store")
os.makedirs(store, exist_ok=True)
if way == "clean":
    if data.startswith(b"version https://git-lfs"):
        sys.stdout.buffer.write(data)
    else:
        oid = hashlib.sha256(data).hexdigest()
        open(os.path.join(store, oid), "wb").write(data)
        sys.stdout.write(f"version https://git-lfs.github.com/spec/v1\noid sha256:{oid}\nsize {len(data)}\n")
else:
    oid = data.decode().split("sha256:")[1][:64]
    sys.stdout.buffer.write(open(os.path.join(store, oid), "rb").read())
P
echo '*.bin filter=lfs -text' >.gitattributes
git init -q -b main .
git config filter.lfs.clean "python3 '$BOX/lfs' clean" && git config filter.lfs.smudge "python3 '$BOX/lfs' smudge" && git config filter.lfs.required true
head -c 3000 /dev/urandom >data.bin
loop_repo
agent <<'E'
case $ASSAY_TASK_ID in
1.1) calc FIVE; git add calc.sh; git commit -q -m 'fix: five' ;;
1.2) test "$(wc -c <data.bin)" = 3000 && echo b >b.txt && git add b.txt && git commit -q -m 'feat: b' ;;
esac
E
loop
passes
clean_tree
test -s b.txt || fail "b.txt is not there"
