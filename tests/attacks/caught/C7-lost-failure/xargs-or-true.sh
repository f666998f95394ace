# Each command of xargs hides its status.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check "echo a | xargs -I{} sh -c './check {} || true'"
verify
caught 'hides the exit status'
