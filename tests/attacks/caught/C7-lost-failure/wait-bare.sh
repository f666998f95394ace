# wait without a number always succeeds.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check & wait'
verify
caught 'wait'
