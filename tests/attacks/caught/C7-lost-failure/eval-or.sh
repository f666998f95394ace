# Hidden in a string, with an or.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'eval '\''./check || true'\'''
verify
caught 'hides the exit status'
