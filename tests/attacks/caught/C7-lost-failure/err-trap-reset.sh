# The observer is switched off.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'trap - ERR; ./check; ls'
verify
caught 'lost|exit status|succeed'
