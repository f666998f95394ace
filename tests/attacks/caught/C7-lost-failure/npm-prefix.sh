# The package is in a folder.
mkdir web && echo '{"scripts": {"test": "../check; exit 0"}}' >web/package.json
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'npm --prefix web test'
verify
caught 'comes last|exit status|127|program'
