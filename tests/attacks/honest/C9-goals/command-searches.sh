# SPDX-License-Identifier: MIT
# Searches that leave the phase out, or whose expression does not fit itself.
. "$ATTACKS/words-goals.sh"
mkdir src && echo 'x = 1' >src/a.py
each_command 0 passes <<'E'
grep -rq 'x = 1' src
grep -rq --include='*.py' 'x = 1' .
grep -rqE '^x = [0-9]$' .
grep -rq --exclude-dir=phase 'x = 1' .
! grep -rq nosuchword src
E
