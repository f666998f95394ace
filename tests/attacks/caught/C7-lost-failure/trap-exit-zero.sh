# A trap replaces the status.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'trap '\''exit 0'\'' EXIT; ./check'
verify
caught 'trap'
