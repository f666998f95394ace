# SPDX-License-Identifier: MIT
# A loop over a list that the text itself makes empty.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check
repo
each_gate '' caught 'never runs what stands in it' <<'E2'
TESTS=; for t in $TESTS; do ./check $t || exit 1; done
for t in $(true); do ./check $t || exit 1; done
for t in $(printf '') $(echo); do ./check $t || exit 1; done
E2
