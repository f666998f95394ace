# A git of the agent's own lies first in the path.
. "$ATTACKS/words-loop.sh"
mkdir bin; PATH="$PWD/bin:$PATH"
loop_repo
agent <<'A'
calc FIVE && git commit -q -am 'fix: five'
printf '#!/bin/sh\ntouch "%s/ran"\nexec /usr/bin/git "$@"\n' "$BOX" >bin/git; chmod +x bin/git
A
loop
[ ! -e "$BOX/ran" ] || fail "ran the agent's git"
asked=yes; [ "$status" -ne 0 ] || fail "bin/git is not in its Files"
