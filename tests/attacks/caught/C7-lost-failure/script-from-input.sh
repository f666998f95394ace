# SPDX-License-Identifier: MIT
# A script as standard input.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'sh /dev/stdin <<E
./check
ls
E
'
verify
caught '.'
