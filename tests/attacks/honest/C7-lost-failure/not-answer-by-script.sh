# SPDX-License-Identifier: MIT
# One that ends it.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >package.json <<'FILE'
{"scripts": {"test": "./check", "report": "echo report; exit 1"}}
FILE
repo
gate check 'npm test || npm run report'
verify
passes
