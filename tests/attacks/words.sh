# SPDX-License-Identifier: MIT
# The words every case of tests/attacks is written in. A case sets up a workspace, runs assay, and ends with `caught WHY` (an
# attack: no PASS, and assay gives that reason) or `passes` (honest work). A case that asks for no verdict fails.
# Words for loops, pipelines, goals and agents are in files of their own: words-loop.sh and so on; a case sources what it needs
# with `. "$ATTACKS/words-loop.sh"`.
asked=no
fail() { cat "$BOX/out" "$BOX/err" 2>/dev/null; echo "FAILED: $*"; exit 1; }
verdict_was_asked() { [ "$asked" = yes ] || fail "the case ended without a verdict"; }

# repo: everything in the current folder becomes the first commit of a git repository.
repo() { git init -q -b main . && git add -A && git commit -q --allow-empty -m start; }

# gate ID COMMAND [JSON KEYS]: one more command of the manifest, e.g. gate unit 'make test' '"gate_type": "test"'
gate() {
  local keys=${3:-}
  python3 - "$BOX/manifest.json" "$1" "$2" "$keys" <<'P'
import json, os, sys
path, name, command, keys = sys.argv[1:]
manifest = json.load(open(path)) if os.path.exists(path) else {"commands": []}
manifest["commands"].append({"id": name, "command": command, **json.loads("{" + keys + "}")})
json.dump(manifest, open(path, "w"))
P
}
test_gate() { gate "$1" "$2" "\"gate_type\": \"test\"${3:+, $3}"; }

# verify [ARGUMENTS]: runs the gates; the result is kept in $BOX/out, what was said in $BOX/err, the status in $status.
verify() {
  local from=()
  [ -f "$BOX/manifest.json" ] && from=(--manifest "$BOX/manifest.json")
  assay verify "${from[@]}" --format json "$@" >"$BOX/out" 2>"$BOX/err"
  status=$?
}

# each_gate KEYS END...: every line of standard input is the only gate of a verification that ends so:
#   each_gate '"gate_type": "test"' caught 'no test ran' <<'E'
each_gate() {
  local keys=$1 command
  shift
  while IFS= read -r command; do
    rm -f "$BOX/manifest.json"
    gate check "$command" "$keys"
    verify </dev/null
    "$@"
  done
}

# field PATH: one value of the result, as JSON: field overall_status, field 'results[0].summary'
field() { python3 -c 'import json,sys; d=json.load(open(sys.argv[1])); print(json.dumps(eval("d"+"".join("["+repr(p)+"]" if not p.isdigit() else "["+p+"]" for p in sys.argv[2].replace("[",".").replace("]","").split(".") if p))))' "$BOX/out" "$1"; }

# caught WHY: no success, and what assay says matches the extended regular expression WHY (any case).
caught() {
  asked=yes
  [ "$KIND" = caught ] || fail "an honest case cannot be caught"
  case $status in 0) fail "got a PASS" ;; 1 | 3 | 4) ;; *) fail "status $status is no verdict" ;; esac
  grep -qiE -- "$1" "$BOX/out" "$BOX/err" || fail "caught, but not because of: $1"
}
# refused WHY: nothing was run (exit 2), for that reason.
refused() {
  asked=yes
  [ "$status" -eq 2 ] || fail "status $status, wanted 2"
  grep -qiE -- "$1" "$BOX/out" "$BOX/err" || fail "refused, but not because of: $1"
}
# passes [TESTS]: success; with TESTS, that many tests were counted over all gates.
passes() {
  asked=yes
  [ "$status" -eq 0 ] || fail "status $status, wanted 0"
  [ $# -eq 0 ] || python3 -c '
import json, sys
got = sum(max(r["tests_executed"], 0) for r in json.load(open(sys.argv[1]))["results"])
sys.exit(0 if got == int(sys.argv[2]) else f"counted {got} tests, wanted {sys.argv[2]}")' "$BOX/out" "$1" || fail "wrong count"
}
# says TEXT: what assay said matches the extended regular expression. never_says is the opposite.
says() { grep -qiE -- "$1" "$BOX/out" "$BOX/err" || fail "nothing was said of: $1"; }
never_says() { ! grep -qiE -- "$1" "$BOX/out" "$BOX/err" || fail "said: $1"; }
