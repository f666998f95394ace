# SPDX-License-Identifier: MIT
# With another status.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'flock -n -E 3 lock ./check'
verify
passes
