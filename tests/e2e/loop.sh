# SPDX-License-Identifier: MIT
# What the loop cases share; they source it. A workspace on a branch of its own, a list of tasks made of short lines, and
# the facts of a run as one line per task.

# task ID "markers and title" FILE [VERIFY] [COMMIT]
task() {
  printf -- '- [ ] %s %s\n  - **Do**: make it so\n  - **Files**: `%s`\n  - **Done when**: it is there\n  - **Verify**: `%s`\n  - **Commit**: `%s`\n\n' \
    "$1" "$2" "$3" "${4:-test -s $3}" "${5:-feat: $1}"
}

# workspace < tasks.md: specs/demo with that list, an executor, a qa agent and a reviewer that all follow agent.yaml.
workspace() {
  mkdir -p specs/demo
  cat >specs/demo/tasks.md
  [ -f assay.yaml ] || printf 'version: 1\nagents:\n  "*": {command: [assay-scripted-agent, "%s/agent.yaml"], dialect: claude}\n' "$BOX" >assay.yaml
  [ -f "$BOX/agent.yaml" ] || mv agent.yaml "$BOX/agent.yaml"
  git init -q -b main .
  git add -A
  git commit -q -m start
  git switch -q -c work
}

# box CASE < tasks.md: the same in a fresh folder with a state of its own; CASE is in the environment of the agents. Settings
# of assay.yaml may follow.
box() {
  [ -f "$BOX/agent.yaml" ] || mv agent.yaml "$BOX/agent.yaml"
  cat >"$BOX/list"
  cd "$BOX" && rm -rf work && mkdir work && cd work || exit 99
  export ASSAY_STATE_DIR="$BOX/state-$1"
  printf 'version: 1\nagents:\n  "*": {command: [assay-scripted-agent, "%s/agent.yaml"], dialect: claude, env: {CASE: "%s", BOX: "%s"}}\n%s\n' \
    "$BOX" "$1" "$BOX" "${2:-}" >assay.yaml
  workspace <"$BOX/list"
  echo "-- $1"
}

# run ARGUMENTS: the exit status, and the report is kept in $BOX/out and $BOX/err.
run() {
  assay loop run specs/demo "$@" >"$BOX/out" 2>"$BOX/err"
  local status=$?
  echo "[run ${*:-} -> $status]"
  [ $status != 2 ] || cat "$BOX/err"
}

# facts: how the newest run of the spec stands.
facts() {
  assay loop status specs/demo --format json >"$BOX/status.json"
  python3 - "$BOX/status.json" "$@" <<'P'
import json, re, sys
text = re.sub(r"\d{8}-\d{9}-[0-9a-z]{6}", "RUN", open(sys.argv[1]).read())
r = json.loads(re.sub(r"\b[0-9a-f]{7,40}\b", "SHA", text))
print(r["status"], f'{r["done"]}/{r["total_tasks"]}', "|", re.sub(r"\n.*", "", r["reason"] or "", flags=re.S))
for t in r["tasks"]:
    layers = " ".join(f'{l["name"]}={l["status"]}' for l in t["layers"])
    print(" ", "x" if t["done"] else "-", t["id"], f'attempts {t["attempts"]}', layers)
    for l in t["layers"]:
        if l["status"] == "failed":
            print("     ", l["name"] + ":", l["why"].replace("\n", "\n        "))
for k in ("remarks", "tampering", "kept"):
    for x in r[k]: print("  " + k + ":", x)
P
}

# subjects: the history without ids, as the branch saw it.
subjects() { git log --reverse --first-parent --format=%s; }
