# SPDX-License-Identifier: MIT
# One that lets failures through.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.sh <<'FILE'
./check
FILE
repo
gate check 'bash <<< "$(cat run.sh)"'
verify
passes
