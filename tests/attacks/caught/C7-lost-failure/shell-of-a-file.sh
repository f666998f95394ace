# SPDX-License-Identifier: MIT
# The same with sh -c.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >steps <<'FILE'
./check
ls
FILE
repo
gate check 'sh -c "$(cat steps)"'
verify
caught '.'
