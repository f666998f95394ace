# The check is in front of a script that only talks.
echo '{"scripts": {"pretest": "./check || true", "test": "echo done"}}' >package.json
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'npm test'
verify
caught 'hides the exit status|127|program'
