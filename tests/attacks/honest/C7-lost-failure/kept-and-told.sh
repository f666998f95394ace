# SPDX-License-Identifier: MIT
# A failure is kept in a variable, and the command ends with it.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; cp check good; chmod +x check good
repo
each_gate '' passes <<'E'
rc=0; ./check || rc=1; exit $rc
rc=0; ./check || rc=$?; ./good || rc=$?; exit $rc
rc=1; ./check && rc=0; exit $rc
fails=0; for t in ./check ./good; do $t || fails=$((fails+1)); done; exit $fails
fails=0; for t in ./check ./good; do $t || fails=$((fails+1)); done; [ $fails -eq 0 ]
n=0; run() { "$@" || n=$((n+1)); }; run ./check; run ./good; [ $n = 0 ]
ok=0; for t in ./check ./good; do $t && ok=$((ok+1)); done; [ $ok -eq 2 ]
rc=0; ./check || rc=1; [ $rc -eq 0 ] && echo fine
missing=0; command -v nosuchtool >/dev/null || missing=1; [ $missing -eq 1 ] && echo "no nosuchtool"; ./check
slow=0; grep -q slow good || slow=1; if [ $slow = 1 ]; then echo quick; fi; ./check && ./good
E
