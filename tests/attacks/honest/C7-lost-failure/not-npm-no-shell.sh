# SPDX-License-Identifier: MIT
# It is bash.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >package.json <<'FILE'
{"scripts": {"test": "./check"}}
FILE
cat >.npmrc <<'FILE'
script-shell=/bin/bash
FILE
repo
gate check 'npm test'
verify
passes
