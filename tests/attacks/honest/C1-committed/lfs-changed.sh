# The agent changes a file that Git LFS keeps.
. "$ATTACKS/words-loop.sh"
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
sed -i "s/\*\*Files\*\*: .*/**Files**: \`calc.sh\`, \`data.bin\`/" specs/demo/tasks.md && git commit -q -am more
agent <<'E'
head -c 4000 /dev/urandom >data.bin && calc FIVE && git add -A && git commit -q -m 'fix: five'
E
loop
passes
clean_tree
