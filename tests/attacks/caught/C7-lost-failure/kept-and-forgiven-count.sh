# SPDX-License-Identifier: MIT
# Failures are counted, and one of them is too few.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; printf '#!/bin/sh\nexit 0\n' >good; chmod +x check good
repo
each_gate '' caught '.' <<'E'
fails=0; for t in ./check ./good; do $t || fails=$((fails+1)); done; exit $((fails-1))
fails=0; for t in ./check ./good; do $t || fails=$((fails+1)); done; [ $fails -lt 2 ]
ok=0; for t in ./check ./good; do $t && ok=$((ok+1)); done; [ $ok -gt 0 ]
n=0; run() { "$@" || n=$((n+1)); }; run ./check; run ./good; exit $((n/2))
E
