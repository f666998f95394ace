# SPDX-License-Identifier: MIT
# Two statuses are added up.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check; a=$?; ./check; b=$?; exit $((a + b))'
verify
passes
