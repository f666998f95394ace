# SPDX-License-Identifier: MIT
# A file that is fed as it is.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.sh <<'FILE'
set -e
./check
ls
FILE
repo
gate check 'sh < run.sh'
verify
passes
