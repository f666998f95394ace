# SPDX-License-Identifier: MIT
# The same by a variable.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.sh <<'FILE'
./check
ls
FILE
repo
gate check 'POSIXLY_CORRECT=1 bash run.sh'
verify
caught '.'
