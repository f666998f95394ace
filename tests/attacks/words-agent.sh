# SPDX-License-Identifier: MIT
# Words for cases about agents. `secret` is a key that no known shape gives away.
secret=Zx7q9LmN4-vB2kT8wYc5RdEa1oPs3u
export ACME_TOKEN=$secret

# agent ROLE KEYS <<'S' ...: a role whose agent is the bash script on standard input; KEYS is the rest of its YAML map.
agent() {
  mkdir -p "$BOX/agents"
  { echo '#!/bin/bash'; cat; } >"$BOX/agents/$1.sh"
  chmod +x "$BOX/agents/$1.sh"
  [ -f assay.yaml ] || printf 'version: 1\nagents:\n' >assay.yaml
  printf '  %s: {command: ["%s"]%s}\n' "$1" "$BOX/agents/$1.sh" "${2:+, $2}" >>assay.yaml
}
# asks ROLE [ARGUMENTS]: one attempt; the result is in $BOX/out, what was said in $BOX/err, the status in $status.
asks() {
  local role=$1
  shift
  echo "do it" | assay agent run "$role" --run-id one --format json "$@" >"$BOX/out" 2>"$BOX/err"
  status=$?
}
# Claude's last word.
done_line='{"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"done","usage":{"input_tokens":1,"output_tokens":2}}'

# leaks_nowhere TEXT...: neither what assay said nor anything it keeps or tells of the run holds one of the texts.
leaks_nowhere() {
  asked=yes
  [ "$KIND" = caught ] || fail "an honest case leaks nothing"
  local text run=${run_id:-one}
  { assay show "$run"; assay show "$run" --format json; assay logs "$run"; assay explain "$run"; assay ledger export; assay runs; } >"$BOX/told" 2>&1
  for text in "$@"; do
    if grep -qF -- "$text" "$BOX/out" "$BOX/err" "$BOX/told"; then fail "it is told: $text"; fi
    if grep -raqF -- "$text" "$ASSAY_STATE_DIR"; then fail "it is kept: $text"; fi
  done
}
# is_masked: something was masked in the logs of the run.
is_masked() { grep -raqF '[masked]' "$ASSAY_STATE_DIR"/*/runs "$ASSAY_STATE_DIR"/runs 2>/dev/null || fail "nothing was masked"; }
# has_not / has NAME...: which variables the agent had; it has to write them with `env | cut -d= -f1 >NAMES` (here $BOX/names).
has_not() { asked=yes; local name; for name in "$@"; do ! grep -qx -- "$name" "$BOX/names" || fail "the agent has $name"; done; }
has() { local name; for name in "$@"; do grep -qx -- "$name" "$BOX/names" || fail "the agent has no $name"; done; }
