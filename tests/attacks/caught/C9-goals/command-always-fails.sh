# SPDX-License-Identifier: MIT
# A failure is asked for, and the command has no other end.
. "$ATTACKS/words-goals.sh"
mkdir src && echo 'x = 1' >src/a.py
each_command 1 caught 'cannot end in any other way' <<'E'
exit 1
false
ls src; exit 1
! true
(exit 1)
sh -c 'exit 1'
test 1 = 2
E
