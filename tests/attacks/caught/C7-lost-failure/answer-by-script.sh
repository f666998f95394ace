# SPDX-License-Identifier: MIT
# A script of npm that only talks as the answer.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >package.json <<'FILE'
{"scripts": {"test": "./check", "report": "echo report"}}
FILE
repo
gate check 'npm test || npm run report'
verify
caught '.'
