# SPDX-License-Identifier: MIT
# A script that passes through tee.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.sh <<'FILE'
./check
ls
FILE
repo
gate check 'cat run.sh | tee copy | sh'
verify
caught '.'
