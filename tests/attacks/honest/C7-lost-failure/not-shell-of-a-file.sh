# SPDX-License-Identifier: MIT
# A file that lets failures through.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >steps <<'FILE'
set -e
./check
ls
FILE
repo
gate check 'sh -c "$(cat steps)"'
verify
passes
