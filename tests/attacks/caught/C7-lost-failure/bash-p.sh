# SPDX-License-Identifier: MIT
# A bash that reads no start-up file.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.sh <<'FILE'
./check
ls
FILE
repo
gate check 'bash -p run.sh'
verify
caught '.'
