# SPDX-License-Identifier: MIT
# Without the lock nothing runs, and that is a success.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'exec 9>lock; flock 9; flock -n -E 0 lock ./check'
verify
caught '.'
