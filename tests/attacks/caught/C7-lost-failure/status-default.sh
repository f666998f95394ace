# SPDX-License-Identifier: MIT
# A default of 0 for a variable that nothing sets.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check; rc=$?; exit ${code:-0}'
verify
caught '.'
