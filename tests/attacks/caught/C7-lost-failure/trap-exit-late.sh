# A trap replaces the status of a list.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'trap '\''rm -f x; exit 0'\'' 0; ./check && ls'
verify
caught 'trap'
