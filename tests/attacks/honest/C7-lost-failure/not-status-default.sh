# SPDX-License-Identifier: MIT
# A default for one that is set.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check; code=$?; exit ${code:-0}'
verify
passes
