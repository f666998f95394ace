# The familiar a && b || c.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check && echo good || echo bad'
verify
caught 'hides the exit status'
