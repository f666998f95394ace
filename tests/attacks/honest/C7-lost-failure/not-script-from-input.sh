# SPDX-License-Identifier: MIT
# With -e.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'sh -e /dev/stdin <<E
./check
ls
E
'
verify
passes
