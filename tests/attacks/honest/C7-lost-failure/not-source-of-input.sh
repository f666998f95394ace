# SPDX-License-Identifier: MIT
# One that lets failures through.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check '. /dev/stdin <<E
./check && true
E
'
verify
passes
