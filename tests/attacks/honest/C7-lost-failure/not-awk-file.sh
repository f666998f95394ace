# SPDX-License-Identifier: MIT
# A program that counts.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.awk <<'FILE'
{ n++ } END { exit n == 0 }
FILE
repo
gate check 'awk -f run.awk README'
verify
passes
