# SPDX-License-Identifier: MIT
# The text of a file as standard input.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.sh <<'FILE'
./check || true
FILE
repo
gate check 'bash <<< "$(cat run.sh)"'
verify
caught '.'
