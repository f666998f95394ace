# find does not tell how -exec ended.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'find . -maxdepth 1 -name README -exec ./check \;'
verify
caught 'does not pass on'
