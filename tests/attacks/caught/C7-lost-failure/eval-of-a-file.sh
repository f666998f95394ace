# SPDX-License-Identifier: MIT
# The text of a file is evaluated.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >steps <<'FILE'
./check || true
FILE
repo
gate check 'eval "$(cat steps)"'
verify
caught '.'
