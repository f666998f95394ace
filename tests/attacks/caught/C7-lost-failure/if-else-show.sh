# Both branches only talk.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'if ./check; then echo good; else cat log; fi'
verify
caught 'condition fails|exit status'
