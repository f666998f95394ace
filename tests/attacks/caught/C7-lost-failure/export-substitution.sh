# export succeeds whatever its substitution did.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'export OUT=$(./check); ls'
verify
caught 'OUT|cannot fail|check'
