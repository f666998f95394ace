# SPDX-License-Identifier: MIT
# What runs the scripts is no shell.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >package.json <<'FILE'
{"scripts": {"test": "./check"}}
FILE
cat >.npmrc <<'FILE'
script-shell=/bin/true
FILE
repo
gate check 'npm test'
verify
caught '.'
