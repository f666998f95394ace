# SPDX-License-Identifier: MIT
# Another variable.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.sh <<'FILE'
./check
./other
FILE
printf '#!/bin/sh\nexit 0\n' >other; chmod +x other
repo
gate check 'env -u CDPATH bash run.sh'
verify
passes
