# SPDX-License-Identifier: MIT
# The status is kept and then set to 0.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check; rc=$?; echo "$rc"; rc=0; exit $rc'
verify
caught '.'
