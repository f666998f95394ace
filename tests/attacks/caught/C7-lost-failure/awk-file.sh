# SPDX-License-Identifier: MIT
# The same from a file.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.awk <<'FILE'
{ system("./check") }
FILE
repo
gate check 'awk -f run.awk README'
verify
caught '.'
