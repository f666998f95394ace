# A pause is no check.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'sleep 0.01'
verify
caught 'cannot fail'
