# SPDX-License-Identifier: MIT
# By its name.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.sh <<'FILE'
./check
FILE
repo
gate check 'bash run.sh'
verify
passes
