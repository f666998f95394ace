# The status of an assignment is that of its substitution, and nobody asks.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'out=$(./check); ls'
verify
caught 'failed with status 1'
