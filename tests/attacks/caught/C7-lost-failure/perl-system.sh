# perl drops the status of system.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'perl -e '\''system("./check")'\'''
verify
caught 'does not look at how it ended'
