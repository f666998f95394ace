# SPDX-License-Identifier: MIT
# A question about what a command may have changed.
printf '#!/bin/sh\nexit 0\n' >check; chmod +x check
repo
each_gate '' passes <<'E'
x=0; ./check && x=1; [ $x = 1 ]
x=$(./check; echo $?); [ "$x" = 0 ]
x=0; if ./check; then x=1; fi; [ $x = 1 ]
n=0; for i in 1 2; do ./check && n=$((n+1)); done; [ $n -eq 2 ]
limit=3; n=$(ls | wc -l); [ $n -le $limit ]
E
