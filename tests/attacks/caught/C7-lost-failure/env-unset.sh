# SPDX-License-Identifier: MIT
# The same with env.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.sh <<'FILE'
./check
./other
FILE
printf '#!/bin/sh\nexit 0\n' >other; chmod +x other
repo
gate check 'env -u BASH_ENV bash run.sh'
verify
caught '.'
