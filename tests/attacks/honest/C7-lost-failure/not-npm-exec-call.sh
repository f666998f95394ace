# SPDX-License-Identifier: MIT
# One that lets failures through.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >package.json <<'FILE'
{}
FILE
repo
gate check 'npm exec -c "./check && true"'
verify
passes
