# echo succeeds whatever it prints.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'echo "$(./check)"'
verify
caught 'cannot fail|exit status'
