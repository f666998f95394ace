# SPDX-License-Identifier: MIT
# It is written down and then run.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.sh <<'FILE'
./check
ls
FILE
repo
gate check 'cat run.sh | tee copy && sh -e run.sh'
verify
passes
