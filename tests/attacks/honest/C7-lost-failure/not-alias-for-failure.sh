# SPDX-License-Identifier: MIT
# A word that means what it says.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'fail() { exit 1; }
./check || fail'
verify
passes
