# A shell that is fed by a pipe.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'echo '\''./check || true'\'' | sh'
verify
caught 'hides the exit status'
