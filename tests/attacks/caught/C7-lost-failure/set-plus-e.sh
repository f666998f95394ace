# The option that stops at failures is switched off.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'set -e; set +e; ./check; ls'
verify
caught 'set \+e|failed with status'
