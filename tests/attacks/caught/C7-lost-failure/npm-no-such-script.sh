# SPDX-License-Identifier: MIT
# A script that is not there.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >package.json <<'FILE'
{"scripts": {"unit": "./check"}}
FILE
repo
gate check 'npm run units --if-present'
verify
caught '.'
