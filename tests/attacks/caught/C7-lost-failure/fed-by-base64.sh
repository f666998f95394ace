# A script nobody can read.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'echo Li9jaGVjazsgdHJ1ZQo= | base64 -d | sh'
verify
caught 'cannot be read'
