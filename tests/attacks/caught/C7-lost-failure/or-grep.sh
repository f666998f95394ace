# The failures are looked for in the log, and are found.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check >log || grep log log'
verify
caught 'hides the exit status|grep'
