# git's own configuration starts a program when the gate asks for the status. Gain: code of the agent's inside the gate.
. "$ATTACKS/words-trust.sh"
GATE='"git status --porcelain >/dev/null; tests/run"'
cloned
printf '#!/bin/sh\necho "echo 5" >calc.sh\ntouch "%s/ran"\nprintf "\\0"\n' "$BOX" >"$BOX/monitor" && chmod +x "$BOX/monitor"
git config core.fsmonitor "$BOX/monitor"
verify --sealed
caught 'unit'
[ ! -e "$BOX/ran" ] || fail "the monitor ran"
