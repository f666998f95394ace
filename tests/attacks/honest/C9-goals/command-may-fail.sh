# SPDX-License-Identifier: MIT
# A failure is asked for, and it depends on the work.
. "$ATTACKS/words-goals.sh"
mkdir src && echo 'x = 1' >src/a.py
each_command 1 passes <<'E'
grep -q nosuchword src/a.py
test -e nosuch
diff src/a.py /dev/null
E
