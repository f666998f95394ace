# SPDX-License-Identifier: MIT
# Words for loops. A case says which tasks there are (`task`), what the agent does (`agent`, in the words of
# tests/scripted-agent/README.md), and runs `loop`; then `caught WHY`, `passes` or `waits WHY`.

# task ID TITLE FILES VERIFY [COMMIT]: FILES with blanks between them; "-": no such field, "none": none.
task() {
  mkdir -p specs/demo
  {
    printf -- '- [%s] %s %s\n  - **Do**: make it so\n' "${TICK:- }" "$1" "$2"
    case $3 in
      -) ;;
      none) printf '  - **Files**: none\n' ;;
      *) printf '  - **Files**: '; local comma='' file; for file in $3; do printf '%s`%s`' "$comma" "$file"; comma=', '; done; printf '\n' ;;
    esac
    printf '  - **Done when**: it is there\n'
    [ "$4" = - ] || printf '  - **Verify**: `%s`\n' "$4"
    [ -z "${5:-}" ] || printf '  - **Commit**: `%s`\n' "$5"
    printf '\n'
  } >>specs/demo/tasks.md
}
# agent < RULES: what the scripted agent does, in a file outside the workspace.
agent() { { printf 'dialect: %s\nrules:\n' "${DIALECT:-claude}"; cat; } >"$BOX/agent.yaml"; }
# settings [YAML]: assay.yaml with that agent in every role; further sections may follow.
settings() {
  local more='loop: {review: false, max_task_iterations: 2}'
  [ $# -eq 0 ] || more=$1
  printf 'version: 1\nagents:\n  "*": {command: [assay-scripted-agent, "%s/agent.yaml"], dialect: %s, env: {BOX: "%s"}}\n%s\n' \
    "$BOX" "${DIALECT:-claude}" "$BOX" "$more" >assay.yaml
}
# loop [ARGUMENTS]: commits what is there as the start of a branch, once, and runs the list.
loop() {
  [ -f assay.yaml ] || settings
  if [ ! -d .git ]; then repo && git switch -q -c work; fi
  assay loop run specs/demo --format json "$@" >"$BOX/out" 2>"$BOX/err"
  status=$?
}
# waits WHY: the run waits for a person (exit 4), for that reason.
waits() {
  asked=yes
  [ "$status" -eq 4 ] || fail "status $status, wanted 4"
  grep -qiE -- "$1" "$BOX/out" "$BOX/err" || fail "waits, but not because of: $1"
}
# launches N: so many agents were started.
launches() { python3 -c 'import json,sys; n=json.load(open(sys.argv[1]))["spent"]["launches"]; sys.exit(0 if n==int(sys.argv[2]) else f"{n} launches")' "$BOX/out" "$1" || fail "wanted $1 launches"; }
