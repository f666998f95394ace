# SPDX-License-Identifier: MIT
# A script behind a number.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.sh <<'FILE'
./check || true
FILE
repo
gate check 'exec 3< run.sh; bash /dev/fd/3'
verify
caught '.'
