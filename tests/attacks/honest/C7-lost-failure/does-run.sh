# SPDX-License-Identifier: MIT
# Loops and branches that are gone through.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; cp check good; chmod +x check good
repo
each_gate '' passes <<'E'
for ((i=0;i<2;i++)); do ./check || exit 1; done
for i in $(seq 2); do ./check || exit 1; done
for i in $(seq 1 2); do ./check || exit 1; done
[ -f good ] && ./check
[ -f nosuch ] || ./check
./good && exec ./check
E
