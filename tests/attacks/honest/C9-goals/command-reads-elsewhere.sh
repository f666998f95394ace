# SPDX-License-Identifier: MIT
# A folder that is only named alike.
. "$ATTACKS/words-goals.sh"
mkdir src && echo 'x = 1' >src/a.py
mkdir phase2 && echo y >phase2/b.txt
each_command 0 passes <<'E'
test -s phase2/b.txt
grep -q y phase2/b.txt
E
