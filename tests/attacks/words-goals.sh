# SPDX-License-Identifier: MIT
# Words for cases about goals. A phase with one task in phase/, checked with `goals`; `caught` and `passes` look at its result.
task_keys='"description": "x", "depends_on": []'

# phase CRITERIA_JSON [MORE KEYS OF THE TASK]: one task; the criteria are the inside of a JSON list.
phase() {
  mkdir -p phase/.task
  printf '{"id": "IMPL-001", "title": "t", %s%s, "convergence": {"criteria": [%s]}}\n' "$task_keys" "${2:+, $2}" "$1" >phase/.task/IMPL-001.json
  printf -- '---\ntask: IMPL-001\n---\nAll criteria are met.\n' >phase/summary-IMPL-001.md
}
# verified COMMAND [MORE KEYS]: one task whose convergence.verification is the command; its only criterion holds.
verified() {
  mkdir -p phase/.task
  echo x >here.txt
  python3 -c 'import json,sys; print(json.dumps({"id": "IMPL-001", "title": "t", "description": "x", "depends_on": [], "convergence": {"criteria": ["here.txt exists"], "verification": sys.argv[1]}}))' "$1" >phase/.task/IMPL-001.json
  printf -- '---\ntask: IMPL-001\n---\nok\n' >phase/summary-IMPL-001.md
}
# goals [ARGUMENTS]
goals() {
  assay goals check phase --format json "$@" >"$BOX/out" 2>"$BOX/err"
  status=$?
}
# each_command STATUS END...: every line of standard input is the only criterion, a command that must end with that status:
#   each_command 0 caught 'own words' <<'E'
each_command() {
  local status_wanted=$1 command
  shift
  while IFS= read -r command; do
    phase "$(python3 -c 'import json, sys; print(json.dumps({"type": "command", "command": sys.argv[1], "expect_exit": int(sys.argv[2])}))' "$command" "$status_wanted")"
    [ -d .git ] || repo
    goals </dev/null
    "$@"
  done
}
# judge LINE...: a judge that says these lines, then VERIFICATION_PASS.
judge() {
  { printf 'dialect: claude\nrules:\n  - do: [{say: "'; printf '%s\\n' "$@" | sed 's/"/\\"/g' | tr -d '\n'; printf 'VERIFICATION_PASS"}]\n'; } >"$BOX/judge.yaml"
  printf 'version: 1\nagents:\n  judge: {command: [assay-scripted-agent, "%s/judge.yaml"], dialect: claude}\n' "$BOX" >assay.yaml
}
