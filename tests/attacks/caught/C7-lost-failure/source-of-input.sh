# SPDX-License-Identifier: MIT
# Standard input is sourced.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check '. /dev/stdin <<E
./check || true
E
'
verify
caught '.'
