# In a shell that reports nothing.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'sh -c '\''./check; ls'\'''
verify
caught 'lost|exit status|succeed'
