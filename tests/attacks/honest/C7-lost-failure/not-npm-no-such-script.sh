# SPDX-License-Identifier: MIT
# One that is there.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >package.json <<'FILE'
{"scripts": {"unit": "./check"}}
FILE
repo
gate check 'npm run unit --if-present'
verify
passes
