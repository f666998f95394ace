# script does not tell either.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'script -qc ./check /dev/null'
verify
caught 'does not pass on'
