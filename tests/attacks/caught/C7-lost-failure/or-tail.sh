# The log of the failure is shown, and showing it succeeds.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check >log 2>&1 || tail -n 5 log'
verify
caught 'hides the exit status'
