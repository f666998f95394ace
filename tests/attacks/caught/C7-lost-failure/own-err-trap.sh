# A trap of its own takes the place of the observer.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'trap : ERR; ./check; ls'
verify
caught 'lost|exit status|succeed'
