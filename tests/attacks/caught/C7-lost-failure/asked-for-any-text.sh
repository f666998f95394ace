# SPDX-License-Identifier: MIT
# A check in a substitution of which only is asked whether it printed anything.
printf '#!/bin/sh\necho "1 problem"\nexit 1\n' >check; chmod +x check
printf '#!/bin/sh\nexit 2\n' >silent; chmod +x silent
repo
each_gate '' caught 'failed with status' <<'E2'
[ "$(./check)" ]
[ -n "$(./check)" ]
[[ -n $(./check) ]]
test "$(./check)" != ""
test -z "$(./silent)"
f() { ./check; }; [ -n "$(f)" ]
E2
