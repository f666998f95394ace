# In a shell without pipefail.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'sh -c '\''./check | cat'\'''
verify
caught 'pipefail'
