# SPDX-License-Identifier: MIT
# npm hands it to a shell.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >package.json <<'FILE'
{}
FILE
repo
gate check 'npm exec -c "./check || true"'
verify
caught '.'
