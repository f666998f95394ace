# Snapshots are written instead of compared.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'jest -u && ls'
verify
caught 'writes down as expected|program|127|FAIL'
