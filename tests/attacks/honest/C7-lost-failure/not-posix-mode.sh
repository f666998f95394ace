# SPDX-License-Identifier: MIT
# One that stops at failures.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.sh <<'FILE'
set -e
./check
ls
FILE
repo
gate check 'POSIXLY_CORRECT=1 bash run.sh'
verify
passes
